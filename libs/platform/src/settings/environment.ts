import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseDuration } from '#libs/kernel';

/** A row of docs/operations.md's table of settings. */
export interface Setting {
  readonly name: string;
  /** Its value where it is not set; undefined where there is none, or where it is derived. */
  readonly value?: string;
  /** Where the default comes from, in words, where it is no plain value. */
  readonly derived?: string;
  readonly meaning: string;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The model that is asked where OPENAI_MODEL names none. */
const DEFAULT_MODEL = 'gpt-6.1-terra';
const DEFAULT_OPEN_TURNS = '10000';
/** What a timer of Node can wait for: beyond 24.8 days it fires at once. */
const MAX_TIMER = '24d';

/** A schema's messages say what would be accepted. */
function parsed<Value>(accepted: string, parse: (text: string) => Value | undefined): z.ZodType<Value, string> {
  return z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: accepted });
    return z.NEVER;
  });
}

const text = z.string();

export const MIN_SECRET_LENGTH = 32;
const secret = text.min(
  MIN_SECRET_LENGTH,
  `at least ${MIN_SECRET_LENGTH} characters, such as \`openssl rand -base64 32\` prints`,
);

function oneOf<const Value extends string>(...values: Value[]): z.ZodType<Value, string> {
  return parsed(values.join(', '), (given) => values.find((value) => value === given));
}

const boolean = parsed('true, false', (given) => (given === 'true' ? true : given === 'false' ? false : undefined));

function integer(min: number, max: number): z.ZodType<number, string> {
  return parsed(`a whole number from ${min} to ${max}`, (given) => {
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  });
}

function duration(max?: string): z.ZodType<number, string> {
  const maxMs = max === undefined ? Number.POSITIVE_INFINITY : (parseDuration(max) ?? 0);
  const upTo = max === undefined ? '' : ` and up to ${max}`;
  return parsed(`a duration above zero${upTo} such as 250ms, 10s, 4m, 2h, 5d`, (given) => {
    const ms = parseDuration(given) ?? 0;
    return ms > 0 && ms <= maxMs ? ms : undefined;
  });
}

const durations = parsed('durations with commas between them such as 10s,1m,5m', (given) => {
  const all = given.split(',').flatMap((part) => parseDuration(part) ?? []);
  return all.length === given.split(',').length ? all : undefined;
});

const rateLimit = parsed('requests a second, and open turns after a comma, such as 5000,10000', (given) => {
  const [, requests, turns = DEFAULT_OPEN_TURNS] = /^([1-9]\d{0,8})(?:,([1-9]\d{0,8}))?$/.exec(given) ?? [];
  return requests === undefined ? undefined : { requestsPerSecond: Number(requests), openTurns: Number(turns) };
});

/** OpenTelemetry's lists: `key=value` with commas between them, percent-encoded. */
const pairs = parsed('key=value pairs with commas between them', (given) => {
  try {
    const found = given.split(',').map((pair) => /^\s*([^=\s]+)\s*=([^=]*)$/.exec(pair) ?? []);
    if (found.some(([, key]) => key === undefined)) return undefined;
    return Object.fromEntries(found.map(([, key = '', value = '']) => [key, decodeURIComponent(value.trim())]));
  } catch {
    return undefined;
  }
});

const share = parsed('a number from 0 to 1', (given) =>
  /^(0|1|0?\.\d+|1\.0+)$/.test(given) ? Number(given) : undefined,
);

/** OpenTelemetry's names. */
const SAMPLERS = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;

/** Without a slash at its end. */
const url = parsed('an http or https URL without query', (given) => {
  const { protocol = '', search = '', hash = '' } = URL.canParse(given) ? new URL(given) : {};
  return /^https?:$/.test(protocol) && !search && !hash ? given.replace(/\/+$/, '') : undefined;
});

function connectionString(form: RegExp, example: string): z.ZodType<string, string> {
  return z.string().regex(form, `a connection string such as ${example}`);
}

function setting<Value>(schema: z.ZodType<Value, string>, value: string, meaning: string) {
  return schema.prefault(value).meta({ value, meaning });
}

function optional<Value>(schema: z.ZodType<Value, string>, meaning: string, derived?: string) {
  return schema.optional().meta({ ...(derived === undefined ? {} : { derived }), meaning });
}

