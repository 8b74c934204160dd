import data from '../../data/traits.json' with { type: 'json' };
import type { Appliance, Tier } from '../order/order.js';
import type { Formula } from './formula.js';
import type { RowHeights } from './unit.js';

/** What a module is to the code, besides its sizes, parts and appliances; data/traits.json says what each means. */
export type Trait = keyof typeof data.traits;

/** One module of the catalogue with its formulas parsed (furniture.ru.md 1.2). */
export interface Module {
  /** Russian code, shown to people: `ШНЯ3`. */
  code: string;
  /** Latin code, in orders and the API: `BD3`. */
  ascii: string;
  /** Russian title. */
  title: string;
  /** `any`: fillers and panels, which stand in every tier. */
  tier: Tier | 'any';
  /** Widths in mm: single sizes, or inclusive ranges (fillers). */
  widths: readonly (number | readonly [number, number])[];
  /** Heights in mm; the first is the module's own. */
  heights: readonly number[];
  /** Depth of the carcass in mm. */
  depth: number;
  /** Blind zone of a corner unit in mm, 0 elsewhere (`b`). */
  blind: number;
  /** Whether the worktop runs over it. */
  worktop: boolean;
  /** Appliances that it is made for; `alternatives` when one of them (niche for stove or washer), else all. */
  appliances: readonly Appliance[];
  alternatives: boolean;
  traits: ReadonlySet<Trait>;
}

export const SHEET_MATERIALS = ['chip', 'mdf', 'hdf', 'top', 'wall6'] as const;
export type SheetMaterial = (typeof SHEET_MATERIALS)[number];
export const EDGE_KINDS = ['e04', 'e1', 'e2'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];
export const PART_SIDES = ['L1', 'L2', 'W1', 'W2'] as const;
export type PartSide = (typeof PART_SIDES)[number];

/** Tape per side of a part. */
export type PartEdges = Partial<Record<PartSide, EdgeKind>>;

/** Equal parts of a unit, formulas evaluated; mm. `length × width × qty` is its area; `edges` the tape per side. */
export interface Part {
  name: string;
  material: SheetMaterial;
  qty: number;
  length: number;
  width: number;
  edges: PartEdges;
}

/** A module made in one width, height and depth. */
export interface Unit {
  module: Module;
  width: number;
  height: number;
  depth: number;
  /** Number of doors (`n`). */
  doors: number;
  parts: readonly Part[];
  /** Bought pieces by article. */
  pieces: Readonly<Record<string, number>>;
  /** Own linear material by key, mm (the hanging rail). */
  linear: Readonly<Record<string, number>>;
  /** From the bottom up. */
  zones: readonly Zone[];
}

/**
 * What closes a zone of a unit's front. `door` hinged, `drawer`, `lift` (flap that opens upwards), `drop` (front of a
 * dishwasher, opens downwards), `pullout` (cargo), `glass` (bought glass door), `false` (fixed front), `filler`;
 * without a front: `niche` (an appliance stands there), `open`, `panel`, `gap`.
 */
export const ZONE_KINDS = [
  'door',
  'drawer',
  'lift',
  'drop',
  'pullout',
  'glass',
  'false',
  'filler',
  'niche',
  'open',
  'panel',
  'gap',
] as const;
export type ZoneKind = (typeof ZONE_KINDS)[number];

/** A horizontal band of a unit's front (furniture.ru.md 1.1, rule of zones); mm. The zones of a unit sum to its height. */
export interface Zone {
  kind: ZoneKind;
  /** Lower edge, from the bottom of the carcass. */
  z: number;
  height: number;
  /** Fronts side by side in the zone, 0 where it has none. */
  leaves: number;
  /** Finished size of one front. In a corner unit it stands beside the blind zone. */
  leafWidth: number;
  leafHeight: number;
}

/** A module as the catalogue's file states it, its formulas parsed: what a unit is made by. */
export interface Recipe {
  module: Module;
  doors: Formula;
  blind: Formula;
  runner: number;
  /** Thickness of the carcass board, mm (`t`). */
  board: number;
  /** Heights of the rows that fillers and end panels take theirs from. */
  rows: RowHeights;
  parts: readonly PartRecipe[];
  pieces: readonly (readonly [article: string, Formula])[];
  linear: readonly (readonly [key: string, Formula])[];
  zones: readonly ZoneRecipe[];
  /** Depth by height (end panels). */
  depths: ReadonlyMap<number, number>;
  /** Edges of every part beyond its own, by height (end panels). */
  extraEdges: ReadonlyMap<number, PartEdges>;
}

export interface PartRecipe {
  name: string;
  material: SheetMaterial;
  qty: Formula;
  length: Formula;
  width: Formula;
  edges: PartEdges;
}

export interface ZoneRecipe {
  kind: ZoneKind;
  height: Formula;
  /** The part that is its front. */
  part?: string;
}

/** The catalogue as a whole (data/catalogue.json, data/fronts.json). Names are Russian. */
export interface Catalogue {
  constants: Readonly<Record<string, number>>;
  materials: Readonly<Record<string, string>>;
  edges: Readonly<Record<string, string>>;
  linear: Readonly<Record<string, string>>;
  pieces: Readonly<Record<string, string>>;
  recipes: readonly Recipe[];
}
