import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { RecordedOperation } from '#libs/assistant';
import type { Finding, Order } from '#libs/furniture';

/**
 * What events keep of the furniture engine, version 1: types of their own, so that a change in the engine cannot change
 * history in silence. Lengths and heights are whole mm.
 */
const tier = z.enum(['base', 'wall', 'tall', 'upper']);
const finish = z.enum([
  'clear',
  'white',
  'milk',
  'sand',
  'oak',
  'walnut',
  'wenge',
  'grey',
  'graphite',
  'black',
  'olive',
  'blue',
]);
const handle = z.enum(['grip', 'bar', 'gola', 'push']);
const wallEnd = z.enum(['wall', 'free']);

const wall = z.strictObject({
  id: z.string(),
  turn: z.enum(['start', 'right', 'left']),
  length: z.number(),
  ends: z.strictObject({ left: wallEnd, right: wallEnd }),
});

const node = z.strictObject({
  id: z.string(),
  /** Left edge from the wall's left end, mm, as a decimal string. */
  at: z.string(),
  /** Catalogue code in Latin letters. */
  code: z.string(),
  w: z.number(),
  h: z.number().optional(),
  d: z.number().optional(),
  pinned: z.literal(true).optional(),
});

const run = z.strictObject({
  id: z.string(),
  wall: z.string(),
  tier,
  countertop: z.boolean(),
  plinth: z.boolean(),
  nodes: z.array(node),
});

const item = z.strictObject({
  id: z.string(),
  kind: z.enum(['sink', 'hob', 'oven', 'stove', 'dishwasher', 'washer', 'fridge', 'hood', 'microwave']),
  node: z.string(),
  w: z.number().optional(),
  fuel: z.enum(['gas', 'electric', 'induction']).optional(),
});

const obstacle = z.strictObject({
  id: z.string(),
  kind: z.enum(['door', 'window', 'riser', 'gas_pipe', 'radiator', 'boiler', 'socket', 'water', 'niche']),
  wall: z.string(),
  at: z.number(),
  width: z.number(),
  bottom: z.number().optional(),
  top: z.number().optional(),
  depth: z.number().optional(),
});

/** The order document as events keep it. */
export const orderV1 = z.strictObject({
  id: z.string(),
  kind: z.literal('kitchen'),
  ceiling: z.number(),
  room: z.strictObject({ walls: z.array(wall) }),
  runs: z.array(run),
  items: z.array(item),
  obstacles: z.array(obstacle),
  finish: z.strictObject({
    carcass: finish.optional(),
    facade: z.partialRecord(tier, finish).optional(),
    worktop: finish.optional(),
  }),
  handles: z.partialRecord(tier, handle),
  lighting: z.strictObject({ under: z.boolean().optional() }),
  /** Highest number ever issued, where nothing that stands shows it any more: an id never comes to name another thing. */
  issued: z
    .strictObject({ node: z.number().optional(), item: z.number().optional(), obstacle: z.number().optional() })
    .optional(),
});
export type OrderV1 = z.infer<typeof orderV1>;

/** A finding of the checks as events keep it. */
export const findingV1 = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  /** The place in the order document: `runs[A-base].nodes[n3]`. */
  path: z.string(),
  /** Russian. */
  msg: z.string(),
  fixHint: z.string().optional(),
});
export type FindingV1 = z.infer<typeof findingV1>;

/**
 * An operation of the assistant as events keep it: its name and its arguments as they were. Nothing is decided by them
 * after the turn, so the vocabulary may grow without a new version.
 */
export const operationV1 = z.looseObject({ op: z.string() });
export type OperationV1 = z.infer<typeof operationV1>;

/** The engine's type where it is the stored one to the letter, optional fields included; else nothing that can be passed. */
type IfStoredAs<Engine, Stored> =
  (<T>() => T extends Engine ? 1 : 2) extends <T>() => T extends Stored ? 1 : 2 ? Engine : never;

/**
 * What is stored of an order. The compiler refuses every caller once the engine's type is another: then `OrderV2` is due,
 * with an upcast, or these functions map what differs.
 */
export function toStoredOrder(order: IfStoredAs<Order, OrderV1>): OrderV1 {
  return order;
}

/** A stored order as the engine takes it. */
export function fromStoredOrder(stored: OrderV1): Order {
  return stored;
}

export function toStoredFindings(findings: readonly IfStoredAs<Finding, FindingV1>[]): FindingV1[] {
  return [...findings];
}

export function toStoredOperations(operations: readonly RecordedOperation[]): OperationV1[] {
  return operations.map((operation) => ({ ...operation }));
}

/** The order with those parts of the one before that it left as they were: the orders of a conversation's turns share them. */
export function sharing(before: OrderV1 | undefined, order: OrderV1): OrderV1 {
  if (!before) return order;
  const nodes = new Map(before.runs.flatMap((run) => run.nodes.map((node) => [node.id, node])));
  const runs = order.runs.map((run) => ({ ...run, nodes: run.nodes.map((node) => same(nodes.get(node.id), node)) }));
  return {
    ...order,
    room: same(before.room, order.room),
    runs,
    items: same(before.items, order.items),
    obstacles: same(before.obstacles, order.obstacles),
  };
}

function same<Part>(before: Part | undefined, part: Part): Part {
  return before !== undefined && isDeepStrictEqual(before, part) ? before : part;
}
