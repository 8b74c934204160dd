import derived from '../../data/derived.json' with { type: 'json' };
import type { Tier } from '../order/order.js';
import type { Variables } from './formula.js';
import type { Part, Recipe, Unit, Zone } from './module.js';

/** Sizes of a unit in mm. `tier`: the row that a filler or panel stands in, whose height and depth it takes. */
export interface UnitSize {
  w: number;
  h?: number;
  d?: number;
  tier?: Tier;
}

const heightOf = (recipe: Recipe, { h, tier }: UnitSize): number => {
  if (h !== undefined) return h;
  const own = recipe.module.heights[0] ?? 0;
  if (recipe.module.tier !== 'any' || !tier || own === 0) return own;
  return recipe.depths.size > 0 ? recipe.rows.panels[tier] : recipe.rows.fillers[tier];
};

/**
 * The height whose depth and edges an end panel has: its own where the catalogue states it, else that of its tier. In
 * the mezzanine it is made like the wall row's: 320 deep, its lower edge seen.
 */
const variantOf = (recipe: Recipe, height: number, tier?: Tier): number =>
  recipe.depths.has(height) || !tier ? height : recipe.rows.panels[tier === 'upper' ? 'wall' : tier];

/** The longest runner that fits the depth of a carcass (furniture.ru.md 1.1, drawers). */
export const runnerLength = (depth: number): number =>
  derived.runner.lengths.findLast((length) => length <= depth - derived.runner.behind) ??
  derived.runner.lengths[0] ??
  0;

function zonesOf(recipe: Recipe, v: Variables, parts: readonly Part[]): Zone[] {
  let z = 0;
  const reveal = derived.frontReveal;
  const heights = recipe.zones.map((zone) => zone.height.evaluate(v));
  return recipe.zones.map((zone, i) => {
    const height = heights[i] ?? 0;
    const made: Zone = { kind: zone.kind, z, height, leaves: 0, leafWidth: 0, leafHeight: 0 };
    z += height;
    if (zone.kind === 'glass') {
      return { ...made, leaves: v.n, leafWidth: Math.floor(v.W / v.n) - reveal, leafHeight: height - reveal };
    }
    const leafHeight = height - reveal;
    const part = parts.find((p) => p.name === zone.part && (p.length === leafHeight || p.width === leafHeight));
    if (!part) return made;
    const sharing = recipe.zones.filter((other, k) => other.part === zone.part && heights[k] === height).length;
    const leafWidth = part.length === leafHeight ? part.width : part.length;
    return { ...made, leaves: part.qty / sharing, leafWidth, leafHeight };
  });
}

/** Makes a unit by its recipe. Defined for every size; the checks report sizes that are not made. */
export function assemble(recipe: Recipe, size: UnitSize): Unit {
  const { module } = recipe;
  const H = heightOf(recipe, size);
  const variant = variantOf(recipe, H, size.tier);
  const D = size.d ?? recipe.depths.get(variant) ?? module.depth;
  const NL = size.d === undefined ? recipe.runner : runnerLength(D);
  const base = { W: size.w, H, D, B: size.w - 2 * recipe.board, t: recipe.board, n: 1, b: 0, NL };
  const sized = { ...base, b: recipe.blind.evaluate(base) };
  const v: Variables = { ...sized, n: recipe.doors.evaluate(sized) };
  const extra = recipe.extraEdges.get(variant) ?? {};
  const parts = recipe.parts
    .map((part) => ({
      name: part.name,
      material: part.material,
      qty: part.qty.evaluate(v),
      length: part.length.evaluate(v),
      width: part.width.evaluate(v),
      edges: { ...part.edges, ...extra },
    }))
    .filter((part) => part.qty > 0);
  const article = (name: string) => (size.d !== undefined && name === derived.runner.article ? `RUN-${NL}` : name);
  return {
    module,
    width: size.w,
    height: H,
    depth: D,
    doors: v.n,
    parts,
    pieces: Object.fromEntries(recipe.pieces.map(([name, qty]) => [article(name), qty.evaluate(v)])),
    linear: Object.fromEntries(recipe.linear.map(([key, length]) => [key, length.evaluate(v)])),
    zones: zonesOf(recipe, v, parts),
  };
}

/** Default heights of a row's fillers and end panels, mm (furniture.ru.md 1.1). */
export interface RowHeights {
  fillers: Readonly<Record<Tier, number>>;
  panels: Readonly<Record<Tier, number>>;
}

type Constants = Readonly<Record<'legs' | 'baseH' | 'tallH' | 'wallBottom' | 'wallTop', number>>;

/** By the catalogue's constants: a filler is as high as its row, a panel on the floor reaches down to it. */
export function rowHeights({ legs, baseH, tallH, wallBottom, wallTop }: Constants): RowHeights {
  const wall = wallTop - wallBottom;
  return {
    fillers: { base: baseH, wall, tall: tallH, upper: derived.mezzanine },
    panels: { base: legs + baseH, wall, tall: wallTop, upper: derived.mezzanine },
  };
}
