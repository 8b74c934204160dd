import { CONSTANTS } from '../catalogue/catalogue.js';
import { isDiagonalCorner, isEndPanel, isFiller, isMachineFront, isNiche } from '../catalogue/traits.js';
import { crossOf, hatch } from '../drawing/svg/canvas.js';
import type { DiagonalHalf } from '../geometry/footprint.js';
import { type ObstacleVolume, obstacleVolumes } from '../geometry/obstacles.js';
import { closedEnds } from '../geometry/place.js';
import type { Volume } from '../geometry/world.js';
import type { Wall } from '../order/order.js';
import { faceOf } from '../scene/faces.js';
import { neighbourProfiles } from '../scene/neighbours.js';
import type { Panel } from '../scene/panels.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { type Area, type Paper, PENS, type Pen, type Point } from './paper/paper.js';

/** One wall's elevation on a sheet, in lines. */
export interface Elevation {
  readonly paper: Paper;
  readonly scene: Scene;
  readonly wall: Wall;
  readonly index: number;
  /** Units of this wall. */
  readonly nodes: readonly SceneNode[];
  readonly obstacles: readonly ObstacleVolume[];
  /** What diagonal corner units of the next walls take of this one. */
  readonly halves: readonly DiagonalHalf[];
  /** 20 for 1:20. */
  readonly scale: number;
  /** Sheet coordinates of a place along the wall and of a height above the floor. */
  x(along: number): number;
  y(height: number): number;
}

/** @param corner the wall's lower left corner on the sheet */
export function elevationOf(
  paper: Paper,
  scene: Scene,
  index: number,
  scale: number,
  corner: Point,
): Elevation | undefined {
  const wall = scene.order.room.walls[index];
  if (!wall) return undefined;
  const [left, floor] = corner;
  return {
    ...{ paper, scene, wall, index, scale },
    nodes: scene.nodes.filter((n) => n.wallIndex === index),
    obstacles: obstacleVolumes(scene.order).filter((v) => v.wallIndex === index),
    halves: scene.diagonals.halves.filter((half) => half.wallIndex === index),
    x: (along) => left + along / scale,
    y: (height) => floor - height / scale,
  };
}

type Upright = Pick<Volume, 'x0' | 'x1' | 'z0' | 'z1'>;

export const areaIn = ({ x, y, scale }: Elevation, v: Upright): Area => ({
  x: x(v.x0),
  y: y(v.z1),
  w: (v.x1 - v.x0) / scale,
  h: (v.z1 - v.z0) / scale,
});

/** Room, obstacles, units, plinth and worktop. `outlines` leaves fronts and appliances out. */
export function drawElevation(e: Elevation, { outlines = false } = {}): void {
  const { paper, scene, index } = e;
  drawRoom(e);
  for (const v of e.obstacles) drawObstacle(e, v, false);
  drawNeighbours(e);
  const { legs, worktop, worktopTop } = CONSTANTS;
  for (const p of scene.plinths) {
    if (p.wallIndex === index) paper.rect(outlines ? PENS.part : PENS.plinth, areaIn(e, { ...p, z0: 0, z1: legs }));
  }
  for (const n of e.nodes) {
    if (outlines) paper.rect({ ...PENS.part, fill: '#FFFFFF' }, areaIn(e, n));
    else drawNode(e, n);
  }
  for (const half of e.halves) {
    const { z0, z1 } = half.node;
    paper.rect(outlines ? PENS.front : PENS.body, areaIn(e, { ...half, z0, z1 }));
    paper.rect(PENS.front, areaIn(e, { ...half.front, z0: z0 + 2, z1: z1 - 2 }));
  }
  for (const w of scene.worktops) {
    if (w.wallIndex === index) paper.rect(PENS.worktop, areaIn(e, { ...w, z0: worktopTop - worktop, z1: worktopTop }));
  }
  if (!outlines) for (const n of e.nodes) drawOnTop(e, n);
  for (const v of e.obstacles) drawObstacle(e, v, true);
}

/** What is seen of a hob and of a sink's tap over the worktop. */
function drawOnTop({ paper, x, y, scale }: Elevation, node: SceneNode): void {
  if (node.tier !== 'base') return;
  const { worktopTop } = CONSTANTS;
  const { x0, x1 } = node.front;
  const middle = (x0 + x1) / 2;
  if (node.appliances.has('hob')) {
    const w = Math.min(x1 - x0 - 20, 580) / scale;
    paper.rect(PENS.front, { x: x(middle) - w / 2, y: y(worktopTop + 14), w, h: 14 / scale });
  }
  if (node.appliances.has('sink')) {
    const tap = [
      [0, 0],
      [0, 280],
      [90, 310],
      [150, 270],
      [150, 220],
    ] as const;
    paper.line(PENS.part, ...tap.map(([dx, dz]): Point => [x(middle + dx), y(worktopTop + dz)]));
  }
}

function drawRoom({ paper, wall, index, scene, x, y }: Elevation): void {
  const { order } = scene;
  const [left, right, floor, top] = [x(0), x(wall.length), y(0), y(order.ceiling)];
  const closed = closedEnds(order, index);
  paper.line(PENS.wall, [left, floor], [right, floor]);
  paper.line(PENS.thin, [left, top], [right, top]);
  for (const [at, end] of [[left, closed.left] as const, [right, closed.right] as const]) {
    paper.line(end ? PENS.wall : PENS.hidden, [at, floor], [at, top]);
  }
}

