import { type Clock, derivedUuid } from '#libs/kernel';
import { WrongExpectedRevision } from '../errors.js';
import type { EventStore, RecordedEvent } from '../port.js';
import { LOG_ERASURES, type StreamErased } from './log-events.js';

/** Events of one record; some 100 bytes each. */
const MAX_LISTED = 2_000;

/**
 * Deletes a stream for good. Position and hash of each of its events are written down first, so that signed heads that
 * counted them can still be verified (docs/decisions/0018-signed-heads.md). After a crash in between, the repeat writes
 * the same record under the same id. An event that comes meanwhile keeps the stream from being deleted until it is
 * written down too.
 * @returns `false` when there is no such stream (any more).
 */
export async function eraseStream(
  store: Pick<EventStore, 'load' | 'append' | 'delete'>,
  stream: string,
  { clock, actor }: { readonly clock: Clock; readonly actor: string },
): Promise<boolean> {
  for (let from = 0; ; ) {
    const events = await store.load(stream, from, MAX_LISTED);
    const [first] = events;
    if (first) {
      const metadata = { at: clock.now().toISOString(), schema: 1, actor };
      const id = derivedUuid(first.id, `erased to ${from + events.length}`);
      const data = { stream, from, events: events.map(entryOf) } satisfies StreamErased;
      await store.append(LOG_ERASURES, 'any', [{ id, type: 'StreamErased', data, metadata }]);
      from += events.length;
      if (events.length === MAX_LISTED) continue;
    }
    try {
      return await store.delete(stream, from === 0 ? undefined : from - 1);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}

function entryOf({ position, metadata }: RecordedEvent): [string, string] {
  return [String(position), metadata.hash];
}
