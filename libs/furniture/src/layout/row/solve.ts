import type { Block, Edge, FreeStretch } from '../model.js';
import { ENDS } from '../preferences.js';
import { FILLER, NEVER, POINTS, STEP } from '../scoring.js';
import { fillerNeed, isBare, type Margins, type Needs, remainders, spaced, spend } from './margins.js';
import { type Table, tilings } from './tilings.js';

/** One side of a gap: a unit, or what bounds the stretch. */
export interface Neighbour {
  edge?: Edge;
  block?: Block;
}

/** Results that the tasks of one search share: points of gaps between the same neighbours, divisions among the same blocks. */
export interface SolverCache {
  gaps: Map<string, Float64Array>;
  divisions: Map<string, Filled>;
}

export const emptyCache = (): SolverCache => ({ gaps: new Map(), divisions: new Map() });

export interface Task {
  stretch: FreeStretch;
  /** In their sequence. */
  blocks: readonly Block[];
  table: Table;
  /** `all`: plain units fill the stretch. `needed`: only where the rules ask for a distance. */
  fill: 'all' | 'needed';
  /** Whether free ends get end panels. */
  panels: boolean;
  wallRow: boolean;
  gapPoints(left: Neighbour, right: Neighbour, gap: number): number;
  cache?: SolverCache;
  /** Points of a block at a place, or undefined where every place is the same to it. */
  placePoints(block: Block): ((at: number) => number) | undefined;
}

export interface Solution {
  points: number;
  margins: Margins;
  /** Gaps before, between and after the blocks, mm, each a multiple of 50. */
  gaps: number[];
  /** Gaps that hold a panel instead of units: between a fridge and an oven. */
  spacers?: readonly number[];
}

const sideOf = (edge: Edge): Neighbour => (edge.block ? { edge, block: edge.block } : { edge });

/**
 * The best division of a stretch among its blocks (in their sequence) and plain units between them: exact over gaps in
 * steps of 50 mm, by dynamic programming. Undefined where the blocks are wider than the stretch.
 */
export function solve(task: Task): Solution | undefined {
  const { stretch, blocks } = task;
  const spare = stretch.to - stretch.from - blocks.reduce((sum, b) => sum + b.w, 0);
  if (spare < 0) return undefined;
  const needs: Needs = {
    left: fillerNeed(stretch, 'left', blocks[0], task.wallRow),
    right: fillerNeed(stretch, 'right', blocks.at(-1), task.wallRow),
    bare: { left: isBare(blocks[0]), right: isBare(blocks.at(-1)) },
  };
  if (task.fill === 'needed') return solveNeeded(task, spare, needs);
  let best: Solution | undefined;
  // The division depends only on where the row starts.
  const divided = new Map<number, Filled>();
  for (const rest of remainders(spare)) {
    // Wider fillers are tried only while no solution is free of warnings.
    if (best && best.points < POINTS.warning && rest > 2 * STEP) break;
    for (const variant of variants(task, needs)) {
      const margins = spend(stretch, rest, variant, task.panels);
      if (best && margins.points >= best.points) continue;
      const offset = margins.slackLeft + margins.left;
      const filled = divided.get(offset) ?? division(task, offset, (spare - rest) / STEP);
      divided.set(offset, filled);
      const laid = filled.at((spare - rest) / STEP);
      if (!laid) continue;
      const between = spaced(blocks, laid.gaps, margins, variant);
      const points =
        laid.points +
        margins.points +
        wallPoints(task, laid.gaps, margins, needs) +
        uncoveredPoints(task, laid.gaps, margins) +
        between.points;
      if (!best || points < best.points) best = { ...laid, ...between, points };
    }
  }
  return best ?? solveNeeded(task, spare, needs);
}

