import { CONSTANTS } from '../../catalogue/catalogue.js';
import { given } from '../../order/nodes.js';
import type { Wall } from '../../order/order.js';
import { type Block, isHob, isTall, type Room } from '../model.js';
import { PLACE, WALLS } from '../preferences.js';
import type { SolverCache } from '../row/solve.js';
import type { Table } from '../row/tilings.js';
import type { BlockedZone, Fixed } from '../row/zones.js';
import { FILLER, POINTS, STEP } from '../scoring.js';
import { type CornerPlan, exposedEnds, type Plan } from './corners.js';
import { matches, placePoints, type Surroundings } from './points.js';
import { type LaidRow, layRow } from './row.js';

/** The wall of each block, by the block's index in `plan.blocks`; fewer points first. */
export interface Assignment {
  walls: number[];
  points: number;
}

/** Beam width of the assignment: exhaustive for six blocks on three walls (3^6). */
const MAX_PARTIAL = 729;

/** Millimetres of units that each wall can take between its corners, obstacles aside. */
export function capacities(room: Room, plan: Plan, blocked: readonly number[]): number[] {
  return room.walls.map((wall, i) => {
    const left = plan.corners[i - 1];
    const right = plan.corners[i];
    const take = (corner: Plan['corners'][number], here: 'before' | 'after'): number => {
      if (!corner) return 0;
      if (corner.kind === 'diagonal') return corner.block?.w ?? 0;
      return corner.kind === here ? (corner.widths[0] ?? 0) : CONSTANTS.deadBase;
    };
    return wall.length - take(left, 'after') - take(right, 'before') - (blocked[i] ?? 0);
  });
}

/** The assignments with the fewest points, at most `count`; none where the blocks are wider than the walls. */
export function assignments(
  room: Room,
  plan: Plan,
  blocked: readonly number[],
  ordered: boolean,
  count: number,
  standing: readonly Standing[] = [],
): Assignment[] {
  const room1 = capacities(room, plan, blocked);
  const { blocks } = plan;
  const walls = room.walls.length;
  const allowed = blocks.map((b) => {
    const named = room.walls.findIndex((w) => w.id === b.placement.wall);
    return named >= 0 ? [named] : room.walls.map((_, i) => i);
  });
  const besideStanding = blocks.map((block) => room.walls.map((_, wall) => standingPoints(standing, block, wall)));
  let partial: { walls: number[]; left: number[]; points: number }[] = [{ walls: [], left: room1, points: 0 }];
  blocks.forEach((block, b) => {
    const next: typeof partial = [];
    for (const part of partial) {
      const from = ordered ? (part.walls.at(-1) ?? 0) : 0;
      for (const wall of allowed[b] ?? []) {
        const free = (part.left[wall] ?? 0) - block.w;
        if (free < 0 || wall < from) continue;
        const left = [...part.left];
        left[wall] = free;
        next.push({
          walls: [...part.walls, wall],
          left,
          points: part.points + pairingPoints(plan, part.walls, block, wall, walls) + (besideStanding[b]?.[wall] ?? 0),
        });
      }
    }
    partial = next.length > MAX_PARTIAL ? next.sort((x, y) => x.points - y.points).slice(0, MAX_PARTIAL) : next;
  });
  return partial
    .map((part) => ({ walls: part.walls, points: part.points + balancePoints(part.walls, part.left, room1) }))
    .sort((a, b) => a.points - b.points)
    .slice(0, count);
}

/** A block of fixed place and its wall. */
interface Standing {
  block: Block;
  wall: number;
}

/** Points of a block on another wall than what it belongs beside. */
function standingPoints(standing: readonly Standing[], block: Block, wall: number): number {
  const away = standing.filter((s) => s.wall !== wall);
  const asked = away.some((s) => block.placement.nextTo !== undefined && matches(block.placement.nextTo, s.block));
  const parted = block.role === 'dishwasher' && away.some((s) => s.block.role === 'sink');
  return (asked ? WALLS.askedApart : 0) + (parted ? WALLS.dishwasherApart : 0);
}

