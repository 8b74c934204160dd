/**
 * The order document: what `GET /v1/conversations/{id}/project` returns and what furniture is assembled from.
 * Lengths and heights are whole millimetres.
 */
import finishes from '../../data/finishes.json' with { type: 'json' };
import obstacles from '../../data/obstacles.json' with { type: 'json' };
import spoken from '../../data/spoken.json' with { type: 'json' };

/** The keys of a table, in its order. */
export function keysOf<Table extends object>(table: Table): readonly Extract<keyof Table, string>[] {
  const keys: Extract<keyof Table, string>[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

/** The greatest length in an order document, mm; `parseOrder` refuses greater ones. */
export const MAX_LENGTH = 20_000;

export const TIERS = ['base', 'wall', 'tall', 'upper'] as const;
/** `tall` units occupy the base and the wall tier at once; `upper` is the mezzanine above 2140 mm. */
export type Tier = (typeof TIERS)[number];

/** data/spoken.json */
export const APPLIANCES = keysOf(spoken.appliances);
export type Appliance = (typeof APPLIANCES)[number];

export const FUELS = ['gas', 'electric', 'induction'] as const;
export type Fuel = (typeof FUELS)[number];

/** data/obstacles.json */
export const OBSTACLES = keysOf(obstacles.defaults);
export type ObstacleKind = (typeof OBSTACLES)[number];

/** The palette of spec.md, `GET …/render`: data/finishes.json. */
export const FINISHES = keysOf(finishes.finishes);
export type Finish = (typeof FINISHES)[number];

export const HANDLES = ['grip', 'bar', 'gola', 'push'] as const;
export type Handle = (typeof HANDLES)[number];

/** How a wall turns from the one before: `right` is an inner corner of 90°, `left` an outer one. */
export type Turn = 'start' | 'right' | 'left';
/** What closes a wall's end: another wall stands there, or nothing does. */
export type WallEnd = 'wall' | 'free';

export interface Wall {
  /** `A`, `B`, `C`, … from left to right, seen from inside the room. */
  id: string;
  turn: Turn;
  length: number;
  ends: { left: WallEnd; right: WallEnd };
}

export interface OrderNode {
  /** Stable for the node's whole life: a node that is moved, widened or renumbered keeps it. */
  id: string;
  /** Left edge from the wall's left end in mm, as a decimal string: `"1270"`. */
  at: string;
  /** Catalogue code in Latin letters: `BD3`. */
  code: string;
  w: number;
  /** Where the module is made in several heights. */
  h?: number;
  /** Depth of the carcass where it is not the module's own. */
  d?: number;
  pinned?: true;
}

export interface Run {
  /** `<wall>-<tier>`: `A-base`. */
  id: string;
  wall: string;
  tier: Tier;
  countertop: boolean;
  plinth: boolean;
  /** In order of composition, left to right. */
  nodes: OrderNode[];
}

/** An appliance that stands in a node. `w` is the appliance's own width where the customer named it (a sink's bowl). */
export interface Item {
  id: string;
  kind: Appliance;
  node: string;
  w?: number;
  fuel?: Fuel;
}

export interface Obstacle {
  id: string;
  kind: ObstacleKind;
  wall: string;
  at: number;
  width: number;
  bottom?: number;
  top?: number;
  depth?: number;
}

export interface OrderFinish {
  carcass?: Finish;
  facade?: Partial<Record<Tier, Finish>>;
  worktop?: Finish;
}

export interface Order {
  id: string;
  kind: 'kitchen';
  ceiling: number;
  room: { walls: Wall[] };
  runs: Run[];
  items: Item[];
  obstacles: Obstacle[];
  finish: OrderFinish;
  handles: Partial<Record<Tier, Handle>>;
  lighting: { under?: boolean };
  /**
   * The highest number ever issued to a node, item or obstacle (`{node: 22}` after `n22` was removed), where no id that
   * stands shows it. Ids last for life: a new one comes after both. Absent in orders that nothing was removed from.
   */
  issued?: { node?: number; item?: number; obstacle?: number };
}
