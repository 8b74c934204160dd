import { z } from 'zod';
import {
  APPLIANCES,
  FINISHES,
  FUELS,
  HANDLES,
  hasTrait,
  isEndPanel,
  isOrdinary,
  modules,
  OBSTACLES,
  TIERS,
} from '#libs/furniture';

/**
 * Schemas of the model's vocabulary: strict, flat, by stable ids. Every field is required and nullable where optional,
 * as strict structured outputs demand. Sizes stay in the customer's words and are parsed by measure.ts. Nothing in it
 * can express a price, a status, a link or another customer's data.
 */
const CODES = modules()
  .filter(isOrdinary)
  .map(({ ascii }) => ascii);
const STRIPS = modules()
  .filter((module) => hasTrait(module, 'filler') || isEndPanel(module))
  .map(({ ascii }) => ascii);

const size = z.string();
const id = z.string();
export const wallId = z.enum(['A', 'B', 'C', 'D']).meta({ id: 'wall' });
const tier = z.enum(TIERS).meta({ id: 'tier' });
const fuel = z.enum(FUELS).meta({ id: 'fuel' });
const end = z.enum(['wall', 'free']).meta({ id: 'end' });
const finish = z.enum(FINISHES).meta({ id: 'finish' });
const handle = z.enum(HANDLES).meta({ id: 'handle' });
const appliance = z.enum(APPLIANCES).meta({ id: 'appliance' });
const code = z.enum([...CODES, ...STRIPS]).meta({ id: 'code' });

/** An optional field: null on the wire; servers without strict schemas may omit it. */
export const nullable = <Schema extends z.ZodType>(schema: Schema) => z.nullable(schema).prefault(null);

/** Reference for a placement: an appliance's kind or a module's code. */
const neighbour = z.enum([...APPLIANCES, ...CODES]).meta({ id: 'neighbour' });

const placement = {
  wall: nullable(wallId),
  where: nullable(z.enum(['start', 'end', 'corner', 'window', 'centre'])),
  at: nullable(size),
  next_to: nullable(neighbour),
  left_of: nullable(neighbour),
  right_of: nullable(neighbour),
};

const fixture = z
  .union([
    z.strictObject({ kind: z.literal('sink'), width: nullable(size), bowl: nullable(size), ...placement }),
    z.strictObject({ kind: z.literal('dishwasher'), width: nullable(size), ...placement }),
    z.strictObject({
      kind: z.literal('hob'),
      fuel: nullable(fuel),
      width: nullable(size),
      oven_below: nullable(z.boolean()),
      ...placement,
    }),
    z.strictObject({
      kind: z.literal('oven'),
      tall: nullable(z.boolean()),
      microwave_above: nullable(z.boolean()),
      ...placement,
    }),
    z.strictObject({ kind: z.literal('microwave'), ...placement }),
    z.strictObject({ kind: z.literal('fridge'), built_in: z.boolean(), width: nullable(size), ...placement }),
    z.strictObject({ kind: z.literal('stove'), fuel: nullable(fuel), width: nullable(size), ...placement }),
    z.strictObject({ kind: z.literal('washer'), width: nullable(size), ...placement }),
    z.strictObject({
      kind: z.literal('unit'),
      code,
      width: nullable(size),
      height: nullable(size),
      count: nullable(size),
      ...placement,
    }),
  ])
  .meta({ id: 'fixture' });

const obstacle = {
  kind: z.enum(OBSTACLES).meta({ id: 'obstacle_kind' }),
  wall: wallId,
  at: size,
  width: nullable(size),
  bottom: nullable(size),
  top: nullable(size),
  depth: nullable(size),
};

const wall = z
  .strictObject({
    length: size,
    turn: nullable(z.enum(['right', 'left'])),
    left_end: nullable(end),
    right_end: nullable(end),
  })
  .meta({ id: 'brief_wall' });

export type WireFixture = z.infer<typeof fixture>;
export type WireWall = z.infer<typeof wall>;

const op = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.strictObject({ op: z.literal(name), ...fields });

/** Neighbours, or an offset on a wall. */
const spot = { after: nullable(id), before: nullable(id), at: nullable(size), wall: nullable(wallId) };

const plan = op('plan_kitchen', {
  walls: z.array(wall),
  ceiling: nullable(size),
  obstacles: z.array(z.strictObject(obstacle)),
  fixtures: z.array(fixture),
  ordered: z.boolean(),
  wall_units: nullable(z.enum(['all', 'none', 'named'])),
  wall_units_on: z.array(wallId),
  wall_units_height: nullable(size),
  hood: nullable(z.boolean()),
  to_ceiling: nullable(z.boolean()),
});

/** All actions. `restore`, `ask` and `decline` leave the order alone. */
const action = z.union([
  plan,
  op('add', { code, width: nullable(size), height: nullable(size), tier: nullable(tier), ...spot }),
  op('add_fixture', { fixture }),
  op('remove', { node: id }),
  op('remove_tier', { tier, wall: nullable(wallId) }),
  op('add_tier', { tier: z.enum(['wall', 'upper']), wall: nullable(wallId), height: nullable(size) }),
  op('replace', { node: id, code, width: nullable(size), height: nullable(size) }),
  op('resize', { node: id, to: nullable(size), wider_by: nullable(size), narrower_by: nullable(size) }),
  op('move', { node: id, ...spot }),
  op('swap', { a: id, b: id }),
  op('pin', { node: id, at: size }),
  op('unpin', { node: id }),
  op('mirror', {}),
  op('set_item', { node: id, kind: appliance, width: nullable(size), fuel: nullable(fuel) }),
  op('remove_item', { item: id }),
  op('set_obstacle', { id: nullable(id), ...obstacle }),
  op('remove_obstacle', { id }),
  op('set_wall', { wall: wallId, length: nullable(size), left_end: nullable(end), right_end: nullable(end) }),
  op('set_ceiling', { height: size }),
  op('set_finish', { part: z.enum(['carcass', 'worktop', 'facade', 'base', 'wall', 'tall', 'upper']), finish }),
  op('set_handles', { tier: z.enum(['all', 'base', 'wall', 'tall', 'upper']), handle }),
  op('set_lighting', { under: z.boolean() }),
  op('restore', { turn: z.int() }),
  op('ask', {}),
  op('decline', { code: z.string() }),
]);

/** Actions before the reply, so that the model writes the reply knowing them. */
export const answerSchema = z.strictObject({ actions: z.array(action), reply: z.string() });

export type WireAction = z.infer<typeof action>;
export type WireAnswer = z.infer<typeof answerSchema>;
export type WireOf<Op extends WireAction['op']> = Extract<WireAction, { op: Op }>;
