import { given } from '../../order/nodes.js';
import type { Wall } from '../../order/order.js';
import type { Block, Edge, FreeStretch, Piece } from '../model.js';
import { WALLS } from '../preferences.js';
import { build } from '../row/build.js';
import { type Solution, type SolverCache, solve, type Task } from '../row/solve.js';
import { BASE, type Table } from '../row/tilings.js';
import { type BlockedZone, cut, type Fixed, overlaps } from '../row/zones.js';
import { NEVER, POINTS } from '../scoring.js';
import { type Arrangement, arrangements, type Ends } from './arrange.js';
import { type CornerPlan, type Exposed, framesOf, type RowFrame } from './corners.js';
import { floorGap, placePointsOf, type Surroundings } from './points.js';

/** One wall's floor row to be laid out. */
export interface RowTask {
  wall: Wall;
  left?: CornerPlan;
  right?: CornerPlan;
  exposed?: Exposed;
  /** Blocks without a place, and those with one. */
  blocks: readonly Block[];
  fixed: readonly Fixed[];
  /** The customer gave the sequence of the blocks: it is kept. */
  ordered: boolean;
  /** Sequences of the blocks that are solved to the millimetre. */
  sequences?: number;
  fill: 'all' | 'needed';
  zones: readonly BlockedZone[];
  /** What fills the row; BASE by default. */
  table?: Table;
  surroundings: Surroundings;
  cache: SolverCache;
}

export interface LaidRow {
  points: number;
  pieces: Piece[];
}

/** The cheapest layout of a wall's floor row over the widths of its corner units and the best sequences; undefined where nothing fits. */
export function layRow(task: RowTask): LaidRow | undefined {
  const frames = framesOf(task.wall, task.left, task.right, task.zones, task.exposed);
  const [first, ...wider] = frames;
  if (!first) return undefined;
  // The best sequence hardly depends on the corner unit's width, so only the first frame tries several.
  let best: (LaidRow & { sequence: Arrangement }) | undefined;
  for (const sequence of sequencesIn(task, first)) {
    const laid = inFrame(task, first, sequence);
    if (laid && (!best || laid.points < best.points - 1e-9)) best = { ...laid, sequence };
  }
  if (!best) return undefined;
  const { sequence } = best;
  for (const frame of wider) {
    const laid = inFrame(task, frame, sequence);
    if (laid && laid.points < best.points - 1e-9) best = { ...laid, sequence };
  }
  return best;
}

function sequencesIn(task: RowTask, { stretch }: RowFrame): Arrangement[] {
  if (task.ordered) return [{ blocks: [...task.blocks], points: 0 }];
  return arrangements(task.blocks, { left: endOf(stretch.left), right: endOf(stretch.right) }, task.sequences ?? 1);
}

function inFrame(task: RowTask, frame: RowFrame, sequence: Arrangement): LaidRow | undefined {
  const stretches = cut(frame.stretch, task.zones, task.fixed);
  const laid = alongStretches(task, stretches, sequence.blocks);
  if (!laid) return undefined;
  const pieces = [...frame.pieces, ...task.fixed.map(fixedPiece), ...laid.pieces].sort((a, b) => a.at - b.at);
  return { points: laid.points + sequence.points + frame.points + misplacedPoints(task, frame), pieces };
}

/** Points of a block of fixed place that no arrangement mends: in a corner, beyond its wall, in the place of another. */
function misplacedPoints({ fixed }: RowTask, { stretch }: RowFrame): number {
  const misplaced = fixed.some(({ block, at }, i) => {
    const end = at + block.w;
    if (at < stretch.from || end > stretch.to) return true;
    return fixed.slice(i + 1).some((other) => overlaps({ from: other.at, to: other.at + other.block.w }, at, end));
  });
  return misplaced ? POINTS.error : 0;
}

function fixedPiece({ block, at }: Fixed): Piece {
  const { code, tier, w, items, id } = block;
  return { code, tier, at, w, items, block, pinned: true, ...given({ id }) };
}

const endOf = (edge: Edge): Ends['left'] => (edge.kind === 'corner' ? 'corner' : (edge.block ?? 'outer'));

