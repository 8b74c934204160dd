import { goldenOrder, straightOrder } from '../../test/golden-order.js';
import { door, kitchen, run, spans } from '../../test/kitchen-of-rows.js';
import { findModule, makeUnit } from '../catalogue/catalogue.js';
import { plinths } from '../geometry/worktops.js';
import type { Order } from '../order/order.js';
import { golaParts } from '../parts/profiles.js';
import { unitBom } from './bom.js';
import { orderBom } from './order-bom.js';

const linear = (of: Order, key: string) => orderBom(of).linear.find((row) => row.key === key);

describe('the plinth', () => {
  it('of the golden kitchen is 2470 and 1450', () => {
    expect(spans(plinths(goldenOrder()))).toEqual(['A 0-2470', 'B 530-1980']);
  });

  it('ends 530 from both corners on the middle wall of three', () => {
    const u = kitchen(
      [2000, 2400, 2000],
      [
        run('A', 'base', [
          ['B', 770, 600],
          ['FLC', 1370, 50],
        ]),
        run('B', 'base', [
          ['BC', 0, 1030],
          ['B', 1030, 340],
          ['BC', 1370, 1030],
        ]),
        run('C', 'base', [
          ['FLC', 580, 50],
          ['B', 630, 600],
        ]),
      ],
    );
    expect(spans(plinths(u))).toEqual(['A 770-1470', 'B 530-1870', 'C 530-1230']);
  });

  it('runs under tall units and dishwashers, and stops at niches, panels to the floor and doors', () => {
    const rows = [
      run('A', 'base', [
        ['FD', 0, 600],
        ['NB', 600, 600],
        ['B', 1200, 600],
        ['EP', 1800, 16],
        ['B', 2900, 600],
      ]),
      run('A', 'tall', [
        ['T', 3500, 600],
        ['NF', 4100, 600],
      ]),
    ];
    expect(spans(plinths(kitchen([5000], rows, { obstacles: [door(1900, 900)] })))).toEqual([
      'A 0-600',
      'A 1200-1800',
      'A 2900-4100',
    ]);
  });

  it('is absent where the run has none', () => {
    const bare = goldenOrder();
    for (const each of bare.runs) each.plinth = false;
    expect(linear(bare, 'plinth')).toBeUndefined();
  });
});

describe('lighting', () => {
  it('lies under wall units, a corner unit without its blind zone, not under hood, shelf, filler and panel', () => {
    const rows = run('A', 'wall', [
      ['FL', 0, 50],
      ['W', 50, 400],
      ['WH', 450, 600, 600],
      ['SH', 1050, 600],
      ['EP', 1650, 16],
      ['WC', 2230, 770],
    ]);
    expect(linear(kitchen([3000], [rows], { lighting: { under: true } }), 'led')).toMatchObject({
      parts: 2,
      length_mm: 800,
    });
    expect(linear(kitchen([3000], [rows]), 'led')).toBeUndefined();
  });
});

describe('handles', () => {
  it('of kind bar and push cut no profile', () => {
    for (const handle of ['bar', 'push'] as const) {
      const keys = orderBom({ ...straightOrder(), handles: { base: handle } }).linear.map((row) => row.key);
      expect(keys).toEqual(['plinth']);
    }
  });

  it('of kind gola run along the base row and between drawers, and lower the fronts', () => {
    const gola: Order = { ...straightOrder(), handles: { base: 'gola' } };
    expect(linear(gola, 'gola-L')).toMatchObject({ parts: 1, length_mm: 3000 });
    // Two units of three drawers, 400 and 500 wide: two joints each.
    expect(linear(gola, 'gola-C')).toMatchObject({ parts: 4, length_mm: 1800 });
    expect(linear(gola, 'profile-grip')).toBeUndefined();
    const mdf = (of: Order) => orderBom(of).sheets.find((row) => row.material === 'mdf')?.area_mm2 ?? 0;
    const less = 396 * (26 + 4 * 29) + 496 * (26 + 4 * 29) + 596 * 26 + 446 * 26 + 446 * 26;
    expect(mdf(straightOrder()) - mdf(gola)).toBe(less);
  });

  it('of kind gola change nothing in rows other than the base', () => {
    const plain: Order = { ...goldenOrder(), handles: { tall: 'push' } };
    expect(orderBom({ ...plain, handles: { tall: 'gola', wall: 'gola' } })).toEqual(orderBom(plain));
  });

  it('of kind gola leave an oven’s fixed front as it is and break at a niche', () => {
    const module = findModule('BO');
    if (!module) throw new Error('no BO');
    const oven = makeUnit(module, { w: 600 });
    expect(golaParts(oven)).toEqual(oven.parts);
    const rows = run('A', 'base', [
      ['B', 0, 600],
      ['NB', 600, 600],
      ['BO', 1200, 600],
    ]);
    expect(linear(kitchen([1800], [rows], { handles: { base: 'gola' } }), 'gola-L')).toMatchObject({
      parts: 2,
      length_mm: 1200,
    });
  });
});

describe('finishes', () => {
  it('are named, and two facades are two rows', () => {
    const dressed = {
      ...straightOrder(),
      finish: { carcass: 'white', facade: { base: 'oak', wall: 'white' }, worktop: 'graphite' },
    } as const;
    expect(orderBom(dressed).sheets.map((row) => row.name)).toEqual([
      'МДФ 16 (фасад), белый',
      'МДФ 16 (фасад), дуб',
      'ЛДСП 16, белый',
      'ХДФ 3',
      'Столешница 38, графит',
    ]);
    const sum = (of: Order) => orderBom(of).sheets.reduce((total, row) => total + row.area_mm2, 0);
    expect(sum(dressed)).toBe(sum(straightOrder()));
  });
});

describe('units of their own linear material', () => {
  it('hang a rail between two flanges', () => {
    const module = findModule('TR');
    const bom = module && unitBom(makeUnit(module, { w: 600 }));
    expect(bom?.linear).toEqual([{ key: 'rod25', name: 'Труба 25 (штанга)', parts: 1, length_mm: 564 }]);
    expect(bom?.pieces).toContainEqual({ article: 'FLANGE-25', name: 'Фланец трубы 25', qty: 2 });
  });

  it('name runners of another length after the catalogue’s', () => {
    const module = findModule('BD1');
    const pieces = module && unitBom(makeUnit(module, { w: 600, d: 450 })).pieces;
    expect(pieces).toContainEqual({ article: 'RUN-400', name: 'Направляющие шариковые 400, пара', qty: 1 });
  });
});
