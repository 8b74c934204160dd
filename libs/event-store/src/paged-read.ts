import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadAllOptions, ReadOptions, RecordedEvent } from './port.js';
import type { Batch } from './subscription.js';

const MAX_PAGE = 512;

/** Up to `count` events of a stream from a revision on; from its start, backwards from its end, by default. */
export interface Page {
  readonly from: number | undefined;
  readonly backwards: boolean;
  readonly count: number;
}

/**
 * A stream's events within the bounds asked for, page by page as they are taken. An abort throws its reason. A page may come
 * from this thread's own disk: between two of them the event loop has its turn, however long the stream is.
 */
export async function* readInPages(
  { from, to, backwards = false, limit = Number.POSITIVE_INFINITY, signal }: ReadOptions,
  load: (page: Page) => Promise<readonly RecordedEvent[]> | readonly RecordedEvent[],
): AsyncGenerator<RecordedEvent, void> {
  const last = to ?? (backwards ? 0 : Number.POSITIVE_INFINITY);
  const direction = backwards ? -1 : 1;
  for (let next = from, rest = limit; ; ) {
    signal?.throwIfAborted();
    const within = next === undefined ? MAX_PAGE : direction * (last - next) + 1;
    const count = Math.min(rest, MAX_PAGE, within);
    if (count <= 0) return;
    const events = await load({ from: next, backwards, count });
    for (const event of events) {
      signal?.throwIfAborted();
      if (direction * (event.revision - last) > 0) return;
      yield event;
    }
    const end = events.at(-1);
    if (!end || events.length < count || (backwards && end.revision === 0)) return;
    rest -= events.length;
    next = end.revision + direction;
    await nextTurn();
  }
}

/** All events after a position up to the end, page by page as they are taken, as above. An abort throws its reason. */
export async function* readAllInPages(
  { after = 0n, filter, signal }: ReadAllOptions,
  load: (after: bigint, types: readonly string[] | undefined) => Batch,
): AsyncGenerator<RecordedEvent, void> {
  for (let cursor = after; ; ) {
    signal?.throwIfAborted();
    const { events, through, end } = load(cursor, filter?.types);
    for (const event of events) {
      signal?.throwIfAborted();
      yield event;
    }
    if (end) return;
    cursor = through;
    await nextTurn();
  }
}
