import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Order, Wall } from '../order/order.js';
import { cornerMeasures } from './corners.js';
import { isDiagonalCorner, isEndPanel, isFiller, isGap, isNiche } from './kinds.js';
import { obstacleVolumes, type ObstacleVolume } from './obstacles.js';
import { place } from './place.js';
import type { PlacedNode } from './placed.js';
import { innerCornerAfter, inRow } from './rows.js';

/** One stretch of worktop along a wall, mm, with the nodes below it. Its depth is 600 everywhere. */
export interface WorktopSegment {
  wall: Wall;
  wallIndex: number;
  x0: number;
  x1: number;
  nodes: PlacedNode[];
}

/** A stretch ends at the wall's end when no more than this is left over, mm (exclusive; furniture.ru.md 1.1). */
export const SLACK = 16;

/** Obstacles that a worktop runs past, so that the gap which a row leaves for them does not part it. */
const PASSED = new Set<string>(['riser', 'gas_pipe', 'radiator', 'niche']);

/**
 * The worktop's stretches: over adjacent floor units with a worktop and the strips and panels between them. In an
 * inner corner the wall before it has the corner, the next begins at 600. Parted by tall units, a stove's niche, doors
 * and open gaps.
 */
export function worktopSegments(order: Order, placed: readonly PlacedNode[] = place(order)): WorktopSegment[] {
  const obstacles = obstacleVolumes(order);
  const rows = order.room.walls.map((_, index) => onWall(order, index, placed, obstacles));
  for (const index of rows.keys()) meet(order, rows, index);
  return rows
    .flat()
    .filter(({ x0, x1 }) => x1 > x0)
    .map(untilWall);
}

export function isStove(order: Order, p: PlacedNode): boolean {
  return order.items.some((item) => item.node === p.node.id && item.kind === 'stove');
}

function carries(order: Order, p: PlacedNode): boolean {
  if (p.tier !== 'base' || !p.run.countertop) return false;
  if (isNiche(p.module)) return !isStove(order, p);
  return p.module.worktop || isFiller(p.module) || isEndPanel(p.module);
}

function onWall(
  order: Order,
  index: number,
  placed: readonly PlacedNode[],
  obstacles: readonly ObstacleVolume[],
): WorktopSegment[] {
  const segments: WorktopSegment[] = [];
  let open: WorktopSegment | undefined;
  for (const p of inRow(placed, index, 'base').filter((q) => !isGap(q.module))) {
    if (!carries(order, p)) {
      open = undefined;
      continue;
    }
    if (open && isPassed(open.x1, p.x0, index, obstacles)) {
      open.x1 = Math.max(open.x1, p.x1);
      open.nodes.push(p);
    } else {
      open = { wall: p.wall, wallIndex: index, x0: p.x0, x1: p.x1, nodes: [p] };
      segments.push(open);
    }
  }
  return segments.filter((s) => s.nodes.some((p) => p.module.worktop));
}

function isPassed(from: number, to: number, index: number, obstacles: readonly ObstacleVolume[]): boolean {
  if (to - from < SLACK) return true;
  return obstacles.some((v) => v.wallIndex === index && PASSED.has(v.obstacle.kind) && v.x0 < to && from < v.x1);
}

function untilWall(segment: WorktopSegment): WorktopSegment {
  const { wall, x0, x1 } = segment;
  return { ...segment, x0: x0 < SLACK ? 0 : x0, x1: wall.length - x1 < SLACK ? Math.max(wall.length, x1) : x1 };
}

/** Where the rows of two walls meet in an inner corner, the first has the corner and the next begins before it. */
function meet(order: Order, rows: WorktopSegment[][], index: number): void {
  const last = rows[index]?.at(-1);
  const first = rows[index + 1]?.[0];
  if (!innerCornerAfter(order, index) || !last || !first) return;
  const diagonal = [...last.nodes, ...first.nodes].filter((p) => isDiagonalCorner(p.module)).map((p) => p.node.w);
  const reach = Math.max(cornerMeasures('base').clear, ...diagonal);
  if (last.x1 < last.wall.length - reach || first.x0 > reach) return;
  last.x1 = last.wall.length;
  first.x0 = CONSTANTS.worktopDepth;
}
