import derived from '../../data/derived.json' with { type: 'json' };
import { CONSTANTS } from '../catalogue/catalogue.js';
import type { ObstacleKind, Order, Wall } from '../order/order.js';
import { type Lying, lyingOn, meetInCorners, SLACK, type Stretch, stretchesOf } from './stretch.js';

/** One worktop part along a wall, mm; 600 deep. */
export interface WorktopPart {
  wall: string;
  x0: number;
  x1: number;
}

const LONGEST = derived.worktop.longest;

/** Obstacles that the worktop runs past or above, so that the gap a row leaves for them does not part it. */
const PASSED: ReadonlySet<ObstacleKind> = new Set<ObstacleKind>(['radiator', 'riser', 'gas_pipe', 'niche']);

const passes = (order: Order, wall: string) => (from: number, to: number) =>
  order.obstacles.some((o) => PASSED.has(o.kind) && o.wall === wall && o.at < to && from < o.at + o.width);

function rowOf(order: Order, wall: Wall): Stretch[] {
  const stoves = new Set(order.items.filter((item) => item.kind === 'stove').map((item) => item.node));
  const carries = ({ module, node, run }: Lying) =>
    run.tier === 'base' &&
    run.countertop &&
    ((module.worktop && !stoves.has(node.id)) || (module.tier === 'any' && module.depth > 0));
  const row = lyingOn(order, wall.id, (run) => run.tier === 'base' || run.tier === 'tall').filter(
    (lying) => lying.module.ascii !== 'GAP',
  );
  return stretchesOf(wall.id, row, carries, passes(order, wall.id)).filter((s) =>
    s.nodes.some((l) => l.module.worktop),
  );
}

/** Cuts a stretch into parts no longer than 3000, at borders of nodes, away from sink and hob where another border serves. */
function cut(order: Order, stretch: Stretch): WorktopPart[] {
  const openings = new Set(order.items.filter((i) => i.kind === 'sink' || i.kind === 'hob').map((i) => i.node));
  const borders = stretch.nodes.slice(1).map((right, i) => {
    const left = stretch.nodes[i];
    return { x: right.x0, beside: openings.has(right.node.id) || (!!left && openings.has(left.node.id)) };
  });
  const parts: WorktopPart[] = [];
  let from = stretch.x0;
  for (let left = Math.ceil((stretch.x1 - stretch.x0) / LONGEST); left > 1 || stretch.x1 - from > LONGEST; left -= 1) {
    const low = Math.max(from, stretch.x1 - Math.max(left - 1, 1) * LONGEST);
    const usable = borders.filter(({ x }) => x > from && x <= from + LONGEST);
    const best = usable.findLast(({ x, beside }) => x >= low && !beside) ?? usable.at(-1);
    const to = best?.x ?? from + LONGEST;
    parts.push({ wall: stretch.wall, x0: from, x1: to });
    from = to;
  }
  return [...parts, { wall: stretch.wall, x0: from, x1: stretch.x1 }];
}

/**
 * The worktop parts of an order, wall by wall, left to right (furniture.ru.md 1.1): one for each unbroken stretch of base
 * units with a worktop and the fillers and panels among them; in an inner corner the wall before reaches the corner and
 * the next starts at 600; a remainder below 16 is covered to the wall's end.
 */
export function worktops(order: Order): WorktopPart[] {
  const rows = order.room.walls.map((wall) => rowOf(order, wall));
  const met = meetInCorners(order, rows, 0, CONSTANTS.worktopDepth);
  return order.room.walls.flatMap((wall, k) =>
    (met[k] ?? []).flatMap((stretch) => {
      const x0 = stretch.x0 < SLACK ? 0 : stretch.x0;
      const x1 = wall.length - stretch.x1 < SLACK ? Math.max(wall.length, stretch.x1) : stretch.x1;
      return cut(order, { ...stretch, x0, x1 });
    }),
  );
}
