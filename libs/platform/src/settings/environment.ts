import { parseDuration } from '#libs/kernel';

export { VARIABLES } from './variables.js';

/** What the service is told by its environment; names, defaults and meanings are contract.md's table "Environment". */
export interface Environment {
  readonly host: string;
  readonly port: number;
  /** Without a slash at its end; undefined: derived from host and port once the service listens. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  /** Undefined: the embedded one in the data folder. */
  readonly eventStoreUrl: string | undefined;
  readonly mongoUrl: string | undefined;
  /** With both URLs any number of nodes may share the stores; otherwise this one is alone. */
  readonly shared: boolean;
  readonly waitForStores: boolean;
  readonly role: 'all' | 'api' | 'worker';
  readonly assistant: 'offline' | 'openai';
  /** Of `openai`; undefined for the offline assistant. */
  readonly openai:
    | { readonly apiKey: string; readonly baseUrl: string | undefined; readonly model: string }
    | undefined;
  readonly turnDeadlineMs: number;
  readonly turnConcurrency: number;
  readonly conversationTtlMs: number;
  readonly linkTtlMs: number;
  readonly linkSecret: string | undefined;
  readonly webhookTimeoutMs: number;
  readonly webhookRetryMs: readonly number[];
  readonly webhookAllowPrivate: boolean;
  readonly metricsToken: string | undefined;
  readonly logLevel: LogLevel;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A value that cannot be used: one line that names the variable, the value and what would be accepted. */
export class BadEnvironment extends Error {
  override readonly name = 'BadEnvironment';
}

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws {BadEnvironment} */
export function readEnvironment(env: Variables): Environment {
  const role = oneOf(env, 'ROLE', ['all', 'api', 'worker'], 'all');
  const stores = storeUrls(env, role);
  const assistant = oneOf(env, 'ASSISTANT', ['openai', 'offline'], env.OPENAI_API_KEY ? 'openai' : 'offline');
  return {
    host: env.HOST || '127.0.0.1',
    port: integer(env, 'PORT', 3000, 0, 65_535),
    publicUrl: url(env, 'PUBLIC_URL'),
    dataDir: env.DATA_DIR || './data',
    ...stores,
    waitForStores: boolean(env, 'WAIT_FOR_STORES', false),
    role,
    assistant,
    openai: assistant === 'openai' ? openAi(env) : undefined,
    turnDeadlineMs: duration(env, 'TURN_DEADLINE', '4m', MOST_WAIT),
    turnConcurrency: integer(env, 'TURN_CONCURRENCY', 64, 1, 10_000),
    conversationTtlMs: duration(env, 'CONVERSATION_TTL', '30d'),
    linkTtlMs: duration(env, 'LINK_TTL', '1d'),
    linkSecret: env.LINK_SECRET || undefined,
    webhookTimeoutMs: duration(env, 'WEBHOOK_TIMEOUT', '10s', MOST_WAIT),
    webhookRetryMs: durations(env, 'WEBHOOK_RETRY', '10s,1m,5m,30m,2h,6h'),
    webhookAllowPrivate: boolean(env, 'WEBHOOK_ALLOW_PRIVATE', env.NODE_ENV !== 'production'),
    metricsToken: env.METRICS_TOKEN || undefined,
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

/** What turns are answered by where OPENAI_MODEL names nothing else. */
const MODEL = 'gpt-6.1-terra';

function openAi(env: Variables) {
  const apiKey = env.OPENAI_API_KEY?.trim();
  if (!apiKey) return refuse('OPENAI_API_KEY', '(empty)', 'the key of the endpoint, or ASSISTANT=offline');
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    return refuse('OPENAI_API_KEY', '(hidden)', 'a key of Latin letters, digits and signs, without spaces');
  const baseUrl = url(env, 'OPENAI_BASE_URL');
  if (baseUrl && hideSecrets(baseUrl) !== baseUrl)
    return refuse(
      'OPENAI_BASE_URL',
      hideSecrets(baseUrl),
      'a URL without user and password; the key is OPENAI_API_KEY',
    );
  return { apiKey, baseUrl, model: env.OPENAI_MODEL?.trim() || MODEL };
}

/** Where the stores are; nodes that share them agree on the secret of signed links too. */
function storeUrls(env: Variables, role: Environment['role']) {
  const eventStoreUrl = storeUrl(
    env,
    'EVENTSTORE_URL',
    /^(esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\/[^/?#\s]/,
    'esdb://host:2113',
  );
  const mongoUrl = storeUrl(env, 'MONGODB_URL', /^mongodb(\+srv)?:\/\/[^/?#\s]/, 'mongodb://host:27017/name');
  const shared = eventStoreUrl !== undefined && mongoUrl !== undefined;
  if (role !== 'all' && !shared) refuse('ROLE', role, '`all`, or EVENTSTORE_URL and MONGODB_URL set beside it');
  if (shared && !env.LINK_SECRET) {
    refuse('LINK_SECRET', '(empty)', 'a secret that all nodes on EVENTSTORE_URL and MONGODB_URL have in common');
  }
  return { eventStoreUrl, mongoUrl, shared };
}

function storeUrl(env: Variables, name: string, form: RegExp, example: string): string | undefined {
  const value = env[name];
  if (!value) return undefined;
  return form.test(value) ? value : refuse(name, hideSecrets(value), `a connection string such as ${example}`);
}

function refuse(name: string, value: string, accepted: string): never {
  throw new BadEnvironment(`${name}=${value} cannot be used; accepted: ${accepted}`);
}

function oneOf<const T extends string>(env: Variables, name: string, allowed: readonly T[], fallback: T): T {
  const value = env[name];
  if (!value) return fallback;
  return allowed.find((candidate) => candidate === value) ?? refuse(name, value, allowed.join(', '));
}

function integer(env: Variables, name: string, fallback: number, min: number, max: number): number {
  const value = env[name];
  if (!value) return fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : refuse(name, value, `a whole number from ${min} to ${max}`);
}

function boolean(env: Variables, name: string, fallback: boolean): boolean {
  const value = env[name];
  if (!value) return fallback;
  return value === 'true' || (value === 'false' ? false : refuse(name, value, 'true, false'));
}

/** What a timer of Node can wait for: beyond 24.8 days it fires at once. */
const MOST_WAIT = '24d';

function duration(env: Variables, name: string, fallback: string, most?: string): number {
  const value = env[name] || fallback;
  const ms = parseDuration(value) ?? 0;
  const maxMs = most === undefined ? Number.POSITIVE_INFINITY : (parseDuration(most) ?? 0);
  if (ms > 0 && ms <= maxMs) return ms;
  return refuse(
    name,
    value,
    `a duration above zero${most === undefined ? '' : ` and up to ${most}`} such as 250ms, 10s, 4m, 2h, 5d`,
  );
}

function durations(env: Variables, name: string, fallback: string): number[] {
  const value = env[name] || fallback;
  return value
    .split(',')
    .map((part) => parseDuration(part) ?? refuse(name, value, 'durations with commas between them such as 10s,1m,5m'));
}

function url(env: Variables, name: string): string | undefined {
  const value = env[name];
  if (!value) return undefined;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  const usable = parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash;
  return usable ? value.replace(/\/+$/, '') : refuse(name, hideSecrets(value), 'an http or https URL without query');
}

/** A connection string as it may be told and logged: without user and password. */
export function hideSecrets(value: string): string {
  return value.replace(/\/\/.*@/s, '//…@');
}
