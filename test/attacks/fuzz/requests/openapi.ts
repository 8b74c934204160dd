import { z } from 'zod';

/** What the generator uses of a JSON schema. */
export interface Schema {
  readonly type?: string | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly items?: Schema | undefined;
  /** Free-form data: any member is right. */
  readonly additionalProperties?: boolean | undefined;
}

export interface Operation {
  /** As reports name it: `POST /v1/conversations/{id}/turns`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  readonly body: Schema | undefined;
}

const schemaSchema: z.ZodType<Schema & { $ref?: string | undefined }> = z.object({
  $ref: z.string().optional(),
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  properties: z
    .record(
      z.string(),
      z.lazy(() => schemaSchema),
    )
    .optional(),
  items: z.lazy(() => schemaSchema).optional(),
  additionalProperties: z.boolean().optional(),
});

const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: schemaSchema })).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: schemaSchema })) }).optional(),
});

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  // Those of answers are made of more than this reads; a request's are parsed where they are referred to.
  components: z.object({ schemas: z.record(z.string(), z.unknown()).default({}) }).default({ schemas: {} }),
});

/** The operations of an OpenAPI 3 document, references resolved. @throws {z.ZodError} where it is none. */
export function readOperations(document: unknown): readonly Operation[] {
  const { paths, components } = documentSchema.parse(document);
  const resolve = (schema: Schema & { $ref?: string | undefined }): Schema => {
    const { $ref } = schema;
    const named = $ref === undefined ? schema : schemaSchema.parse(components.schemas[$ref.split('/').at(-1) ?? '']);
    return {
      ...named,
      ...(named.items ? { items: resolve(named.items) } : {}),
      ...(named.properties
        ? {
            properties: Object.fromEntries(Object.entries(named.properties).map(([name, one]) => [name, resolve(one)])),
          }
        : {}),
    };
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { parameters, requestBody }]) => {
      const method = verb.toUpperCase();
      const body = requestBody?.content['application/json']?.schema;
      return {
        name: `${method} ${path}`,
        method,
        path,
        query: parameters
          .filter((one) => one.in === 'query')
          .map(({ name, schema }) => ({ name, schema: resolve(schema) })),
        body: body && resolve(body),
      };
    }),
  );
}
