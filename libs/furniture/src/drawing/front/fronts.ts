import { handleArea, isClosing, isGrainUpright, type Panel, shelfCount } from '../../scene/panels.js';
import type { SceneNode } from '../../scene/scene.js';
import { type Box, type Canvas, crossOf, type Point, segment } from '../svg/canvas.js';
import type { Frame } from './frame.js';

/** A front on the sheet. */
export function panelBox(frame: Frame, node: SceneNode, panel: Panel): Box {
  return { x: frame.x(node.wallIndex, panel.x), y: -(panel.z + panel.h), w: panel.w, h: panel.h };
}

/** A front or what is seen in its stead, with grain and opening mark; handles and appliances come after. */
export function drawPanel(frame: Frame, node: SceneNode, panel: Panel): void {
  const { canvas } = frame;
  const b = panelBox(frame, node, panel);
  switch (panel.kind) {
    case 'glass':
      canvas.rect('glass', b.x, b.y, b.w, b.h);
      drawGlints(canvas, b);
      drawOpening(canvas, panel, b, 'ok');
      return;
    case 'blind':
      canvas.rect('ki', b.x, b.y, b.w, b.h);
      canvas.lines('hid', crossOf(b));
      return;
    case 'open':
      drawShelves(canvas, node, b);
      return;
    case 'filler':
    case 'plank':
      canvas.rect('ff', b.x - 2, b.y - 2, b.w + 4, b.h + 4);
      if (frame.grain) drawGrain(canvas, b, isGrainUpright(panel));
      return;
    case 'panel':
      canvas.rect('kf', b.x - 2, b.y - 2, b.w + 4, b.h + 4);
      return;
    case 'niche':
    case 'gap':
      return;
    default:
      canvas.rect('f', b.x, b.y, b.w, b.h);
      if (frame.grain) drawGrain(canvas, b, isGrainUpright(panel));
      drawOpening(canvas, panel, b, 'o');
  }
}

/** Opening marks (4.1): the apex of a door at its handle, of a flap below, of a dishwasher's front above. */
function drawOpening(canvas: Canvas, { kind, hinge }: Panel, { x, y, w, h }: Box, cls: string): void {
  const [r, b, cx, cy] = [x + w, y + h, x + w / 2, y + h / 2];
  const mark = (p: Point, apex: Point, q: Point) => canvas.lines(cls, [[p, apex, q]]);
  if ((kind === 'door' || kind === 'glass') && hinge === 'left') mark([x, y], [r, cy], [x, b]);
  if ((kind === 'door' || kind === 'glass') && hinge === 'right') mark([r, y], [x, cy], [r, b]);
  if (kind === 'lift') mark([x, y], [cx, b], [r, y]);
  if (kind === 'drop') mark([x, b], [cx, y], [r, b]);
}

/** 3–5 thin lines of the finish's tone ±8 % (4.4) along the part's length, at places that only the size decides. */
function drawGrain(canvas: Canvas, b: Box, upright: boolean): void {
  const [across, along] = upright ? [b.w, b.h] : [b.h, b.w];
  if (across < 30) return;
  const shares = across < 150 ? [22, 51, 80] : [13, 31, 50, 68, 86];
  const sway = Math.min(14, Math.round(across / 20));
  const lines = shares.map((share, i): Point[] => {
    const at = Math.round((across * share) / 100);
    const bend = i % 2 === 0 ? sway : -sway;
    const steps: Point[] = [
      [at, 6],
      [at + bend, along * 0.3],
      [at - Math.round(bend / 2), along * 0.65],
      [at, along - 6],
    ];
    return steps.map(([u, v]): Point => (upright ? [b.x + u, b.y + v] : [b.x + v, b.y + u]));
  });
  canvas.lines(
    'g1',
    lines.filter((_, i) => i % 2 === 0),
  );
  canvas.lines(
    'g2',
    lines.filter((_, i) => i % 2 === 1),
  );
}

function drawGlints(canvas: Canvas, { x, y, w, h }: Box): void {
  const run = Math.round(Math.min(w, h) / 4);
  const at = (dx: number): Point[] => segment(x + w - 30 - dx - run, y + 40 + run, x + w - 30 - dx, y + 40);
  if (run > 20) canvas.lines('glint', [at(0), at(50)]);
}

/** Shelves of an open unit, 16 mm thick, as many as its parts say. */
function drawShelves(canvas: Canvas, { unit }: SceneNode, b: Box): void {
  if (b.h < 100) return;
  const count = shelfCount(unit);
  canvas.rect('ki', b.x + 14, b.y + 14, b.w - 28, b.h - 28);
  for (let i = 1; i <= count; i += 1) {
    const y = Math.round(b.y + (b.h * i) / (count + 1));
    canvas.rect('ki', b.x + 14, y - 8, b.w - 28, 16);
  }
}

