import type { Point as PlanPoint, WallFrame } from '../../geometry/world.js';
import { toWorld } from '../../geometry/world.js';
import type { Point } from '../svg/canvas.js';

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
