import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Order, Tier } from '../order/order.js';
import { deadZones } from './corners.js';
import { blockedBy, obstaclesRoundCorners, obstacleVolumes } from './obstacles.js';
import { type PlacedNode, place, rowsOf } from './place.js';
import { wallOverlaps } from './wall-overlaps.js';

export interface Interval {
  from: number;
  to: number;
}

const FLOOR = CONSTANTS.legs;
/** Heights above the floor that a tier's units usually take, mm; windows and boilers block only tiers at their height. */
const TIER_HEIGHT: Record<Tier, Interval> = {
  base: { from: 0, to: FLOOR + CONSTANTS.baseH },
  wall: { from: CONSTANTS.wallBottom, to: CONSTANTS.wallTop },
  tall: { from: 0, to: CONSTANTS.wallTop },
  upper: { from: CONSTANTS.wallTop, to: Number.POSITIVE_INFINITY },
};

/**
 * Free stretches of a wall's tier, left to right, mm: the wall's length less its corners' dead zones (up to the
 * neighbour's front plane: 580 or 320), less the obstacles that act on the tier and what other walls' rows take. Nodes that stand there are not
 * subtracted. Empty for a wall that the room does not have.
 */
export function freeIntervals(
  order: Order,
  wallId: string,
  tier: Tier,
  placed: readonly PlacedNode[] = place(order),
): Interval[] {
  const wallIndex = order.room.walls.findIndex((wall) => wall.id === wallId);
  const wall = order.room.walls[wallIndex];
  if (!wall) return [];
  const dead = rowsOf(tier).map((row) => deadZones(order, wallIndex, row, placed));
  const start = Math.max(...dead.map((d) => d.left));
  const end = wall.length - Math.max(...dead.map((d) => d.right));
  const volumes = obstacleVolumes(order);
  const blocks = [...volumes, ...obstaclesRoundCorners(order, volumes)]
    .filter((v) => v.wallIndex === wallIndex)
    .flatMap((v) => {
      const block = blockedBy(v, tier, TIER_HEIGHT[tier]);
      return block ? [{ from: block[0], to: block[1] }] : [];
    });
  const taken = wallOverlaps(order).filter((r) => r.wallIndex === wallIndex);
  return subtract({ from: start, to: end }, [...blocks, ...taken]);
}

/** What is left of `whole` without `blocks`, left to right; empty stretches are dropped. */
export function subtract(whole: Interval, blocks: readonly Interval[]): Interval[] {
  const free: Interval[] = [];
  let cursor = whole.from;
  for (const { from, to } of blocks.toSorted((a, b) => a.from - b.from)) {
    if (from > cursor) free.push({ from: cursor, to: Math.min(from, whole.to) });
    cursor = Math.max(cursor, to);
  }
  if (cursor < whole.to) free.push({ from: cursor, to: whole.to });
  return free.filter((i) => i.to > i.from);
}
