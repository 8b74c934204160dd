import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Order } from '../order/order.js';
import { inWall, type PlanBox, planBox, type WallFrame, worldOf } from './world.js';

/** A part of a wall that the row of another, not adjacent wall takes, mm along the wall. */
export interface WallOverlap {
  wallIndex: number;
  /** The wall whose row is there: at least three before it in the chain. */
  other: number;
  from: number;
  to: number;
}

/** Walls nearer in the chain meet in corners or face each other over an aisle, which have rules of their own. */
const MIN_CHAIN_DISTANCE = 3;

/**
 * Where rows of walls that are not neighbours collide (rooms of four walls and more): the later row gives way, with
 * the room that fronts need to open (furniture.ru.md 3.3: 50). None in rooms of up to three walls.
 */
export function wallOverlaps(order: Order): WallOverlap[] {
  if (order.room.walls.length <= MIN_CHAIN_DISTANCE) return [];
  const frames = worldOf(order);
  return frames.flatMap((frame, wallIndex) =>
    frames.slice(0, Math.max(0, wallIndex - MIN_CHAIN_DISTANCE + 1)).flatMap((other): WallOverlap[] => {
      const taken = inWall(frame, floorOf(other));
      if (taken.y1 <= 0 || taken.y0 >= CONSTANTS.worktopDepth) return [];
      const [from, to] = [taken.x0 - CONSTANTS.cornerFiller, taken.x1 + CONSTANTS.cornerFiller];
      return to <= 0 || from >= frame.wall.length ? [] : [{ wallIndex, other: other.index, from, to }];
    }),
  );
}

/** The floor that a wall's base row may take. */
const floorOf = (frame: WallFrame): PlanBox =>
  planBox(frame, { x0: 0, x1: frame.wall.length, y0: 0, y1: CONSTANTS.worktopDepth });

/** The first pair of walls that cross each other, which no real room has. */
export function crossedWalls(order: Order): [WallFrame, WallFrame] | undefined {
  if (order.room.walls.length <= MIN_CHAIN_DISTANCE) return undefined;
  const frames = worldOf(order);
  for (const [i, later] of frames.entries()) {
    const crossed = frames.slice(0, i).find((earlier) => cross(earlier, later));
    if (crossed) return [crossed, later];
  }
  return undefined;
}

function cross(a: WallFrame, b: WallFrame): boolean {
  const [p, q] = [line(a), line(b)];
  const through = (h: PlanBox, v: PlanBox): boolean => h.x0 < v.x0 && v.x0 < h.x1 && v.y0 < h.y0 && h.y0 < v.y1;
  return (a.d.x !== 0) !== (b.d.x !== 0) && through(a.d.x !== 0 ? p : q, a.d.x !== 0 ? q : p);
}

const line = (frame: WallFrame): PlanBox => planBox(frame, { x0: 0, x1: frame.wall.length, y0: 0, y1: 0 });
