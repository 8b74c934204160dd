import type { OpenAPIObject } from '@nestjs/swagger';

/** Parts of an OpenAPI document, as Nest types them. */
type Components = NonNullable<OpenAPIObject['components']>;
type Part<Section extends keyof Components> = NonNullable<Components[Section]>[string];
export type Schema = Exclude<Part<'schemas'>, { $ref: string }>;
export type Answer = Exclude<Part<'responses'>, { $ref: string }>;
export type Header = Exclude<Part<'headers'>, { $ref: string }>;
export type Reference = { $ref: string };
export type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;

type Properties = Readonly<Record<string, Schema | Reference>>;

/** An object whose members are all there, but for the optional ones. */
export function object(properties: Properties, optional: Properties = {}, rest: Schema = {}): Schema {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional }, ...rest };
}

export const list = (items: Schema | Reference, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description === undefined ? {} : { description }),
});
export const text = (description?: string, more: Schema = {}): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
  ...more,
});
export const oneOf = (values: readonly string[], description?: string): Schema =>
  text(description, { enum: [...values] });
export const number = (description: string): Schema => ({ type: 'number', description });
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type ?? 'object', 'null'].flat() });
export const time = (description: string): Schema =>
  text(`${description}; ISO 8601, UTC, with milliseconds`, { format: 'date-time' });

export const schema = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` });
export const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
export const answer = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });

/** `{"ok": true, …}` */
export const success = (properties: Properties = {}, optional: Properties = {}): Schema =>
  object({ ok: TRUE, ...properties }, optional);
const TRUE: Schema = { type: 'boolean', enum: [true] };
export const FALSE: Schema = { type: 'boolean', enum: [false] };
