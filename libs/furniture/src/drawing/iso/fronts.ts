import { isHoodCabinet } from '../../catalogue/traits.js';
import { faceOf, snowflake } from '../scene/faces.js';
import type { Panel } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import type { Point } from '../svg/canvas.js';
import { type Stage, upright } from './stage.js';

/** Fronts on the front plane of a unit, and the appliances behind them. */
export function paintFronts(stage: Stage, node: SceneNode): void {
  for (const panel of node.panels) paintPanel(stage, node, panel);
  const tallest = node.panels.reduce<Panel | undefined>((best, p) => (best && best.h >= p.h ? best : p), undefined);
  if (isHoodCabinet(node.module)) paintHood(stage, node);
  if (node.appliances.has('fridge') && tallest) paintFridge(stage, node, tallest);
}

function paintPanel(stage: Stage, node: SceneNode, panel: Panel): void {
  const { canvas } = stage;
  const at = stage.onto(node.wallIndex);
  const rect = upright(at, node.y1, panel);
  switch (panel.kind) {
    case 'blind':
      canvas.polygon('is c-k', rect);
      return;
    case 'glass':
      canvas.polygon('glass', rect);
      return;
    case 'open':
      canvas.polygon('is c-ks', rect);
      paintShelves(stage, node, panel);
      return;
    case 'niche':
      paintNiche(stage, node, panel);
      return;
    case 'filler':
    case 'panel':
    case 'gap':
      return;
    default:
      canvas.polygon('is c-f', rect);
      if (stage.grain) paintGrain(stage, node, panel);
      paintHandle(stage, node, panel);
  }
}

function paintGrain({ canvas, onto }: Stage, node: SceneNode, { x, z, w, h }: Panel): void {
  const at = onto(node.wallIndex);
  const line = (share: number): Point[] =>
    h >= w
      ? [at(x + w * share, node.y1, z + 8), at(x + w * share, node.y1, z + h - 8)]
      : [at(x + 8, node.y1, z + h * share), at(x + w - 8, node.y1, z + h * share)];
  canvas.lines('g1', [line(0.2), line(0.78)]);
  canvas.lines('g2', [line(0.37), line(0.6)]);
}

/** A short stroke for the handle; rows without handles have none. */
function paintHandle({ canvas, onto, scene }: Stage, node: SceneNode, panel: Panel): void {
  const kind = scene.order.handles[node.tier] ?? 'grip';
  const opens = panel.kind !== 'false';
  if (!opens || node.tier === 'upper' || kind === 'push' || (kind !== 'bar' && node.tier === 'wall')) return;
  const at = onto(node.wallIndex);
  const { x, z, w, h } = panel;
  const low = panel.kind !== 'lift' && z + h / 2 < 1100;
  const edge = low ? z + h - 24 : z + 24;
  if (kind === 'bar' && panel.hinge) {
    const along = panel.hinge === 'left' ? x + w - 40 : x + 40;
    canvas.lines('hh', [[at(along, node.y1, edge), at(along, node.y1, low ? edge - 160 : edge + 160)]]);
    return;
  }
  const half = kind === 'bar' ? Math.min(80, w / 2) : w / 2;
  canvas.lines('hh', [[at(x + w / 2 - half, node.y1, edge), at(x + w / 2 + half, node.y1, edge)]]);
}

function paintShelves({ canvas, onto }: Stage, node: SceneNode, { x, z, w, h }: Panel): void {
  if (h < 100) return;
  const at = onto(node.wallIndex);
  for (const share of [0.33, 0.66]) {
    canvas.lines('ie', [[at(x, node.y1, z + h * share), at(x + w, node.y1, z + h * share)]]);
  }
}

/** An appliance's front in the plane of the unit's. */
function paintNiche({ canvas, onto }: Stage, node: SceneNode, panel: Panel): void {
  const at = onto(node.wallIndex);
  const { x, z, w, h } = panel;
  const on = ([u, v]: Point): Point => at(x + u, node.y1, z + h - v);
  for (const mark of faceOf(panel.appliance, w, h)) {
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

/** The hood shows below the fronts of its cabinet. */
function paintHood({ canvas, onto }: Stage, { wallIndex, x0, x1, y1, z0 }: SceneNode): void {
  canvas.polygon('sp', upright(onto(wallIndex), y1, { x: x0 + 20, z: z0, w: x1 - x0 - 40, h: 60 }));
}

/** The sign of a refrigerator lies in the plane of its door. */
function paintFridge({ canvas, onto }: Stage, node: SceneNode, { x, z, w, h, kind }: Panel): void {
  const at = onto(node.wallIndex);
  const cls = kind === 'niche' ? 's' : 'in';
  const middle = { x: x + w / 2, z: z + h * 0.72 };
  const onDoor = ([dx, dz]: Point): Point => at(middle.x + dx, node.y1, middle.z - dz);
  canvas.lines(
    cls,
    snowflake([0, 0], 90).map((ray) => ray.map(onDoor)),
  );
}
