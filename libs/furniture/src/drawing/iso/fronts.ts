import { snowflake } from '../scene/marks.js';
import type { Panel } from '../scene/panels.js';
import type { SceneNode } from '../scene/scene.js';
import type { Point } from '../svg/canvas.js';
import { type Stage, upright } from './stage.js';

/** Fronts on the front plane of a unit, and the appliances behind them. */
export function paintFronts(stage: Stage, node: SceneNode): void {
  for (const panel of node.panels) paintPanel(stage, node, panel);
  const fridge = node.module.ascii === 'TF' || node.items.some((item) => item.kind === 'fridge');
  const tallest = node.panels.reduce<Panel | undefined>((best, p) => (best && best.h >= p.h ? best : p), undefined);
  if (node.module.ascii === 'WH') paintHood(stage, node);
  if (fridge && tallest) paintFridge(stage, node, tallest);
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

/** A short stroke where the hand goes; rows without handles have none. */
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

/** Oven and microwave as dark faces with a window, the rest as plain machines. */
function paintNiche({ canvas, onto }: Stage, node: SceneNode, panel: Panel): void {
  const at = onto(node.wallIndex);
  const { x, z, w, h, appliance } = panel;
  const dark = appliance === 'oven' || appliance === 'microwave';
  canvas.polygon(dark ? 'sd' : 'sp', upright(at, node.y1, panel));
  if (appliance === 'oven' || appliance === 'stove') {
    canvas.polygon(dark ? 'sk' : 's', upright(at, node.y1, { x: x + 60, z: z + h * 0.12, w: w - 120, h: h * 0.55 }));
    canvas.lines(dark ? 'sk' : 's', [[at(x + 60, node.y1, z + h * 0.8), at(x + w - 60, node.y1, z + h * 0.8)]]);
  } else if (appliance === 'microwave') {
    canvas.polygon('sk', upright(at, node.y1, { x: x + 40, z: z + 50, w: w * 0.62, h: h - 100 }));
  } else if (appliance === 'washer') {
    const ring = Array.from({ length: 24 }, (_, i): Point => {
      const angle = (i * Math.PI) / 12;
      const r = Math.min(w, h) * 0.3;
      return at(x + w / 2 + r * Math.cos(angle), node.y1, z + h * 0.45 + r * Math.sin(angle));
    });
    canvas.polygon('s', ring);
  }
}

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
