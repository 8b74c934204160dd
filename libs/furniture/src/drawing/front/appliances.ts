import { CONSTANTS } from '../../catalogue/catalogue.js';
import { faceOf, type Mark, snowflake } from '../../scene/faces.js';
import { HOOD_HEIGHT, type Panel } from '../../scene/panels.js';
import type { SceneNode } from '../../scene/scene.js';
import { type Box, type Canvas, type Point, segment } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { elevation, type Frame, write } from './frame.js';
import { panelBox } from './fronts.js';

/** Thickness of a hob's plate; how high grates stand over it, and half of one as a share of the hob; mm. */
const PLATE = 10;
const GRATE = { above: 28, half: 0.2 };

/** Appliances in their niches (furniture.ru.md 4.1). */
export function drawNiches(frame: Frame, node: SceneNode): void {
  for (const panel of node.panels) {
    if (panel.kind !== 'niche') continue;
    const b = panelBox(frame, node, panel);
    for (const mark of faceOf(panel.appliance, b.w, b.h, panel.hinge)) drawMark(frame.canvas, b, mark);
    if (panel.appliance === 'fridge') fridgeSign(frame, { ...b, h: Math.round(b.h * 0.5) }, 't', 's');
  }
}

function drawMark(canvas: Canvas, { x, y }: Box, mark: Mark): void {
  if ('rect' in mark) canvas.rect(mark.cls, x + mark.rect.x, y + mark.rect.y, mark.rect.w, mark.rect.h, mark.rect.r);
  else if ('circle' in mark) canvas.circle(mark.cls, x + mark.circle.x, y + mark.circle.y, mark.circle.r);
  else {
    canvas.lines(
      mark.cls,
      mark.lines.map((line) => line.map(([u, v]): Point => [x + u, y + v])),
    );
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
  const b = elevation(frame, node);
  const open = elevation(frame, { ...node, ...node.front });
  const niches = new Set(node.panels.map((p) => p.appliance));
  for (const kind of node.appliances) {
    if (kind === 'sink') drawMixer(frame, open);
    if (kind === 'hob' || kind === 'stove') drawHob(frame.canvas, open, node);
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
  canvas.lines('d', [segment(x - 30, y, x + 30, y), segment(x, y - 90, x - 60, y - 120)]);
  canvas.lines('tk', [spout]);
  labels.block({ x: x - 80, y: y - 310, w: 220, h: 310 });
}

/** A hob on the worktop, or the top of a stove: a thin plate, with gas two grates on their feet over it. */
function drawHob(canvas: Canvas, open: Box, { items, z1 }: SceneNode): void {
  const item = items.find(({ kind }) => kind === 'hob' || kind === 'stove');
  const stands = item?.kind === 'stove';
  const w = Math.min((stands ? undefined : item?.w) ?? 590, open.w - (stands ? 10 : 0));
  const x = open.x + (open.w - w) / 2;
  const y = -Math.max(z1, CONSTANTS.worktopTop);
  canvas.rect('sd', x, y - PLATE, w, PLATE);
  if (item?.fuel !== 'gas') return;
  const top = y - PLATE - GRATE.above;
  for (const share of [0.25, 0.75]) {
    const [cx, half] = [x + w * share, w * GRATE.half];
    canvas.lines('gr', [
      segment(cx - half, top, cx + half, top),
      ...[-half, 0, half].map((dx) => segment(cx + dx, top, cx + dx, y - PLATE)),
    ]);
  }
}

/** A trapezoid in the lower part of its cabinet: the hood's bottom is the cabinet's. */
function drawHood({ canvas, labels }: Frame, b: Box): void {
  const [bottom, h, dx] = [b.y + b.h, Math.min(HOOD_HEIGHT, b.h), Math.min(120, b.w / 4)];
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
