import { setImmediate as breathe } from 'node:timers/promises';
import type { ReadAllOptions, RecordedEvent, SubscriptionBatch } from './port.js';

/** What a subscription draws from: history and live events through the same question. */
export interface Source {
  /**
   * The next events after a position that pass the filter. `through`: everything up to there was looked at. `end`:
   * nothing was behind it at that moment. `history`: read from disk, so that the event loop is due a breath.
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
  let told: bigint | undefined;
  while (!signal?.aborted) {
    const batch = source.next(cursor, filter?.types);
    cursor = batch.through;
    if (batch.events.length > 0) yield { kind: 'events', events: batch.events };
    if (signal?.aborted) return;
    if (!batch.end) {
      if (batch.history) await breathe();
      continue;
    }
    if (told !== cursor) {
      told = cursor;
      yield { kind: 'caught-up', position: cursor };
      if (signal?.aborted) return;
    }
    await source.changed(cursor, signal);
  }
}
