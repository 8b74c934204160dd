import { CONSTANTS, findModule, isMadeWidth, madeWidths } from '../../catalogue/catalogue.js';
import type { Module } from '../../catalogue/module.js';
import { isHoodCabinet, STANDARD } from '../../catalogue/traits.js';
import { RULES } from '../../checks/rules/index.js';
import { given } from '../../order/nodes.js';
import type { AppliedDefault, Brief, Fixture } from '../brief.js';
import type { Block, ItemSpec, Role } from '../model.js';
import { FILLER } from '../scoring.js';
import { mezzanineHeight } from '../wall-units/mezzanine.js';
import { CEILING } from './room.js';
import { nameOf } from './shortage.js';
import { rowHeightOf } from './wall-units.js';

/** Default widths of units for appliances, and narrower ones that serve where there is no room, mm. */
const USUAL = { sink: 600, dishwasher: 600, hob: 600, fridge: 600, stove: 600, washer: 600 } as const;
const USUAL_ROW = CONSTANTS.wallTop - CONSTANTS.wallBottom;
const NARROWER: Partial<Record<Fixture['kind'], number[]>> = { dishwasher: [450], sink: [500] };

/** The units for a brief's fixtures, on the floor and on the wall, and the defaults applied. */
export interface FixtureBlocks {
  floor: Block[];
  wall: Block[];
  defaults: AppliedDefault[];
}

/** The units that the brief's fixtures stand in, in the customer's sequence. */
export function blocksFor(brief: Brief): FixtureBlocks {
  const needs: FixtureBlocks = { floor: [], wall: [], defaults: [] };
  const fixtures = withSharedUnits(brief.fixtures);
  let count = 0;
  for (const fixture of fixtures) {
    const copies = fixture.kind === 'unit' ? Math.max(1, Math.min(fixture.count ?? 1, 20)) : 1;
    for (let i = 0; i < copies; i++) {
      const block = {
        ...withCeilingHeight(blockFor(fixture, rowHeightOf(brief.wallTier)), fixture, brief),
        key: `b${count++}`,
      };
      if (i === 0) needs.defaults.push(...roundedWidth(fixture, block));
      (block.tier === 'base' || block.tier === 'tall' ? needs.floor : needs.wall).push(block);
    }
    needs.defaults.push(...assumedDefaults(fixture));
  }
  return needs;
}

/** A mezzanine of no named height goes up to the ceiling. */
function withCeilingHeight(block: Block, fixture: Fixture, { ceiling = CEILING }: Brief): Block {
  if (block.tier !== 'upper' || (fixture.kind === 'unit' && fixture.height !== undefined)) return block;
  const h = mezzanineHeight(ceiling);
  return h === undefined ? block : { ...block, h };
}

