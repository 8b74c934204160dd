import { setTimeout as sleep } from 'node:timers/promises';
import { DuplicateEventId, StoreRefused, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import { kindOf, reasonOf } from './failures.js';

const PAUSE_FIRST_MS = 20;
const MAX_PAUSE_MS = 500;

export interface Limits {
  /** ms for one try of a call; whatever deadline the call itself carries, a frozen server ignores it. */
  readonly callMs: number;
  /** ms until a call whose outcome stays unknown is given up (design rule 4). */
  readonly giveUpMs: number;
  /** Aborted when the store closes: nothing is repeated any more. */
  readonly closing: AbortSignal;
}

/** After `ms`, and after what has arrived meanwhile was taken in: a process that was held up itself blames nobody. */
export function later(act: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(act), ms);
}

/** Settles with the call, or rejects after `ms`; `late` gets what comes when nobody waits any more. */
export function within<Result>(
  ms: number,
  what: string,
  call: Promise<Result>,
  late?: (result: Result) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let settled = false;
    let over = false;
    const timer = later(() => {
      if (settled) return;
      over = true;
      reject(new StoreUnavailable(`event store did not answer ${what} within ${Math.round(ms)} ms`));
    }, ms);
    call.then(
      (result) => {
        settled = true;
        clearTimeout(timer);
        if (over) late?.(result);
        else resolve(result);
      },
      (error: unknown) => {
        settled = true;
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/**
 * Repeats a call, which must be one that may be repeated, until its outcome is known or the time is over. Errors that
 * say something about the request are passed on as they are.
 */
export async function retryUntilKnown<Result>(
  what: string,
  { giveUpMs, closing }: Limits,
  call: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const deadline = performance.now() + giveUpMs;
  for (let pause = PAUSE_FIRST_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    signal?.throwIfAborted();
    try {
      // The last try, too, is over when the time is.
      return await within(Math.max(1, deadline - performance.now()), what, call());
    } catch (error) {
      signal?.throwIfAborted();
      if (!isUnknown(error) || closing.aborted) throw error;
      const wait = pause * (0.5 + Math.random() / 2);
      if (performance.now() + wait >= deadline) throw unavailable(what, error);
      await sleep(wait, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

/** Whether the outcome is open: our own time limit, a broken connection, a node that is not the leader. */
export function isUnknown(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (error instanceof RangeError || error instanceof TypeError) return false;
  return !isOurs(error) && kindOf(error) === 'unknown';
}

function isOurs(error: unknown): boolean {
  return (
    error instanceof WrongExpectedRevision ||
    error instanceof StreamDeleted ||
    error instanceof DuplicateEventId ||
    error instanceof StoreRefused
  );
}

export function unavailable(what: string, error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(`event store did not do ${what}: ${reasonOf(error)}`, { cause: error });
}
