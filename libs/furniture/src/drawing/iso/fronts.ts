import type { Point as PlanPoint } from '../../geometry/world.js';
import { faceOf, snowflake } from '../../scene/faces.js';
import { handleArea, isGrainUpright, type Panel, shelfCount } from '../../scene/panels.js';
import type { SceneNode } from '../../scene/scene.js';
import type { Point } from '../svg/canvas.js';
import { type Prism, turnsToViewer } from './solids.js';
import type { Stage } from './stage.js';

/** A front's plane: its own coordinates (along, up; mm) on the sheet. */
type Plane = (x: number, z: number) => Point;

/** Fronts on the front plane of a unit, and the appliances behind them. */
export function paintFronts(stage: Stage, node: SceneNode): void {
  const at = stage.onto(node.wallIndex);
  const plane: Plane = (x, z) => at(x, node.y1, z);
  for (const panel of node.panels) paintPanel(stage, node, panel, plane);
  const tallest = node.panels.reduce<Panel | undefined>((best, p) => (best && best.h >= p.h ? best : p), undefined);
  if (node.appliances.has('fridge') && tallest) paintFridge(stage, tallest, plane);
}

/** The fronts of a diagonal corner unit: the elevation's, stretched over the first edge of its outline. */
export function paintDiagonalFronts(stage: Stage, node: SceneNode, { plan }: Prism): void {
  const [a, b] = plan;
  if (!a || !b || !turnsToViewer(plan, a, b)) return;
  const { x0, x1 } = node.front;
  const plane: Plane = (x, z) => {
    const share = (x - x0) / (x1 - x0);
    const p: PlanPoint = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
    return stage.project(p, z);
  };
  for (const panel of node.panels) paintPanel(stage, node, panel, plane);
}

const quad = (plane: Plane, { x, z, w, h }: Panel): Point[] => [
  plane(x, z),
  plane(x + w, z),
  plane(x + w, z + h),
  plane(x, z + h),
];

function paintPanel(stage: Stage, node: SceneNode, panel: Panel, plane: Plane): void {
  const { canvas } = stage;
  const rect = quad(plane, panel);
  switch (panel.kind) {
    case 'blind':
      canvas.polygon('is c-k', rect);
      return;
    case 'plank':
      canvas.polygon('if c-ff', rect);
      return;
    case 'glass':
      canvas.polygon('glass', rect);
      paintGlints(stage, panel, plane);
      paintHandle(stage, node, panel, plane, 'hk');
      return;
    case 'open':
      canvas.polygon('io c-k', rect);
      paintShelves(stage, node, panel, plane);
      return;
    case 'niche':
      paintNiche(stage, panel, plane);
      return;
    case 'filler':
    case 'panel':
    case 'gap':
      return;
    default:
      canvas.polygon('if c-f', rect);
      if (stage.grain) paintGrain(stage, panel, plane);
      paintHandle(stage, node, panel, plane);
  }
}

function paintGrain({ canvas }: Stage, panel: Panel, plane: Plane): void {
  const { x, z, w, h } = panel;
  const line = (share: number): Point[] =>
    isGrainUpright(panel)
      ? [plane(x + w * share, z + 8), plane(x + w * share, z + h - 8)]
      : [plane(x + 8, z + h * share), plane(x + w - 8, z + h * share)];
  canvas.lines('g1', [line(0.2), line(0.78)]);
  canvas.lines('g2', [line(0.37), line(0.6)]);
}

/** A short stroke for the handle; rows without handles have none. */
function paintHandle({ canvas, scene }: Stage, node: SceneNode, panel: Panel, plane: Plane, cls = 'hh'): void {
  const kind = scene.order.handles[node.tier] ?? 'grip';
  const opens = panel.kind !== 'false';
  if (!opens || node.tier === 'upper' || kind === 'push' || (kind !== 'bar' && node.tier === 'wall')) return;
  const { x, z, w, h } = kind === 'bar' ? handleArea(panel, node) : panel;
  const low = panel.kind !== 'lift' && z + h / 2 < 1100;
  const edge = (inset: number) => (low ? z + h - inset : z + inset);
  if (kind === 'bar' && panel.hinge) {
    const along = panel.hinge === 'left' ? x + w - 40 : x + 40;
    canvas.lines(cls, [[plane(along, edge(60)), plane(along, edge(220))]]);
    return;
  }
  const half = kind === 'bar' ? Math.min(80, w / 2) : w / 2;
  canvas.lines(cls, [[plane(x + w / 2 - half, edge(24)), plane(x + w / 2 + half, edge(24))]]);
}

