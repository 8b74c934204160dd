import data from '../../data/traits.json' with { type: 'json' };
import { APPLIANCES, type Appliance, TIERS } from '../order/order.js';
import { Fields } from './fields.js';
import {
  type Catalogue,
  EDGE_KINDS,
  type Module,
  PART_SIDES,
  type PartEdges,
  type PartRecipe,
  type Recipe,
  SHEET_MATERIALS,
  type Trait,
  type Unit,
  ZONE_KINDS,
  type ZoneRecipe,
} from './module.js';
import { assemble, type RowHeights, rowHeights } from './unit.js';

const REQUIRED_CONSTANTS =
  't back facade gap legs baseH baseD worktop worktopDepth frontPlaneBase frontPlaneWall cornerFiller deadBase deadWall plinthPlane wallBottom wallTop tallH'.split(
    ' ',
  );

function widthsOf(fields: Fields): Module['widths'] {
  const widths = fields.list('widths');
  if (widths.length === 0) fields.fault('widths', 'must name a width');
  return widths.map((width, i) => {
    if (typeof width === 'number' && Number.isInteger(width) && width > 0) return width;
    const range = typeof width === 'string' ? /^(\d+)\.\.(\d+)$/.exec(width) : null;
    if (range && Number(range[1]) <= Number(range[2])) return [Number(range[1]), Number(range[2])];
    fields.fault(`widths[${i}]`, `must be a width or a range "16..150", is ${JSON.stringify(width)}`);
    return 0;
  });
}

function edgesOf(fields: Fields, field: string): PartEdges {
  const edges: PartEdges = {};
  for (const [key, value] of fields.entries(field)) {
    const side = PART_SIDES.find((name) => name === key);
    const edge = EDGE_KINDS.find((name) => name === value);
    if (side && edge) edges[side] = edge;
    else
      fields.fault(
        `${field}.${key}`,
        `must be a side (${PART_SIDES.join(', ')}) with an edge (${EDGE_KINDS.join(', ')})`,
      );
  }
  return edges;
}

function appliancesOf(fields: Fields): Pick<Module, 'appliances' | 'alternatives'> {
  if (!fields.has('appliance')) return { appliances: [], alternatives: false };
  const text = fields.text('appliance');
  const appliances: Appliance[] = [];
  for (const name of text.split(/[|+]/)) {
    const known = APPLIANCES.find((appliance) => appliance === name);
    if (known) appliances.push(known);
    else fields.fault('appliance', `unknown appliance ${name}`);
  }
  return { appliances, alternatives: text.includes('|') };
}

function partOf(fields: Fields): PartRecipe {
  return {
    name: fields.text('name'),
    material: fields.one('material', SHEET_MATERIALS),
    qty: fields.formula('qty'),
    length: fields.formula('L'),
    width: fields.formula('W'),
    edges: edgesOf(fields, 'edges'),
  };
}

function zonesOf(fields: Fields, ascii: string, fronts: ReadonlyMap<string, unknown>): ZoneRecipe[] {
  const zones = fronts.get(ascii);
  if (!Array.isArray(zones)) {
    fields.fault('fronts', 'has no zones in fronts.json');
    return [];
  }
  return zones.map((zone, i) => {
    const own = new Fields(zone, `${fields.path}: fronts[${i}]`, fields.faults);
    const made = { kind: own.one('kind', ZONE_KINDS), height: own.formula('height') };
    return own.has('part') ? { ...made, part: own.text('part') } : made;
  });
}

const isTrait = (name: unknown): name is Trait => typeof name === 'string' && Object.hasOwn(data.traits, name);

function traitsOf(fields: Fields, ascii: string, traits: ReadonlyMap<string, unknown>): ReadonlySet<Trait> {
  const named = traits.get(ascii);
  if (!Array.isArray(named)) {
    fields.fault('traits', 'has no entry in traits.json');
    return new Set();
  }
  const known = named.filter(isTrait);
  for (const name of named) if (!isTrait(name)) fields.fault('traits', `unknown trait ${String(name)}`);
  return new Set(known);
}

