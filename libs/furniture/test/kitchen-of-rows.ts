import type { Obstacle, Order, OrderNode, Run, Tier, Wall } from '../src/order/order.js';
import { straightOrder } from './golden-order.js';

/** Catalogue code, left edge, width and, where it is not the module's own, height; mm. */
export type Row = [code: string, at: number, w: number, h?: number];

let nodes = 0;
/** A run of rows; ids go on counting. */
export const run = (wall: string, tier: Tier, rows: Row[]): Run => ({
  id: `${wall}-${tier}`,
  wall,
  tier,
  countertop: tier === 'base',
  plinth: tier === 'base' || tier === 'tall',
  nodes: rows.map(([code, at, w, h]): OrderNode => {
    nodes += 1;
    return { id: `n${nodes}`, at: String(at), code, w, ...(h ? { h } : {}) };
  }),
});

const ids = ['A', 'B', 'C'];
/** A kitchen of walls that turn right, without appliances, with these runs; mm. */
export const kitchen = (lengths: number[], runs: Run[], change: Partial<Order> = {}): Order => {
  const walls = lengths.map(
    (length, i): Wall => ({
      id: ids[i] ?? '',
      turn: i === 0 ? 'start' : 'right',
      length,
      ends: { left: i === 0 ? 'free' : 'wall', right: i === lengths.length - 1 ? 'free' : 'wall' },
    }),
  );
  const { runs: _r, items: _i, ...rest } = straightOrder();
  return { ...rest, room: { walls }, items: [], runs, ...change };
};

export const door = (at: number, width: number): Obstacle => ({ id: 'o1', kind: 'door', wall: 'A', at, width });

/** «A 0-600»: stretches in short. */
export const spans = (parts: readonly { wall: string; x0: number; x1: number }[]): string[] =>
  parts.map((part) => `${part.wall} ${part.x0}-${part.x1}`);
