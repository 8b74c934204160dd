import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { AssistantUnavailable } from '../port.js';

/** What an operator is told of a call that was not served; it holds no words of anybody and no secret. */
export interface Trouble {
  readonly tried: number;
  /** Absent where there was no answer at all. */
  readonly status?: number;
  /** Absent where the turn is given up. */
  readonly waitMs?: number;
}

export interface CallSettings {
  readonly client: OpenAI;
  readonly backoff: Backoff;
  /** ms from the first call on within which waiting is worth it. */
  readonly deadlineMs: number;
  readonly onTrouble: (trouble: Trouble) => void;
}

/** The provider does not take the request as it is: another shape of it may do. */
export class RequestNotTaken extends AssistantUnavailable {}

const NOT_TAKEN = new Set([400, 422]);

/** A body that is no JSON: an answer that cannot be read, not a connection that broke. */
export const UNREADABLE = Symbol('unreadable body');

/**
 * One chat completion, repeated while the provider is busy or out of reach. One signal ends it at any moment: while the
 * model thinks, while its answer arrives, and while we wait.
 * @returns the body as it came, or `UNREADABLE`.
 * @throws {RequestNotTaken} on 400 and 422; {AssistantUnavailable} otherwise, whose message carries nothing that the provider said; `signal.reason` when aborted.
 */
export async function complete(
  { client, backoff, deadlineMs, onTrouble }: CallSettings,
  params: ChatCompletionCreateParamsNonStreaming,
  signal: AbortSignal,
): Promise<unknown> {
  const ends = performance.now() + deadlineMs;
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted();
    try {
      return await client.chat.completions.create(params, { signal, maxRetries: 0, timeout: deadlineMs });
    } catch (error) {
      signal.throwIfAborted();
      const failed = failureOf(error);
      if (failed === UNREADABLE) return UNREADABLE;
      const { status, askedMs } = failed;
      const leftMs = ends - performance.now();
      const wait = failed.passing ? waitMs(backoff, { tried, askedMs, leftMs, random: Math.random() }) : undefined;
      onTrouble({
        tried,
        ...(status === undefined ? {} : { status }),
        ...(wait === undefined ? {} : { waitMs: wait }),
      });
      if (wait === undefined) throw unavailable(status);
      await pause(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function unavailable(status: number | undefined): AssistantUnavailable {
  if (status === undefined) return new AssistantUnavailable('the model did not answer');
  const Kind = NOT_TAKEN.has(status) ? RequestNotTaken : AssistantUnavailable;
  return new Kind(`the model answered ${status}`);
}

interface Failure {
  readonly status?: number;
  readonly passing: boolean;
  readonly askedMs?: number | undefined;
}

/** @throws the error itself where it is a defect of ours. */
function failureOf(error: unknown): Failure | typeof UNREADABLE {
  if (named(error, 'SyntaxError')) return UNREADABLE;
  if (error instanceof APIConnectionError) return { passing: true };
  if (error instanceof APIError && typeof error.status === 'number') {
    const { status, headers } = error;
    return { status, passing: isPassing(status), askedMs: retryAfterMs(headers, Date.now()) };
  }
  // A body that breaks off reaches us as the fetch's own error, which has a cause; a defect of ours has none.
  if (named(error, 'AbortError') || (named(error, 'TypeError') && error.cause !== undefined)) return { passing: true };
  throw error;
}

/** By name: an error of the platform may come from another realm. */
const named = (error: unknown, name: string): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === name;

/** How a call that the provider did not serve is repeated. */
export interface Backoff {
  /** ms before the first repeat; it doubles from there. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** Calls in all. */
  readonly tries: number;
}

export const BACKOFF: Backoff = { firstMs: 500, mostMs: 20_000, tries: 6 };

/** Busy, conflicting, limited or broken for a moment; every other status says that a repeat is of no use. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || (status >= 500 && status <= 599);

/**
 * ms that the provider asks to be left alone: `retry-after-ms`, or `Retry-After` in seconds or as a date.
 * @param now ms since the epoch.
 */
export function retryAfterMs(headers: Pick<Headers, 'get'> | undefined, now: number): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') || Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const said = headers?.get('retry-after')?.trim();
  if (!said) return undefined;
  const seconds = Number(said);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(said);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * ms to wait before the next call; undefined where none is worth it: the tries are used up, or the wait would outlast
 * what is left of the deadline. What the provider asks for is kept to; jitter only ever adds to it.
 * @param tried calls so far, from 1. @param random 0 to 1.
 */
export function waitMs(
  { firstMs, mostMs, tries }: Backoff,
  { tried, askedMs, leftMs, random }: { tried: number; askedMs: number | undefined; leftMs: number; random: number },
): number | undefined {
  if (tried >= tries) return undefined;
  const own = Math.min(mostMs, firstMs * 2 ** (tried - 1)) * (0.75 + random / 2);
  const wait = askedMs === undefined ? own : askedMs + random * Math.min(firstMs, 250);
  return wait < leftMs ? Math.round(wait) : undefined;
}
