import {
  type Point as PlanPoint,
  planBox,
  toWorld,
  type Volume,
  type WallFrame,
  worldOf,
} from '../../geometry/world.js';
import type { Scene, SceneNode } from '../scene/scene.js';
import { Canvas, type Point } from '../svg/canvas.js';
import { Labels } from '../svg/labels.js';

/** What every part of the isometric view draws on. */
export interface Stage {
  scene: Scene;
  canvas: Canvas;
  labels: Labels;
  view: View;
  grain: boolean;
  walls: readonly WallFrame[];
  /** Whether a wall's fronts are seen; the others are drawn as outlines. */
  seen(wallIndex: number): boolean;
  onto(wallIndex: number): Onto;
}

export function stageOf(scene: Scene, grain: boolean): Stage {
  const walls = worldOf(scene.order);
  const view = chooseView(walls, scene.nodes);
  const placed = walls.map((wall) => onto(view, wall));
  const nowhere: Onto = () => [0, 0];
  return {
    scene,
    canvas: new Canvas(),
    labels: new Labels(),
    view,
    grain,
    walls,
    seen: (i) => {
      const wall = walls[i];
      return wall !== undefined && faces(view, wall.n);
    },
    onto: (i) => placed[i] ?? nowhere,
  };
}

/** The side from which more fronts are seen; `left` if there is no difference. */
function chooseView(walls: readonly WallFrame[], nodes: readonly SceneNode[]): View {
  const seen = (view: View) =>
    nodes.filter((n) => {
      const wall = walls[n.wallIndex];
      return wall !== undefined && faces(view, wall.n);
    }).length;
  return seen('right') > seen('left') ? 'right' : 'left';
}

/** A rectangle of a wall's front plane (x along, z up) at depth `y` on the sheet. */
export function upright(at: Onto, y: number, r: { x: number; z: number; w: number; h: number }): Point[] {
  return [at(r.x, y, r.z), at(r.x + r.w, y, r.z), at(r.x + r.w, y, r.z + r.h), at(r.x, y, r.z + r.h)];
}

/** A rectangle that lies at height `z` (x along, y out) on the sheet. */
export function flat(at: Onto, z: number, r: { x: number; y: number; w: number; d: number }): Point[] {
  return [at(r.x, r.y, z), at(r.x + r.w, r.y, z), at(r.x + r.w, r.y + r.d, z), at(r.x, r.y + r.d, z)];
}

export function cuboid(frame: WallFrame, local: Volume): Volume {
  return { ...planBox(frame, local), z0: local.z0, z1: local.z1 };
}

/** Fill classes of the three faces that are seen: the top, the one that looks to +y, the one along x. */
export interface Faces {
  top: string;
  y: string;
  x: string;
}

/** Sides at which the box goes on in its neighbour: no edge is drawn there. */
export interface Seams {
  nearX?: boolean;
  farX?: boolean;
  nearY?: boolean;
  farY?: boolean;
}

type Corner = (x: 'n' | 'f', y: 'n' | 'f', z: 0 | 1) => Point;

function corners(view: View, b: Volume): Corner {
  const [nx, fx] = view === 'left' ? [b.x0, b.x1] : [b.x1, b.x0];
  return (x, y, z) => project(view, { x: x === 'n' ? nx : fx, y: y === 'n' ? b.y1 : b.y0 }, z === 1 ? b.z1 : b.z0);
}

/** Paints the three faces and the edges between them. */
export function paintCuboid(canvas: Canvas, view: View, b: Volume, cls: Faces, seams: Seams = {}): void {
  const c = corners(view, b);
  canvas.polygon(cls.top, [c('n', 'n', 1), c('f', 'n', 1), c('f', 'f', 1), c('n', 'f', 1)]);
  if (!seams.nearY) canvas.polygon(cls.y, [c('n', 'n', 0), c('f', 'n', 0), c('f', 'n', 1), c('n', 'n', 1)]);
  if (!seams.nearX) canvas.polygon(cls.x, [c('n', 'n', 0), c('n', 'f', 0), c('n', 'f', 1), c('n', 'n', 1)]);
  canvas.lines('ie', edges(c, seams));
}

/** Its seen edges alone. */
export function outlineCuboid(canvas: Canvas, view: View, b: Volume, cls: string): void {
  canvas.lines(cls, edges(corners(view, b), {}));
}

function edges(c: Corner, { nearX, farX, nearY, farY }: Seams): Point[][] {
  const all: readonly (readonly [boolean | undefined, Point[]])[] = [
    [nearY, [c('n', 'n', 1), c('f', 'n', 1)]],
    [farX, [c('f', 'n', 1), c('f', 'f', 1)]],
    [farY, [c('f', 'f', 1), c('n', 'f', 1)]],
    [nearX, [c('n', 'f', 1), c('n', 'n', 1)]],
    [nearX || nearY, [c('n', 'n', 0), c('n', 'n', 1)]],
    [farX || nearY, [c('f', 'n', 0), c('f', 'n', 1)]],
    [nearX || farY, [c('n', 'f', 0), c('n', 'f', 1)]],
    [nearY, [c('n', 'n', 0), c('f', 'n', 0)]],
    [nearX, [c('n', 'n', 0), c('n', 'f', 0)]],
  ];
  return all.filter(([hidden]) => !hidden).map(([, line]) => line);
}

/** The six-cornered outline of a box on the sheet. */
export function silhouette(view: View, b: Volume): Point[] {
  const c = corners(view, b);
  return [c('n', 'n', 0), c('f', 'n', 0), c('f', 'n', 1), c('f', 'f', 1), c('n', 'f', 1), c('n', 'f', 0)];
}

export function covers(outline: readonly Point[], [px, py]: Point): boolean {
  let inside = false;
  outline.forEach(([x1, y1], i) => {
    const [x2, y2] = outline[(i + 1) % outline.length] ?? [x1, y1];
    if (y1 > py !== y2 > py && px < ((x2 - x1) * (py - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/**
 * Where the viewer stands (furniture.ru.md 4.3): `left` looks from (−x, +y), right for one wall and for an L that turns
 * right; `right` looks from (+x, +y), for fronts that look to +x.
 */
export type View = 'left' | 'right';

const COS30 = Math.cos(Math.PI / 6);

/** A point of the room (plan and height, mm) on the sheet, whole; y grows downwards. */
export function project(view: View, { x, y }: PlanPoint, z: number): Point {
  const across = view === 'left' ? x + y : x - y;
  const down = view === 'left' ? y - x : x + y;
  return [Math.round(across * COS30), Math.round(down / 2 - z)];
}

/** Whether fronts that look along `n` are seen. */
export function faces(view: View, n: PlanPoint): boolean {
  return n.y > 0 || (view === 'left' ? n.x < 0 : n.x > 0);
}

/** Puts a wall's own coordinates (along, out, up; mm) on the sheet. */
export type Onto = (x: number, y: number, z: number) => Point;

export function onto(view: View, frame: WallFrame): Onto {
  return (x, y, z) => project(view, toWorld(frame, x, y), z);
}
