import { matches } from './floor-points.js';
import type { Block } from './model.js';
import { isHob, isTall } from './model.js';
import type { Fixed } from './stretches.js';
import { AIM, POINTS } from './trade.js';
import { overlaps, type Zone } from './zones.js';

/** What a place on a wall's floor row is judged by; mm along the wall. */
export interface Surroundings {
  length: number;
  /** Where tall units may not stand. */
  tall: readonly Zone[];
  /** Where nothing can hang above (windows, boilers): no hood there. Empty for kitchens without wall units. */
  hood: readonly Zone[];
  windows: readonly Span[];
  water: readonly Span[];
  /** Sockets above the plinth. */
  sockets: readonly Span[];
  /** Front planes of the rows around the corners, where there are inner corners. */
  fronts: { left?: number; right?: number };
  fixed: readonly Fixed[];
}

interface Span {
  from: number;
  to: number;
}

const BUILT_IN = new Set(['FD', 'BO', 'BH', 'TF', 'TO', 'TOM', 'BD1', 'BD2', 'BD3', 'BD4', 'TC', 'BB']);

/** The points of a block by its place, or undefined where nothing tells one place from another. */
export function placePointsOf(s: Surroundings, block: Block): ((at: number) => number) | undefined {
  const judged =
    s.fixed.length > 0 ||
    block.placement.where === 'centre' ||
    (isTall(block) && s.tall.length > 0) ||
    (isHob(block) && (s.hood.length > 0 || s.windows.length > 0)) ||
    (block.role === 'sink' && s.water.length > 0) ||
    (block.role === 'dishwasher' && (s.fronts.left !== undefined || s.fronts.right !== undefined)) ||
    s.sockets.length > 0;
  return judged ? (at) => placePoints(s, block, at) : undefined;
}

/** Points of a block at a place: obstacles, the corner, the customer's wishes, appliances that already have a place. */
export function placePoints(s: Surroundings, block: Block, at: number): number {
  const end = at + block.w;
  let points = 0;
  if (isTall(block) && s.tall.some((z) => overlaps(z, at, end))) points += POINTS.error;
  if (isHob(block)) {
    if (s.hood.some((z) => overlaps(z, at, end))) points += POINTS.warning + 30;
    if (block.fuel === 'gas' && s.windows.some((z) => overlaps(z, at - AIM.gasWindow, end + AIM.gasWindow)))
      points += POINTS.warning;
  }
  if (block.role === 'sink') for (const z of s.water) if (z.from < at || z.to > end) points += POINTS.warning;
  if (BUILT_IN.has(block.code) && s.sockets.some((z) => overlaps(z, at, end))) points += 30;
  if (block.role === 'dishwasher') points += besideCorner(s, at, end);
  if (block.placement.where === 'centre') points += Math.abs(at + block.w / 2 - s.length / 2) / 5;
  for (const fixed of s.fixed) points += besideFixed(block, at, fixed);
  return points;
}

function besideCorner({ fronts, length }: Surroundings, at: number, end: number): number {
  const near =
    (fronts.left !== undefined && at - fronts.left < AIM.dishwasherCorner) ||
    (fronts.right !== undefined && length - fronts.right - end < AIM.dishwasherCorner);
  return near ? POINTS.warning : 0;
}

function besideFixed(block: Block, at: number, { block: other, at: otherAt }: Fixed): number {
  const distance = Math.max(otherAt - (at + block.w), at - (otherAt + other.w));
  const { nextTo, side } = block.placement;
  let points = 0;
  if (nextTo !== undefined && matches(nextTo, other) && distance > 0) points += POINTS.wish;
  if (side && matches(side.of, other) && (side.hand === 'left') !== at < otherAt) points += POINTS.wish * 2;
  if (block.role === 'dishwasher' && other.role === 'sink')
    points += distance / 20 + (distance > AIM.dishwasherSink ? POINTS.warning : 0);
  if (isHob(block) && other.role === 'sink' && distance > 1200) points += (distance - 1200) / 100;
  return points;
}
