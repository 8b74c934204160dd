import source from '../../data/catalogue.json' with { type: 'json' };
import fronts from '../../data/fronts.json' with { type: 'json' };
import traits from '../../data/traits.json' with { type: 'json' };
import {
  CATALOGUE,
  CONSTANTS,
  findModule,
  isMadeWidth,
  loadCatalogue,
  makeUnit,
  modules,
  nearestWidths,
} from './catalogue.js';
import { runnerLength } from './unit.js';

const module = (code: string) => {
  const found = findModule(code);
  if (!found) throw new Error(`no module ${code}`);
  return found;
};

/** The faults of an edited catalogue, one line each. */
function faultsOf(...edited: Parameters<typeof loadCatalogue>): string[] {
  try {
    loadCatalogue(...edited);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
}

describe('the catalogue', () => {
  it('has 39 modules, each found by its Russian and its Latin code, in any case', () => {
    expect(modules()).toHaveLength(39);
    for (const each of modules()) {
      for (const code of [each.code, each.ascii, each.code.toLowerCase(), ` ${each.ascii.toLowerCase()} `]) {
        expect(findModule(code)).toBe(each);
      }
    }
  });

  it('knows nothing of names that objects inherit', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '']) expect(findModule(name)).toBeUndefined();
  });

  it('derives the heights that furniture.ru.md 1.1 derives', () => {
    expect(CONSTANTS.worktopTop).toBe(858);
    expect(CONSTANTS.apron).toBe(562);
    expect(CONSTANTS.wallBottom + 720).toBe(CONSTANTS.wallTop);
    expect(CONSTANTS.legs + CONSTANTS.tallH).toBe(CONSTANTS.wallTop);
    expect(CONSTANTS.back + CONSTANTS.baseD + CONSTANTS.gap + CONSTANTS.facade).toBe(CONSTANTS.frontPlaneBase);
  });

  it('knows made widths, single and in ranges, and the nearest ones', () => {
    expect(isMadeWidth(module('FL'), 16)).toBe(true);
    expect(isMadeWidth(module('FL'), 151)).toBe(false);
    expect(isMadeWidth(module('FL'), 70.5)).toBe(false);
    expect(isMadeWidth(module('BD3'), 550)).toBe(false);
    expect(nearestWidths(module('BD3'), 560)).toEqual([600, 500]);
    expect(nearestWidths(module('BD3'), 1000)).toEqual([900]);
    expect(nearestWidths(module('BD3'), 600)).toEqual([600]);
    expect(nearestWidths(module('FL'), 200)).toEqual([150]);
  });

  it('reads which appliances a module is made for', () => {
    expect(module('TOM')).toMatchObject({ appliances: ['oven', 'microwave'], alternatives: false });
    expect(module('NB')).toMatchObject({ appliances: ['stove', 'washer'], alternatives: true });
    expect(module('B').appliances).toEqual([]);
  });
});

const every = CATALOGUE.recipes.flatMap(({ module: each }) => {
  const widths = each.widths.flatMap((w) =>
    typeof w === 'number' ? [w] : Array.from({ length: w[1] - w[0] + 1 }, (_, i) => w[0] + i),
  );
  return widths.flatMap((w) => each.heights.map((h) => makeUnit(each, { w, h })));
});

describe('traits.json', () => {
  it('speaks of the modules of the catalogue and no others', () => {
    expect(Object.keys(traits.modules)).toEqual(modules().map(({ ascii }) => ascii));
  });

  it('gives every trait to some module', () => {
    expect([...new Set(Object.values(traits.modules).flat())].sort()).toEqual(Object.keys(traits.traits).sort());
  });
});

