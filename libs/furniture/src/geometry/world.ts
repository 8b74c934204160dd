import type { Order, Wall } from '../order/order.js';

export interface Point {
  x: number;
  y: number;
}

/** A wall in the room's plan (furniture.ru.md 3.1): its left end, the direction along it and the normal into the room. */
export interface WallFrame {
  wall: Wall;
  index: number;
  origin: Point;
  /** Unit vector along the wall, left to right. */
  d: Point;
  /** Unit vector from the wall into the room. */
  n: Point;
}

/** The walls of the chain in the plan, mm: the first starts at (0, 0) and runs along +x with the room at y > 0. */
export function worldOf(order: Order): WallFrame[] {
  const frames: WallFrame[] = [];
  let origin: Point = { x: 0, y: 0 };
  let d: Point = { x: 1, y: 0 };
  order.room.walls.forEach((wall, index) => {
    if (index > 0) d = wall.turn === 'left' ? { x: d.y, y: 0 - d.x } : { x: 0 - d.y, y: d.x };
    frames.push({ wall, index, origin, d, n: { x: 0 - d.y, y: d.x } });
    origin = { x: origin.x + wall.length * d.x, y: origin.y + wall.length * d.y };
  });
  return frames;
}

/** A point of a wall's own coordinates (x along it, y into the room; mm) in the plan. */
export function toWorld({ origin, d, n }: WallFrame, x: number, y: number): Point {
  return { x: origin.x + x * d.x + y * n.x, y: origin.y + x * d.y + y * n.y };
}

/** A stretch along a wall, mm. */
export interface Span {
  x0: number;
  x1: number;
}

export interface PlanBox extends Span {
  y0: number;
  y1: number;
}

/** An upright box, mm. */
export interface Volume extends PlanBox {
  z0: number;
  z1: number;
}

/** A rectangle of a wall's own coordinates in the plan; walls stand at right angles, so it stays a rectangle. */
export function planBox(frame: WallFrame, box: PlanBox): PlanBox {
  const a = toWorld(frame, box.x0, box.y0);
  const b = toWorld(frame, box.x1, box.y1);
  return { x0: Math.min(a.x, b.x), x1: Math.max(a.x, b.x), y0: Math.min(a.y, b.y), y1: Math.max(a.y, b.y) };
}

/** The inverse: a rectangle of the plan in a wall's own coordinates. */
export function inWall({ origin, d, n }: WallFrame, box: PlanBox): PlanBox {
  const xs = [box.x0 - origin.x, box.x1 - origin.x];
  const ys = [box.y0 - origin.y, box.y1 - origin.y];
  const along = xs.flatMap((x) => ys.map((y) => x * d.x + y * d.y));
  const away = xs.flatMap((x) => ys.map((y) => x * n.x + y * n.y));
  return { x0: Math.min(...along), x1: Math.max(...along), y0: Math.min(...away), y1: Math.max(...away) };
}

/** Clear distance between two rectangles of the plan, mm; 0 where they touch or overlap. */
export function planDistance(a: PlanBox, b: PlanBox): number {
  const dx = Math.max(0, a.x0 - b.x1, b.x0 - a.x1);
  const dy = Math.max(0, a.y0 - b.y1, b.y0 - a.y1);
  return Math.hypot(dx, dy);
}
