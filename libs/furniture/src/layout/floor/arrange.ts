import { hasTrait } from '../../catalogue/traits.js';
import { type Block, isHob, isTall } from '../model.js';
import { SEQUENCE } from '../preferences.js';
import { isHotPair } from '../row/margins.js';
import { AIM, POINTS } from '../scoring.js';
import { matches } from './points.js';

/** What is at the two ends of a wall's row: tall units belong to outer ends. */
export interface Ends {
  left: 'outer' | 'corner' | Block;
  right: 'outer' | 'corner' | Block;
}

/** A sequence of blocks along a wall with its penalty points. */
export interface Arrangement {
  blocks: Block[];
  points: number;
}

/** All permutations of up to so many blocks; further ones are inserted greedily. */
const MAX_PERMUTED = 6;

/** Sequences of blocks on one wall with the fewest points, at most `count`. Deterministic: ties keep the customer's sequence. */
export function arrangements(blocks: readonly Block[], ends: Ends, count: number): Arrangement[] {
  if (blocks.length <= 1) return [{ blocks: [...blocks], points: sequencePoints(blocks, ends) }];
  const weight = (b: Block): number => (b.role === 'unit' || b.role === 'tall' ? 1 : 0);
  const ranked = blocks.toSorted((a, b) => weight(a) - weight(b));
  const main = ranked.slice(0, MAX_PERMUTED).sort(byKey);
  let best: Arrangement[] = [];
  permute(main, (sequence) => {
    const points = sequencePoints(sequence, ends);
    const worst = best.at(-1);
    if (best.length >= count && worst && points >= worst.points) return;
    best = insertRanked(best, { points, blocks: [...sequence] }, count);
  });
  const rest = ranked.slice(MAX_PERMUTED);
  return best.map(({ blocks: main, points }) =>
    rest.reduce((s, block) => insertBest(s.blocks, block, ends), { blocks: main, points }),
  );
}

const byKey = (a: Block, b: Block): number => Number(a.key.slice(1)) - Number(b.key.slice(1));

function insertRanked<T extends { points: number }>(list: T[], entry: T, count: number): T[] {
  const at = list.findIndex((x) => x.points > entry.points);
  const next = at < 0 ? [...list, entry] : [...list.slice(0, at), entry, ...list.slice(at)];
  return next.slice(0, count);
}

function insertBest(sequence: Block[], block: Block, ends: Ends): Arrangement {
  let best: Arrangement | undefined;
  for (let i = 0; i <= sequence.length; i++) {
    const blocks = [...sequence.slice(0, i), block, ...sequence.slice(i)];
    const points = sequencePoints(blocks, ends);
    if (!best || points < best.points) best = { points, blocks };
  }
  return best ?? { blocks: [...sequence, block], points: 0 };
}

function permute(blocks: Block[], visit: (sequence: readonly Block[]) => void): void {
  const sequence: Block[] = [];
  const used = new Array<boolean>(blocks.length).fill(false);
  const step = (): void => {
    if (sequence.length === blocks.length) {
      visit(sequence);
      return;
    }
    blocks.forEach((block, i) => {
      if (used[i]) return;
      used[i] = true;
      sequence.push(block);
      step();
      sequence.pop();
      used[i] = false;
    });
  };
  step();
}

/** Points of a sequence before any place is known. Corner units at the ends count as neighbours. */
export function sequencePoints(sequence: readonly Block[], ends: Ends): number {
  const row = [
    ...(typeof ends.left === 'object' ? [ends.left] : []),
    ...sequence,
    ...(typeof ends.right === 'object' ? [ends.right] : []),
  ];
  const last = row.length - 1;
  const sink = row.findIndex((b) => b.role === 'sink');
  const hob = row.findIndex(isHob);
  const [first, second] = sink < hob ? [sink, hob] : [hob, sink];
  let points = 0;
  for (const [i, block] of row.entries()) {
    const next = row[i + 1];
    if (isTall(block)) {
      points += tallPoints(row, i, ends);
      if (first >= 0 && i > first && i < second) points += SEQUENCE.tallBetween;
    }
    if (next) points += pairPoints(block, next);
    if (sink >= 0 && block.role === 'dishwasher') points += (Math.abs(i - sink) - 1) * SEQUENCE.dishwasherAway;
    if (sink >= 0 && block.role === 'washer') points += (Math.abs(i - sink) - 1) * SEQUENCE.washerAway;
    if (isHob(block) && (i === 0 || i === last)) points += SEQUENCE.hobAtEnd;
    const beyond = row[i + 2];
    if (next && beyond && next.w < AIM.hobSink[1] && isSinkAndHob(block, beyond)) points += SEQUENCE.hobNearSink;
    points += placementPoints(row, i);
  }
  for (let i = 0; i < sequence.length; i++) {
    for (let j = i + 1; j < sequence.length; j++)
      if (byKey(sequence[i]!, sequence[j]!) > 0) points += SEQUENCE.outOfTurn;
  }
  return points;
}

/** A tall unit belongs to an outer end of the row, or beside one that stands there. */
function tallPoints(row: readonly Block[], i: number, ends: Ends): number {
  const leftRun = row.slice(0, i).every(isTall);
  const rightRun = row.slice(i + 1).every(isTall);
  if (leftRun && ends.left === 'outer') return 0;
  if (rightRun && ends.right === 'outer') return 0;
  return leftRun || rightRun ? SEQUENCE.tallAtCorner : SEQUENCE.tallInside;
}

const isSinkAndHob = (a: Block, b: Block): boolean =>
  (a.role === 'sink' && isHob(b)) || (b.role === 'sink' && isHob(a));

function pairPoints(a: Block, b: Block): number {
  if (isHob(a)) return besideHob(b);
  if (isHob(b)) return besideHob(a);
  if (isHotPair(a, b)) return SEQUENCE.ovenBesideFridge;
  return (a.role === 'sink' && isTall(b)) || (b.role === 'sink' && isTall(a)) ? SEQUENCE.sinkBesideTall : 0;
}

function besideHob(block: Block): number {
  if (block.role === 'fridge') return SEQUENCE.hobBesideFridge;
  if (isTall(block)) return SEQUENCE.hobBesideTall;
  if (block.role === 'sink') return SEQUENCE.hobBesideSink;
  return hasTrait(block.code, 'beside-hob') ? SEQUENCE.drawersBesideHob : 0;
}

function placementPoints(row: readonly Block[], i: number): number {
  const block = row[i];
  if (!block) return 0;
  const { where, nextTo, side } = block.placement;
  let points = 0;
  if (where === 'start') points += i * POINTS.placement;
  if (where === 'end') points += (row.length - 1 - i) * POINTS.placement;
  if (nextTo !== undefined) {
    const found = row.some((other, j) => other !== block && matches(nextTo, other) && Math.abs(i - j) === 1);
    if (!found && row.some((other) => other !== block && matches(nextTo, other))) points += POINTS.placement;
  }
  if (side) {
    const of = row.findIndex((other) => other !== block && matches(side.of, other));
    if (of >= 0 && (side.hand === 'left') !== i < of) points += POINTS.placement * 2;
  }
  return points;
}
