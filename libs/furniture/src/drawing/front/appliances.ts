import { CONSTANTS } from '../../catalogue/catalogue.js';
import type { Appliance } from '../../order/order.js';
import { snowflake } from '../scene/marks.js';
import { hiddenWidth, type Panel } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import type { Box } from '../svg/box.js';
import type { Canvas, Point } from '../svg/canvas.js';
import { elevation, type Frame, TEXT, write } from './frame.js';
import { panelBox } from './fronts.js';

/** Appliances by their signs (furniture.ru.md 4.1). */
export function drawNiches(frame: Frame, node: SceneNode): void {
  for (const panel of node.panels) {
    if (panel.kind !== 'niche') continue;
    const b = panelBox(frame, node, panel);
    drawFace(frame, panel.appliance, b);
  }
}

function drawFace(frame: Frame, appliance: Appliance | undefined, b: Box): void {
  const { canvas } = frame;
  switch (appliance) {
    case 'oven':
      canvas.rect('sd', b.x, b.y, b.w, b.h, 8);
      canvas.rect('sk', b.x + 50, b.y + Math.round(b.h * 0.3), b.w - 100, Math.round(b.h * 0.58), 12);
      canvas.lines('sk', [
        [
          [b.x + 60, b.y + Math.round(b.h * 0.2)],
          [b.x + b.w - 60, b.y + Math.round(b.h * 0.2)],
        ],
      ]);
      for (const share of [0.2, 0.8]) canvas.circle('sk', b.x + b.w * share, b.y + b.h * 0.09, 18);
      break;
    case 'microwave':
      canvas.rect('sd', b.x, b.y, b.w, b.h, 8);
      canvas.rect('sk', b.x + 40, b.y + 50, Math.round(b.w * 0.62), b.h - 100, 10);
      canvas.circle('sk', b.x + b.w * 0.85, b.y + b.h * 0.4, 26);
      canvas.circle('sk', b.x + b.w * 0.85, b.y + b.h * 0.68, 26);
      break;
    case 'fridge': {
      canvas.rect('sp', b.x + 10, b.y + 60, b.w - 20, b.h - 60, 16);
      canvas.lines('s', [
        [
          [b.x + 10, b.y + Math.round(b.h * 0.62)],
          [b.x + b.w - 10, b.y + Math.round(b.h * 0.62)],
        ],
      ]);
      fridgeSign(frame, { ...b, h: Math.round(b.h * 0.5) }, 't', 's');
      break;
    }
    case 'washer':
      canvas.rect('sp', b.x + 5, b.y + 10, b.w - 10, b.h - 10, 12);
      canvas.circle('s', b.x + b.w / 2, b.y + b.h * 0.58, Math.min(b.w, b.h) * 0.3);
      canvas.lines('s', [
        [
          [b.x + 5, b.y + 130],
          [b.x + b.w - 5, b.y + 130],
        ],
      ]);
      break;
    case 'stove':
      canvas.rect('sp', b.x + 5, b.y, b.w - 10, b.h, 8);
      canvas.rect('s', b.x + 60, b.y + Math.round(b.h * 0.35), b.w - 120, Math.round(b.h * 0.4), 12);
      canvas.lines('s', [
        [
          [b.x + 5, b.y + 120],
          [b.x + b.w - 5, b.y + 120],
        ],
      ]);
      for (const share of [0.2, 0.4, 0.6, 0.8]) canvas.circle('s', b.x + b.w * share, b.y + 60, 22);
      break;
    default:
      canvas.rect('sp', b.x, b.y, b.w, b.h);
  }
}

function fridgeSign(frame: Frame, b: Box, text: string, line: string): void {
  const [cx, cy] = [Math.round(b.x + b.w / 2), Math.round(b.y + b.h / 2)];
  const size = 2 * TEXT.dimension;
  const letter = { cls: text, x: cx, y: cy - 70, size, text: 'Х', style: { bold: true } };
  write(frame, frame.labels.place([[letter]], { over: true }) ?? []);
  frame.labels.block({ x: cx - 90, y: cy - 160, w: 180, h: 320 });
  frame.canvas.lines(line, snowflake([cx, cy + 80], 60));
}

