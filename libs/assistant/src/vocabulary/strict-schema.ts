import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Turns `anyOf: [{type: T, …}, {type: null}]` into `type: [T, null]`, which every strict decoder accepts. References
 * are kept.
 */
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
 * The JSON schema for strict structured outputs: object at the root, all fields required, no additional ones, `anyOf`
 * instead of `oneOf`, no size limits.
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