describe('every module in every width and height', () => {
  it('has zones from the bottom up that sum to its height', () => {
    expect(every.length).toBeGreaterThan(3_500);
    for (const unit of every) {
      let z = 0;
      for (const zone of unit.zones) {
        expect(zone.z).toBe(z);
        z += zone.height;
      }
      expect(z).toBe(unit.height);
    }
  });

  it('has fronts 4 lower than their zones, and all of its facades are in zones', () => {
    for (const unit of every) {
      const inZones = unit.zones.filter((zone) => zone.leaves > 0 && zone.kind !== 'glass');
      for (const zone of inZones) expect(zone.leafHeight).toBe(zone.height - 4);
      const area = inZones.reduce((sum, zone) => sum + zone.leaves * zone.leafWidth * zone.leafHeight, 0);
      const mdf = unit.parts.filter((part) => part.material === 'mdf');
      expect(area).toBe(mdf.reduce((sum, part) => sum + part.qty * part.length * part.width, 0));
    }
  });

  it('has fronts that fill its width but for a gap of 4 each and the blind zone', () => {
    for (const unit of every.filter(({ module: each }) => !['BCD', 'WCD', 'FL', 'FLC'].includes(each.ascii))) {
      for (const zone of unit.zones.filter(({ leaves }) => leaves > 0)) {
        const rest = unit.width - unit.module.blind - zone.leaves * (zone.leafWidth + 4);
        expect([0, 1]).toContain(rest);
      }
    }
  });
});

describe('a unit', () => {
  it('is made once in a size', () => {
    expect(makeUnit(module('BD3'), { w: 600 })).toBe(makeUnit(module('ШНЯ3'), { w: 600 }));
  });

  it('of less depth has shorter runners, drawers and shelves', () => {
    const unit = makeUnit(module('BD1'), { w: 600, d: 450 });
    expect(unit.pieces).toEqual({ 'LEG-100': 4, 'RUN-400': 1 });
    expect(unit.parts.find((part) => part.name === 'Боковина ящика')?.length).toBe(400);
    expect(unit.parts.find((part) => part.name === 'Полка')?.width).toBe(430);
  });

  it.each([
    [580, 550],
    [560, 500],
    [530, 500],
    [529, 450],
    [280, 250],
    [100, 250],
  ])('of depth %i runs on %i', (depth, length) => expect(runnerLength(depth)).toBe(length));

  it('of an end panel takes height, depth and lower tape from its row', () => {
    const panel = (tier: 'base' | 'wall' | 'tall') => {
      const { height, depth, parts } = makeUnit(module('EP'), { w: 16, tier });
      return { height, depth, edges: parts[0]?.edges };
    };
    expect(panel('base')).toEqual({ height: 820, depth: 580, edges: { L1: 'e2' } });
    expect(panel('wall')).toEqual({ height: 720, depth: 320, edges: { L1: 'e2', W1: 'e2' } });
    expect(panel('tall')).toEqual({ height: 2140, depth: 580, edges: { L1: 'e2' } });
    expect(makeUnit(module('EP'), { w: 16, h: 900, tier: 'wall' })).toMatchObject({ height: 900, depth: 320 });
  });
});

