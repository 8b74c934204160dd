import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '#libs/kernel';
import { StoreUnavailable } from '../errors.js';
import type { AppendResult, EventStore, ExpectedRevision, NewEvent, RecordedEvent } from '../port.js';

const PAUSE_FIRST_MS = 20;
const MAX_PAUSE_MS = 500;

/**
 * Calls whose outcome is unknown are repeated, with the same ids and the same expectation, until it is known or the
 * deadline has passed (design rule 4). An append that lands after the deadline meets the exact expectation of whoever
 * came later, so giving up never writes twice.
 */
export class RetryingEventStore {
  constructor(private readonly store: EventStore) {}

  /** `deadline`: on the monotonic clock, ms. Throws `Problem('unavailable')` when it has passed. */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    deadline: number,
  ): Promise<AppendResult> {
    return retryUntilKnown(() => this.store.append(stream, expected, events), deadline);
  }

  /** At most `limit` events, all by default. */
  load(stream: string, from: number, deadline: number, limit?: number): Promise<readonly RecordedEvent[]> {
    return retryUntilKnown(() => this.store.load(stream, from, limit), deadline);
  }
}

async function retryUntilKnown<Result>(call: () => Promise<Result>, deadline: number): Promise<Result> {
  for (let pause = PAUSE_FIRST_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await before(deadline, call());
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      const wait = pause * (0.5 + Math.random() / 2);
      if (performance.now() + wait >= deadline) throw unavailable();
      await sleep(wait);
    }
  }
}

/** Rejects with `Problem('unavailable')` where the promise is not settled by the deadline. */
export function before<Result>(deadline: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable()), Math.max(0, deadline - performance.now()));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function unavailable(): Problem {
  return new Problem('unavailable', 'the event store did not answer in time; repeat the request under the same key');
}
