import type { Order, Tier } from '../order/order.js';
import type { PlacedNode } from './placed.js';

/** A row of a wall: what stands in one row must not share a place. Tall units stand in the base and the wall row. */
export const ROWS = ['base', 'wall', 'upper'] as const;
export type Row = (typeof ROWS)[number];

export const rowsOf = (tier: Tier): readonly Row[] => (tier === 'tall' ? ['base', 'wall'] : [tier]);

/** The nodes that stand in a row of a wall, left to right; `placed` as `place` returns it. */
export function inRow(placed: readonly PlacedNode[], wallIndex: number, row: Row): PlacedNode[] {
  return placed.filter((p) => p.wallIndex === wallIndex && rowsOf(p.tier).includes(row)).sort((a, b) => a.x0 - b.x0);
}

/** Whether the walls `index` and `index + 1` meet in an inner corner. */
export const innerCornerAfter = (order: Order, index: number): boolean =>
  index >= 0 && order.room.walls[index + 1]?.turn === 'right';
