import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { given } from '#libs/furniture';
import { AssistantUnavailable } from '../port.js';
import { isObjection } from './request.js';

/** A failed call for the operator's log. Contains no customer text and no secret. */
export interface CallFailure {
  readonly call: number;
  /** Absent if there was no response. */
  readonly status?: number;
  /** Wait before the next call; absent if there is none and the turn fails. */
  readonly waitMs?: number;
}

export interface CallOptions {
  /** `TURN_DEADLINE`, ms from the first call: no wait extends beyond it. */
  readonly deadlineMs?: number;
  readonly backoff?: Partial<Backoff>;
  /** For the operator's log. */
  readonly onCallFailure?: (failure: CallFailure) => void;
}

const DEADLINE_MS = 240_000;

/** The server rejected the request as such; a narrower one may be accepted. */
export class RequestRejected extends AssistantUnavailable {
  /** @param objection the server's own words: to be judged by, never shown, stored or logged; so no plain property. */
  constructor(
    message: string,
    readonly objection: () => string,
  ) {
    super(message);
  }
}

/** The provider's own endpoint. */
const PROVIDER = 'https://api.openai.com/v1';

/** A client that takes nothing from the environment, retries nothing and knows the errors of all servers. */
export class Client extends OpenAI {
  constructor(apiKey: string, baseURL: string = PROVIDER) {
    const nothing = { adminAPIKey: null, organization: null, project: null, webhookSecret: null };
    super({ apiKey, baseURL, ...nothing, maxRetries: 0, logLevel: 'off' });
  }

  /** Some servers (vLLM, FastAPI) put an error into the body itself instead of its field `error`. */
  protected override makeStatusError(...[status, body, ...rest]: Parameters<OpenAI['makeStatusError']>): APIError {
    const isWhole = typeof body !== 'object' || body === null || 'error' in body;
    return super.makeStatusError(status, isWhole ? body : { error: body }, ...rest);
  }
}

/** 500 for the template and grammar faults of llama.cpp. */
const isRejected = (status: number, said: string): boolean =>
  status === 400 || status === 422 || (status === 500 && isObjection(said));
const MAX_OBJECTION_LENGTH = 2_000;

/** A body that is not JSON: an unusable answer, not a broken connection. */
export const UNREADABLE = Symbol('unreadable body');

/**
 * One chat completion, retried while the provider is busy or unreachable. `signal` aborts the request, the response
 * body and the wait alike.
 * @returns the parsed body, or `UNREADABLE`.
 * @throws {RequestRejected} where a narrower request may help; {AssistantUnavailable} otherwise, without any text from the provider;
 * `signal.reason` when aborted.
 */
export async function complete(
  client: OpenAI,
  { backoff, deadlineMs = DEADLINE_MS, onCallFailure }: CallOptions,
  params: ChatCompletionCreateParamsNonStreaming,
  signal: AbortSignal,
): Promise<unknown> {
  const ends = performance.now() + deadlineMs;
  for (let call = 1; ; call += 1) {
    signal.throwIfAborted();
    try {
      // It is `signal` that ends a call: the client's own limit stands behind it, and does not race it.
      return await client.chat.completions.create(params, { signal, maxRetries: 0, timeout: 2 * deadlineMs });
    } catch (error) {
      signal.throwIfAborted();
      if (hasName(error, 'SyntaxError')) return UNREADABLE;
      const { status, transient, retryAfterMs, objection } = failureOf(error);
      const leftMs = ends - performance.now();
      const wait = transient
        ? backoffMs({ ...BACKOFF, ...backoff }, { call, retryAfterMs, leftMs, random: Math.random() })
        : undefined;
      onCallFailure?.({ call, ...given({ status, waitMs: wait }) });
      if (objection !== undefined) throw new RequestRejected(`the model answered ${status}`, () => objection);
      if (wait === undefined)
        throw new AssistantUnavailable(`the model ${status === undefined ? 'did not answer' : `answered ${status}`}`);
      await pause(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

interface Failure {
  readonly status?: number;
  readonly transient: boolean;
  readonly retryAfterMs?: number | undefined;
  /** Present if the server rejected the request as such. */
  readonly objection?: string;
}

/** @throws the error itself if it is a programming error. */
function failureOf(error: unknown): Failure {
  if (error instanceof APIConnectionError) return { transient: true };
  if (error instanceof APIError && typeof error.status === 'number') {
    const { status, headers, param, message } = error;
    const said = `${param ?? ''} ${message}`.slice(0, MAX_OBJECTION_LENGTH);
    if (isRejected(status, said)) return { status, transient: false, objection: said };
    return { status, transient: isTransient(status), retryAfterMs: parseRetryAfterMs(headers, Date.now()) };
  }
  // A response that breaks off surfaces as a TypeError of fetch with a cause; our own TypeErrors have none.
  if (hasName(error, 'AbortError') || (hasName(error, 'TypeError') && error.cause !== undefined))
    return { transient: true };
  throw error;
}

/** By name, as errors of the platform may come from another realm (jest). */
const hasName = (error: unknown, name: string): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === name;

/** Retry policy for failed calls. */
export interface Backoff {
  /** ms before the first retry; doubled for each further one. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** Total number of calls. */
  readonly maxCalls: number;
}

export const BACKOFF: Backoff = { firstMs: 500, maxMs: 20_000, maxCalls: 6 };

/** Statuses worth a retry: time-out, conflict, rate limit, server error. */
export const isTransient = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || (status >= 500 && status <= 599);

/**
 * Wait in ms that the provider asks for: `retry-after-ms`, or `Retry-After` in seconds or as a date.
 * @param now ms since the epoch.
 */
export function parseRetryAfterMs(headers: Pick<Headers, 'get'> | undefined, now: number): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') || Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const said = headers?.get('retry-after')?.trim();
  if (!said) return undefined;
  const seconds = Number(said);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(said);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface Moment {
  /** Calls so far, from 1. */
  readonly call: number;
  readonly retryAfterMs: number | undefined;
  readonly leftMs: number;
  /** 0 to 1. */
  readonly random: number;
}

/**
 * ms to wait before the next call; undefined if the calls are used up or the wait would exceed the deadline. A
 * Retry-After is never shortened; jitter only adds to it.
 */
export function backoffMs({ firstMs, maxMs, maxCalls }: Backoff, { call, retryAfterMs, leftMs, random }: Moment) {
  if (call >= maxCalls) return undefined;
  const own = Math.min(maxMs, firstMs * 2 ** (call - 1)) * (0.75 + random / 2);
  const wait = retryAfterMs === undefined ? own : retryAfterMs + random * Math.min(firstMs, 250);
  return wait < leftMs ? Math.round(wait) : undefined;
}
