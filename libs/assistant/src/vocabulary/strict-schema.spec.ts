import { type JsonSchema, strictSchema } from '../openai/json-schema.js';
import { readingSchema } from './reading.js';
import { answerSchema } from './schema.js';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Size of a schema in terms of the documented limits of structured outputs. */
interface SchemaSize {
  readonly properties: number;
  readonly depth: number;
  readonly enumValues: number;
  /** Characters of property and definition names, enum and const values. */
  readonly characters: number;
}

/** Measures a schema; references are followed for the depth and counted once otherwise. */
function sizeOf(schema: JsonSchema): SchemaSize {
  const count = { properties: 0, enumValues: 0, characters: 0 };
  const defs = isObject(schema.$defs) ? schema.$defs : {};
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isObject(value)) return;
    for (const named of [value.properties, value.$defs]) {
      if (!isObject(named)) continue;
      if (named === value.properties) count.properties += Object.keys(named).length;
      for (const name of Object.keys(named)) count.characters += name.length;
    }
    const values = Array.isArray(value.enum) ? value.enum : value.const === undefined ? [] : [value.const];
    count.enumValues += Array.isArray(value.enum) ? values.length : 0;
    for (const text of values) count.characters += String(text).length;
    for (const [key, inner] of Object.entries(value)) if (key !== 'enum') visit(inner);
  };
  visit(schema);
  const depth = (value: unknown): number => {
    if (Array.isArray(value)) return Math.max(0, ...value.map(depth));
    if (!isObject(value)) return 0;
    if (typeof value.$ref === 'string') return depth(defs[value.$ref.replace('#/$defs/', '')]);
    const inner = Object.entries(value).flatMap(([key, part]) => (key === '$defs' ? [] : [depth(part)]));
    return Math.max(0, ...inner) + (isObject(value.properties) ? 1 : 0);
  };
  return { ...count, depth: depth(schema) };
}

/** Current limits of structured outputs, and the narrower ones of older servers. */
const LIMITS = { properties: 5000, depth: 5, enumValues: 500, characters: 15_000 };

const objectsIn = (value: unknown): JsonSchema[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return 'properties' in value && 'type' in value && value.type === 'object' ? [{ ...value }, ...inner] : inner;
};

/** The object alternatives of each `anyOf`. */
const choicesIn = (value: unknown): JsonSchema[][] => {
  if (Array.isArray(value)) return value.flatMap(choicesIn);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(choicesIn);
  const objects = 'anyOf' in value ? [value.anyOf].flat().flatMap((one) => objectsIn(one).slice(0, 1)) : [];
  return objects.length > 1 ? [objects, ...inner] : inner;
};

describe.each([
  ['of answers', strictSchema(answerSchema)],
  ['of readings', strictSchema(readingSchema)],
])('the schema %s', (_name, schema) => {
  it('is an object at its root', () => expect(schema.type).toBe('object'));

  it('requires every field of every object and allows no other', () => {
    const objects = objectsIn(schema);
    expect(objects.length).toBeGreaterThan(2);
    for (const one of objects) {
      expect(one.additionalProperties).toBe(false);
      expect(one.required ?? []).toEqual(Object.keys(one.properties ?? {}));
    }
  });

  it('uses no keyword that strict decoders reject', () => {
    const text = JSON.stringify(schema);
    for (const keyword of ['oneOf', 'allOf', 'not', 'default', 'minimum', 'maximum', 'maxLength', '$schema', 'format'])
      expect(text).not.toContain(`"${keyword}":`);
  });

  it('discriminates alternatives by their first field, as strict decoders require', () => {
    for (const choice of choicesIn(schema)) {
      const firsts = choice.map(({ properties }) => Object.entries(properties ?? {})[0]);
      const keys = firsts.map((first) => JSON.stringify(first));
      expect([new Set(keys).size, keys.length]).toEqual([choice.length, choice.length]);
      for (const [, value] of firsts.flatMap((first) => (first ? [first] : []))) expect(value).toHaveProperty('const');
    }
  });

  it('stays within the limits of structured outputs', () => {
    const size = sizeOf(schema);
    for (const key of ['properties', 'depth', 'enumValues', 'characters'] as const)
      expect([key, size[key] <= LIMITS[key], size[key]]).toEqual([key, true, size[key]]);
  });
});

it('actions, fixtures and both kinds of places are discriminated alternatives', () =>
  expect(choicesIn(strictSchema(answerSchema)).map(({ length }) => length)).toEqual([25, 9, 4, 4]));

it('no operation has fields for prices, discounts, statuses or other partners', () => {
  const text = JSON.stringify(strictSchema(answerSchema)).toLowerCase();
  for (const word of [
    'price',
    'cost',
    'discount',
    'status',
    'partner',
    'customer',
    'coin',
    'company',
    'conversation',
    'url',
  ])
    expect(text).not.toContain(word);
});