/** Points of a block on this wall together with the blocks that are assigned already. */
function pairingPoints(plan: Plan, placed: readonly number[], block: Block, wall: number, walls: number): number {
  let points = 0;
  const cornerSink = plan.corners.findIndex((c) => c?.block?.role === 'sink');
  const sinkWall = cornerSink >= 0 ? [plan.corners[cornerSink]?.kind === 'after' ? cornerSink + 1 : cornerSink] : [];
  if (isTall(block) && walls > 2 && wall > 0 && wall < walls - 1) points += WALLS.tallOnMiddle;
  if (block.role === 'dishwasher') for (const s of sinkWall) if (s !== wall) points += WALLS.dishwasherApart;
  if (block.placement.nextTo && matchesCorner(plan, block) && !sinkWall.includes(wall)) points += WALLS.askedApart;
  if (block.placement.where === 'start' && block.placement.wall === undefined && wall !== 0)
    points += WALLS.startElsewhere;
  placed.forEach((other, i) => {
    const b = plan.blocks[i];
    if (!b) return;
    if (other === wall) {
      if (isPair(b, block, 'sink', isHob)) points += WALLS.sinkWithHob;
      if (b.role === 'fridge' && isHob(block)) points += WALLS.fridgeWithHob;
      return;
    }
    if (isPair(b, block, 'sink', (x) => x.role === 'dishwasher')) points += WALLS.dishwasherApart;
    if (isPair(b, block, 'sink', (x) => x.role === 'washer')) points += WALLS.washerApart;
    if (isAskedBeside(b, block) || isAskedBeside(block, b)) points += WALLS.askedApart;
    if (isTall(b) && isTall(block)) points += WALLS.tallsApart;
  });
  return points;
}

const isPair = (a: Block, b: Block, role: Block['role'], other: (block: Block) => boolean): boolean =>
  (a.role === role && other(b)) || (b.role === role && other(a));

const isAskedBeside = ({ placement: { nextTo } }: Block, other: Block): boolean =>
  nextTo !== undefined && matches(nextTo, other);

const matchesCorner = (plan: Plan, block: Block): boolean =>
  plan.corners.some(
    (c) => c?.block && block.placement.nextTo !== undefined && matches(block.placement.nextTo, c.block),
  );

/** Points against walls that stay empty, and against walls too full to give the hob its distances. */
function balancePoints(walls: readonly number[], left: readonly number[], whole: readonly number[]): number {
  let points = 0;
  whole.forEach((size, i) => {
    const taken = walls.some((w) => w === i);
    if (!taken && size >= 600) points += WALLS.emptyWall;
    if (taken && (left[i] ?? 0) < 300) points += WALLS.fullWall;
  });
  return points;
}

/** A whole kitchen's floor rows, by wall. */
export interface Candidate {
  plan: Plan;
  rows: LaidRow[];
  points: number;
}

export interface Search {
  room: Room;
  plans: readonly Plan[];
  zones: readonly BlockedZone[][];
  surroundings: readonly Omit<Surroundings, 'fixed'>[];
  ordered: boolean;
  fill: 'all' | 'needed';
  /** Shared by all rows of one search. */
  cache: SolverCache;
  /** Walls that get a floor row even without a fixture. */
  rows: (wall: string) => boolean;
  effort: Effort;
  /** What fills the rows. */
  table: Table;
}

/** How far the search goes: `thorough` finds a place in one room of a hundred that `usual` misses, for half as much time again. */
export type Effort = 'usual' | 'thorough';

/** Bounds of the search: corner plans tried and rows laid, assignments per plan, sequences of a wall's blocks, candidates returned. */
interface Bounds {
  plans: number;
  rows: number;
  assignments: number;
  sequences: number;
  candidates: number;
}
const MAX_TRIED: Readonly<Record<Effort, Bounds>> = {
  usual: { plans: 5, rows: 24, assignments: 5, sequences: 3, candidates: 6 },
  thorough: { plans: 9, rows: 36, assignments: 5, sequences: 6, candidates: 12 },
};
/** Points of a candidate that leaves little to wish for: further corner plans are not tried. */
const FINE = 2 * POINTS.warning;

/** The best candidates, best first; none where the blocks fit no wall. */
export function candidates(search: Search): Candidate[] {
  const found: Candidate[] = [];
  let laidRows = 0;
  const most = MAX_TRIED[search.effort];
  const plans = search.plans.slice(0, most.plans);
  plans.forEach((plan, n) => {
    if (n > 0 && found.some((c) => c.points < FINE)) return;
    const fixed = fixedOf(search.room, plan);
    const free: Plan = {
      ...plan,
      blocks: plan.blocks.filter((b) => !fixed.some((row) => row.some((f) => f.block === b))),
    };
    const blocked = search.room.walls.map(
      (_, i) => sum(search.zones[i] ?? []) + (fixed[i] ?? []).reduce((w, f) => w + f.block.w, 0),
    );
    const standing = fixed.flatMap((row, wall) => row.map(({ block }) => ({ block, wall })));
    const memo = new Map<string, LaidRow | undefined>();
    for (const assignment of assignments(search.room, free, blocked, search.ordered, most.assignments, standing)) {
      if (found.length > 0 && laidRows + memo.size > most.rows) break;
      const rows = search.room.walls.map((_, i) => layWall(search, free, fixed[i] ?? [], i, assignment.walls, memo));
      if (rows.some((row) => row === undefined)) continue;
      const laid = rows.filter((row) => row !== undefined);
      found.push({
        plan,
        rows: laid,
        points: plan.points + assignment.points + laid.reduce((p, row) => p + row.points, 0),
      });
    }
    laidRows += memo.size;
  });
  return found.sort((a, b) => a.points - b.points).slice(0, most.candidates);
}

