import { goldenOrder, straightOrder } from '../../test/golden-order.js';
import { door, kitchen, type Row, run, spans } from '../../test/kitchen-of-rows.js';
import { orderBom } from '../bom/order-bom.js';
import { kitchenOf } from '../checks/context.js';
import type { Obstacle, Order } from '../order/order.js';
import { sceneOf } from '../scene/scene.js';
import { worktopInserts } from './footprint.js';
import { worktopStretches, worktops } from './worktops.js';

describe('the worktop', () => {
  it('of the golden kitchen is 2330 and 1400', () => {
    expect(spans(worktops(goldenOrder()))).toEqual(['A 670-3000', 'B 600-2000']);
  });

  it('stops at tall units, niches for a stove, and doors, but runs over a washing machine', () => {
    const niche = run('A', 'base', [
      ['B', 0, 600],
      ['NB', 600, 600],
      ['B', 1200, 600],
    ]);
    const machine = (kind: 'stove' | 'washer'): Partial<Order> => ({
      items: [{ id: 'i1', kind, node: niche.nodes[1]?.id ?? '' }],
    });
    expect(spans(worktops(kitchen([1800], [niche], machine('washer'))))).toEqual(['A 0-1800']);
    expect(spans(worktops(kitchen([1800], [niche], machine('stove'))))).toEqual(['A 0-600', 'A 1200-1800']);
    const tall = [
      run('A', 'base', [
        ['B', 0, 600],
        ['B', 1200, 600],
      ]),
      run('A', 'tall', [['T', 600, 600]]),
    ];
    expect(spans(worktops(kitchen([1800], tall)))).toEqual(['A 0-600', 'A 1200-1800']);
    const parted = run('A', 'base', [
      ['B', 0, 600],
      ['B', 1540, 400],
    ]);
    expect(spans(worktops(kitchen([2400], [parted], { obstacles: [door(670, 800)] })))).toEqual([
      'A 0-600',
      'A 1540-1940',
    ]);
  });

  it('runs over a radiator and past a riser', () => {
    const parted = run('A', 'base', [
      ['B', 0, 600],
      ['B', 1400, 600],
    ]);
    for (const kind of ['radiator', 'riser'] as const) {
      const between: Obstacle = { id: 'o1', kind, wall: 'A', at: 650, width: 700, depth: 100 };
      expect(spans(worktops(kitchen([2000], [parted], { obstacles: [between] })))).toEqual(['A 0-2000']);
    }
  });

  it('does not run past a riser through a tall unit beside it', () => {
    const parted = [
      run('A', 'base', [
        ['B', 0, 600],
        ['B', 1300, 600],
      ]),
      run('A', 'tall', [['T', 600, 600]]),
    ];
    const riser: Obstacle = { id: 'o1', kind: 'riser', wall: 'A', at: 1200, width: 100, depth: 100 };
    expect(spans(worktops(kitchen([2000], parted, { obstacles: [riser] })))).toEqual(['A 0-600', 'A 1300-1900']);
  });

  it('covers a remainder below 16 at the wall’s end and no more', () => {
    const rows: Row[] = [
      ['B', 15, 600],
      ['EP', 615, 16],
    ];
    expect(spans(worktops(kitchen([646], [run('A', 'base', rows)])))).toEqual(['A 0-646']);
    expect(spans(worktops(kitchen([647], [run('A', 'base', rows)])))).toEqual(['A 0-631']);
  });

  it('bridges a gap below 16 between units and no more', () => {
    const apart = (gap: number) =>
      kitchen(
        [2000],
        [
          run('A', 'base', [
            ['B', 0, 600],
            ['B', 600 + gap, 600],
          ]),
        ],
      );
    expect(spans(worktops(apart(15)))).toEqual(['A 0-1215']);
    expect(spans(worktops(apart(16)))).toEqual(['A 0-600', 'A 616-1216']);
  });

  it('includes fillers and panels at its ends, but is not made of them alone', () => {
    const rows: Row[] = [
      ['FL', 100, 50],
      ['B', 150, 600],
      ['EP', 750, 16],
    ];
    expect(spans(worktops(kitchen([2000], [run('A', 'base', rows)])))).toEqual(['A 100-766']);
    expect(worktops(kitchen([2000], [run('A', 'base', [['FL', 100, 50]])]))).toEqual([]);
  });

  it('is absent where the run carries none', () => {
    const bare = goldenOrder();
    for (const each of bare.runs) each.countertop = false;
    expect(worktops(bare)).toEqual([]);
  });

  it('gives the corner to the wall before it: also mirrored, dead and diagonal', () => {
    const mirrored = [
      run('A', 'base', [
        ['B', 1420, 600],
        ['FLC', 2020, 50],
      ]),
      run('B', 'base', [
        ['BC', 0, 1030],
        ['B', 1030, 600],
      ]),
    ];
    const corner = kitchen([2650, 1630], mirrored);
    expect(spans(worktops(corner))).toEqual(['A 1420-2650', 'B 600-1630']);
    const dead = [
      run('A', 'base', [
        ['B', 820, 600],
        ['FLC', 1420, 50],
      ]),
      run('B', 'base', [
        ['FLC', 580, 50],
        ['B', 630, 600],
      ]),
    ];
    expect(spans(worktops(kitchen([2050, 2000], dead)))).toEqual(['A 820-2050', 'B 600-1230']);
    const diagonal = [
      run('A', 'base', [
        ['B', 500, 600],
        ['BCD', 1100, 900],
      ]),
      run('B', 'base', [['B', 900, 600]]),
    ];
    expect(spans(worktops(kitchen([2000, 2000], diagonal)))).toEqual(['A 500-2000', 'B 600-1500']);
  });

  it('keeps its own start where a tall unit holds the corner', () => {
    const held = [
      run('A', 'tall', [['T', 1400, 600]]),
      run('B', 'base', [
        ['FLC', 580, 50],
        ['B', 630, 600],
      ]),
    ];
    expect(spans(worktops(kitchen([2000, 2000], held)))).toEqual(['B 580-1230']);
  });

  it('is cut at borders of units into parts of at most 3000, away from the sink', () => {
    const long = run('A', 'base', [
      ['B', 0, 600],
      ['B', 600, 600],
      ['B', 1200, 900],
      ['BS', 2100, 800],
      ['B', 2900, 900],
    ]);
    const sink = { id: 'i1', kind: 'sink' as const, node: long.nodes[3]?.id ?? '' };
    expect(spans(worktops(kitchen([3800], [long])))).toEqual(['A 0-2900', 'A 2900-3800']);
    expect(spans(worktops(kitchen([3800], [long], { items: [sink] })))).toEqual(['A 0-1200', 'A 1200-3800']);
  });

  it('has rather one part more than a joint beside a sink or hob, and no sliver at an end', () => {
    const row = run('A', 'base', [
      ['B', 0, 600],
      ['B', 600, 600],
      ['B', 1200, 600],
      ['BS', 1800, 600],
      ['BO', 2400, 600],
      ['B', 3000, 600],
      ['B', 3600, 600],
      ['B', 4200, 600],
    ]);
    const [sink, hob] = [row.nodes[3]?.id ?? '', row.nodes[4]?.id ?? ''];
    const items = [
      { id: 'i1', kind: 'sink' as const, node: sink },
      { id: 'i2', kind: 'hob' as const, node: hob },
    ];
    expect(spans(worktops(kitchen([4800], [row], { items })))).toEqual(['A 0-1200', 'A 1200-4200', 'A 4200-4800']);
    const crowded = run('A', 'base', [
      ['BS', 0, 900],
      ['B', 900, 900],
      ['BO', 1800, 900],
      ['B', 2700, 900],
    ]);
    const [bowl, glass] = [crowded.nodes[0]?.id ?? '', crowded.nodes[2]?.id ?? ''];
    const both = [
      { id: 'i1', kind: 'sink' as const, node: bowl },
      { id: 'i2', kind: 'hob' as const, node: glass },
    ];
    expect(spans(worktops(kitchen([3600], [crowded], { items: both })))).toEqual(['A 0-900', 'A 900-3600']);
    const panelled = run('A', 'base', [
      ['B', 0, 900],
      ['B', 900, 900],
      ['B', 1800, 600],
      ['B', 2400, 600],
      ['EP', 3000, 16],
    ]);
    expect(spans(worktops(kitchen([4000], [panelled])))).toEqual(['A 0-2400', 'A 2400-3016']);
  });

  it('runs on before the gap of a pipe', () => {
    const piped = run('A', 'base', [
      ['B', 0, 600],
      ['B', 660, 600],
    ]);
    const pipe: Obstacle = { id: 'o1', kind: 'gas_pipe', wall: 'A', at: 615, width: 30 };
    expect(spans(worktops(kitchen([4000], [piped], { obstacles: [pipe] })))).toEqual(['A 0-1260']);
  });

  it('after a diagonal unit starts at 600, and without a row on the next wall ends where its own ends', () => {
    const row = run('A', 'base', [
      ['B', 500, 600],
      ['BCD', 1100, 900],
    ]);
    const next = run('B', 'base', [['B', 900, 600]]);
    expect(spans(worktops(kitchen([2000, 2000], [row, next])))).toEqual(['A 500-2000', 'B 600-1500']);
    const alone = run('A', 'base', [['B', 900, 600]]);
    expect(spans(worktops(kitchen([2000, 2000], [alone])))).toEqual(['A 900-1500']);
  });

  it('reaches only those corners that a diagonal unit turns', () => {
    const rows = [
      run('A', 'base', [['BCD', 1100, 900]]),
      run('B', 'base', [
        ['B', 900, 600],
        ['B', 1500, 600],
      ]),
      run('C', 'base', [['B', 900, 600]]),
    ];
    expect(spans(worktops(kitchen([2000, 3000, 2000], rows)))).toEqual(['A 1100-2000', 'B 600-2100', 'C 900-1500']);
  });

  it('of an absurd length is one piece, not a million', () => {
    const endless = run('A', 'base', [['B', 0, 1e9]]);
    expect(worktops(kitchen([1e9], [endless]))).toEqual([{ wall: 'A', x0: 0, x1: 1e9 }]);
    expect(worktops(kitchen([20_000], [run('A', 'base', [['B', 0, 20_000]])]))).toHaveLength(7);
  });
});

