import { type PlanBox, type Point as PlanPoint, planBox, toWorld, type WallFrame } from '../../geometry/world.js';
import type { Canvas, Point } from '../svg/canvas.js';

/** An upright box of the room, mm. */
export interface Cuboid extends PlanBox {
  z0: number;
  z1: number;
}

export function cuboid(frame: WallFrame, local: Cuboid): Cuboid {
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

function corners(view: View, b: Cuboid): Corner {
  const [nx, fx] = view === 'left' ? [b.x0, b.x1] : [b.x1, b.x0];
  return (x, y, z) => project(view, { x: x === 'n' ? nx : fx, y: y === 'n' ? b.y1 : b.y0 }, z === 1 ? b.z1 : b.z0);
}

/** Paints the three faces and the edges between them. */
export function paintCuboid(canvas: Canvas, view: View, b: Cuboid, cls: Faces, seams: Seams = {}): void {
  const c = corners(view, b);
  canvas.polygon(cls.top, [c('n', 'n', 1), c('f', 'n', 1), c('f', 'f', 1), c('n', 'f', 1)]);
  if (!seams.nearY) canvas.polygon(cls.y, [c('n', 'n', 0), c('f', 'n', 0), c('f', 'n', 1), c('n', 'n', 1)]);
  if (!seams.nearX) canvas.polygon(cls.x, [c('n', 'n', 0), c('n', 'f', 0), c('n', 'f', 1), c('n', 'n', 1)]);
  canvas.lines('ie', edges(c, seams));
}

/** Its seen edges alone. */
export function outlineCuboid(canvas: Canvas, view: View, b: Cuboid, cls: string): void {
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
export function silhouette(view: View, b: Cuboid): Point[] {
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