/** Sizes of 4.1 and 1.1, mm: bow 160 × 12, gola 26 below the worktop and 2 × 29 between drawers, end profile. */
const BOW = { length: 160, thick: 12, inset: 40, end: 60 };
const GOLA = { top: 26, joint: 29 };
const PROFILE = 16;
/** A door whose middle is above this is opened by its lower edge, mm above the floor. */
const REACH = 1100;

const OPENS: ReadonlySet<Panel['kind']> = new Set(['door', 'drawer', 'lift', 'drop', 'pullout', 'glass']);

/** Handles of a node by the kind of its row; mezzanines and wall fronts have no end profile (1.1). */
export function drawHandles(frame: Frame, node: SceneNode): void {
  const kind = frame.scene.order.handles[node.tier] ?? 'grip';
  if (kind === 'gola' && node.tier === 'base') {
    drawGola(frame, node);
    return;
  }
  for (const panel of node.panels) {
    if (!OPENS.has(panel.kind)) continue;
    const own = node.tier !== 'upper' && !(node.tier === 'tall' && panel.kind === 'lift');
    if (kind === 'bar' && own) drawBow(frame, node, handleArea(panel, node));
    else if (kind === 'grip' && own && node.tier !== 'wall') drawProfile(frame, node, panel);
    else if (panel.kind === 'drawer' || panel.kind === 'pullout') drawPull(frame, node, panel);
  }
}

const low = (panel: Panel): boolean => panel.kind !== 'lift' && panel.z + panel.h / 2 < REACH;

function drawProfile(frame: Frame, node: SceneNode, panel: Panel): void {
  const b = panelBox(frame, node, panel);
  frame.canvas.rect('h', b.x, low(panel) ? b.y : b.y + b.h - PROFILE, b.w, Math.min(PROFILE, b.h));
}

function drawBow(frame: Frame, node: SceneNode, panel: Panel): void {
  const b = panelBox(frame, node, panel);
  const { length, thick, inset, end } = BOW;
  if (panel.hinge) {
    const x = panel.hinge === 'left' ? b.x + b.w - inset : b.x + inset - thick;
    const long = Math.min(length, Math.max(0, b.h - 40));
    const y = low(panel) ? b.y + Math.min(end, (b.h - long) / 2) : b.y + b.h - Math.min(end, (b.h - long) / 2) - long;
    frame.canvas.rect(panel.kind === 'glass' ? 'hg' : 'h', x, y, thick, long, 6);
    frame.labels.block({ x, y, w: thick, h: long });
    return;
  }
  const long = Math.min(length, Math.max(0, b.w - 40));
  const y = low(panel) ? b.y + inset - thick : b.y + b.h - inset;
  frame.canvas.rect('h', b.x + (b.w - long) / 2, y, long, thick, 6);
  frame.labels.block({ x: b.x + (b.w - long) / 2, y, w: long, h: thick });
}

/** A drawer without a handle: a short arrow outwards. */
function drawPull(frame: Frame, node: SceneNode, panel: Panel): void {
  const b = panelBox(frame, node, panel);
  const [cx, top] = [b.x + b.w / 2, b.y + 16];
  frame.labels.block({ x: cx - 14, y: top, w: 28, h: 40 });
  frame.canvas.lines('in', [
    segment(cx, top, cx, top + 40),
    [
      [cx - 14, top + 24],
      [cx, top + 40],
      [cx + 14, top + 24],
    ],
  ]);
}

function drawGola(frame: Frame, node: SceneNode): void {
  const { canvas, labels } = frame;
  const fronts = node.panels.filter((p) => !isClosing(p) && p.kind !== 'filler' && p.kind !== 'panel');
  const top = Math.max(...fronts.map((p) => p.z + p.h));
  for (const panel of fronts) {
    const b = panelBox(frame, node, panel);
    if (panel.z + panel.h === top && panel.kind !== 'open') canvas.rect('gola', b.x, b.y, b.w, GOLA.top);
    const above = fronts.some((p) => p.kind === 'drawer' && p.z === panel.z + panel.h + 4);
    if (panel.kind === 'drawer' && above) {
      const joint = { x: b.x, y: b.y - 2 - GOLA.joint, w: b.w, h: 2 * GOLA.joint };
      canvas.rect('gola', joint.x, joint.y, joint.w, joint.h);
      labels.block(joint);
    }
  }
}