/** Signs on fronts and on the worktop: what the module is made for and what the order puts into it. */
export function drawSigns(frame: Frame, node: SceneNode): void {
  const kinds = new Set<Appliance>(node.items.map((item) => item.kind));
  if (!node.module.alternatives) for (const kind of node.module.appliances) kinds.add(kind);
  const b = elevation(frame, node);
  const hidden = hiddenWidth(node);
  const open: Box = { ...b, x: hidden > 0 && node.hidden === 'left' ? b.x + hidden : b.x, w: b.w - hidden };
  const niches = new Set(node.panels.map((p) => p.appliance));
  for (const kind of kinds) {
    if (kind === 'sink') drawMixer(frame, open);
    if (kind === 'hob') drawHob(frame.canvas, open, node);
    if (kind === 'hood') drawHood(frame, b);
    if (kind === 'fridge' && !niches.has('fridge')) drawBuiltInFridge(frame, node);
    if (kind === 'dishwasher' && !niches.has('dishwasher')) drawDishwasher(frame, b);
  }
}

function drawBuiltInFridge(frame: Frame, node: SceneNode): void {
  const tallest = node.panels.reduce<Panel | undefined>((best, p) => (best && best.h >= p.h ? best : p), undefined);
  if (tallest) fridgeSign(frame, panelBox(frame, node, tallest), 'tf', 'in');
}

function drawDishwasher(frame: Frame, b: Box): void {
  const style = { bold: true };
  const line = { cls: 'tf', x: Math.round(b.x + b.w / 2), y: b.y + 190, size: TEXT.dimension, text: 'ПММ', style };
  const [placed] = frame.labels.place([[line]], { over: true }) ?? [];
  if (!placed) return;
  frame.canvas.rect('bf', line.x - 100, line.y - 42, 200, 84);
  frame.canvas.text(line);
}

/** A mixer above the worktop: a stem with a spout. */
function drawMixer({ canvas, labels }: Frame, open: Box): void {
  const [x, y] = [open.x + open.w / 2, -CONSTANTS.worktopTop];
  const spout: Point[] = [
    [x, y],
    [x, y - 250],
    [x + 20, y - 285],
    [x + 60, y - 300],
    [x + 105, y - 285],
    [x + 125, y - 250],
    [x + 125, y - 200],
  ];
  canvas.lines('d', [
    [
      [x - 30, y],
      [x + 30, y],
    ],
    [
      [x, y - 90],
      [x - 60, y - 120],
    ],
  ]);
  canvas.lines('tk', [spout]);
  labels.block({ x: x - 80, y: y - 310, w: 220, h: 310 });
}

function drawHob(canvas: Canvas, open: Box, { items }: SceneNode): void {
  const w = Math.min(items.find((item) => item.kind === 'hob')?.w ?? 590, open.w);
  const x = open.x + (open.w - w) / 2;
  const y = -CONSTANTS.worktopTop;
  canvas.rect('sd', x, y - 14, w, 14);
  for (const share of [0.25, 0.75]) canvas.rect('sd', x + w * share - 60, y - 26, 120, 12);
}

/** A trapezoid in the lower part of its cabinet: the hood's bottom is the cabinet's. */
function drawHood({ canvas, labels }: Frame, b: Box): void {
  const [bottom, h, dx] = [b.y + b.h, Math.min(130, b.h), Math.min(120, b.w / 4)];
  canvas.polygon('sp', [
    [b.x + 10, bottom],
    [b.x + 10, bottom - 40],
    [b.x + dx, bottom - h],
    [b.x + b.w - dx, bottom - h],
    [b.x + b.w - 10, bottom - 40],
    [b.x + b.w - 10, bottom],
  ]);
  labels.block({ x: b.x, y: bottom - h, w: b.w, h });
}
