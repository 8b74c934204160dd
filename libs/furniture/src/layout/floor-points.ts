import type { Placement } from './brief.js';
import type { Block } from './model.js';
import { isHob, isTall } from './model.js';
import type { Neighbour } from './solve.js';
import { AIM, POINTS } from './trade.js';

/** Points of a gap of plain units between two neighbours of the floor row, seen from both sides. */
export function floorGap(left: Neighbour, right: Neighbour, gap: number): number {
  let points = 0;
  if (left.block) points += facing(left.block, right, gap);
  if (right.block) points += facing(right.block, left, gap);
  const tallAtEdge = isTall(left.block) !== isTall(right.block) && gap > 0 && outer(isTall(left.block) ? right : left);
  if (tallAtEdge) points += POINTS.warning;
  if (isTall(left.block) && isTall(right.block) && gap > 0) points += BETWEEN_TALLS;
  if (gap > 0 && gap < 400 && (left.edge?.kind === 'corner' || right.edge?.kind === 'corner')) points += 1;
  return points;
}

const outer = (side: Neighbour): boolean =>
  !side.block && side.edge?.kind !== undefined && side.edge.kind !== 'opening';

/** A single base unit between tall ones is a pit without worktop to speak of. */
const BETWEEN_TALLS = 70;

/** What `block` makes of `gap` mm of plain units and what is behind it. */
function facing(block: Block, other: Neighbour, gap: number): number {
  let points = besides(block, other.block) && gap > 0 ? POINTS.wish : 0;
  switch (block.role) {
    case 'hob':
    case 'stove':
      return points + besideHob(block, other, gap);
    case 'sink': {
      const land = landing(other, gap);
      if (land < AIM.sinkLanding[1]) points += 20;
      else if (land < AIM.sinkLanding[0]) points += 6;
      return points;
    }
    case 'fridge':
      if (!other.block) return points + (gap > 0 && gap < AIM.fridgeLanding ? 8 : 0);
      return points + (isTall(other.block) || landing(other, gap) >= AIM.fridgeLanding ? 0 : 15);
    case 'dishwasher':
    case 'washer':
      return points + (other.block?.role === 'sink' && gap > 0 ? 10 + gap / 20 : 0);
    default:
      return points;
  }
}

function besideHob(hob: Block, other: Neighbour, gap: number): number {
  let points = 0;
  const gas = hob.fuel === 'gas';
  const hard = isTall(other.block) || other.edge?.kind === 'wall';
  if (hard && gap < AIM.hobTall[0]) points += POINTS.error;
  else if (hard && gap < AIM.hobTall[1]) points += POINTS.warning;
  // Behind a riser or pipe may stand what a hob keeps away from.
  if (other.edge?.kind === 'obstacle' && gap < AIM.hobTall[0]) points += 2 * POINTS.warning;
  if (other.block?.role === 'sink') points += tooNear(gap, gas);
  if (other.block?.role === 'fridge' && gas) points += tooNear(gap, true);
  else if (other.block?.role === 'fridge' && gap < 30) points += POINTS.warning;
  const land = landing(other, gap);
  if (land < AIM.hobLanding[1]) points += 45;
  else if (land < AIM.hobLanding[0]) points += 12;
  return points;
}

function tooNear(gap: number, gas: boolean): number {
  if (gas && gap < AIM.hobSink[0]) return POINTS.error;
  return gap < AIM.hobSink[1] ? POINTS.warning : 0;
}

/** Worktop beside an appliance, mm: the gap's units, and the unit behind them unless it takes the worktop itself. */
function landing(other: Neighbour, gap: number): number {
  const b = other.block;
  const carries = b && b.tier === 'base' && b.role !== 'sink' && !isHob(b);
  return gap + (carries ? b.w : 0);
}

const besides = (block: Block, other: Block | undefined): boolean =>
  (other !== undefined && block.placement.nextTo !== undefined && matches(block.placement.nextTo, other)) ||
  (other?.placement.nextTo !== undefined && matches(other.placement.nextTo, block));

/** Whether a wish's word («sink», «BD3») means this block. A hob's oven below the worktop and a stove count for each other. */
export function matches(word: NonNullable<Placement['nextTo']>, block: Block): boolean {
  return (
    word === block.role ||
    word === block.code ||
    block.items.some((item) => item.kind === word) ||
    (word === 'hob' && isHob(block))
  );
}
