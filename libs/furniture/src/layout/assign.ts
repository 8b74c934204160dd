import { CONSTANTS } from '../catalogue/catalogue.js';
import { matches } from './floor-points.js';
import type { Block, Room } from './model.js';
import { isHob, isTall } from './model.js';
import type { Plan } from './plans.js';

/** Which wall each block goes to, by the block's place in `plan.blocks`; points say how promising it is. */
export interface Assignment {
  walls: number[];
  points: number;
}

/** So many assignments are carried from block to block: all of six blocks on three walls, the most promising of more. */
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

/** The most promising assignments, best first, at most `count`; none where the blocks are wider than the walls. */
export function assignments(
  room: Room,
  plan: Plan,
  blocked: readonly number[],
  ordered: boolean,
  count: number,
): Assignment[] {
  const room1 = capacities(room, plan, blocked);
  const { blocks } = plan;
  const walls = room.walls.length;
  const allowed = blocks.map((b) => {
    const named = room.walls.findIndex((w) => w.id === b.placement.wall);
    return named >= 0 ? [named] : room.walls.map((_, i) => i);
  });
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
          points: part.points + joins(plan, part.walls, block, wall, walls),
        });
      }
    }
    partial = next.length > MAX_PARTIAL ? next.sort((x, y) => x.points - y.points).slice(0, MAX_PARTIAL) : next;
  });
  return partial
    .map((part) => ({ walls: part.walls, points: part.points + balance(part.walls, part.left, room1) }))
    .sort((a, b) => a.points - b.points)
    .slice(0, count);
}

/** Points of putting one more block on a wall beside those that have one. */
function joins(plan: Plan, placed: readonly number[], block: Block, wall: number, walls: number): number {
  let points = 0;
  const with_ = (i: number): Block | undefined => plan.blocks[i];
  const cornerSink = plan.corners.findIndex((c) => c?.block?.role === 'sink');
  const sinkWall = cornerSink >= 0 ? [plan.corners[cornerSink]?.kind === 'after' ? cornerSink + 1 : cornerSink] : [];
  if (isTall(block) && walls > 2 && wall > 0 && wall < walls - 1) points += 60;
  if (block.role === 'dishwasher') for (const s of sinkWall) if (s !== wall) points += 80;
  if (block.placement.nextTo && matchesCorner(plan, block) && !sinkWall.includes(wall)) points += 200;
  if (block.placement.where === 'start' && block.placement.wall === undefined && wall !== 0) points += 30;
  placed.forEach((other, i) => {
    const b = with_(i);
    if (!b) return;
    const apart = other !== wall;
    const pair = (x: Block['role'], y: Block['role']): boolean =>
      (b.role === x && block.role === y) || (b.role === y && block.role === x);
    if (pair('sink', 'dishwasher') && apart) points += 80;
    if (pair('sink', 'washer') && apart) points += 15;
    if (((b.role === 'sink' && isHob(block)) || (block.role === 'sink' && isHob(b))) && !apart) points += 4;
    if (b.role === 'fridge' && isHob(block) && !apart) points += 3;
    const asked = (a: Block, o: Block): boolean => a.placement.nextTo !== undefined && matches(a.placement.nextTo, o);
    if ((asked(b, block) || asked(block, b)) && apart) points += 200;
    if (isTall(b) && isTall(block) && apart) points += 2;
  });
  return points;
}

const matchesCorner = (plan: Plan, block: Block): boolean =>
  plan.corners.some(
    (c) => c?.block && block.placement.nextTo !== undefined && matches(block.placement.nextTo, c.block),
  );

/** An empty wall beside a full one is dull; a wall filled to the last centimetre leaves the hob no room. */
function balance(walls: readonly number[], left: readonly number[], whole: readonly number[]): number {
  let points = 0;
  whole.forEach((size, i) => {
    const taken = walls.some((w) => w === i);
    if (!taken && size >= 600) points += 15;
    if (taken && (left[i] ?? 0) < 300) points += 6;
  });
  return points;
}
