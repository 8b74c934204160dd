import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { ROOT } from './dist.js';

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** JSON of the request's body, where it is JSON. */
  readonly sent?: unknown;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const referable = z.object({ $ref: z.string().optional() });
const headerSchema = referable.extend({ required: z.boolean().optional() });
const responseSchema = referable.extend({
  headers: z.record(z.string(), headerSchema).default({}),
  content: z.record(z.string(), z.unknown()).optional(),
});
const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false) })).default([]),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), responseSchema),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  webhooks: z.record(z.string(), z.object({ post: operationSchema })),
  components: z.object({
    headers: z.record(z.string(), headerSchema),
    responses: z.record(z.string(), responseSchema),
  }),
});

/** The committed document; test/client holds it against the service's own. */
const raw: unknown = JSON.parse(readFileSync(new URL('packages/client/openapi.json', ROOT), 'utf8'));
const { paths, webhooks, components } = documentSchema.parse(raw);
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(closed(raw), 'api');
const validators = new Map<string, ValidateFunction>();

const templates = Object.keys(paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Not for partners: what people and machines of the installation open. */
const OF_OTHERS = /^\/(docs|docs-json|metrics|assets|cabinet)(\/|$)/;
/** Headers that say something of ours; the rest is HTTP's, and the same everywhere (docs/security.md). */
const OWN_HEADERS =
  /^(x-(?!content-type-options|accel-buffering)|etag$|retry-after$|ratelimit|idempotency-|www-auth|content-disposition$|location$|link$)/;

/** What the answer says that the document does not, or the other way round; empty where they agree. */
export function faultsOf(exchange: Exchange): string[] {
  const { method, path, status, text } = exchange;
  const [bare = '', query = ''] = path.split(/\?(.*)/s);
  const found = templates.find(({ pattern }) => pattern.test(bare));
  if (!found) return OF_OTHERS.test(bare) ? [] : faultsOfRefusal(exchange);
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = paths[found.template]?.[verb];
  // OpenAPI has no place for the refusal of a method that a path does not have.
  if (!operation && status === 405 && exchange.headers.has('allow') && codeOf(text) === 'method_not_allowed') return [];
  if (!operation) return faultsOfRefusal(exchange);
  const at = pointer('paths', found.template, verb);
  const response = operation.responses[status];
  if (!response) return [`status ${status} is undocumented: ${text.slice(0, 200)}`];
  return [
    ...faultsOfAnswer(exchange, response, `${at}/responses/${status}`),
    ...(status < 300 ? faultsOfRequest(exchange, query, operation, at) : []),
  ];
}

/** The same of a webhook that came in. */
export function faultsOfWebhook(headers: Headers, body: string): string[] {
  const event = headers.get('x-service-event') ?? '';
  const operation = webhooks[event]?.post;
  if (!operation) return [`the webhook ${event} is undocumented`];
  const at = pointer('webhooks', event, 'post');
  const ofHeaders = operation.parameters.flatMap(({ name, required }, index) =>
    required || headers.has(name) ? faults(`${at}/parameters/${index}/schema`, headers.get(name), name) : [],
  );
  const documented = operation.parameters.map(({ name }) => name.toLowerCase());
  const more = [...headers.keys()].filter((name) => name.startsWith('x-') && !documented.includes(name));
  return [
    ...ofHeaders,
    ...more.map((name) => `header ${name} is undocumented`),
    ...faults(`${at}/requestBody/content/application~1json/schema`, JSON.parse(body), 'body'),
  ];
}

type Response = z.infer<typeof responseSchema>;

/** Of a path or a method that the document does not have: one of its refusals nevertheless. */
function faultsOfRefusal(exchange: Exchange): string[] {
  const { status, text, method } = exchange;
  if (method === 'HEAD' || method === 'OPTIONS') return [];
  const code = codeOf(text);
  const response = components.responses[code];
  if (!response) return [`${method} is no operation of the document, and its answer ${status} none of its refusals`];
  return faultsOfAnswer(exchange, response, pointer('components', 'responses', code));
}

function codeOf(text: string): string {
  return z.object({ error: z.object({ code: z.string() }) }).safeParse(parsed(text)).data?.error.code ?? '';
}

function faultsOfAnswer(exchange: Exchange, response: Response, at: string): string[] {
  if (response.$ref === undefined)
    return [...faultsOfHeaders(exchange, response, at), ...faultsOfBody(exchange, response, at)];
  const name = response.$ref.split('/').at(-1) ?? '';
  const referred = components.responses[name];
  if (!referred) return [`there is no ${response.$ref}`];
  return faultsOfAnswer(exchange, referred, pointer('components', 'responses', name));
}

function faultsOfHeaders({ headers }: Exchange, response: Response, at: string): string[] {
  const documented = Object.keys(response.headers).map((name) => name.toLowerCase());
  const more = [...headers.keys()].filter((name) => OWN_HEADERS.test(name) && !documented.includes(name));
  return [
    ...more.map((name) => `header ${name} is undocumented`),
    ...Object.entries(response.headers).flatMap(([name, own]) => {
      const value = headers.get(name);
      const { required } = own.$ref === undefined ? own : (components.headers[name] ?? own);
      if (value === null) return required ? [`header ${name} is missing`] : [];
      const schemaAt = own.$ref === undefined ? `${at}/headers/${name}` : pointer('components', 'headers', name);
      return faults(`${schemaAt}/schema`, value, name);
    }),
  ];
}

function faultsOfBody({ method, headers, text }: Exchange, { content }: Response, at: string): string[] {
  if (method === 'HEAD') return [];
  if (!content) return text === '' ? [] : ['a body is undocumented'];
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (!Object.hasOwn(content, type)) return [`media type ${type} is undocumented`];
  const schemaAt = `${at}/content/${escaped(type)}`;
  return type === 'application/json' ? faults(`${schemaAt}/schema`, parsed(text), 'body') : [];
}

/** What was taken must be what the document lets a caller send. */
function faultsOfRequest({ sent }: Exchange, query: string, operation: z.infer<typeof operationSchema>, at: string) {
  const known = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const unknown = at.includes('~1r~1')
    ? []
    : [...new URLSearchParams(query).keys()].filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => `the parameter ${name} was taken and is undocumented`),
    ...(sent !== undefined && operation.requestBody !== undefined
      ? faults(`${at}/requestBody/content/application~1json/schema`, sent, 'the request that was taken')
      : []),
  ];
}

function faults(at: string, value: unknown, what: string): string[] {
  let validate = validators.get(at);
  if (!validate) {
    validate = ajv.compile({ $ref: `api#${at}` });
    validators.set(at, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Clients are told that members may be added; here one that the document does not have is a fault. */
function closed(node: unknown): object {
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    const walked = Object.fromEntries(Object.entries(one).map(([key, value]) => [key, walk(value)]));
    const isOpen = 'properties' in walked && 'type' in walked && !('additionalProperties' in walked);
    return isOpen ? { ...walked, additionalProperties: false } : walked;
  };
  const made = walk(node);
  if (typeof made !== 'object' || made === null) throw new Error('the document is no object');
  return made;
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
const pointer = (...parts: string[]) => parts.map((part) => `/${encodeURIComponent(escaped(part))}`).join('');
