import type { EventSource, RecordedEvent } from '#libs/event-store';
import type { Backoff } from '#libs/kernel';
import type { ReadModelStore } from '#libs/read-models';
import type { ProcessingLog } from '../log.js';
import type { SagaCheckpoints } from './saga-checkpoints.js';

/**
 * What follows from events (design section 6): a durable subscription that issues commands. At least once: `handle` may
 * see an event again after a crash, and what it appends has an id derived from the event (rule 3).
 */
export interface Saga {
  /** Names its checkpoint and its parked events. */
  readonly name: string;
  readonly types: readonly string[];
  /** Events of one partition are handled in order, those of different ones at the same time. */
  partition(event: RecordedEvent): string;
  /** Throws to be tried again. The signal says that the process must end now. */
  handle(event: RecordedEvent, signal: AbortSignal): Promise<void>;
}

export interface SagaRunnerOptions {
  readonly events: EventSource;
  readonly store: ReadModelStore;
  readonly log?: ProcessingLog;
  /** Events handled at the same time; 16. One that waits for its next try does not count. */
  readonly concurrency?: number;
  /** Tries of one event before its partition is parked; 8. */
  readonly maxTries?: number;
  /**
   * The same for errors that say that a store is away, while both stores answer a ping; 30, some 3 minutes. While a store
   * really is away an event is tried without end.
   */
  readonly maxUnavailable?: number;
  readonly backoff?: Backoff;
  /** What stores its checkpoint with those of other sagas; by itself by default, every `flushMs`. */
  readonly checkpoints?: SagaCheckpoints;
  readonly flushMs?: number;
  /** Number of the lease under which it runs. */
  readonly fence?: number;
}

export interface SagaStatus {
  readonly name: string;
  /** Everything up to here is handled or parked. */
  readonly position: bigint;
  readonly inFlight: number;
  readonly parked: number;
}

const UNAVAILABLE = ['StoreUnavailable', 'ReadModelsUnavailable'];

/** What a store says when it is away: an error of one of these names, or a `Problem` with the code `unavailable`. */
export function isStoreUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return UNAVAILABLE.includes(Reflect.get(error, 'name')) || Reflect.get(error, 'code') === 'unavailable';
}
