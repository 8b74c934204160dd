import { z } from 'zod';
import { APPLIANCES, FINISHES, FUELS, HANDLES, modules, OBSTACLES, TIERS } from '#libs/furniture';

/**
 * The words of the vocabulary: strict, flat, by stable ids. Every field is required and nullable where it may be left
 * out, as strict structured outputs want it. Sizes are the customer's words and are read by code (measure.ts). Nothing
 * here can say a price, a discount, a status, a link or anything of another customer.
 */
const CODES = modules()
  .filter(({ tier }) => tier !== 'any')
  .map(({ ascii }) => ascii);
const STRIPS = modules()
  .filter(({ ascii }) => ascii === 'FL' || ascii === 'EP')
  .map(({ ascii }) => ascii);

export const size = z.string();
export const id = z.string();
export const wallId = z.enum(['A', 'B', 'C', 'D']).meta({ id: 'wall' });
export const tier = z.enum(TIERS).meta({ id: 'tier' });
export const fuel = z.enum(FUELS).meta({ id: 'fuel' });
export const end = z.enum(['wall', 'free']).meta({ id: 'end' });
export const finish = z.enum(FINISHES).meta({ id: 'finish' });
export const handle = z.enum(HANDLES).meta({ id: 'handle' });
export const appliance = z.enum(APPLIANCES).meta({ id: 'appliance' });
export const code = z.enum([...CODES, ...STRIPS]).meta({ id: 'code' });

/** A field that may be left out: null on the wire; servers without strict schemas leave it away, which says the same. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) => z.nullable(schema).prefault(null);

/** A thing beside which something stands: an appliance's kind or a module's code. */
const neighbour = z.enum([...APPLIANCES, ...CODES]).meta({ id: 'neighbour' });

const wish = {
  wall: maybe(wallId),
  where: maybe(z.enum(['start', 'end', 'corner', 'window', 'centre'])),
  at: maybe(size),
  next_to: maybe(neighbour),
  left_of: maybe(neighbour),
  right_of: maybe(neighbour),
};

export const fixture = z
  .union([
    z.strictObject({ kind: z.literal('sink'), width: maybe(size), bowl: maybe(size), ...wish }),
    z.strictObject({ kind: z.literal('dishwasher'), width: maybe(size), ...wish }),
    z.strictObject({
      kind: z.literal('hob'),
      fuel: maybe(fuel),
      width: maybe(size),
      oven_below: maybe(z.boolean()),
      ...wish,
    }),
    z.strictObject({
      kind: z.literal('oven'),
      tall: maybe(z.boolean()),
      microwave_above: maybe(z.boolean()),
      ...wish,
    }),
    z.strictObject({ kind: z.literal('microwave'), ...wish }),
    z.strictObject({ kind: z.literal('fridge'), built_in: z.boolean(), width: maybe(size), ...wish }),
    z.strictObject({ kind: z.literal('stove'), fuel: maybe(fuel), width: maybe(size), ...wish }),
    z.strictObject({ kind: z.literal('washer'), width: maybe(size), ...wish }),
    z.strictObject({
      kind: z.literal('unit'),
      code,
      width: maybe(size),
      height: maybe(size),
      count: maybe(size),
      ...wish,
    }),
  ])
  .meta({ id: 'fixture' });

export const obstacle = {
  kind: z.enum(OBSTACLES).meta({ id: 'obstacle_kind' }),
  wall: wallId,
  at: size,
  width: maybe(size),
  bottom: maybe(size),
  top: maybe(size),
  depth: maybe(size),
};

export const wall = z
  .strictObject({
    length: size,
    turn: maybe(z.enum(['right', 'left'])),
    left_end: maybe(end),
    right_end: maybe(end),
  })
  .meta({ id: 'brief_wall' });

export type WireFixture = z.infer<typeof fixture>;
export type WireWall = z.infer<typeof wall>;

/** `{key: value}` where there is a value, else nothing: optional fields are absent, never null. */
export function given<Key extends string, const Value extends {}>(
  key: Key,
  value: Value | null | undefined,
): Partial<Record<Key, Value>> {
  const fields: Partial<Record<Key, Value>> = {};
  if (value !== null && value !== undefined) fields[key] = value;
  return fields;
}

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
const action = z.union([
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
