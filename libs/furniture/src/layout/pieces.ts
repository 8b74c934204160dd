import { given, runId } from '../order/nodes.js';
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
  return { id: runId(wall, tier), wall, tier, countertop, plinth, nodes: [] };
}

export function nodeOf({ at, code, w, h, d, pinned }: Piece, id: string): OrderNode {
  return { id, at: String(at), code, w, ...given({ h, d, pinned }) };
}

export function itemOf({ kind, w, fuel }: ItemSpec, id: string, node: string): Item {
  return { id, kind, node, ...given({ w, fuel }) };
}

/** A unit, filler or panel that nobody asked for, still without a place. */
export const plainPiece = (code: string, tier: Tier, w: number, h?: number): Omit<Piece, 'at'> => ({
  code,
  tier,
  w,
  items: [],
  ...given({ h }),
});

/** A block without appliances and wishes. */
export const plainBlock = (key: string, { code, w, tier }: Pick<Block, 'code' | 'w' | 'tier'>): Block => ({
  key,
  code,
  w,
  tier,
  role: tier === 'tall' ? 'tall' : 'unit',
  items: [],
  placement: {},
});

/** A block as a piece, still without a place. */
export function blockPiece(block: Block): Omit<Piece, 'at'> {
  const { code, tier, w, h, items, id } = block;
  return { code, tier, w, items, block, ...given({ h, id }) };
}