/** What a plain unit at a side wall needs is tried too: it may stand outside a niche, drawers or a fridge. */
function variants({ stretch, blocks }: Task, needs: Needs): Needs[] {
  const at = (side: 'left' | 'right', outer: Block | undefined): number[] =>
    stretch[side].kind === 'wall' && outer ? [...new Set([needs[side], FILLER.door])] : [needs[side]];
  const rights = at('right', blocks.at(-1));
  return at('left', blocks[0]).flatMap((left) => rights.map((right) => ({ ...needs, left, right })));
}

/** Points of what stands at a side wall with too narrow a filler, plain units or an outermost block, or with one that it does not need. */
function wallPoints({ stretch }: Task, gaps: readonly number[], margins: Margins, needs: Needs): number {
  const left = stretch.left.kind === 'wall' && margins.left < ((gaps[0] ?? 0) > 0 ? FILLER.door : needs.left);
  const right = stretch.right.kind === 'wall' && margins.right < ((gaps.at(-1) ?? 0) > 0 ? FILLER.door : needs.right);
  const unneeded = (side: 'left' | 'right', gap: number | undefined): boolean =>
    stretch[side].kind === 'wall' && gap === 0 && needs[side] === 0;
  const both = margins.leftCover === 'filler' && margins.rightCover === 'filler';
  const second = both && (unneeded('left', gaps[0]) || unneeded('right', gaps.at(-1)));
  return (Number(left) + Number(right)) * POINTS.warning + Number(second) * ENDS.secondFiller;
}

/** Points of a machine at an open end of the row without a panel beside it. */
function uncoveredPoints({ stretch, blocks, panels }: Task, gaps: readonly number[], margins: Margins): number {
  if (!panels) return 0;
  const firstGap = (side: 'left' | 'right'): boolean =>
    stretch[side].kind === 'free' || stretch[side].kind === 'opening';
  const left = firstGap('left') && gaps[0] === 0 && isBare(blocks[0]) && margins.leftCover !== 'panel';
  const right = firstGap('right') && gaps.at(-1) === 0 && isBare(blocks.at(-1)) && margins.rightCover !== 'panel';
  return (Number(left) + Number(right)) * 2 * POINTS.awkward;
}

/** As few plain units as the rules allow; what stays free is at the right. */
function solveNeeded(task: Task, spare: number, needs: Needs): Solution | undefined {
  const marginsOf = (rest: number): Margins => {
    const margins = spend(task.stretch, rest, needs, task.panels);
    const { right } = task.stretch;
    if (margins.slack <= FILLER.max || right.kind === 'free') return margins;
    // The row ends before the wall: an end to cover instead of a gap to close.
    return spend({ ...task.stretch, right: { kind: 'free' } }, rest, { ...needs, right: 0 }, task.panels);
  };
  const first = marginsOf(spare);
  const steps = Math.floor((spare - first.left - first.right) / STEP);
  const filled = division(task, first.slackLeft + first.left, Math.max(0, steps));
  let best: Solution | undefined;
  for (let n = 0; n <= steps || n === 0; n++) {
    const laid = filled.at(n);
    if (!laid) continue;
    const margins = marginsOf(spare - n * STEP);
    // Places were judged with the first left margin; a penalty where this remainder changes it.
    const shifted = margins.left + margins.slackLeft !== first.left + first.slackLeft;
    const between = spaced(task.blocks, laid.gaps, margins, needs);
    const points = laid.points + n * UNASKED + (shifted ? SHIFTED : 0) + between.points;
    if (!best || points < best.points) best = { ...laid, ...between, points };
  }
  return best;
}

const SHIFTED = 5;
/** Points of 50 mm of units that nobody asked for: enough units to avoid an error, not to improve on warnings. */
const UNASKED = 40;

interface Filled {
  /** The largest total of gaps that is worked out, in steps of 50 mm. */
  steps: number;
  at(steps: number): { points: number; gaps: number[] } | undefined;
}

