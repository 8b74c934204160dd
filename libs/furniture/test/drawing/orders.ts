import fc from 'fast-check';
import { modules } from '../../src/catalogue/catalogue.js';
import {
  APPLIANCES,
  HANDLES,
  OBSTACLES,
  type Obstacle,
  type Order,
  type OrderNode,
  type Run,
  TIERS,
  type Tier,
  type Wall,
} from '../../src/order/order.js';

const IDS = ['A', 'B', 'C', 'D'];

export function node(id: string, at: number, code: string, w: number, h?: number): OrderNode {
  return { id, at: String(at), code, w, ...(h === undefined ? {} : { h }) };
}

export function run(wall: string, tier: Tier, nodes: OrderNode[]): Run {
  return { id: `${wall}-${tier}`, wall, tier, countertop: tier === 'base', plinth: tier !== 'wall', nodes };
}

export function wall(id: string, length: number, turn: Wall['turn'] = 'start'): Wall {
  return { id, turn, length, ends: { left: 'wall', right: 'free' } };
}

export function orderOf(walls: Wall[], runs: Run[], rest: Partial<Order> = {}): Order {
  const bare = { items: [], obstacles: [], finish: {}, handles: {}, lighting: {} };
  return { id: 'lead-1', kind: 'kitchen', ceiling: 2700, room: { walls }, runs, ...bare, ...rest };
}

/** One wall with window, pipe, sockets, every kind of front and a free-standing fridge. */
export function straightOrder(rest: Partial<Order> = {}): Order {
  const base = [
    node('b1', 0, 'FL', 50),
    node('b2', 50, 'BD4', 500),
    node('b3', 550, 'BS', 600),
    node('b4', 1150, 'FD', 450),
    node('b5', 1600, 'BO', 600),
    node('b6', 2200, 'BB', 150),
    node('b7', 2350, 'BOS', 150),
    node('b8', 2500, 'BD1', 400),
    node('b9', 2900, 'NB', 600),
  ];
  const hanging = [
    node('w1', 0, 'W', 300),
    node('w2', 1600, 'WH', 600, 600),
    node('w3', 2200, 'WG', 800),
    node('w4', 3000, 'WL2', 500),
  ];
  const runs = [
    run('A', 'base', base),
    run('A', 'tall', [node('t1', 3500, 'TOM', 600), node('t2', 4100, 'NF', 600)]),
    run('A', 'wall', hanging),
    run('A', 'upper', [node('u1', 1600, 'A', 600, 420), node('u2', 3500, 'AT', 600, 420)]),
  ];
  return orderOf([wall('A', 4700)], runs, {
    items: [
      { id: 'i1', kind: 'sink', node: 'b3' },
      { id: 'i2', kind: 'hob', node: 'b5', fuel: 'gas' },
      { id: 'i3', kind: 'washer', node: 'b9' },
      { id: 'i4', kind: 'fridge', node: 't2' },
    ],
    obstacles: [
      { id: 'o1', kind: 'window', wall: 'A', at: 400, width: 1000 },
      { id: 'o2', kind: 'gas_pipe', wall: 'A', at: 1480, width: 30 },
      { id: 'o3', kind: 'socket', wall: 'A', at: 2300, width: 80, bottom: 1000 },
      { id: 'o4', kind: 'boiler', wall: 'A', at: 4800, width: 450 },
    ],
    handles: { base: 'bar', wall: 'bar', tall: 'bar' },
    ...rest,
  });
}

/** `nodes` floor units of 300 mm on four walls. */
export function longOrder(nodes: number): Order {
  const per = Math.ceil(nodes / IDS.length);
  const walls = IDS.map((id, i) => wall(id, per * 300 + 1300, i === 0 ? 'start' : 'right'));
  const runs = IDS.map((id, k) =>
    run(
      id,
      'base',
      Array.from({ length: Math.min(per, nodes - k * per) }, (_, i) => node(`${id}${i}`, 630 + i * 300, 'BD3', 300)),
    ),
  );
  return orderOf(walls, runs);
}

const CODES = modules().map((m) => m.ascii);
const size = fc.integer({ min: -50, max: 4000 });

const anyNode: fc.Arbitrary<OrderNode> = fc.record(
  {
    id: fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('n1', 'n2', 'n3')),
    at: fc.oneof(size.map(String), fc.constantFrom('', 'x', '-1', '1e9', '12.5')),
    code: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...CODES) },
      { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
    ),
    w: fc.oneof(size, fc.constantFrom(16, 50, 600)),
    h: size,
    d: size,
  },
  { requiredKeys: ['id', 'at', 'code', 'w'] },
);

const anyObstacle: fc.Arbitrary<Obstacle> = fc.record(
  {
    id: fc.string({ maxLength: 3 }),
    kind: fc.constantFrom(...OBSTACLES),
    wall: fc.constantFrom(...IDS),
    at: size,
    width: size,
    bottom: size,
    top: size,
    depth: size,
  },
  { requiredKeys: ['id', 'kind', 'wall', 'at', 'width'] },
);