/** The data files beside the catalogue that state more of its modules, as entries by Latin code. */
interface Beside {
  fronts: ReadonlyMap<string, unknown>;
  traits: ReadonlyMap<string, unknown>;
}

function recipeOf(fields: Fields, board: number, rows: RowHeights, { fronts, traits }: Beside): Recipe {
  const ascii = fields.text('ascii');
  const heights = fields.list('heights').filter((h): h is number => typeof h === 'number');
  const own = fields.whole('H');
  if (!heights.includes(own)) fields.fault('heights', `must include H ${own}`);
  const blind = fields.formula('b');
  const depths = fields.has('depths') ? Object.entries(fields.numbers('depths')) : [];
  const extra = fields.has('extraEdges') ? fields.entries('extraEdges') : [];
  const inExtra = new Fields(Object.fromEntries(extra), `${fields.path}: extraEdges`, fields.faults);
  return {
    module: {
      code: fields.text('code'),
      ascii,
      title: fields.text('title'),
      tier: fields.one('tier', [...TIERS, 'any']),
      widths: widthsOf(fields),
      heights: [own, ...heights.filter((h) => h !== own)],
      depth: fields.whole('D'),
      blind: /^\d+$/.test(blind.text) ? Number(blind.text) : 0,
      worktop: fields.flag('worktop'),
      ...appliancesOf(fields),
      traits: traitsOf(fields, ascii, traits),
    },
    doors: fields.formula('n'),
    blind,
    runner: fields.whole('NL'),
    board,
    rows,
    parts: fields
      .list('parts')
      .map((part, i) => partOf(new Fields(part, `${fields.path}: parts[${i}]`, fields.faults))),
    pieces: fields.formulas('pieces'),
    linear: fields.formulas('linear'),
    zones: zonesOf(fields, ascii, fronts),
    depths: new Map(depths.map(([h, d]) => [Number(h), d])),
    extraEdges: new Map(extra.map(([h]) => [Number(h), edgesOf(inExtra, h)])),
  };
}

/**
 * Reads the catalogue's files. Every fault is one line in `faults`: file, module, field, rule; the catalogue is then
 * not to be used. Rules that need made units (zones, sizes) are `inspect`'s.
 */
export function readCatalogue(
  source: unknown,
  fronts: unknown,
  traits: unknown,
  file = 'catalogue.json',
): { catalogue: Catalogue; faults: string[] } {
  const faults: string[] = [];
  const fields = new Fields(source, file, faults);
  const constants = fields.numbers('constants');
  for (const name of REQUIRED_CONSTANTS)
    if (constants[name] === undefined) fields.fault(`constants.${name}`, 'is missing');
  const mm = (name: string): number => constants[name] ?? 0;
  const rows = rowHeights({
    legs: mm('legs'),
    baseH: mm('baseH'),
    tallH: mm('tallH'),
    wallBottom: mm('wallBottom'),
    wallTop: mm('wallTop'),
  });
  const entries = (value: unknown, name: string) => new Map(new Fields(value, name, faults).entries('modules'));
  const beside = { fronts: entries(fronts, 'fronts.json'), traits: entries(traits, 'traits.json') };
  const recipes = fields.list('modules').map((module, i) => {
    const code =
      typeof module === 'object' && module !== null && 'code' in module ? String(module.code) : `modules[${i}]`;
    return recipeOf(new Fields(module, `${file}: ${code}`, faults), constants.t ?? 0, rows, beside);
  });
  for (const [purpose, code] of new Fields(traits, 'traits.json', faults).entries('standard'))
    if (!recipes.some(({ module }) => module.ascii === code))
      faults.push(`traits.json: standard.${purpose}: no module ${String(code)}`);
  const catalogue = {
    constants,
    materials: fields.names('materials'),
    edges: fields.names('edges'),
    linear: fields.names('linear'),
    pieces: fields.names('pieces'),
    recipes,
  };
  return { catalogue, faults };
}

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
