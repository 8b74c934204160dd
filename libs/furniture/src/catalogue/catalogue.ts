/**
 * Catalogue: the workshop's modules as data (data/catalogue.json, data/fronts.json), read and inspected once, and the
 * units that their formulas make in a size: parts, tapes, pieces, zones of the front.
 */
import source from '../../data/catalogue.json' with { type: 'json' };
import fronts from '../../data/fronts.json' with { type: 'json' };
import traits from '../../data/traits.json' with { type: 'json' };
import type { Catalogue, Module, Recipe, Unit } from './module.js';
import { inspect, readCatalogue } from './read.js';
import { assemble, type UnitSize } from './unit.js';

/** The data files that state a catalogue together; by default the workshop's own. `file` is how faults name the first. */
interface CatalogueFiles {
  fronts?: unknown;
  traits?: unknown;
  file?: string;
}

/**
 * Reads and inspects a catalogue; throws one error with a line for each fault: file, module and rule
 * (`catalogue.json: ШН: parts[3].L: unknown variable X in "X-4"`).
 */
export function loadCatalogue(source: unknown, files: CatalogueFiles = {}): Catalogue {
  const read = readCatalogue(source, files.fronts ?? fronts, files.traits ?? traits, files.file);
  const faults = read.faults.length > 0 ? read.faults : inspect(read.catalogue, files.file);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return read.catalogue;
}

/** The workshop's catalogue (data/catalogue.json with the fronts of data/fronts.json). */
export const CATALOGUE: Catalogue = loadCatalogue(source);

const { constants } = source;
const worktopTop = constants.legs + constants.baseH + constants.worktop;
/**
 * Numbers of the trade in mm (furniture.ru.md 1.1), by the catalogue's own names: `t` board, `gap` shock absorber,
 * `frontPlaneBase`, `deadBase` from an inner corner to the first ordinary unit, `plinthPlane`, `wallBottom`, `tallH`, …
 * and two that follow: `worktopTop` upper side of the worktop above the floor (HF, 858), `apron` from there to the wall row (562).
 */
export const CONSTANTS = { ...constants, worktopTop, apron: constants.wallBottom - worktopTop } as const;

const MODULES: readonly Module[] = CATALOGUE.recipes.map((recipe) => recipe.module);
const RECIPES: ReadonlyMap<string, Recipe> = new Map(
  CATALOGUE.recipes.flatMap((recipe) => [
    [recipe.module.ascii, recipe],
    [recipe.module.code, recipe],
  ]),
);

/** All modules, in the catalogue's order. */
export const modules = (): readonly Module[] => MODULES;

/** A module by its Russian or Latin code, in any case (`ШНЯ3`, `bd3`). */
export const findModule = (code: string): Module | undefined =>
  (RECIPES.get(code) ?? RECIPES.get(code.trim().toUpperCase()))?.module;

/** Whether the module is made in this width. */
export const isMadeWidth = (module: Module, w: number): boolean =>
  module.widths.some((width) =>
    typeof width === 'number' ? width === w : Number.isInteger(w) && width[0] <= w && w <= width[1],
  );

/** Whether the module is made in this height. Fillers and panels (`any`) take the height of their row. */
export const isMadeHeight = (module: Module, h: number): boolean => module.tier === 'any' || module.heights.includes(h);

/** The made widths below and above `w`, nearest first, at most two. A made width is returned alone. */
export function nearestWidths(module: Module, w: number): number[] {
  if (isMadeWidth(module, w)) return [w];
  const made = module.widths.flatMap((width) => (typeof width === 'number' ? [width] : [...width]));
  const below = made.filter((width) => width < w).sort((a, b) => b - a)[0];
  const above = made.filter((width) => width > w).sort((a, b) => a - b)[0];
  return [below, above].filter((width) => width !== undefined).sort((a, b) => Math.abs(a - w) - Math.abs(b - w));
}

const MAX_CACHED_UNITS = 5000;
const units = new Map<string, Unit>();

/**
 * The module made in a size; mm. `h` is the module's own height by default, `tier` gives fillers and end panels the height and depth of
 * their row. Defined for sizes that are not made too (GEO-WIDTH reports them). Cached.
 */
export function makeUnit(module: Module, size: UnitSize): Unit {
  const key = `${module.ascii} ${size.w} ${size.h} ${size.d} ${size.tier}`;
  const known = units.get(key);
  if (known) return known;
  const recipe = RECIPES.get(module.ascii);
  if (!recipe) throw new Error(`${module.ascii}: no such module in the catalogue`);
  const unit = assemble(recipe, size);
  if (units.size >= MAX_CACHED_UNITS) units.clear();
  units.set(key, unit);
  return unit;
}

/** The single widths that a module is made in, mm, narrow ones first; ranges (fillers) left out. */
export const madeWidths = (code: string): number[] =>
  (findModule(code)?.widths ?? []).filter((w): w is number => typeof w === 'number').sort((a, b) => a - b);

/** The heights that a module is made in, mm, low ones first. */
export const madeHeights = (code: string): number[] => (findModule(code)?.heights ?? []).toSorted((a, b) => a - b);
