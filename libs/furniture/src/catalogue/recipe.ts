import type { Formula } from './formula.js';
import type { EdgeKind, Module, PartSide, SheetMaterial, ZoneKind } from './module.js';
import type { RowHeights } from './rows.js';

/** A module as the catalogue's file states it, its formulas parsed: what a unit is made by. */
export interface Recipe {
  module: Module;
  doors: Formula;
  blind: Formula;
  runner: number;
  /** Thickness of the carcass board, mm (`t`). */
  board: number;
  /** Heights of the rows that strips and end panels take theirs from. */
  rows: RowHeights;
  parts: readonly PartRecipe[];
  pieces: readonly (readonly [article: string, Formula])[];
  linear: readonly (readonly [key: string, Formula])[];
  zones: readonly ZoneRecipe[];
  /** Depth by height (end panels). */
  depths: ReadonlyMap<number, number>;
  /** Edges of every part beyond its own, by height (end panels). */
  extraEdges: ReadonlyMap<number, Partial<Record<PartSide, EdgeKind>>>;
}

export interface PartRecipe {
  name: string;
  material: SheetMaterial;
  qty: Formula;
  length: Formula;
  width: Formula;
  edges: Partial<Record<PartSide, EdgeKind>>;
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
