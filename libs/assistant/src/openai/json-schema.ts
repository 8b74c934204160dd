import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As zod writes it: a property that is not required may be left out. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema, ...made } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      for (const keyword of ['minimum', 'maximum', 'id', 'default'] as const) delete jsonSchema[keyword];
    },
  });
  return made;
}

/** What may be null too, in the form that every strict decoder accepts. */
function nullable(schema: unknown): unknown {
  if (!isObject(schema) || typeof schema.type !== 'string' || schema.type === 'object')
    return { anyOf: [schema, { type: 'null' }] };
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...values };
}

function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (!isObject(value)) return value;
  const { oneOf, ...own } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strict(inner)]));
  if (oneOf !== undefined) return { ...own, anyOf: oneOf };
  if (own.type !== 'object' || !isObject(own.properties)) return own;
  const required = Array.isArray(own.required) ? own.required : [];
  const properties = Object.entries(own.properties).map(([name, inner]) => [
    name,
    required.includes(name) ? inner : nullable(inner),
  ]);
  return { ...own, properties: Object.fromEntries(properties), required: properties.map(([name]) => name) };
}

/**
 * The JSON schema for strict structured outputs: object at the root, all fields required, null where one may be left
 * out, no additional ones, `anyOf` instead of `oneOf`, no size limits.
 */
export function strictSchema(schema: z.ZodType): JsonSchema {
  const made = strict(schemaOf(schema));
  if (!isObject(made)) throw new Error('a structured output is an object at its root');
  return made;
}

/**
 * The same in the notation of TypeScript's types, at a quarter of the tokens: for models that see no schema, as servers
 * that decode by grammar do not show it.
 */
export function notation(schema: z.ZodType): string {
  const { $defs, ...root } = schemaOf(schema);
  const named = isObject($defs) ? Object.entries($defs) : [];
  return [...named, ['answer', root] as const].map(([name, part]) => `${name} = ${typeText(part)}`).join('\n');
}

function typeText(part: unknown): string {
  if (!isObject(part)) return 'any';
  const { $ref, anyOf, oneOf = anyOf, enum: values, const: only, type, properties, required, items } = part;
  if (typeof $ref === 'string') return $ref.replace('#/$defs/', '');
  if (Array.isArray(oneOf)) return oneOf.map(typeText).join(' | ');
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join('|');
  if (only !== undefined) return JSON.stringify(only);
  if (type === 'array')
    return isObject(items) && (items.oneOf || items.enum) ? `(${typeText(items)})[]` : `${typeText(items)}[]`;
  if (type !== 'object' || !isObject(properties)) return String(type);
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const fields = Object.entries(properties).map(
    ([name, inner]) => `${name}${isRequired(name) ? '' : '?'}:${typeText(inner)}`,
  );
  return `{${fields.join(',')}}`;
}
