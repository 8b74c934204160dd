import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `anyOf: [{type: T, …}, {type: null}]` as `type: [T, null]`: what every strict decoder reads. References stay as they are. */
function tight(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tight);
  if (!isObject(value)) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tight(inner)]));
  const [first, second, ...more] = Array.isArray(own.anyOf) ? own.anyOf : [];
  const isMaybe = more.length === 0 && isObject(second) && second.type === 'null' && isObject(first);
  if (!isMaybe || typeof first.type !== 'string' || first.type === 'object') return own;
  return {
    ...first,
    type: [first.type, 'null'],
    ...(Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {}),
  };
}

/**
 * A schema as strict structured outputs take it: an object at the root, every field required, no other fields, `anyOf`
 * and no `oneOf`, none of the keywords that limit sizes.
 */
export function strictSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...made } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
      delete jsonSchema.id;
      delete jsonSchema.default;
    },
  });
  const out = tight(made);
  if (!isObject(out)) throw new Error('a structured output is an object at its root');
  return out;
}

/** What a schema takes of the documented limits of structured outputs. */
export interface SchemaSize {
  readonly properties: number;
  readonly depth: number;
  readonly enumValues: number;
  /** Characters of property names, definition names, enum and const values. */
  readonly characters: number;
}

/** Counts a schema; references are followed for the depth and counted once for the rest. */
export function sizeOf(schema: JsonSchema): SchemaSize {
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
