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
 * Schemas of the model's vocabulary: strict, flat, by stable ids; alternatives are told apart by their first field, so
 * that a fault names its field. What nobody said is absent here and null on the wire of strict structured outputs
 * (openai/json-schema.ts). Nothing in it can express a price, a status, a link or another customer's data.
 */

/** In the customer's words, read by measure.ts; models without a strict decoder write plain numbers too. */
export const size = z.preprocess((said) => (typeof said === 'number' ? String(said) : said), z.string());
const id = z.string();
export const wallId = z.enum(['A', 'B', 'C', 'D']).meta({ id: 'wall' });
const tier = z.enum(TIERS).meta({ id: 'tier' });
const fuel = z.enum(FUELS).meta({ id: 'fuel' });
const end = z.enum(['wall', 'free']).meta({ id: 'end' });
const finish = z.enum(FINISHES).meta({ id: 'finish' });
const handle = z.enum(HANDLES).meta({ id: 'handle' });
const appliance = z.enum(APPLIANCES).meta({ id: 'appliance' });
const codes = modules().filter((one) => isOrdinary(one) || hasTrait(one, 'filler') || isEndPanel(one));
const code = z.enum(codes.map(({ ascii }) => ascii)).meta({ id: 'code' });
const ends = z.strictObject({ left: end.optional(), right: end.optional() }).meta({ id: 'ends' });

export const listOf = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).prefault([]);

const MAX_SPOKEN_DEPTH = 12;

/** Drops what says nothing, at any depth of the schemas: null and the empty list. */
function spoken(value: unknown, depth = MAX_SPOKEN_DEPTH): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => spoken(one, depth - 1));
  const fields = Object.entries(value).filter(
    ([, said]) => said !== null && !(Array.isArray(said) && said.length === 0),
  );
  return Object.fromEntries(fields.map(([name, said]) => [name, spoken(said, depth - 1)]));
}

/** A model's whole answer. */
export const modelAnswer = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.preprocess((value) => spoken(value), z.strictObject(fields));

const by = <const Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ by: z.literal(kind), ...fields });

/** Where a fixture goes: places narrow each other. `beside` names an appliance's kind or a module's code. */
const place = z
  .discriminatedUnion('by', [
    by('wall', { wall: wallId }),
    by('where', { where: z.enum(['start', 'end', 'corner', 'window', 'centre']) }),
    by('offset', { offset: size }),
    by('beside', { of: z.union([appliance, code]), hand: z.enum(['left', 'right']).optional() }),
  ])
  .meta({ id: 'place' });

/** Where an edit puts a node: beside another, or at an offset on a wall. */
const spot = z
  .discriminatedUnion('by', [
    by('wall', { wall: wallId }),
    by('offset', { offset: size }),
    by('after', { node: id }),
    by('before', { node: id }),
  ])
  .meta({ id: 'spot' });

const kind = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.strictObject({ kind: z.literal(name), ...fields, at: listOf(place) });
const width = size.optional();
const flag = z.boolean().optional();

const fixture = z
  .discriminatedUnion('kind', [
    kind('sink', { width, bowl: size.optional() }),
    kind('dishwasher', { width }),
    kind('hob', { fuel: fuel.optional(), width, oven_below: flag }),
    kind('oven', { tall: flag, microwave_above: flag }),
    kind('microwave', {}),
    kind('fridge', { built_in: z.boolean(), width }),
    kind('stove', { fuel: fuel.optional(), width }),
    kind('washer', { width }),
    kind('unit', { code, width, height: size.optional(), count: size.optional() }),
  ])
  .meta({ id: 'fixture' });

const obstacle = {
  kind: z.enum(OBSTACLES).meta({ id: 'obstacle_kind' }),
  wall: wallId,
  at: size,
  width,
  bottom: size.optional(),
  top: size.optional(),
  depth: size.optional(),
};

const op = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.strictObject({ op: z.literal(name), ...fields });

/** All actions. `restore`, `ask` and `decline` leave the order alone. */
const action = z.discriminatedUnion('op', [
  op('plan_kitchen', {
    walls: listOf(z.strictObject({ length: size, turn: z.enum(['right', 'left']).optional(), ends: ends.optional() })),
    ceiling: size.optional(),
    obstacles: listOf(z.strictObject(obstacle)),
    fixtures: listOf(fixture),
    ordered: z.boolean(),
    /** The upper row, where the customer spoke of it. */
    upper: z
      .strictObject({
        units: z.enum(['all', 'none', 'named']),
        on: listOf(wallId),
        height: size.optional(),
        hood: flag,
        to_ceiling: flag,
      })
      .optional(),
  }),
  op('add', { code, width, height: size.optional(), tier: tier.optional(), at: listOf(spot) }),
  op('add_fixture', { fixture }),
  op('remove', { node: id }),
  op('remove_tier', { tier, wall: wallId.optional() }),
  op('add_tier', { tier: z.enum(['wall', 'upper']), wall: wallId.optional(), height: size.optional() }),
  op('replace', { node: id, code, width, height: size.optional() }),
  op('resize', { node: id, change: z.enum(['to', 'wider_by', 'narrower_by']), size }),
  op('move', { node: id, at: listOf(spot) }),
  op('swap', { a: id, b: id }),
  op('pin', { node: id, at: size }),
  op('unpin', { node: id }),
  op('mirror', {}),
  op('set_item', { node: id, kind: appliance, width, fuel: fuel.optional() }),
  op('remove_item', { item: id }),
  op('set_obstacle', { id: id.optional(), ...obstacle }),
  op('remove_obstacle', { id }),
  op('set_wall', { wall: wallId, length: size.optional(), ends: ends.optional() }),
  op('set_ceiling', { height: size }),
  op('set_finish', { part: z.enum(['carcass', 'worktop', 'facade', 'base', 'wall', 'tall', 'upper']), finish }),
  op('set_handles', { tier: z.enum(['all', 'base', 'wall', 'tall', 'upper']), handle }),
  op('set_lighting', { under: z.boolean() }),
  op('restore', { turn: z.int() }),
  op('ask', {}),
  op('decline', { code: z.string() }),
]);

/** The customer's phrases before the actions, and those before the reply: the model writes each knowing the former. */
export const answerSchema = modelAnswer({
  understood: listOf(z.string()),
  not_done: listOf(z.string()),
  actions: listOf(action),
  reply: z.string(),
});

export type WireAction = z.infer<typeof action>;
export type WireAnswer = z.infer<typeof answerSchema>;
export type WireOf<Op extends WireAction['op']> = Extract<WireAction, { op: Op }>;
export type WireFixture = z.infer<typeof fixture>;
