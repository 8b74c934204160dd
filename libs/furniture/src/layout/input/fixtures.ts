import { CONSTANTS, findModule, isMadeWidth, madeWidths } from '../../catalogue/catalogue.js';
import type { Module } from '../../catalogue/module.js';
import { isHoodCabinet, STANDARD } from '../../catalogue/traits.js';
import { RULES } from '../../checks/rules/index.js';
import type { AppliedDefault, Brief, Fixture } from '../brief.js';
import type { Block, ItemSpec, Role } from '../model.js';
import { given } from '../pieces.js';
import { STRIP } from '../scoring.js';
import { mezzanineHeight } from '../wall-units/mezzanine.js';
import { CEILING } from './room.js';
import { nameOf } from './shortage.js';
import { rowHeightOf } from './wall-units.js';

/** Widths of units whose appliance was named without one, and what they may shrink to, mm. */
const USUAL = { sink: 600, dishwasher: 600, hob: 600, fridge: 600, stove: 600, washer: 600 } as const;
const USUAL_ROW = CONSTANTS.wallTop - CONSTANTS.wallBottom;
const NARROWER: Partial<Record<Fixture['kind'], number[]>> = { dishwasher: [450], sink: [500] };

/** What a brief's fixtures need: units for the floor, units that hang (a microwave in the wall row), and what was assumed. */
export interface Fixtures {
  floor: Block[];
  hung: Block[];
  defaults: AppliedDefault[];
}

/** The units that the brief's fixtures stand in, in the customer's sequence. A microwave joins an oven in a tall unit. */
export function blocksFor(brief: Brief): Fixtures {
  const needs: Fixtures = { floor: [], hung: [], defaults: [] };
  const fixtures = joined(brief.fixtures);
  let count = 0;
  for (const fixture of fixtures) {
    const copies = fixture.kind === 'unit' ? Math.max(1, Math.min(fixture.count ?? 1, 20)) : 1;
    for (let i = 0; i < copies; i++) {
      const block = {
        ...heightened(blockFor(fixture, rowHeightOf(brief.wallTier)), fixture, brief),
        key: `b${count++}`,
      };
      if (i === 0) needs.defaults.push(...rounded(fixture, block));
      (block.tier === 'base' || block.tier === 'tall' ? needs.floor : needs.hung).push(block);
    }
    needs.defaults.push(...assumed(fixture));
  }
  return needs;
}

/** A mezzanine of no named height goes up to the ceiling. */
function heightened(block: Block, fixture: Fixture, { ceiling = CEILING }: Brief): Block {
  if (block.tier !== 'upper' || (fixture.kind === 'unit' && fixture.height !== undefined)) return block;
  const h = mezzanineHeight(ceiling);
  return h === undefined ? block : { ...block, h };
}

/** «Духовка в пенале и СВЧ» is one unit. An oven below the worktop without a place of its own stands under the hob. */
function joined(fixtures: readonly Fixture[]): Fixture[] {
  let rest = [...fixtures];
  const tallOven = rest.find((f) => f.kind === 'oven' && f.tall && !f.microwave);
  const microwave = rest.find((f) => f.kind === 'microwave');
  if (tallOven?.kind === 'oven' && microwave) {
    rest = rest.filter((f) => f !== microwave).map((f) => (f === tallOven ? { ...tallOven, microwave: true } : f));
  }
  const lowOven = rest.find((f) => f.kind === 'oven' && !f.tall && !f.microwave && !f.nextTo && f.at === undefined);
  const hob = rest.find((f) => f.kind === 'hob' && f.oven === undefined);
  if (lowOven && hob?.kind === 'hob' && (hob.width ?? 600) === 600) {
    rest = rest.filter((f) => f !== lowOven).map((f) => (f === hob ? { ...hob, oven: true } : f));
  }
  return rest;
}

/** A width that is not made becomes the next one that is, and that is said. */
function rounded(fixture: Fixture, block: Block): AppliedDefault[] {
  const named = 'width' in fixture ? fixture.width : undefined;
  if (named === undefined || named === block.w || fixture.kind === 'hob') return [];
  return [{ code: `${fixture.kind}_made`, text: `${nameOf(block)}: ширина ${block.w} мм, ${named} не делается` }];
}

function assumed(f: Fixture): AppliedDefault[] {
  const list: AppliedDefault[] = [];
  const width = (code: string, name: string, mm: number) =>
    list.push({ code: `${code}_width`, text: `${name} ${mm} мм` });
  if (f.kind === 'sink' && !f.width && !f.bowl && f.where !== 'corner') width('sink', 'тумба мойки', USUAL.sink);
  if (f.kind === 'dishwasher' && !f.width) width('dishwasher', 'посудомойка', USUAL.dishwasher);
  if (f.kind === 'fridge' && !f.builtIn && !f.width) width('fridge', 'место холодильника', USUAL.fridge);
  if (f.kind === 'stove' && !f.width) width('stove', 'место плиты', USUAL.stove);
  if (f.kind === 'washer' && !f.width) width('washer', 'место стиральной машины', USUAL.washer);
  if (f.kind === 'hob' && !f.fuel) list.push({ code: 'hob_fuel', text: 'варочная панель электрическая' });
  if (f.kind === 'stove' && !f.fuel) list.push({ code: 'stove_fuel', text: 'плита электрическая' });
  return list;
}

