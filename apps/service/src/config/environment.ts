import { parseDuration } from '#libs/kernel';

/** What the service is told by its environment; names, defaults and meanings are contract.md's table "Environment". */
export interface Environment {
  readonly host: string;
  readonly port: number;
  /** Without a slash at its end; undefined: derived from host and port once the service listens. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly role: 'all' | 'api' | 'worker';
  readonly assistant: 'offline' | 'openai';
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
  for (const name of ['EVENTSTORE_URL', 'MONGODB_URL']) {
    if (env[name]) refuse(name, hideSecrets(env[name]), 'nothing: this version runs on its embedded stores only');
  }
  if (role !== 'all') refuse('ROLE', role, '`all`: the other roles need EVENTSTORE_URL and MONGODB_URL');
  const assistant = oneOf(env, 'ASSISTANT', ['openai', 'offline'], env.OPENAI_API_KEY ? 'openai' : 'offline');
  if (assistant === 'openai') {
    refuse(
      'ASSISTANT',
      env.ASSISTANT ?? 'openai (from OPENAI_API_KEY)',
      '`offline`: the OpenAI-compatible assistant is not part of this version',
    );
  }
  return {
    host: env.HOST || '127.0.0.1',
    port: integer(env, 'PORT', 3000, 0, 65_535),
    publicUrl: url(env, 'PUBLIC_URL'),
    dataDir: env.DATA_DIR || './data',
    role,
    assistant,
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
  const mostMs = most === undefined ? Number.POSITIVE_INFINITY : (parseDuration(most) ?? 0);
  if (ms > 0 && ms <= mostMs) return ms;
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
  return usable ? value.replace(/\/+$/, '') : refuse(name, value, 'an http or https URL without query');
}

function hideSecrets(value: string): string {
  return value.replace(/\/\/[^@/]*@/, '//…@');
}