/** Two reflections in the upper corner of a pane, as in the front view. */
function paintGlints({ canvas }: Stage, { x, z, w, h }: Panel, plane: Plane): void {
  const run = Math.min(w, h) / 4;
  if (run <= 20) return;
  const glint = (aside: number): Point[] => [
    plane(x + w - 30 - aside - run, z + h - 40 - run),
    plane(x + w - 30 - aside, z + h - 40),
  ];
  canvas.lines('glint', [glint(0), glint(50)]);
}

/** Thickness of sides and shelves, mm. */
const BOARD = 16;

/**
 * An open unit shows its inside: behind every opening the bottom, the side that is turned to the viewer and, if it is
 * not too deep for that, the back. What lies `d` behind a wall's front plane is seen `d` higher and `d` nearer to the
 * viewer's side in that plane.
 */
function paintShelves({ canvas, walls }: Stage, node: SceneNode, panel: Panel, plane: Plane): void {
  if (panel.h < 100) return;
  const frame = walls[node.wallIndex];
  // The viewer stands at (−x, +y): on which side of the opening that is, its wall's direction tells.
  const mirrored = frame !== undefined && frame.d.x - frame.d.y < 0;
  const deep = node.y1 - node.y0 - BOARD;
  const count = shelfCount(node.unit);
  const [x, w] = [panel.x + BOARD, panel.w - 2 * BOARD];
  const h = (panel.h - BOARD) / (count + 1) - BOARD;
  for (let i = 0; i <= count; i += 1) {
    const z = panel.z + BOARD + i * (h + BOARD);
    const on = (u: number, v: number): Point => plane(mirrored ? x + w - u : x + u, z + v);
    const [dw, dh] = [Math.min(deep, w), Math.min(deep, h)];
    // The edge between side and bottom runs up from the far lower corner.
    const edge = Math.min(dw, dh);
    canvas.polygon('io c-ks', [on(0, 0), on(w, 0), on(w, h), on(0, h)]);
    if (deep < w && deep < h) canvas.polygon('io c-k', [on(0, deep), on(w - deep, deep), on(w - deep, h), on(0, h)]);
    const bottom = [on(0, 0), on(w, 0), on(w - edge, edge)];
    canvas.polygon('io c-kt', edge < w ? [...bottom, on(0, edge)] : bottom);
  }
}

/** An appliance's front in the plane of the unit's. */
function paintNiche({ canvas }: Stage, { x, z, w, h, appliance, hinge }: Panel, plane: Plane): void {
  const on = ([u, v]: Point): Point => plane(x + u, z + h - v);
  for (const mark of faceOf(appliance, w, h, hinge)) {
    if ('rect' in mark) canvas.polygon(mark.cls, corners(mark.rect).map(on));
    else if ('circle' in mark) canvas.polygon(mark.cls, ring(mark.circle).map(on));
    else {
      canvas.lines(
        mark.cls,
        mark.lines.map((line) => line.map(on)),
      );
    }
  }
}

const corners = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

const ring = ({ x, y, r }: { x: number; y: number; r: number }): Point[] =>
  Array.from({ length: 24 }, (_, i): Point => {
    const angle = (i * Math.PI) / 12;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });

/** The sign of a refrigerator lies in the plane of its door. */
function paintFridge({ canvas }: Stage, { x, z, w, h, kind }: Panel, plane: Plane): void {
  const cls = kind === 'niche' ? 's' : 'in';
  const onDoor = ([dx, dz]: Point): Point => plane(x + w / 2 + dx, z + h * 0.72 - dz);
  canvas.lines(
    cls,
    snowflake([0, 0], 70).map((ray) => ray.map(onDoor)),
  );
}
