import { isCornerUnit, isHoodCabinet, STANDARD } from '../../catalogue/traits.js';
import { type Block, blockPiece, type Edge, type FreeStretch, type Piece, plainPiece } from '../model.js';
import { WALL_ROW } from '../preferences.js';
import type { Table } from '../row/tilings.js';
import { FILLER, POINTS, STEP } from '../scoring.js';

/** A stretch of a wall row or of the mezzanines, between what stands fast, to be filled with units. */
export interface Hanging {
  stretch: FreeStretch;
  /** Units that must hang in it, in any sequence. */
  blocks: readonly Block[];
  table: Table;
  tier: 'wall' | 'upper';
  /** Of plain units and fillers, mm. */
  height: number;
  /** Where the units below end, mm along the wall, rising. */
  joints: readonly number[];
  placePoints(block: Block, at: number): number;
}

export interface Hung {
  points: number;
  pieces: Piece[];
}

/** What closes a stretch before its first and behind its last unit, mm: a filler, or nothing (`empty`). */
interface Closing {
  left: number;
  right: number;
  empty: { left: boolean; right: boolean };
  points: number;
}

/**
 * Fills a stretch with made widths so that joints stand over the joints below (preferences.json) and what is left over is one
 * filler at a wall, a tall side or a corner (3.2, rules 5 and 6). Exact over closings and widths, by dynamic programming;
 * undefined where the units that must hang there do not fit.
 */
export function hang(task: Hanging): Hung | undefined {
  let best: (Hung & { points: number }) | undefined;
  for (const closing of closings(task)) {
    if (best && closing.points >= best.points) continue;
    for (const blocks of sequences(task.blocks)) {
      const row = fill(task, blocks, closing);
      if (row && (!best || row.points < best.points - 1e-9)) best = row;
    }
  }
  return best;
}

/** Longer sequences are taken as they come. */
const MAX_PERMUTED = 3;

const sequences = (blocks: readonly Block[]): (readonly Block[])[] =>
  blocks.length < 2 || blocks.length > MAX_PERMUTED
    ? [blocks]
    : blocks.flatMap((first) => sequences(blocks.filter((b) => b !== first)).map((rest) => [first, ...rest]));

/** How a side may be closed: at least by `need` mm of filler; what is more costs `points`. */
interface Side {
  need: number;
  empty: boolean;
  points(mm: number): number;
}

function sideOf(edge: Edge): Side {
  const filler = (need: number, points: number, by50: number = WALL_ROW.fillerBy50): Side => ({
    need,
    empty: false,
    points: (mm) => (mm > 0 ? points + (by50 * mm) / STEP : 0),
  });
  if (edge.kind === 'free')
    return {
      need: 0,
      empty: true,
      points: (mm) => (mm > 0 ? WALL_ROW.endsEarly + (WALL_ROW.endsEarlyBy50 * mm) / STEP : 0),
    };
  if (edge.kind === 'opening')
    return { need: 0, empty: true, points: (mm) => (WALL_ROW.emptyByOpeningBy50 * mm) / STEP };
  if (edge.kind === 'wall') return filler(FILLER.door, 0);
  if (edge.kind === 'corner') return filler(0, WALL_ROW.fillerBesideFiller);
  if (edge.block?.tier === 'tall') return filler(FILLER.tall, 0);
  if (edge.block && isCornerUnit(edge.block.code)) return filler(0, WALL_ROW.fillerBesideCornerUnit);
  return edge.block || edge.panel ? filler(0, WALL_ROW.fillerBesideUnit, WALL_ROW.fillerBesideUnitBy50) : filler(0, 0);
}

const BOTH: Closing['empty'] = { left: true, right: true };

/** The closings worth trying: what must be, and on one side (both, where both need a filler) what 50 mm steps leave over. */
function closings({ stretch, blocks, joints }: Hanging): Closing[] {
  const [left, right] = [sideOf(stretch.left), sideOf(stretch.right)];
  const spare = stretch.to - stretch.from - blocks.reduce((mm, b) => mm + b.w, 0);
  const list: Closing[] = [];
  const add = (l: number, r: number): void => {
    const rest = spare - l - r;
    if (l < 0 || r < 0 || rest < 0 || rest % STEP !== 0) return;
    const short = Number(l < left.need) + Number(r < right.need);
    const slit = (mm: number, side: Side): boolean => !side.empty && mm > 0 && mm < FILLER.min;
    if (slit(l, left) || slit(r, right)) return;
    const points = left.points(l) + right.points(r) + short * POINTS.warning;
    list.push({ left: l, right: r, empty: { left: left.empty, right: right.empty }, points });
  };
  const most = (side: Side): number => (side.empty ? spare : FILLER.max);
  const upTo = (first: number, side: Side): number[] => {
    const from = first >= side.need ? first : first + STEP * Math.ceil((side.need - first) / STEP);
    return Array.from({ length: 4 }, (_, n) => from + n * STEP).filter((mm) => mm <= most(side));
  };
  const residue = (mm: number): number => ((mm % STEP) + STEP) % STEP;
  for (const l of upTo(residue(spare - right.need), left)) add(l, right.need);
  if (left.need === 0 || right.need > 0) for (const r of upTo(residue(spare - left.need), right)) add(left.need, r);
  if (left.need > 0 && right.need > 0) {
    const residues = new Set(joints.map((x) => residue(x - stretch.from)));
    for (const first of residues)
      for (const l of upTo(first, left)) for (const r of upTo(residue(spare - l), right)) add(l, r);
  }
  add(0, 0);
  // Nothing hangs beside an opening where only slivers would.
  if (blocks.length === 0 && (left.empty || right.empty)) {
    const points = (left.empty ? left : right).points(spare);
    list.push({ left: left.empty ? spare : 0, right: left.empty ? 0 : spare, empty: BOTH, points });
  }
  // What is too narrow for anything stays as it is.
  if (list.length === 0 && spare < 300)
    list.push({ left: 0, right: spare, empty: BOTH, points: WALL_ROW.emptyStretch });
  return list.sort((a, b) => a.points - b.points);
}

