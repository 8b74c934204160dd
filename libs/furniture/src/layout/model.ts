import type { Appliance, Fuel, Obstacle, Tier, Wall } from '../order/order.js';
import type { Placement } from './brief.js';

/** What a block is to the rules of the layout: the appliance in it, or a tall or other unit. */
export type Role =
  | 'sink'
  | 'dishwasher'
  | 'hob'
  | 'stove'
  | 'washer'
  | 'fridge'
  | 'oven'
  | 'tall'
  | 'unit'
  | 'hood'
  | 'drainer'
  | 'microwave';

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
