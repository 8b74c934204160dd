import { setImmediate as immediate } from 'node:timers/promises';
import type { ReadAllOptions, RecordedEvent, SubscriptionBatch } from './port.js';

/** What a subscription draws from: history and live events through the same question. */
export interface Source {
  /**
   * The next events after a position that pass the filter. `through`: everything up to there was looked at. `end`:
   * nothing was behind it at that moment. `history`: read from disk, on this thread.
   */
  next(after: bigint, types: readonly string[] | undefined): Batch;
  /** Resolves when events behind `position` may exist, or on abort; rejects when the source is closed. */
  changed(position: bigint, signal: AbortSignal | undefined): Promise<void>;
}

export interface Batch {
  readonly events: readonly RecordedEvent[];
  readonly through: bigint;
  readonly end: boolean;
  readonly history: boolean;
}

/**
 * History, then live, by one cursor: a batch is asked for only when the consumer took the one before, so a slow
 * consumer holds the source back and there is neither gap nor repeat where history meets the present.
 */
export async function* subscribe(
  source: Source,
  options: ReadAllOptions = {},
): AsyncGenerator<SubscriptionBatch, void> {
  const { filter, signal } = options;
  let cursor = options.after ?? 0n;
  let marked: bigint | undefined;
  while (!signal?.aborted) {
    const batch = source.next(cursor, filter?.types);
    cursor = batch.through;
    if (batch.events.length > 0) yield { kind: 'events', events: batch.events };
    if (signal?.aborted) return;
    if (!batch.end) {
      if (batch.history) await immediate();
      continue;
    }
    if (marked !== cursor) {
      marked = cursor;
      yield { kind: 'caught-up', position: cursor };
      if (signal?.aborted) return;
    }
    await source.changed(cursor, signal);
  }
}

/** Lets waiters sleep until something changes; an abort wakes its own waiter. */
export class Notifier {
  private readonly sleepers = new Set<() => void>();

  get size(): number {
    return this.sleepers.size;
  }

  wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const awake = () => {
        this.sleepers.delete(awake);
        signal?.removeEventListener('abort', awake);
        resolve();
      };
      if (signal?.aborted) return resolve();
      this.sleepers.add(awake);
      signal?.addEventListener('abort', awake);
    });
  }

  wake(): void {
    for (const awake of [...this.sleepers]) awake();
  }
}