const diagonal = [
  run('A', 'base', [
    ['B', 500, 600],
    ['BCD', 1100, 900],
  ]),
  run('B', 'base', [['B', 900, 600]]),
];

it.each([
  ['golden', goldenOrder()],
  ['straight', straightOrder()],
  ['diagonal', kitchen([2000, 2000], diagonal)],
])('the worktop of the %s kitchen is one for bom, checks and drawing', (_name, order) => {
  const index = (wall: string) => order.room.walls.findIndex(({ id }) => id === wall);
  const stretches = worktopStretches(order).map(({ wall, x0, x1 }) => ({ wallIndex: index(wall), x0, x1 }));
  expect(sceneOf(order).worktops).toEqual(stretches);
  const judged = kitchenOf(order).worktops;
  expect(judged.map(({ wallIndex, x0, x1 }) => ({ wallIndex, x0, x1 }))).toEqual(stretches);
  expect(judged.map((top) => top.nodes.map((p) => p.node))).toEqual(
    worktopStretches(order).map((stretch) => stretch.nodes.map(({ node }) => node)),
  );
  const area = worktops(order).reduce((sum, { x0, x1 }) => sum + (x1 - x0) * 600, 0);
  const inserts = worktopInserts(order).reduce((sum, { area_mm2 }) => sum + area_mm2, 0);
  expect(orderBom(order).sheets.find(({ material }) => material === 'top')?.area_mm2).toBe(area + inserts);
  expect(stretches.reduce((sum, { x0, x1 }) => sum + (x1 - x0) * 600, 0)).toBe(area);
});