/** Cached by its neighbours where no block has points by place: then it serves every stretch between them. */
function division(task: Task, offset: number, steps: number): Filled {
  const { stretch, blocks, cache: known } = task;
  if (!known || blocks.some((block) => task.placePoints(block) !== undefined)) return divide(task, offset, steps);
  const key = [sideOf(stretch.left), ...blocks.map((block) => ({ block })), sideOf(stretch.right)]
    .map(nameOf)
    .join('|');
  const made = known.divisions.get(key);
  if (made && made.steps >= steps) return made;
  const filled = divide(task, offset, steps);
  known.divisions.set(key, filled);
  return filled;
}

/** The cheapest gaps for every total up to `steps`. The last gap is chosen only for the totals that are asked for. */
function divide(task: Task, offset: number, steps: number): Filled {
  const { stretch, blocks } = task;
  const size = steps + 1;
  const choice = new Uint8Array(size * blocks.length);
  let before = new Float64Array(size).fill(NEVER);
  before[0] = 0;
  let after = new Float64Array(size);
  let cursor = stretch.from + offset;
  let left = sideOf(stretch.left);
  blocks.forEach((block, i) => {
    const gap = gapVector(task, left, { block }, size);
    if (i === 0) open(gap, after, choice);
    else addGap(before, gap, after, choice, i * size);
    const pointsAt = task.placePoints(block);
    if (pointsAt) {
      for (let used = 0; used < size; used++) {
        if (after[used]! < NEVER) after[used]! += pointsAt(cursor + used * STEP);
      }
    }
    [before, after] = [after, before];
    cursor += block.w;
    left = { block };
  });
  const placed = before;
  const last = gapVector(task, left, sideOf(stretch.right), size);
  return {
    steps,
    at(total) {
      if (total > steps) return undefined;
      const behind = cheapestGap(placed, last, total);
      const points = placed[total - behind]! + last[behind]!;
      if (points === NEVER) return undefined;
      const gaps = [behind * STEP];
      let used = total - behind;
      for (let i = blocks.length - 1; i >= 0; i--) {
        const g = choice[i * size + used]!;
        gaps.unshift(g * STEP);
        used -= g;
      }
      return { points, gaps };
    },
  };
}

/** Points of every gap between two neighbours, in steps: of its plain units and of the distance. At least `size` long. */
function gapVector(task: Task, left: Neighbour, right: Neighbour, size: number): Float64Array {
  const key = `${nameOf(left)}|${nameOf(right)}`;
  const known = task.cache?.gaps.get(key);
  if (known && known.length >= size) return known;
  const tiled = tilings(task.table).points;
  const vector = new Float64Array(size);
  for (let g = 0; g < size; g++) {
    const points = tiled[g] ?? NEVER;
    vector[g] = points === NEVER ? points : points + task.gapPoints(left, right, g * STEP);
  }
  task.cache?.gaps.set(key, vector);
  return vector;
}

const nameOf = ({ edge, block }: Neighbour): string => `${edge?.kind ?? ''}${block ? `${block.key}+${block.w}` : ''}`;

/** Before the first block there is one gap: every total is that gap alone. */
function open(gap: Float64Array, after: Float64Array, choice: Uint8Array): void {
  for (let used = 0; used < after.length; used++) {
    after[used] = gap[used]!;
    choice[used] = used;
  }
}

/** after[u] = min over g of before[u − g] + gap[g]. */
function addGap(before: Float64Array, gap: Float64Array, after: Float64Array, choice: Uint8Array, at: number): void {
  for (let used = 0; used < after.length; used++) {
    const chosen = cheapestGap(before, gap, used);
    after[used] = before[used - chosen]! + gap[chosen]!;
    choice[at + used] = chosen;
  }
}

/** The g for which before[used − g] + gap[g] is least, on ties the widest; 0 where none is possible. The hot loop of the layout. */
function cheapestGap(before: Float64Array, gap: Float64Array, used: number): number {
  let best = NEVER;
  let chosen = 0;
  for (let g = used; g >= 0; g--) {
    const points = before[used - g]! + gap[g]!;
    if (points < best - 1e-9) {
      best = points;
      chosen = g;
    }
  }
  return chosen;
}
