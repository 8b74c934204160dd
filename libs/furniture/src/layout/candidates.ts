import { assignments } from './assign.js';
import { exposedEnds } from './corners.js';
import { type LaidRow, layRow } from './floor.js';
import type { Block, Room } from './model.js';
import { placePoints, type Surroundings } from './place-points.js';
import type { Plan } from './plans.js';
import type { SolverCache } from './solve.js';
import type { Fixed } from './stretches.js';
import { POINTS } from './trade.js';
import type { Zone } from './zones.js';

/** A whole kitchen's floor rows, by wall. */
export interface Candidate {
  plan: Plan;
  rows: LaidRow[];
  points: number;
}

export interface Search {
  room: Room;
  plans: readonly Plan[];
  zones: readonly Zone[][];
  surroundings: readonly Omit<Surroundings, 'fixed'>[];
  ordered: boolean;
  fill: 'all' | 'needed';
  /** Points of gaps, shared by all rows. */
  cache: SolverCache;
  /** Walls that get a floor row even where no fixture is meant for them. */
  rows: (wall: string) => boolean;
}

/** Bounds of the search: corner plans, assignments a plan, candidates kept. */
const MAX_PLANS_TRIED = 5;
const MAX_ASSIGNMENTS = 5;
const MAX_CANDIDATES = 6;
/** Rows that are laid before the search is content with what it has. */
const MAX_ROWS_LAID = 24;

/** The best candidates, best first; none where the blocks fit no wall. */
export function candidates(search: Search): Candidate[] {
  const found: Candidate[] = [];
  let laidRows = 0;
  const plans = search.plans.slice(0, MAX_PLANS_TRIED);
  plans.forEach((plan, n) => {
    // Lesser corner plans are worth their time only while the better ones gave nothing lawful.
    if (n > 0 && found.some((c) => c.points < POINTS.warning * 3)) return;
    const fixed = fixedOf(search.room, plan);
    const free: Plan = {
      ...plan,
      blocks: plan.blocks.filter((b) => !fixed.some((row) => row.some((f) => f.block === b))),
    };
    const blocked = search.room.walls.map(
      (_, i) => sum(search.zones[i] ?? []) + (fixed[i] ?? []).reduce((w, f) => w + f.block.w, 0),
    );
    const memo = new Map<string, LaidRow | undefined>();
    for (const assignment of assignments(search.room, free, blocked, search.ordered, MAX_ASSIGNMENTS)) {
      if (found.length > 0 && laidRows + memo.size > MAX_ROWS_LAID) break;
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
  return found.sort((a, b) => a.points - b.points).slice(0, MAX_CANDIDATES);
}

const sum = (zones: readonly Zone[]): number => zones.reduce((w, z) => w + (z.to - z.from), 0);

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
  const around = { ...search.surroundings[i]!, fixed };
  const left = plan.corners[i - 1];
  const right = plan.corners[i];
  const empty = blocks.length === 0 && fixed.length === 0 && !search.rows(wall.id);
  const row = layRow({
    wall,
    ...(left ? { left } : {}),
    ...(right ? { right } : {}),
    exposed: exposedEnds(search.room.walls, i),
    blocks,
    fixed,
    ordered: search.ordered,
    fill: empty ? 'needed' : search.fill,
    zones: search.zones[i] ?? [],
    surroundings: around,
    cache: search.cache,
  });
  const places = fixed.reduce((p, f) => p + placePoints(around, f.block, f.at), 0);
  const judged = row && { ...row, points: row.points + places };
  memo.set(key, judged);
  return judged;
}

/** Blocks whose place the customer settled: by millimetre, or centred under a window of their wall. */
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
