import { z } from 'zod';
import {
  appliance,
  code,
  end,
  finish,
  fixture,
  fuel,
  handle,
  id,
  maybe,
  obstacle,
  size,
  tier,
  wall,
  wallId,
} from './schemas.js';

const op = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.strictObject({ op: z.literal(name), ...fields });

/** Between which neighbours, or where on the wall. */
const spot = { after: maybe(id), before: maybe(id), at: maybe(size), wall: maybe(wallId) };

const plan = op('plan_kitchen', {
  walls: z.array(wall),
  ceiling: maybe(size),
  obstacles: z.array(z.strictObject(obstacle)),
  fixtures: z.array(fixture),
  ordered: z.boolean(),
  wall_units: maybe(z.enum(['all', 'none', 'named'])),
  wall_units_on: z.array(wallId),
  wall_units_height: maybe(size),
  hood: maybe(z.boolean()),
  to_ceiling: maybe(z.boolean()),
});

/** All that a model can do to an order, and the four ways to do nothing to it: restore, ask, decline. */
export const action = z.union([
  plan,
  op('add', { code, width: maybe(size), height: maybe(size), tier: maybe(tier), ...spot }),
  op('add_fixture', { fixture }),
  op('remove', { node: id }),
  op('remove_tier', { tier, wall: maybe(wallId) }),
  op('add_tier', { tier: z.enum(['wall', 'upper']), wall: maybe(wallId), height: maybe(size) }),
  op('replace', { node: id, code, width: maybe(size), height: maybe(size) }),
  op('resize', { node: id, to: maybe(size), wider_by: maybe(size), narrower_by: maybe(size) }),
  op('move', { node: id, ...spot }),
  op('swap', { a: id, b: id }),
  op('pin', { node: id, at: size }),
  op('unpin', { node: id }),
  op('mirror', {}),
  op('set_item', { node: id, kind: appliance, width: maybe(size), fuel: maybe(fuel) }),
  op('remove_item', { item: id }),
  op('set_obstacle', { id: maybe(id), ...obstacle }),
  op('remove_obstacle', { id }),
  op('set_wall', { wall: wallId, length: maybe(size), left_end: maybe(end), right_end: maybe(end) }),
  op('set_ceiling', { height: size }),
  op('set_finish', { part: z.enum(['carcass', 'worktop', 'facade', 'base', 'wall', 'tall', 'upper']), finish }),
  op('set_handles', { tier: z.enum(['all', 'base', 'wall', 'tall', 'upper']), handle }),
  op('set_lighting', { under: z.boolean() }),
  op('restore', { turn: z.int() }),
  op('ask', {}),
  op('decline', { code: z.string() }),
]);

/** What the model answers, in the order in which it writes: what to do, then the words for the customer, who reads of it. */
export const answerSchema = z.strictObject({ actions: z.array(action), reply: z.string() });

export type WireAction = z.infer<typeof action>;
export type WireAnswer = z.infer<typeof answerSchema>;
export type WireOf<Op extends WireAction['op']> = Extract<WireAction, { op: Op }>;
