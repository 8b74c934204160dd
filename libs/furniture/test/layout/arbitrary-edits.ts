import fc from 'fast-check';
import { modules } from '../../src/catalogue/catalogue.js';
import type { Edit, Fixture } from '../../src/layout/brief.js';
import { APPLIANCES, FINISHES, HANDLES, OBSTACLES, type Order } from '../../src/order/order.js';
import { seen } from './view.js';

/** Numbers that pick an edit of an order: which, on which nodes, how much. */
export type Pick = readonly [number, number, number, number];

const FIXTURES: readonly Fixture[] = [
  { kind: 'dishwasher', width: 450 },
  { kind: 'fridge', builtIn: true },
  { kind: 'fridge', builtIn: false, width: 700 },
  { kind: 'microwave' },
  { kind: 'sink' },
  { kind: 'sink', where: 'corner' },
  { kind: 'hob', fuel: 'gas', oven: true },
  { kind: 'oven', tall: true },
  { kind: 'stove', fuel: 'gas' },
  { kind: 'washer' },
  { kind: 'unit', code: 'BD3', width: 600 },
  { kind: 'unit', code: 'T' },
];

/** Every kind of edit; each gets the order and three numbers to choose by. */
const EDITS: readonly ((order: Order, a: number, b: number, c: number) => Edit)[] = [
  (order, a, _, c) => ({ op: 'resize', node: nodeAt(order, a), w: of([300, 400, 450, 500, 600, 700, 800, 1130], c) }),
  (order, a) => ({ op: 'remove', node: nodeAt(order, a) }),
  (order, a, b) => ({ op: 'swap', a: nodeAt(order, a), b: nodeAt(order, b) }),
  (order, a, b) => ({ op: 'move', node: nodeAt(order, a), after: nodeAt(order, b) }),
  (order, a, b) => ({ op: 'move', node: nodeAt(order, a), before: nodeAt(order, b) }),
  (order, a, b) => ({ op: 'move', node: nodeAt(order, a), wall: wallAt(order, b) }),
  (order, a, b, c) => ({ op: 'move', node: nodeAt(order, a), wall: wallAt(order, b), at: (c % 40) * 100 }),
  (order, a, _, c) => ({ op: 'pin', node: nodeAt(order, a), at: (c % 40) * 100 }),
  (order, a) => ({ op: 'unpin', node: nodeAt(order, a) }),
  (_, a) => ({ op: 'add', code: of(CODES, a) }),
  (order, a, b) => ({ op: 'add', code: of(CODES, a), after: nodeAt(order, b) }),
  (order, a, b, c) => ({ op: 'add', code: of(CODES, a), wall: wallAt(order, b), at: (c % 40) * 100 }),
  (order, a, b) => ({ op: 'replace', node: nodeAt(order, a), code: of(CODES, b) }),
  (order, a, _, c) => ({ op: 'remove_tier', tier: of(['wall', 'upper', 'tall'], c), wall: wallAt(order, a) }),
  (_, a) => ({ op: 'remove_tier', tier: of(['base', 'wall', 'upper', 'tall'], a) }),
  (_, a, b) => ({ op: 'add_tier', tier: of(['wall', 'upper'], a), height: of([360, 600, 720, 900], b) }),
  (order, a, b) => ({ op: 'add_tier', tier: of(['wall', 'upper'], a), wall: wallAt(order, b) }),
  (_, a) => ({ op: 'add_fixture', fixture: of(FIXTURES, a) }),
  (order, a, b) => ({ op: 'add_fixture', fixture: { ...of(FIXTURES, a), wall: wallAt(order, b) } }),
  (order, a, _, c) => ({ op: 'set_wall', wall: wallAt(order, a), length: 1200 + (c % 40) * 100 }),
  (order, a, b, c) => ({
    op: 'set_wall',
    wall: wallAt(order, a),
    ends: { left: of(['wall', 'free'], b), right: of(['wall', 'free'], c) },
  }),
  (order, a, b, c) => ({
    op: 'set_obstacle',
    obstacle: { kind: of(OBSTACLES, c), wall: wallAt(order, a), at: (b % 40) * 100, width: of([80, 400, 900], c) },
  }),
  (order, a) => ({ op: 'remove_obstacle', id: order.obstacles[a % (order.obstacles.length || 1)]?.id ?? 'o1' }),
  (_, a) => ({ op: 'set_ceiling', ceiling: of([2200, 2450, 2600, 2800, 3000], a) }),
  (order, a, b) => ({ op: 'set_item', node: nodeAt(order, a), item: { kind: of(APPLIANCES, b) } }),
  (order, a) => ({ op: 'remove_item', item: order.items[a % (order.items.length || 1)]?.id ?? 'i1' }),
  (_, a, b) => ({ op: 'set_finish', part: of(['carcass', 'worktop', 'base', 'facade'], a), finish: of(FINISHES, b) }),
  (_, a, b) => ({ op: 'set_handles', tier: of(['base', 'wall', 'all'], a), handle: of(HANDLES, b) }),
  (_, a) => ({ op: 'set_lighting', under: a % 2 === 0 }),
  () => ({ op: 'mirror' }),
];

const CODES = modules().map(({ ascii }) => ascii);

const of = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const nodeAt = (order: Order, n: number): string => {
  const nodes = seen(order);
  return nodes[n % nodes.length]?.id ?? 'n1';
};
const wallAt = (order: Order, n: number): string => of(order.room.walls, n).id;

export const picks: fc.Arbitrary<Pick[]> = fc.array(
  fc.tuple(fc.nat(EDITS.length - 1), fc.nat(200), fc.nat(200), fc.nat(200)),
  { minLength: 1, maxLength: 5 },
);

export const pick = (order: Order, [n, a, b, c]: Pick): Edit => of(EDITS, n)(order, a, b, c);