/** The rows round inner corners end-on, thin; a diagonal unit's half is drawn as a unit. */
function drawNeighbours(e: Elevation): void {
  const { length } = e.wall;
  for (const { end, depth, z0, z1, of } of neighbourProfiles(e.scene, e.index)) {
    if (isDiagonalCorner(of.module)) continue;
    const [x0, x1] = end === 'left' ? [0, depth] : [length - depth, length];
    e.paper.rect(PENS.side, areaIn(e, { x0, x1, z0, z1 }));
  }
}

function drawNode(e: Elevation, node: SceneNode): void {
  const { paper } = e;
  const { module } = node;
  if (isNiche(module)) paper.rect(PENS.hidden, areaIn(e, node));
  else if (!isFiller(module) && !isMachineFront(module) && !isEndPanel(module)) paper.rect(PENS.body, areaIn(e, node));
  for (const panel of node.panels) drawPanel(e, panel);
  if (node.appliances.has('hood') && node.tier === 'wall') {
    paper.rect(PENS.front, areaIn(e, { x0: node.x0 + 20, x1: node.x1 - 20, z0: node.z0, z1: node.z0 + 60 }));
  }
}

const boxOf = ({ x, z, w, h }: Panel): Upright => ({ x0: x, x1: x + w, z0: z, z1: z + h });

function drawPanel(e: Elevation, panel: Panel): void {
  const { paper } = e;
  const { x, y, w, h } = areaIn(e, boxOf(panel));
  if (w <= 0 || h <= 0) return;
  const [r, b, cx, cy] = [x + w, y + h, x + w / 2, y + h / 2];
  const front = (pen: Pen) => paper.rect(pen, { x, y, w, h });
  switch (panel.kind) {
    case 'gap':
      return;
    case 'filler':
    case 'plank':
    case 'panel':
      front(PENS.panel);
      return;
    case 'blind':
      front(PENS.front);
      paper.lines(PENS.hidden, crossOf({ x, y, w, h }));
      return;
    case 'open':
      front(PENS.front);
      paper.lines(
        PENS.thin,
        [1 / 3, 2 / 3].map((share) => [
          [x, y + h * share],
          [r, y + h * share],
        ]),
      );
      return;
    case 'niche':
      drawFace(e, panel);
      return;
    case 'false':
      front(PENS.front);
      return;
    case 'drawer':
    case 'pullout':
      front(PENS.front);
      paper.line(PENS.part, [cx - Math.min(4, w / 4), y + 1.6], [cx + Math.min(4, w / 4), y + 1.6]);
      return;
    case 'lift':
      front(PENS.front);
      paper.line(PENS.opening, [x, y], [cx, b], [r, y]);
      return;
    case 'drop':
      front(PENS.front);
      paper.line(PENS.opening, [x, b], [cx, y], [r, b]);
      return;
    default: {
      front(PENS.front);
      const [hung, handle] = panel.hinge === 'right' ? [r, x] : [x, r];
      paper.line(PENS.opening, [hung, y], [handle, cy], [hung, b]);
    }
  }
}

/** An appliance's front in lines alone: what is dark glass on the picture is empty here. */
function drawFace(e: Elevation, panel: Panel): void {
  const { paper, scale } = e;
  const { x, y, w, h } = areaIn(e, boxOf(panel));
  paper.rect(PENS.front, { x, y, w, h });
  const at = ([u, v]: Point): Point => [x + u / scale, y + v / scale];
  for (const mark of faceOf(panel.appliance, panel.w, panel.h, panel.hinge)) {
    if ('rect' in mark) {
      const { rect } = mark;
      const [px, py] = at([rect.x, rect.y]);
      paper.rect(PENS.thin, { x: px, y: py, w: rect.w / scale, h: rect.h / scale });
    } else if ('circle' in mark) {
      paper.circle(PENS.thin, at([mark.circle.x, mark.circle.y]), mark.circle.r / scale);
    } else {
      paper.lines(
        PENS.thin,
        mark.lines.map((line) => line.map(at)),
      );
    }
  }
}

/** What stands behind units is drawn over them, dashed. */
function drawObstacle(e: Elevation, v: ObstacleVolume, overUnits: boolean): void {
  const { paper } = e;
  const area = areaIn(e, v);
  const { x, y, w, h } = area;
  const { kind } = v.obstacle;
  if (overUnits) {
    const behind = e.nodes.some((n) => n.x0 < v.x1 && v.x0 < n.x1 && n.z0 < v.z1 && v.z0 < n.z1);
    if (behind && kind === 'socket') paper.circle(PENS.hidden, [x + w / 2, y + h / 2], 1.6);
    else if (behind) paper.rect(PENS.hidden, area);
    return;
  }
  if (kind === 'socket') {
    const at: Point = [x + w / 2, y + h / 2];
    paper.circle(PENS.part, at, 1.6);
    return;
  }
  paper.rect(PENS.part, area);
  if (kind === 'window' && Math.min(w, h) > 6)
    paper.rect(PENS.thin, { x: x + 1.6, y: y + 1.6, w: w - 3.2, h: h - 3.2 });
  if (kind === 'window' || kind === 'door') {
    paper.lines(PENS.thin, crossOf(area));
  } else {
    paper.lines(PENS.thin, hatch(area, 3));
  }
}