const anyRun: fc.Arbitrary<Run> = fc.record({
  id: fc.string({ maxLength: 6 }),
  wall: fc.constantFrom(...IDS),
  tier: fc.constantFrom(...TIERS),
  countertop: fc.boolean(),
  plinth: fc.boolean(),
  nodes: fc.array(anyNode, { maxLength: 8 }),
});

const end = fc.constantFrom('wall' as const, 'free' as const);
const handle = fc.constantFrom(...HANDLES);

/** Any document of the type, however senseless: units that overlap, unknown codes, negative sizes, hostile words. */
export const anyOrder: fc.Arbitrary<Order> = fc.record({
  id: fc.oneof(fc.string(), fc.constantFrom('"><script>alert(1)</script>', "'&<>", '\u0000\ud800]]>')),
  kind: fc.constant('kitchen' as const),
  ceiling: size,
  room: fc.record({
    walls: fc.array(
      fc.record({
        id: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...IDS) },
          { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
        ),
        turn: fc.constantFrom('start' as const, 'right' as const, 'left' as const),
        length: size,
        ends: fc.record({ left: end, right: end }),
      }),
      { maxLength: 4 },
    ),
  }),
  runs: fc.array(anyRun, { maxLength: 6 }),
  items: fc.array(
    fc.record({
      id: fc.string({ maxLength: 3 }),
      kind: fc.constantFrom(...APPLIANCES),
      node: fc.constantFrom('n1', 'n2', 'n3'),
    }),
    { maxLength: 4 },
  ),
  obstacles: fc.array(anyObstacle, { maxLength: 4 }),
  finish: fc.constant({}),
  handles: fc.record({ base: handle, wall: handle, tall: handle, upper: handle }, { requiredKeys: [] }),
  lighting: fc.constant({}),
});

const ROW_CODES: Readonly<Record<'base' | 'wall', readonly (readonly [code: string, widths: readonly number[]])[]>> = {
  base: [
    ['B', [300, 450, 600, 900]],
    ['BD1', [300, 600]],
    ['BD3', [400, 900]],
    ['BD4', [300, 600]],
    ['BS', [500, 800]],
    ['FD', [450, 600]],
    ['BO', [600]],
    ['BH', [600, 900]],
    ['NB', [450, 600]],
    ['BB', [150, 200]],
    ['BOS', [150, 300]],
    ['BC', [1030]],
    ['FL', [16, 37, 60, 150]],
    ['EP', [16]],
  ],
  wall: [
    ['W', [300, 500, 800]],
    ['WL', [500, 900]],
    ['WL2', [600]],
    ['WH', [500, 900]],
    ['WG', [300, 800]],
    ['WO', [150, 400]],
    ['WM', [600]],
    ['WC', [770]],
    ['SH', [300, 900]],
    ['FL', [16, 60]],
    ['FLC', [50]],
  ],
};

const row = (tier: 'base' | 'wall') =>
  fc.array(
    fc
      .constantFrom(...ROW_CODES[tier])
      .chain(([code, widths]) => fc.tuple(fc.constant(code), fc.constantFrom(...widths))),
    { maxLength: 9 },
  );

/** Kitchens as they are: one to three walls, rows without gaps or overlaps, some obstacles. */
export const tidyOrder: fc.Arbitrary<Order> = fc
  .record({
    walls: fc.array(fc.record({ base: row('base'), wall: row('wall'), start: fc.constantFrom(0, 5, 580, 630) }), {
      minLength: 1,
      maxLength: 3,
    }),
    turn: fc.constantFrom('right' as const, 'left' as const),
    handle,
    obstacles: fc.array(fc.tuple(fc.constantFrom(...OBSTACLES), fc.integer({ min: 0, max: 3000 })), { maxLength: 3 }),
  })
  .map(({ walls, turn, handle: kind, obstacles }) => {
    const runs = walls.flatMap(({ base, wall: hanging, start }, k) => [
      run(IDS[k] ?? '', 'base', inRow(`b${k}`, start, base)),
      run(IDS[k] ?? '', 'wall', inRow(`w${k}`, start, hanging)),
    ]);
    const length = (k: number) =>
      Math.max(1500, ...runs.filter((r) => r.wall === IDS[k]).flatMap((r) => r.nodes.map((n) => Number(n.at) + n.w)));
    return orderOf(
      walls.map((_, k) => wall(IDS[k] ?? '', length(k), k === 0 ? 'start' : turn)),
      runs,
      {
        handles: { base: kind, wall: kind },
        obstacles: obstacles.map(([of, at], i) => ({ id: `o${i}`, kind: of, wall: 'A', at, width: 200 })),
      },
    );
  });

function inRow(prefix: string, start: number, units: readonly (readonly [string, number])[]): OrderNode[] {
  let at = start;
  return units.map(([code, w], i) => {
    const made = node(`${prefix}-${i}`, at, code, w);
    at += w;
    return made;
  });
}
