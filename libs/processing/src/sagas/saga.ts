import type { EventStore, RecordedEvent } from '#libs/event-store';
import type { ReadModelStore } from '#libs/read-models';
import type { ProcessingLog } from '../log.js';
import type { Backoff } from '../supervisor/backoff.js';

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
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly log?: ProcessingLog;
  /** Events handled at the same time; 16. One that waits for its next try takes no place. */
  readonly concurrency?: number;
  /** Tries of one event before its partition is parked; 8. */
  readonly tries?: number;
  readonly backoff?: Backoff;
  /** Errors that say nothing about the event (a store out of reach): tried for as long as it takes. */
  readonly transient?: (error: unknown) => boolean;
  /** How often the place is written down, ms. */
  readonly flushMs?: number;
  /** Number of the lease under which it runs, where nodes share the stores. */
  readonly fence?: number;
}

export interface SagaStatus {
  readonly name: string;
  /** Everything up to here is handled or parked. */
  readonly position: bigint;
  readonly inFlight: number;
  readonly parked: number;
}

const AWAY = ['StoreUnavailable', 'ReadModelsUnavailable'];

/** What a store says when it is away: an error of one of these names, or a `Problem` with the code `unavailable`. */
export function isStoreUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return AWAY.includes(Reflect.get(error, 'name')) || Reflect.get(error, 'code') === 'unavailable';
}