/** Splits a sequence among a wall's stretches by dynamic programming: each stretch takes the next blocks of it. */
function alongStretches(
  row: RowTask,
  stretches: readonly FreeStretch[],
  sequence: readonly Block[],
): LaidRow | undefined {
  const memo = new Map<string, { points: number; task: Task; laid: Solution } | undefined>();
  const solve = (index: number, blocks: readonly Block[]) => {
    const key = `${index}:${blocks.length}:${blocks[0]?.key}`;
    if (!memo.has(key)) memo.set(key, solveStretch(row, stretches[index]!, blocks));
    return memo.get(key);
  };
  interface Part {
    points: number;
    pieces: Piece[];
  }
  // after[k]: the best with the first k blocks placed in the stretches so far.
  let after: (Part | undefined)[] = [{ points: 0, pieces: [] }];
  stretches.forEach((_, index) => {
    const next: (Part | undefined)[] = new Array(sequence.length + 1).fill(undefined);
    after.forEach((part, placed) => {
      if (!part) return;
      // The last stretch must take all that is left.
      const least = index === stretches.length - 1 ? sequence.length : placed;
      for (let upTo = least; upTo <= sequence.length; upTo++) {
        const solved = solve(index, sequence.slice(placed, upTo));
        if (!solved) break;
        const points =
          part.points +
          solved.points +
          (partedAt(row, stretches, sequence, index, placed, upTo) ? apartPoints(sequence) : 0);
        const known = next[upTo];
        if (!known || points < known.points - 1e-9)
          next[upTo] = { points, pieces: [...part.pieces, ...build(solved.task, solved.laid, 'base')] };
      }
    });
    after = next;
  });
  return sequence.length === 0 && stretches.length === 0 ? { points: 0, pieces: [] } : after[sequence.length];
}

/** Points of a dishwasher that a door or window parts from its sink: more where it was asked for beside it. */
const apartPoints = (sequence: readonly Block[]): number =>
  sequence.some(({ role, placement }) => role === 'dishwasher' && placement.nextTo === 'sink')
    ? WALLS.askedApart
    : WALLS.dishwasherApart;

/** Whether a door or window parts the dishwasher in this stretch from a sink of the same wall. */
function partedAt(
  { left, right, fixed }: RowTask,
  stretches: readonly FreeStretch[],
  sequence: readonly Block[],
  index: number,
  from: number,
  to: number,
): boolean {
  const machine = sequence.findIndex((b) => b.role === 'dishwasher');
  if (machine < from || machine >= to) return false;
  const sink = sequence.findIndex((b) => b.role === 'sink');
  if (sink >= 0) return sink < from || sink >= to;
  const isSink = (block: Block | undefined): boolean => block?.role === 'sink';
  const here = stretches[index];
  // Units of the corners, if they are in this wall's row and not round the corner.
  const corners = [
    left?.kind === 'before' ? undefined : left?.block,
    right?.kind === 'after' ? undefined : right?.block,
  ];
  const standing = [...corners, ...fixed.map(({ block }) => block)].some(isSink);
  return standing && !isSink(here?.left.block) && !isSink(here?.right.block);
}

/** Below this an empty stretch between a door and a wall stays empty, mm. */
const MIN_STRETCH = 300;

function solveStretch(
  row: RowTask,
  stretch: FreeStretch,
  blocks: readonly Block[],
): { points: number; task: Task; laid: Solution } | undefined {
  const beside = stretch.left.kind === 'block' || stretch.right.kind === 'block';
  const small = blocks.length === 0 && !beside && stretch.to - stretch.from < MIN_STRETCH;
  const task: Task = {
    stretch,
    blocks,
    table: row.table ?? BASE,
    fill: small ? 'needed' : row.fill,
    panels: !small && !(blocks.length === 0 && !beside && row.fill === 'needed'),
    wallRow: false,
    gapPoints: floorGap,
    cache: row.cache,
    placePoints: (block) => placePointsOf(row.surroundings, block),
  };
  if (blocks.length === 0 && !beside && (small || row.fill === 'needed')) {
    return {
      points: 0,
      task,
      laid: {
        points: 0,
        margins: { left: 0, right: 0, slack: stretch.to - stretch.from, slackLeft: 0, points: 0 },
        gaps: [0],
      },
    };
  }
  const laid = solve(task);
  return laid && laid.points < NEVER ? { points: Math.min(laid.points, POINTS.error * 10), task, laid } : undefined;
}