describe('an edited catalogue', () => {
  type Edited = { modules: Record<string, unknown>[]; materials: Record<string, string> };
  const edited = (change: (module: Record<string, unknown>, whole: Edited) => unknown) => {
    const copy: Edited = JSON.parse(JSON.stringify(source));
    const [first] = copy.modules;
    if (first) change(first, copy);
    return faultsOf(copy);
  };
  const part = (own: Record<string, unknown>, index: number): Record<string, unknown> => {
    const parts = own.parts;
    return Array.isArray(parts) ? parts[index] : {};
  };

  it('is accepted as it is', () => expect(edited(() => {})).toEqual([]));

  it.each<[string, (own: Record<string, unknown>, whole: Edited) => unknown, string]>([
    [
      'an unknown variable',
      (m) => Object.assign(part(m, 3), { L: 'X-4' }),
      'catalogue.json: ШН: parts[3]: L: unknown variable X in "X-4"',
    ],
    ['a missing field', (m) => Reflect.deleteProperty(m, 'D'), 'catalogue.json: ШН: D: is missing'],
    [
      'an empty formula',
      (m) => Object.assign(part(m, 0), { qty: '' }),
      'catalogue.json: ШН: parts[0]: qty: must be a text, is ""',
    ],
    [
      'an unknown material',
      (m) => Object.assign(part(m, 0), { material: 'oak' }),
      'material: must be one of chip, mdf, hdf, top, wall6, is "oak"',
    ],
    [
      'an unknown side',
      (m) => Object.assign(part(m, 0), { edges: { L9: 'e04' } }),
      'parts[0]: edges.L9: must be a side',
    ],
    [
      'an unknown appliance',
      (m) => Object.assign(m, { appliance: 'robot' }),
      'catalogue.json: ШН: appliance: unknown appliance robot',
    ],
    [
      'an unknown tier',
      (m) => Object.assign(m, { tier: 'floor' }),
      'ШН: tier: must be one of base, wall, tall, upper, any',
    ],
    [
      'a width in words',
      (m) => Object.assign(m, { widths: ['wide'] }),
      'ШН: widths[0]: must be a width or a range "16..150", is "wide"',
    ],
    ['no widths', (m) => Object.assign(m, { widths: [] }), 'ШН: widths: must name a width'],
    ['a height that is not listed', (m) => Object.assign(m, { H: 700 }), 'ШН: heights: must include H 700'],
    [
      'an unknown piece',
      (m) => Object.assign(m, { pieces: { 'LEG-200': '4' } }),
      'ШН: pieces: article LEG-200 has no name',
    ],
    ['a code used twice', (m) => Object.assign(m, { code: 'ШНЯ1' }), 'catalogue.json: ШНЯ1: code ШНЯ1 stands twice'],
    [
      'a part that vanishes',
      (m) => Object.assign(part(m, 1), { L: 'B-900' }),
      'ШН: Дно: L is -632, must be a whole number above 0 (at 300 x 720)',
    ],
    [
      'a front that fits no zone',
      (m) => Object.assign(part(m, 5), { L: 'H-9' }),
      'ШН: zones hold 0 fronts, the parts make 1 (at 300 x 720)',
    ],
    [
      'a carcass that its zones do not fill',
      (_, c) => {
        const drawers = c.modules.find(({ code }) => code === 'ШНЯ3');
        if (drawers) Object.assign(drawers, { H: 800, heights: [800] });
      },
      'ШНЯ3: zones sum to 720, not to H 800 (at 300 x 800)',
    ],
    [
      'a module that is no object',
      (_, c) => c.modules.splice(0, 1, JSON.parse('null')),
      'catalogue.json: modules[0]: must be an object',
    ],
    [
      'a material without a name',
      (_, c) => Reflect.deleteProperty(c.materials, 'hdf'),
      'ШН: Задняя стенка: material hdf has no name',
    ],
  ])('with %s is refused in one line', (_what, change, line) => {
    const faults = edited(change);
    expect(faults.filter((fault) => fault.includes(line))).toHaveLength(1);
    for (const fault of faults) expect(fault).not.toContain('\n');
  });

  it('that is no catalogue is refused', () => {
    for (const value of [null, [], 'x', 7, {}]) expect(faultsOf(value).length).toBeGreaterThan(0);
    expect(() => loadCatalogue({})).toThrow('catalogue.json: modules: is missing');
  });

  it('needs zones for each module', () => {
    const less = { ...fronts, modules: { ...fronts.modules, BD3: undefined } };
    expect(faultsOf(source, { fronts: less })).toEqual(['catalogue.json: ШНЯ3: fronts: has no zones in fronts.json']);
  });

  it('needs traits for each module, all of them known', () => {
    const changed = (of: Record<string, unknown>) => ({ ...traits, modules: { ...traits.modules, ...of } });
    expect(faultsOf(source, { traits: changed({ BD3: undefined }) })).toEqual([
      'catalogue.json: ШНЯ3: traits: has no entry in traits.json',
    ]);
    expect(faultsOf(source, { traits: changed({ BD3: ['heavy'] }) })).toEqual([
      'catalogue.json: ШНЯ3: traits: unknown trait heavy',
    ]);
  });

  it('needs a module for every purpose of the layout', () => {
    const other = { ...traits, standard: { ...traits.standard, sink: 'BS9' } };
    expect(faultsOf(source, { traits: other })).toEqual(['traits.json: standard.sink: no module BS9']);
  });

  it('names its own file', () => {
    expect(faultsOf({ ...source, modules: [{}] }, { file: 'mine.json' })[0]).toMatch(/^mine\.json: modules\[0\]: /);
  });
});
