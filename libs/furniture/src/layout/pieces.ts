import type { Item, OrderNode, Run, Tier } from '../order/order.js';
import type { Block, ItemSpec, Piece } from './model.js';

/** Tiers in the sequence in which an order lists a wall's runs, with what a run of each carries. */
export const RUN_TIERS: readonly Pick<Run, 'tier' | 'countertop' | 'plinth'>[] = [
  { tier: 'tall', countertop: false, plinth: true },
  { tier: 'base', countertop: true, plinth: true },
  { tier: 'wall', countertop: false, plinth: false },
  { tier: 'upper', countertop: false, plinth: false },
];
export const rankOf = (tier: Tier): number => RUN_TIERS.findIndex((run) => run.tier === tier);

/** A run of this tier without nodes. */
export function emptyRun(wall: string, tier: Tier): Run {
  const { countertop = false, plinth = false } = RUN_TIERS[rankOf(tier)] ?? {};
  return { id: `${wall}-${tier}`, wall, tier, countertop, plinth, nodes: [] };
}

export function nodeOf({ at, code, w, h, d, pinned }: Piece, id: string): OrderNode {
  return { id, at: String(at), code, w, ...given({ h, d, pinned }) };
}

export function itemOf({ kind, w, fuel }: ItemSpec, id: string, node: string): Item {
  return { id, kind, node, ...given({ w, fuel }) };
}

/** A block as a piece, still without a place. */
export function blockPiece(block: Block): Omit<Piece, 'at'> {
  const { code, tier, w, h, items, id } = block;
  return { code, tier, w, items, block, ...given({ h, id }) };
}

/** The fields that have a value: orders hold no `undefined`, they are compared and stored as JSON. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const result: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in fields) {
    const value = fields[key];
    if (isGiven(value)) result[key] = value;
  }
  return result;
}

const isGiven = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;
