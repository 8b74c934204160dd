import { given, runId } from '../order/nodes.js';
import type { Appliance, Fuel, Item, Obstacle, OrderNode, Run, Tier, Wall } from '../order/order.js';
import type { Placement } from './brief.js';

/** What a block is to the rules of the layout: the appliance in it, or a tall or other unit. */
export type Role = Appliance | 'tall' | 'unit' | 'drainer';

export interface ItemSpec {
  kind: Appliance;
  /** mm, where the customer named the appliance's own width. */
  w?: number;
  fuel?: Fuel;
}

/** A unit that must be placed. Widths in mm. */
export interface Block {
  /** `b0`, `b1`, … in the customer's sequence. */
  key: string;
  code: string;
  w: number;
  h?: number;
  tier: Tier;
  role: Role;
  items: ItemSpec[];
  placement: Placement;
  fuel?: Fuel;
  /** Narrower widths that serve too: the customer named none. */
  spare?: number[];
  /** The node that this is in an existing order. */
  id?: string;
}

/** A placed unit or filler, mm from its wall's left end. */
export interface Piece {
  code: string;
  tier: Tier;
  at: number;
  w: number;
  h?: number;
  d?: number;
  pinned?: true;
  items: ItemSpec[];
  /** Of the block it was made for; absent for fillers and panels. */
  block?: Block;
  id?: string;
}

/** The room that a kitchen is laid out in: walls and obstacles as the order keeps them. */
export interface Room {
  ceiling: number;
  walls: Wall[];
  obstacles: Obstacle[];
}

/** What bounds a stretch: a side wall, nothing, a neighbouring row in an inner corner, a door or window, a riser, a unit. */
export type EdgeKind = 'wall' | 'free' | 'corner' | 'opening' | 'obstacle' | 'block';
export interface Edge {
  kind: EdgeKind;
  /** The unit that bounds it, where `kind` is `block`. */
  block?: Block;
  /** A free end at an outer corner, where the side of the row is visible. */
  exposed?: true;
  /** An end panel stands there already. */
  panel?: true;
}

/** A free piece of a wall's tier, mm. */
export interface FreeStretch {
  from: number;
  to: number;
  left: Edge;
  right: Edge;
}

export const isTall = (block: Block | undefined): boolean => block?.tier === 'tall';
export const isHob = (block: Block | undefined): boolean => block?.role === 'hob' || block?.role === 'stove';

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
