import { isCornerUnit, isHoodCabinet, STANDARD } from '../../catalogue/traits.js';
import { type Block, blockPiece, type Edge, type FreeStretch, type Piece, plainPiece } from '../model.js';
import { WALL_ROW } from '../preferences.js';
import type { Table } from '../row/tilings.js';
import { FILLER, NEVER, POINTS, STEP } from '../scoring.js';

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
  const offered = closings(task);
  const orders = sequences(task.blocks);
  // Closings that begin alike share their fillings.
  const filled = new Map<number, Filled[]>();
  let best: { points: number; closing: Closing; row: Filled } | undefined;
  for (const closing of offered) {
    if (best && closing.points >= best.points) break;
    const rows =
      filled.get(closing.left) ??
      orders.map((blocks) => fill(task, blocks, closing.left, least(offered, closing.left)));
    filled.set(closing.left, rows);
    for (const row of rows) {
      const points = row.at(stepsOf(task, closing.left, closing.right)) + closing.points;
      if (points < (best?.points ?? NEVER) - 1e-9) best = { points, closing, row };
    }
  }
  if (best) return { points: best.points, pieces: pieces(task, best.row, best.closing) };
  // What no units and no filler close stays as it is.
  return task.blocks.length === 0 ? { points: WALL_ROW.emptyStretch, pieces: [] } : undefined;
}

const least = (offered: readonly Closing[], left: number): number =>
  Math.min(...offered.filter((closing) => closing.left === left).map(({ right }) => right));

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

const wideFiller = (mm: number): number =>
  mm < FILLER.wide ? 0 : WALL_ROW.wideFiller + (WALL_ROW.wideFillerBy50 * (mm - FILLER.wide)) / STEP;

function sideOf(edge: Edge): Side {
  const filler = (need: number, points: number, by50: number = WALL_ROW.fillerBy50): Side => ({
    need,
    empty: false,
    points: (mm) => (mm > 0 ? points + (by50 * mm) / STEP + wideFiller(mm) : 0),
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
  if (edge.panel) return filler(0, WALL_ROW.fillerBesidePanel);
  return edge.block ? filler(0, WALL_ROW.fillerBesideUnit, WALL_ROW.fillerBesideUnitBy50) : filler(0, 0);
}

const BOTH: Closing['empty'] = { left: true, right: true };

/** The closings worth trying: what must be, and on one side (both, where both need a filler) what 50 mm steps leave over. */
function closings({ stretch, blocks, joints }: Hanging): Closing[] {
  const [left, right] = [sideOf(stretch.left), sideOf(stretch.right)];
  const spare = stretch.to - stretch.from - blocks.reduce((mm, b) => mm + b.w, 0);
  if (spare < 0) return [];
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
  return list.sort((a, b) => a.points - b.points);
}

/** Steps of 50 mm for plain units between two closings. */
const stepsOf = ({ stretch, blocks }: Hanging, left: number, right: number): number =>
  (stretch.to - stretch.from - left - right - blocks.reduce((mm, b) => mm + b.w, 0)) / STEP;

/** The cheapest fillings that begin at one place, by dynamic programming over steps of 50 mm and the blocks that hang already. */
interface Filled {
  blocks: readonly Block[];
  size: number;
  /** What hangs last with k blocks and n steps of plain units, at k * size + n: a width, or -1 for the block. */
  last: Int32Array;
  /** Points of a filling with all blocks and so many steps of plain units. */
  at(steps: number): number;
}

/** Two joints so near each other are one, mm. */
const SAME = 1;

/**
 * The hot loop of the wall rows: numbers in plain arrays, read by index, and no global inside. With `for … of` over objects
 * V8 optimised it and gave it up again at every call; looking `Math` up costs 200 ns in a context of its own, as specs have.
 */
function fill(task: Hanging, blocks: readonly Block[], left: number, right: number): Filled {
  const { jointSpanned, jointOff } = WALL_ROW;
  const from = task.stretch.from + left;
  const size = stepsOf(task, left, right) + 1;
  const { widths, steps, points } = widthsOf(task.table);
  const cost = new Float64Array(size * (blocks.length + 1));
  // With the joint that follows where something more hangs.
  const onward = new Float64Array(cost.length);
  const last = new Int32Array(cost.length);
  const spanned = (joints: number): number => (joints > 0 ? joints * jointSpanned : 0);
  let before = gridOf(task.joints, from, size);
  let hung = 0;
  for (let k = 0; k <= blocks.length; k++) {
    const block = blocks[k - 1];
    hung += block?.w ?? 0;
    const grid = block ? gridOf(task.joints, from + hung, size) : before;
    const { below, upTo } = grid;
    for (let n = 0; n < size; n++) {
      const here = k * size + n;
      let best = here === 0 ? 0 : NEVER;
      if (block) {
        const place = from + hung + n * STEP - block.w;
        best = onward[here - size]! + spanned(below[n]! - before.upTo[n]!) + task.placePoints(block, place);
        last[here] = -1;
      }
      for (let i = 0; i < widths.length; i++) {
        const wide = steps[i]!;
        if (wide > n) continue;
        const total = onward[here - wide]! + points[i]! + spanned(below[n]! - upTo[n - wide]!);
        if (total < best - 1e-9) {
          best = total;
          last[here] = widths[i]!;
        }
      }
      cost[here] = best;
      onward[here] = here === 0 || upTo[n]! > below[n]! ? best : best + jointOff;
    }
    before = grid;
  }
  const end = blocks.length * size;
  return { blocks, size, last, at: (steps) => cost[end + steps] ?? NEVER };
}

/** How many joints lie below each place of a row of places 50 mm apart, and up to it. */
function gridOf(joints: readonly number[], from: number, size: number): { below: Int32Array; upTo: Int32Array } {
  const grid = { below: new Int32Array(size), upTo: new Int32Array(size) };
  let below = 0;
  let upTo = 0;
  for (let n = 0; n < size; n++) {
    const x = from + n * STEP;
    while (below < joints.length && joints[below]! < x - SAME) below++;
    while (upTo < joints.length && joints[upTo]! <= x + SAME) upTo++;
    grid.below[n] = below;
    grid.upTo[n] = upTo;
  }
  return grid;
}

/** The made widths of a table, mm and in steps of 50 mm, with their points. */
interface Widths {
  widths: Int32Array;
  steps: Int32Array;
  points: Float64Array;
}

const widthsKnown = new Map<Table, Widths>();

/** Widest first: of equal rows the one with the narrow units at its left. */
function widthsOf(table: Table): Widths {
  const known = widthsKnown.get(table);
  if (known) return known;
  const widths = Int32Array.from(Object.keys(table.points), Number).sort().reverse();
  const points = Float64Array.from(widths, (w) => table.points[w] ?? 0);
  const made = { widths, steps: widths.map((w) => w / STEP), points };
  widthsKnown.set(table, made);
  return made;
}

function pieces(task: Hanging, { blocks, size, last }: Filled, { left, right, empty }: Closing): Piece[] {
  const { stretch, table, tier, height } = task;
  const units: Omit<Piece, 'at'>[] = [];
  let k = blocks.length;
  let n = stepsOf(task, left, right);
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