/** Every variable that the service reads: name, default, meaning, and what is accepted. */
const schema = z.object({
  HOST: setting(text, '127.0.0.1', 'where the service listens; a container needs `0.0.0.0`'),
  PORT: setting(integer(0, 65_535), '3000', '`0` picks a free one and prints it'),
  PUBLIC_URL: optional(url, 'base of the links that leave the service', 'from host and port'),
  DATA_DIR: setting(text, './data', 'embedded stores; unused when both URLs are set'),
  EVENTSTORE_URL: optional(
    connectionString(/^(esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\/[^/?#\s]/, 'esdb://host:2113'),
    'events in EventStoreDB or KurrentDB: `esdb://…`',
    'embedded',
  ),
  MONGODB_URL: optional(
    connectionString(/^mongodb(\+srv)?:\/\/[^/?#\s]/, 'mongodb://host:27017/name'),
    'read models and pictures in MongoDB: `mongodb://…`',
    'embedded',
  ),
  WAIT_FOR_STORES: setting(boolean, 'false', 'wait, answering 503, for a store that is out of reach'),
  ROLE: setting(oneOf('all', 'api', 'worker'), 'all', '`all`, `api` or `worker`; the last two need both URLs'),
  ASSISTANT: optional(oneOf('openai', 'offline'), 'which assistant answers', '`openai` with a key, else `offline`'),
  OPENAI_API_KEY: optional(
    z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]+$/, 'a key of Latin letters, digits and signs, without spaces'),
    'of any OpenAI-compatible endpoint',
  ),
  OPENAI_BASE_URL: optional(
    url.refine((given) => hideSecrets(given) === given, {
      error: 'a URL without user and password; the key is OPENAI_API_KEY',
    }),
    'with its version: `https://…/v1`',
    "the provider's own",
  ),
  OPENAI_MODEL: optional(z.string().trim(), 'the model that is asked', 'see docs/assistant-openai.md'),
  OPENAI_MAX_OUTPUT_TOKENS: setting(
    integer(1_000, 1_000_000),
    '16000',
    'limit of one answer, thoughts included; lowered by itself where the endpoint refuses it',
  ),
  TURN_DEADLINE: setting(duration(MAX_TIMER), '4m', 'after it a turn is `failed`'),
  TURN_CONCURRENCY: setting(
    integer(1, 10_000),
    '64',
    'turns that one node runs at a time, a company alone at most three quarters; the rest wait as `queued`',
  ),
  TURN_CPU_BUDGET: setting(
    duration('1h'),
    '5s',
    'processor time that a turn, or a picture, may take; a turn beyond it asks the customer for less',
  ),
  CONVERSATION_TTL: setting(duration(), '30d', 'life of a conversation after its last accepted turn'),
  EXPIRY_GRACE: setting(
    duration(),
    '1d',
    'how long an expired conversation can be restored before it is erased; a clock that jumped is trusted after as long',
  ),
  LINK_TTL: setting(duration(), '1d', 'life of a signed render link'),
  LINK_SECRET: optional(secret, 'signs render links; the same on all nodes', 'made and kept in `DATA_DIR`'),
  INSTALLATION_KEY: optional(
    secret,
    'keys the hashes of events and the names of lead streams; the same on all nodes, for life',
    'made and kept in `DATA_DIR`; from `LINK_SECRET` with both URLs',
  ),
  ANCHOR_FILE: optional(text, 'file, outside the stores, that signed heads of the log are written to as well'),
  WEBHOOK_TIMEOUT: setting(duration(MAX_TIMER), '10s', 'for the reply of a receiver'),
  WEBHOOK_RETRY: setting(durations, '10s,1m,5m,30m,2h,6h', 'each delay counts from the attempt before'),
  WEBHOOK_PARTNER_CONCURRENCY: setting(integer(1, 10_000), '64', 'attempts of one partner at a time'),
  WEBHOOK_HOST_CONCURRENCY: setting(integer(1, 10_000), '64', 'attempts to one host at a time, of all partners'),
  WEBHOOK_MAX_PENDING: setting(
    integer(1, 1_000_000),
    '10000',
    'deliveries of one partner that are kept trying; of more the oldest become `undeliverable`',
  ),
  WEBHOOK_ALLOW_PRIVATE: optional(
    boolean,
    'whether webhooks may go to loopback and private addresses',
    '`true` where `HOST` is loopback and `NODE_ENV` is not `production`',
  ),
  RATE_LIMIT: setting(
    rateLimit,
    `5000,${DEFAULT_OPEN_TURNS}`,
    'requests a second and open turns of one partner on a node; beyond them 429',
  ),
  MAX_CONNECTIONS: setting(
    integer(16, 1_000_000),
    '10000',
    'open at a time, half of them from one address; never more than three quarters of the descriptors',
  ),
  REQUEST_TIMEOUT: setting(duration('1h'), '1m', 'for a request to arrive whole, from its first byte'),
  OTEL_TRACES_EXPORTER: optional(
    oneOf('otlp', 'none'),
    'traces by OpenTelemetry: `otlp` sends them, `none` makes none',
    '`otlp` where an endpoint is set, else `none`',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(url, 'where traces are sent, without `/v1/traces`', '`http://localhost:4318`'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(url, 'the whole address instead'),
  OTEL_EXPORTER_OTLP_HEADERS: optional(pairs, 'sent along, such as `api-key=…`'),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(oneOf('http/json'), 'http/json', 'OTLP over HTTP, as JSON'),
  OTEL_SERVICE_NAME: optional(text, 'name of the service in traces', '`garnitur`'),
  OTEL_RESOURCE_ATTRIBUTES: optional(pairs, 'said of every span, such as `deployment.environment.name=test`'),
  OTEL_TRACES_SAMPLER: setting(
    oneOf(...SAMPLERS),
    'parentbased_always_on',
    'which traces are kept; one that a caller began as its `traceparent` says, where it is `parentbased_…`',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(share, '1', 'share kept by `traceidratio`, from 0 to 1'),
  OTEL_SDK_DISABLED: setting(boolean, 'false', '`true`: no traces, whatever else is set'),
  METRICS_TOKEN: optional(text, 'opens `/metrics` and `/v1/health?verbose=1` beyond loopback, as a bearer token'),
  LOG_LEVEL: setting(oneOf(...LOG_LEVELS), 'info', '`fatal` to `trace`, or `silent`; JSON where stdout is no terminal'),
  NODE_ENV: optional(text, '`production`: no private webhook addresses, no key in the log of the first start'),
});

const settingSchema = z.object({
  value: z.string().optional(),
  derived: z.string().optional(),
  meaning: z.string(),
});

/** docs/operations.md shows this table, docker-compose.yml is held to it. */
export const SETTINGS: readonly Setting[] = Object.entries(schema.shape).map(([name, { meta }]) => ({
  name,
  ...settingSchema.parse(meta()),
}));

export const VARIABLES: readonly string[] = SETTINGS.map(({ name }) => name);

/** What the service is told by its environment. */
export type Environment = ReturnType<typeof environmentOf>;

/** A value that cannot be used: one line that names the variable, the value and what would be accepted. */
export class BadEnvironment extends Error {
  override readonly name = 'BadEnvironment';
}

/** Never told, not even when they cannot be used. */
const SECRETS: ReadonlySet<string> = new Set([
  ...['OPENAI_API_KEY', 'LINK_SECRET', 'INSTALLATION_KEY', 'METRICS_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS'],
]);

type Variables = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as one that is not set, and so does a model's where none is asked. @throws {BadEnvironment} */
export function readEnvironment(env: Variables): Environment {
  const read = VARIABLES.filter((name) => env.ASSISTANT !== 'offline' || !name.startsWith('OPENAI_'));
  const given = Object.fromEntries(read.map((name) => [name, env[name] || undefined]));
  const { data, error } = schema.safeParse(given);
  if (data) return environmentOf(data);
  const { path, message } = error.issues[0] ?? {};
  const name = String(path?.[0]);
  return refuse(name, SECRETS.has(name) ? '(hidden)' : hideSecrets(given[name] ?? '(empty)'), String(message));
}

function environmentOf(given: z.infer<typeof schema>) {
  const eventStoreUrl = given.EVENTSTORE_URL;
  const mongoUrl = given.MONGODB_URL;
  const shared = eventStoreUrl !== undefined && mongoUrl !== undefined;
  const production = given.NODE_ENV === 'production';
  if (given.ROLE !== 'all' && !shared)
    refuse('ROLE', given.ROLE, '`all`, or EVENTSTORE_URL and MONGODB_URL set beside it');
  if (shared && given.LINK_SECRET === undefined)
    refuse('LINK_SECRET', '(empty)', 'a secret that all nodes on EVENTSTORE_URL and MONGODB_URL have in common');
  return {
    production,
    host: given.HOST,
    port: given.PORT,
    /** Without a slash at its end; undefined: derived from host and port once the service listens. */
    publicUrl: given.PUBLIC_URL,
    dataDir: given.DATA_DIR,
    /** Undefined: the embedded one in the data folder. */
    eventStoreUrl,
    mongoUrl,
    /** With both URLs any number of nodes may share the stores; otherwise this one is alone. */
    shared,
    waitForStores: given.WAIT_FOR_STORES,
    role: given.ROLE,
    ...assistantOf(given),
    turnDeadlineMs: given.TURN_DEADLINE,
    turnConcurrency: given.TURN_CONCURRENCY,
    turnCpuBudgetMs: given.TURN_CPU_BUDGET,
    conversationTtlMs: given.CONVERSATION_TTL,
    expiryGraceMs: given.EXPIRY_GRACE,
    linkTtlMs: given.LINK_TTL,
    linkSecret: given.LINK_SECRET,
    /** Undefined: made and kept in the data folder, or taken from `linkSecret` where the stores are shared. */
    installationKey: given.INSTALLATION_KEY,
    anchorFile: given.ANCHOR_FILE,
    webhookTimeoutMs: given.WEBHOOK_TIMEOUT,
    webhookRetryMs: given.WEBHOOK_RETRY,
    webhookAllowPrivate: given.WEBHOOK_ALLOW_PRIVATE ?? (isLoopback(given.HOST) && !production),
    rateLimit: given.RATE_LIMIT,
    maxConnections: given.MAX_CONNECTIONS,
    requestTimeoutMs: given.REQUEST_TIMEOUT,
    webhookPartnerConcurrency: given.WEBHOOK_PARTNER_CONCURRENCY,
    webhookHostConcurrency: given.WEBHOOK_HOST_CONCURRENCY,
    webhookMaxPending: given.WEBHOOK_MAX_PENDING,
    tracing: tracingOf(given),
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL,
  } as const;
}

/** `openai` is undefined for the offline assistant. */
function assistantOf(given: z.infer<typeof schema>) {
  const apiKey = given.OPENAI_API_KEY;
  const assistant = given.ASSISTANT ?? (apiKey === undefined ? 'offline' : 'openai');
  if (assistant === 'offline') return { assistant, openai: undefined };
  if (apiKey === undefined) return refuse('OPENAI_API_KEY', '(empty)', 'the key of the endpoint, or ASSISTANT=offline');
  const { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model, OPENAI_MAX_OUTPUT_TOKENS: maxOutputTokens } = given;
  return { assistant, openai: { apiKey, baseUrl, model: model || DEFAULT_MODEL, maxOutputTokens } };
}

/** Where traces are sent, and which; undefined where none are made. */
function tracingOf(given: z.infer<typeof schema>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = given;
  const exporter = given.OTEL_TRACES_EXPORTER ?? (base === undefined && whole === undefined ? 'none' : 'otlp');
  if (given.OTEL_SDK_DISABLED || exporter === 'none') return undefined;
  return {
    endpoint: whole ?? `${base ?? 'http://localhost:4318'}/v1/traces`,
    headers: given.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: {
      'service.name': 'garnitur',
      ...given.OTEL_RESOURCE_ATTRIBUTES,
      ...(given.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': given.OTEL_SERVICE_NAME }),
    },
    sampler: given.OTEL_TRACES_SAMPLER,
    ratio: given.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Whether only this machine can call what listens there. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || (isIP(bare) !== 0 && ipaddr.process(bare).range() === 'loopback');
}

function refuse(name: string, value: string, accepted: string): never {
  throw new BadEnvironment(`${name}=${value} cannot be used; accepted: ${accepted}`);
}

/** A connection string as it may be told and logged: without user and password. */
export function hideSecrets(value: string): string {
  return value.replace(/\/\/.*@/s, '//…@');
}
