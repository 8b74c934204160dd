import type { Catalogue, Recipe, Unit } from './module.js';
import { assemble } from './unit.js';

/** Sizes at which a recipe is tried: every single width, the ends of ranges. */
const triedWidths = (recipe: Recipe): number[] =>
  recipe.module.widths.flatMap((width) => (typeof width === 'number' ? [width] : [width[0], width[1]]));

function faultsOfUnit(catalogue: Catalogue, unit: Unit): string[] {
  const faults: string[] = [];
  const sum = unit.zones.reduce((total, zone) => total + zone.height, 0);
  if (sum !== unit.height) faults.push(`zones sum to ${sum}, not to H ${unit.height}`);
  const fronts = unit.zones.reduce((total, zone) => total + zone.leaves, 0);
  const facades = unit.parts.filter((part) => part.material === 'mdf').reduce((total, part) => total + part.qty, 0);
  const glass = unit.pieces.GLASSFRONT ?? 0;
  if (fronts !== facades + glass) faults.push(`zones hold ${fronts} fronts, the parts make ${facades + glass}`);
  for (const part of unit.parts) {
    for (const [what, size] of [
      ['qty', part.qty],
      ['L', part.length],
      ['W', part.width],
    ] as const) {
      if (!Number.isSafeInteger(size) || size <= 0)
        faults.push(`${part.name}: ${what} is ${size}, must be a whole number above 0`);
    }
    if (!catalogue.materials[part.material]) faults.push(`${part.name}: material ${part.material} has no name`);
    for (const edge of Object.values(part.edges)) {
      if (!catalogue.edges[edge]) faults.push(`${part.name}: edge ${edge} has no name`);
    }
  }
  for (const [article, qty] of Object.entries(unit.pieces)) {
    if (!catalogue.pieces[article]) faults.push(`pieces: article ${article} has no name`);
    if (!Number.isSafeInteger(qty) || qty < 0) faults.push(`pieces: ${article} is ${qty}, must be a whole number`);
  }
  for (const key of Object.keys(unit.linear)) if (!catalogue.linear[key]) faults.push(`linear: ${key} has no name`);
  return faults;
}

/** Faults that show only in made units: makes each module in every width and height; one line per fault with the first such size. */
export function inspect(catalogue: Catalogue, file = 'catalogue.json'): string[] {
  const faults = new Map<string, string>();
  const seen = new Set<string>();
  for (const recipe of catalogue.recipes) {
    const { code, ascii, heights } = recipe.module;
    for (const name of new Set([code, ascii])) {
      if (seen.has(name)) faults.set(name, `${file}: ${code}: code ${name} stands twice`);
      seen.add(name);
    }
    for (const w of triedWidths(recipe)) {
      for (const h of heights) {
        for (const fault of faultsOfUnit(catalogue, assemble(recipe, { w, h }))) {
          const line = `${file}: ${code}: ${fault}`;
          if (!faults.has(line)) faults.set(line, `${line} (at ${w} x ${h})`);
        }
      }
    }
  }
  return [...faults.values()];
}