const sum = (zones: readonly BlockedZone[]): number => zones.reduce((w, z) => w + (z.to - z.from), 0);

function layWall(
  search: Search,
  plan: Plan,
  fixed: readonly Fixed[],
  i: number,
  walls: readonly number[],
  memo: Map<string, LaidRow | undefined>,
): LaidRow | undefined {
  const blocks = plan.blocks.filter((_, b) => walls[b] === i);
  const key = `${i}:${blocks.map((b) => b.key).join()}`;
  if (memo.has(key)) return memo.get(key);
  const wall = search.room.walls[i]!;
  const left = plan.corners[i - 1];
  const right = plan.corners[i];
  const empty = blocks.length === 0 && fixed.length === 0 && !search.rows(wall.id);
  let best: LaidRow | undefined;
  for (const shift of shiftsOf(wall, { left, right }, fixed, search.effort)) {
    const moved = fixed.map((f) => (isUnderWindow(f.block) ? { ...f, at: f.at + shift } : f));
    const around = { ...search.surroundings[i]!, fixed: moved };
    const row = layRow({
      wall,
      ...given({ left, right }),
      exposed: exposedEnds(search.room.walls, i),
      blocks,
      fixed: moved,
      ordered: search.ordered,
      sequences: MAX_TRIED[search.effort].sequences,
      fill: empty ? 'needed' : search.fill,
      table: search.table,
      zones: search.zones[i] ?? [],
      surroundings: around,
      cache: search.cache,
    });
    if (!row) continue;
    const places = moved.reduce((p, f) => p + placePoints(around, f.block, f.at), 0);
    const points = row.points + places + (PLACE.offWindowBy5 * Math.abs(shift)) / 5;
    if (!best || points < best.points - 1e-9) best = { ...row, points };
  }
  memo.set(key, best);
  return best;
}

const isUnderWindow = ({ placement }: Block): boolean => placement.at === undefined && placement.where === 'window';

/** A unit under a window may leave its middle by at most 25 mm (`thorough`: 50), so that the units on one of its sides need no filler. */
function shiftsOf(
  { length, ends }: Wall,
  corners: { left: CornerPlan | undefined; right: CornerPlan | undefined },
  fixed: readonly Fixed[],
  effort: Effort,
): number[] {
  const centred = fixed.filter(({ block }) => isUnderWindow(block));
  const [only] = centred;
  if (!only || centred.length > 1) return [0];
  const nearest = (mm: number): number => {
    const over = ((mm % STEP) + STEP) % STEP;
    return over > STEP / 2 ? STEP - over : -over;
  };
  const begins = (side: 'left' | 'right'): number =>
    corners[side] ? CONSTANTS.deadBase : ends[side] === 'wall' ? FILLER.door : FILLER.panel;
  const fromLeft = nearest(only.at - begins('left'));
  const fromRight = -nearest(length - begins('right') - only.at - only.block.w);
  const fits = (shift: number): boolean => only.at + shift >= 0 && only.at + shift + only.block.w <= length;
  const near = [fromLeft, fromRight].filter((shift) => shift !== 0);
  const far = effort === 'thorough' ? near.map((shift) => shift - Math.sign(shift) * STEP) : [];
  return [0, ...new Set([...near, ...far].filter(fits))];
}

/** Blocks whose place the customer fixed, by wall: by millimetre, or centred under a window. */
export function fixedOf(room: Room, plan: Plan): Fixed[][] {
  const rows: Fixed[][] = room.walls.map(() => []);
  for (const block of plan.blocks) {
    const { at, where, wall } = block.placement;
    if (at !== undefined) {
      const i = Math.max(
        0,
        room.walls.findIndex((w) => w.id === wall),
      );
      rows[i]?.push({ block, at });
    } else if (where === 'window') {
      const window = room.obstacles.find((o) => o.kind === 'window' && (wall === undefined || o.wall === wall));
      const i = room.walls.findIndex((w) => w.id === window?.wall);
      if (window && i >= 0)
        rows[i]?.push({ block, at: centred(block, window.at + window.width / 2, room.walls[i]!.length) });
    }
  }
  return rows;
}

const centred = (block: Block, centre: number, length: number): number =>
  Math.max(0, Math.min(length - block.w, Math.round(centre - block.w / 2)));
