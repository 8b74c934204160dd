import fc from 'fast-check';
import { goldenKitchen, type KitchenSketch, kitchen } from '../../test/sketched-kitchen.js';
import { modules } from '../catalogue/catalogue.js';
import { rowsOf } from '../geometry/place.js';
import { APPLIANCES, FUELS, OBSTACLES, type Order, TIERS } from '../order/order.js';
import { check } from './check.js';
import { RULES, UNSEEN } from './rules/index.js';

const golden = goldenKitchen();

describe('the golden kitchen of 3.5', () => {
  it('has no errors and says what 3.5 says', () => {
    expect(check(golden).map((f) => [f.code, f.severity, f.path, f.msg])).toEqual([
      ['GEO-SLACK', 'info', 'room.walls[B]', 'Остаётся 4 мм, закроется свесом столешницы.'],
      ['ERG-TRI', 'info', 'runs[A-base].nodes[A-base.3]', 'Рабочий треугольник 1750/808/2183 мм.'],
      [
        'PRD-FLAT',
        'warning',
        'runs[A-tall].nodes[A-tall.2]',
        'Фасад 1072x596 может повести: вне гарантии плоскостности (ШПХ 600).',
      ],
    ]);
  });
});

describe('kitchens that must be built', () => {
  const sketches: Record<string, KitchenSketch> = {
    'straight 3000, fridge first, everything taken': {
      walls: [3000],
      runs: {
        'A-tall': 'TF/600+fridge',
        'A-base': 'BD3/600@600 BO/600+oven+hob:induction FD/600+dishwasher BS/600+sink',
        'A-wall': 'W/600@600 WH/600x600+hood W/600 WD/600',
      },
    },
    'the same with sink and dishwasher swapped': {
      walls: [3000],
      runs: {
        'A-tall': 'TF/600+fridge',
        'A-base': 'BD3/600@600 BO/600+oven+hob:induction BS/600+sink FD/600+dishwasher',
      },
    },
    'gas, free-standing fridge at the right': {
      walls: [3200],
      runs: {
        'A-base': 'BS/600+sink FD/600+dishwasher B/400 BO/600+oven+hob:gas B/400',
        'A-tall': 'NF/600@2600+fridge',
        'A-wall': 'W/600 W/600 W/400 WH/600x500+hood W/400',
      },
    },
    'window over the sink': {
      walls: [3600],
      obstacles: [{ kind: 'window', wall: 'A', at: 1000, width: 1200, bottom: 900, top: 2100 }],
      runs: {
        'A-base': 'B/800@500 BS/600+sink FD/600+dishwasher BO/600+oven+hob:induction B/500',
        'A-wall': 'W/500@500 W/300@2200 WH/600x600@2500+hood W/500',
      },
    },
    'everything built in, up to the ceiling': {
      walls: [3600],
      runs: {
        'A-tall': 'TF/600+fridge TOM/600+oven+microwave',
        'A-base': 'FD/600@1200+dishwasher BS/600+sink BH/600+hob:induction B/600',
        'A-wall': 'W/600@1200 W/600 WH/600x600+hood W/600',
        'A-upper': 'AT/600x540 AT/600x540 A/600x540 A/600x540 A/600x540 A/600x540',
      },
    },
    'U 2400 x 3000 x 2400': {
      walls: [2400, 3000, 2400],
      runs: {
        'A-tall': 'FL/50x2040 TF/600+fridge',
        'A-base': 'B/600@650 BC/1130@1270',
        'B-base': 'FLC/50@580 BS/600+sink FD/600+dishwasher BC/1130@1870',
        'C-base': 'FLC/50@580 B/400 BO/600+oven+hob:induction B/600',
        'A-wall': 'W/600@650 WC/770@1630',
        'B-wall': 'FLC/50@320 W/600 W/600 W/600 WC/770@2230',
        'C-wall': 'WH/600x600@1030+hood',
      },
    },
  };

  it.each(Object.entries(sketches))('%s: no errors', (_, sketch) => {
    expect(check(kitchen(sketch)).filter((f) => f.severity === 'error')).toEqual([]);
  });
});

