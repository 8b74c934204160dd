import type { Point as PlanPoint } from '../../geometry/world.js';
import { faceOf, snowflake } from '../../scene/faces.js';
import { isGrainUpright, type Panel } from '../../scene/panels.js';
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
      return;
    case 'open':
      canvas.polygon('is c-ks', rect);
      paintShelves(stage, panel, plane);
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
function paintHandle({ canvas, scene }: Stage, node: SceneNode, panel: Panel, plane: Plane): void {
  const kind = scene.order.handles[node.tier] ?? 'grip';
  const opens = panel.kind !== 'false';
  if (!opens || node.tier === 'upper' || kind === 'push' || (kind !== 'bar' && node.tier === 'wall')) return;
  const { x, z, w, h } = panel;
  const low = panel.kind !== 'lift' && z + h / 2 < 1100;
  const edge = low ? z + h - 24 : z + 24;
  if (kind === 'bar' && panel.hinge) {
    const along = panel.hinge === 'left' ? x + w - 40 : x + 40;
    canvas.lines('hh', [[plane(along, edge), plane(along, low ? edge - 160 : edge + 160)]]);
    return;
  }
  const half = kind === 'bar' ? Math.min(80, w / 2) : w / 2;
  canvas.lines('hh', [[plane(x + w / 2 - half, edge), plane(x + w / 2 + half, edge)]]);
}

function paintShelves({ canvas }: Stage, { x, z, w, h }: Panel, plane: Plane): void {
  if (h < 100) return;
  const shelf = (share: number): Point[] => [plane(x, z + h * share), plane(x + w, z + h * share)];
  canvas.lines('iek', [shelf(0.33), shelf(0.66)]);
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