/** Appliances that share a unit: an oven in a tall unit and a microwave; a hob and an oven below the worktop without a named place. */
function withSharedUnits(fixtures: readonly Fixture[]): Fixture[] {
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

/** A width that was changed to one that is made is reported as a default. */
function roundedWidth(fixture: Fixture, block: Block): AppliedDefault[] {
  const named = 'width' in fixture ? fixture.width : undefined;
  if (named === undefined || named === block.w || fixture.kind === 'hob') return [];
  return [{ code: `${fixture.kind}_made`, text: `${nameOf(block)}: ширина ${block.w} мм, ${named} не делается` }];
}

function assumedDefaults(f: Fixture): AppliedDefault[] {
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

/** The unit that a fixture stands in (furniture.ru.md 1.2), key still empty. `row`: height of the wall row, mm. */
export function blockFor(fixture: Fixture, row?: number): Block {
  const { wall, where, at, nextTo, side } = fixture;
  const placement = given({ wall, where, at: at === undefined ? undefined : Math.round(at), nextTo, side });
  const block = (code: string, w: number, role: Role, items: ItemSpec[], more: Partial<Block> = {}): Block => {
    const module = findModule(code);
    const tier = module && module.tier !== 'any' ? module.tier : 'base';
    return { key: '', code, tier, w: made(code, w), role, items, placement, ...more };
  };
  const spare = NARROWER[fixture.kind];
  switch (fixture.kind) {
    case 'sink': {
      const { width, bowl } = fixture;
      const items: ItemSpec[] = [{ kind: 'sink', ...given({ w: bowl }) }];
      return block(STANDARD.sink, width ?? bowlUnit(bowl), 'sink', items, width || bowl ? {} : { spare });
    }
    case 'dishwasher': {
      const { width = USUAL.dishwasher } = fixture;
      const items: ItemSpec[] = [{ kind: 'dishwasher' }];
      return block(STANDARD.dishwasher, width, 'dishwasher', items, fixture.width ? {} : { spare });
    }
    case 'hob': {
      const { fuel = 'electric', width = USUAL.hob, oven } = fixture;
      const hob: ItemSpec = { kind: 'hob', fuel };
      if (oven) return block(STANDARD.hobOverOven, USUAL.hob, 'hob', [hob, { kind: 'oven' }], { fuel });
      return block(STANDARD.hob, width, 'hob', [hob], { fuel });
    }
    case 'oven': {
      const oven: ItemSpec = { kind: 'oven' };
      if (fixture.microwave) return block(STANDARD.tallOvenMicrowave, 600, 'oven', [oven, { kind: 'microwave' }]);
      return fixture.tall ? block(STANDARD.tallOven, 600, 'oven', [oven]) : block(STANDARD.oven, 600, 'unit', [oven]);
    }
    case 'microwave':
      return block(STANDARD.microwave, 600, 'microwave', [{ kind: 'microwave' }]);
    case 'fridge': {
      const code = fixture.builtIn ? STANDARD.builtInFridge : STANDARD.fridge;
      return block(code, fixture.width ?? USUAL.fridge, 'fridge', [{ kind: 'fridge' }]);
    }
    case 'stove': {
      const { fuel = 'electric', width = USUAL.stove } = fixture;
      return block(STANDARD.stove, width, 'stove', [{ kind: 'stove', fuel }], { fuel });
    }
    case 'washer':
      return block(STANDARD.washer, fixture.width ?? USUAL.washer, 'washer', [{ kind: 'washer' }]);
    case 'unit': {
      const module = findModule(fixture.code);
      const code = module?.ascii ?? fixture.code;
      const usual = module && module.heights.length > 1 ? usualHeight(code, module.heights, row) : undefined;
      const items = (module?.alternatives ? [] : (module?.appliances ?? [])).map(
        (kind): ItemSpec => (kind === 'hob' ? { kind, fuel: 'electric' } : { kind }),
      );
      const unit = block(code, fixture.width ?? usualWidth(code), 'unit', items, given({ h: fixture.height ?? usual }));
      return { ...unit, role: roleOf(module, unit.tier) };
    }
  }
}

/** An oven below the worktop has no role in the row; a niche for one of several appliances has none without its item. */
const roleOf = (module: Module | undefined, tier: Block['tier']): Role => {
  const kind = module?.alternatives ? undefined : module?.appliances[0];
  if (kind === 'sink' || kind === 'dishwasher' || kind === 'hob' || kind === 'fridge') return kind;
  if (kind === 'oven' && tier === 'tall') return 'oven';
  return tier === 'tall' ? 'tall' : 'unit';
};

/** The height of a wall unit: the row's where it is made, else the module's; a hood cabinet has its own. */
const usualHeight = (code: string, heights: readonly number[], row = USUAL_ROW): number | undefined => {
  if (isHoodCabinet(code)) return Math.max(...heights);
  return [row, USUAL_ROW].find((h) => heights.includes(h)) ?? heights[0];
};

function usualWidth(code: string): number {
  const module = findModule(code);
  if (!module) return 600;
  if (isMadeWidth(module, 600)) return 600;
  const range = module.widths.find((w) => typeof w !== 'number');
  // A filler is made to measure: as wide as drawers beside it need.
  if (range) return Math.min(range[1], Math.max(range[0], FILLER.drawers));
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