describe('the table', () => {
  const families = ['GEO', 'COR', 'OBS', 'HOB', 'ERG', 'PRD'];
  const rank = (code: string) => {
    const family = code.split('-')[0] ?? '';
    if (family === 'HGT') return families.indexOf('ERG');
    return families.includes(family) ? families.indexOf(family) : families.indexOf('HOB');
  };

  it('never calls a number from memory a norm', () => {
    for (const rule of Object.values<{ source: string; msg: string; hint?: string }>(RULES)) {
      if (rule.source === 'N') expect(`${rule.msg} ${rule.hint ?? ''}`).not.toMatch(/ГОСТ|норм|СНиП|СП \d/i);
    }
  });

  it('gives findings family by family, the same every time, and none of a row that cannot be seen', () => {
    fc.assert(
      fc.property(anyOrder(), (order) => {
        const findings = check(order);
        const ranks = findings.map((f) => rank(f.code));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(check(order)).toEqual(findings);
        const unseen = new Set(Object.keys(UNSEEN));
        expect(findings.filter((f) => unseen.has(f.code))).toEqual([]);
        expect(findings.filter((f) => /[{}]|undefined|NaN|Infinity/.test(f.msg + (f.fixHint ?? '')))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('overlaps, as a law', () => {
  const rows = fc.array(
    fc.record({
      tier: fc.constantFrom(...TIERS),
      at: fc.integer({ min: 0, max: 4000 }),
      w: fc.integer({ min: 1, max: 900 }),
    }),
    { minLength: 2, maxLength: 8 },
  );
  const code = { base: 'B', wall: 'W', tall: 'T', upper: 'A' } as const;

  it('are found exactly where two nodes of a row share a place', () => {
    fc.assert(
      fc.property(rows, (nodes) => {
        const runs = Object.fromEntries(
          TIERS.map((tier) => [
            `A-${tier}`,
            nodes
              .filter((n) => n.tier === tier)
              .map((n) => `${code[tier]}/${n.w}@${n.at}`)
              .join(' '),
          ]),
        );
        const share = nodes.some((a, i) =>
          nodes.some(
            (b, j) =>
              i < j && a.at < b.at + b.w && b.at < a.at + a.w && rowsOf(a.tier).some((r) => rowsOf(b.tier).includes(r)),
          ),
        );
        const found = check(kitchen({ walls: [5000], runs })).some((f) => f.code === 'GEO-OVERLAP');
        expect(found).toBe(share);
      }),
    );
  });
});

function anyOrder(): fc.Arbitrary<Order> {
  const mm = fc.oneof(fc.integer({ min: -500, max: 5000 }), fc.constantFrom(0, 1e9, -1e9, 0.5));
  const wall = fc.constantFrom('A', 'B', 'C', 'Z');
  const end = fc.constantFrom('wall' as const, 'free' as const);
  const optional = { requiredKeys: [] };
  const code = fc.constantFrom(...modules().map((m) => m.ascii), 'NOPE', '');
  const id = fc.constantFrom('n1', 'n2', 'n3', 'n4', 'n5', 'n6');
  const node = fc.record(
    { id, at: fc.oneof(mm.map(String), fc.constantFrom('', 'x', '1e3')), code, w: mm, h: mm, d: mm },
    { requiredKeys: ['id', 'at', 'code', 'w'] },
  );
  const run = fc.record({
    id: fc.constantFrom('A-base', 'B-wall', 'C-tall', 'A-upper'),
    wall,
    tier: fc.constantFrom(...TIERS),
    countertop: fc.boolean(),
    plinth: fc.boolean(),
    nodes: fc.array(node, { maxLength: 8 }),
  });
  const item = fc.record(
    { id, kind: fc.constantFrom(...APPLIANCES), node: id, w: mm, fuel: fc.constantFrom(...FUELS) },
    { requiredKeys: ['id', 'kind', 'node'] },
  );
  const obstacle = fc.record(
    { id, kind: fc.constantFrom(...OBSTACLES), wall, at: mm, width: mm, bottom: mm, top: mm, depth: mm },
    { requiredKeys: ['id', 'kind', 'wall', 'at', 'width'] },
  );
  const walls = fc.array(
    fc.record({
      turn: fc.constantFrom('right' as const, 'left' as const),
      length: mm,
      ends: fc.record({ left: end, right: end }),
    }),
    { maxLength: 5 },
  );
  return fc.record({
    id: fc.constant('order'),
    kind: fc.constant('kitchen' as const),
    ceiling: mm,
    room: walls.map((list) => ({ walls: list.map((w, i) => ({ ...w, id: String.fromCharCode(65 + i) })) })),
    runs: fc.array(run, { maxLength: 5 }),
    items: fc.array(item, { maxLength: 6 }),
    obstacles: fc.array(obstacle, { maxLength: 5 }),
    finish: fc.record({}, optional),
    handles: fc.record({}, optional),
    lighting: fc.record({}, optional),
  });
}