/** The cheapest filling between two closings, by dynamic programming over steps of 50 mm and the blocks that hang already. */
function fill(task: Hanging, blocks: readonly Block[], closing: Closing): Hung | undefined {
  const { stretch, table, joints } = task;
  const from = stretch.from + closing.left;
  const widths = Object.entries(table.points)
    .map(([w, points]): [number, number] => [Number(w), points])
    .sort((a, b) => b[0] - a[0]);
  const fixed = blocks.reduce((mm, b) => mm + b.w, 0);
  const steps = (stretch.to - closing.right - from - fixed) / STEP;
  const size = steps + 1;
  // cost[k * size + n]: k blocks and n steps of plain units hang from the left.
  const cost = new Float64Array(size * (blocks.length + 1)).fill(Number.POSITIVE_INFINITY);
  const last = new Int32Array(cost.length);
  cost[0] = 0;
  let hung = 0;
  for (let k = 0; k <= blocks.length; k++) {
    for (let n = 0; n < size; n++) {
      const here = k * size + n;
      const x = from + hung + n * STEP;
      const end = k === blocks.length && n === steps;
      const joint = end || over(joints, x) ? 0 : WALL_ROW.jointOff;
      const block = blocks[k - 1];
      if (block && n < size) {
        const before = cost[here - size]! + joint + spanned(joints, x - block.w, x);
        const points = before + task.placePoints(block, x - block.w);
        if (points < cost[here]! - 1e-9) {
          cost[here] = points;
          last[here] = -1;
        }
      }
      for (const [w, unit] of widths) {
        const back = n - w / STEP;
        if (back < 0) continue;
        const points = cost[here - w / STEP]! + unit + joint + spanned(joints, x - w, x);
        if (points < cost[here]! - 1e-9) {
          cost[here] = points;
          last[here] = w;
        }
      }
    }
    hung += blocks[k]?.w ?? 0;
  }
  const total = cost.at(-1) ?? Number.POSITIVE_INFINITY;
  if (total === Number.POSITIVE_INFINITY) return undefined;
  return { points: total + closing.points, pieces: pieces(task, blocks, closing, last, size) };
}

/** Two joints so near each other are one, mm. */
const SAME = 1;

const over = (joints: readonly number[], x: number): boolean => joints.some((j) => Math.abs(j - x) <= SAME);

const spanned = (joints: readonly number[], from: number, to: number): number =>
  joints.reduce((n, j) => n + Number(j > from + SAME && j < to - SAME), 0) * WALL_ROW.jointSpanned;

function pieces(
  task: Hanging,
  blocks: readonly Block[],
  { left, right, empty }: Closing,
  last: Int32Array,
  size: number,
): Piece[] {
  const { stretch, table, tier, height } = task;
  const units: Omit<Piece, 'at'>[] = [];
  let k = blocks.length;
  let n = size - 1;
  while (k > 0 || n > 0) {
    const w = last[k * size + n]!;
    if (w < 0) units.unshift(blockPiece(blocks[--k]!));
    else {
      units.unshift(plainPiece(table.code(w), tier, w, height));
      n -= w / STEP;
    }
  }
  const filler = (w: number): Omit<Piece, 'at'>[] => [plainPiece(STANDARD.filler, tier, w, height)];
  const row = [
    ...(left > 0 && !empty.left ? filler(left) : []),
    ...units,
    ...(right > 0 && !empty.right ? filler(right) : []),
  ];
  let at = stretch.from + (empty.left ? left : 0);
  return row.map((piece) => {
    const placed = { ...piece, at };
    at += piece.w;
    return placed;
  });
}

/** Where units end, mm along the wall: fillers and the joints of a hood cabinet's own row aside. */
export const jointsOf = (row: readonly Piece[], isUnit: (code: string) => boolean): number[] =>
  [...new Set(row.filter((p) => isUnit(p.code) || isHoodCabinet(p.code)).flatMap((p) => [p.at, p.at + p.w]))].sort(
    (a, b) => a - b,
  );