/** The unit that a fixture stands in (furniture.ru.md 1.2), key still empty. `row`: height of the hanging row, mm. */
export function blockFor(fixture: Fixture, row?: number): Block {
  const { wall, where, at, nextTo, side } = fixture;
  const base: Omit<Block, 'code' | 'w' | 'role'> = {
    key: '',
    tier: 'base',
    items: [],
    placement: given({ wall, where, at: at === undefined ? undefined : Math.round(at), nextTo, side }),
  };
  const spare = NARROWER[fixture.kind];
  const item = (kind: ItemSpec['kind'], more: Omit<ItemSpec, 'kind'> = {}): ItemSpec => ({ kind, ...more });
  switch (fixture.kind) {
    case 'sink': {
      const bowl = given({ w: fixture.bowl });
      const w = fixture.width ?? bowlUnit(fixture.bowl);
      return {
        ...base,
        code: STANDARD.sink,
        w: made(STANDARD.sink, w),
        role: 'sink',
        items: [item('sink', bowl)],
        ...(fixture.width || fixture.bowl ? {} : { spare }),
      };
    }
    case 'dishwasher':
      return {
        ...base,
        code: STANDARD.dishwasher,
        w: made(STANDARD.dishwasher, fixture.width ?? USUAL.dishwasher),
        role: 'dishwasher',
        items: [item('dishwasher')],
        ...(fixture.width ? {} : { spare }),
      };
    case 'hob': {
      const fuel = fixture.fuel ?? 'electric';
      const items = [item('hob', { fuel }), ...(fixture.oven ? [item('oven')] : [])];
      const code = fixture.oven ? STANDARD.hobOverOven : STANDARD.hob;
      return {
        ...base,
        code,
        w: fixture.oven ? 600 : made(code, fixture.width ?? USUAL.hob),
        role: 'hob',
        fuel,
        items,
      };
    }
    case 'oven': {
      const items = [item('oven'), ...(fixture.microwave ? [item('microwave')] : [])];
      if (fixture.microwave)
        return { ...base, code: STANDARD.tallOvenMicrowave, w: 600, tier: 'tall', role: 'oven', items };
      if (fixture.tall) return { ...base, code: STANDARD.tallOven, w: 600, tier: 'tall', role: 'oven', items };
      return { ...base, code: STANDARD.oven, w: 600, role: 'unit', items };
    }
    case 'microwave':
      return { ...base, code: STANDARD.microwave, w: 600, tier: 'wall', role: 'microwave', items: [item('microwave')] };
    case 'fridge': {
      const code = fixture.builtIn ? STANDARD.builtInFridge : STANDARD.fridge;
      return {
        ...base,
        code,
        w: made(code, fixture.width ?? USUAL.fridge),
        tier: 'tall',
        role: 'fridge',
        items: [item('fridge')],
      };
    }
    case 'stove': {
      const fuel = fixture.fuel ?? 'electric';
      return {
        ...base,
        code: STANDARD.stove,
        w: made(STANDARD.stove, fixture.width ?? USUAL.stove),
        role: 'stove',
        fuel,
        items: [item('stove', { fuel })],
      };
    }
    case 'washer':
      return {
        ...base,
        code: STANDARD.washer,
        w: made(STANDARD.washer, fixture.width ?? USUAL.washer),
        role: 'washer',
        items: [item('washer')],
      };
    case 'unit': {
      const module = findModule(fixture.code);
      const tier = module && module.tier !== 'any' ? module.tier : 'base';
      const h =
        fixture.height ??
        (module && module.heights.length > 1 ? usualHeight(module.ascii, module.heights, row) : undefined);
      const items = (module?.alternatives ? [] : (module?.appliances ?? [])).map((kind) =>
        item(kind, kind === 'hob' ? { fuel: 'electric' } : {}),
      );
      const code = module?.ascii ?? fixture.code;
      return {
        ...base,
        code,
        w: made(code, fixture.width ?? usualWidth(code)),
        tier,
        role: roleOf(module, tier),
        items,
        ...given({ h }),
      };
    }
  }
}

/** An oven below the worktop is a unit like others to the row; a niche for several appliances says nothing alone. */
const roleOf = (module: Module | undefined, tier: Block['tier']): Role => {
  const kind = module?.alternatives ? undefined : module?.appliances[0];
  if (kind === 'sink' || kind === 'dishwasher' || kind === 'hob' || kind === 'fridge') return kind;
  if (kind === 'oven' && tier === 'tall') return 'oven';
  return tier === 'tall' ? 'tall' : 'unit';
};

/** The row's own height of a hung unit where it is made, else the module's own. A hood cabinet has its own. */
const usualHeight = (code: string, heights: readonly number[], row = USUAL_ROW): number | undefined => {
  if (isHoodCabinet(code)) return Math.max(...heights);
  return [row, USUAL_ROW].find((h) => heights.includes(h)) ?? heights[0];
};

function usualWidth(code: string): number {
  const module = findModule(code);
  if (!module) return 600;
  if (isMadeWidth(module, 600)) return 600;
  const range = module.widths.find((w) => typeof w !== 'number');
  // A strip is made to measure: as wide as drawers beside it need.
  if (range) return Math.min(range[1], Math.max(range[0], STRIP.drawers));
  return madeWidths(code).at(-1) ?? 600;
}

/** The smallest sink unit that a bowl of this width goes into (SINK-BASE), mm. */
const bowlUnit = (bowl: number | undefined): number => {
  if (bowl === undefined) return USUAL.sink;
  const { around, smallest } = RULES['SINK-BASE'].limits;
  const widths = madeWidths(STANDARD.sink);
  return widths.find((w) => w >= Math.max(smallest, bowl + around)) ?? widths.at(-1) ?? USUAL.sink;
};

/** The width asked for where it is made; else the next one above that is, so that the appliance goes in. */
function made(code: string, w: number): number {
  const module = findModule(code);
  if (!module || isMadeWidth(module, w)) return w;
  const singles = madeWidths(code);
  return singles.find((x) => x >= w) ?? singles.at(-1) ?? w;
}
