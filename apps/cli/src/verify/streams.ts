import { type EventStore, type RawEvent, type RecordedEvent, rawOf, verifyStream } from '#libs/event-store';
import type { Broken } from './broken.js';
import { type Fold, foldOf } from './kinds.js';

/** One stream, event by event: its chain recomputed, its history folded. */
export async function verifyOneStream(
  store: EventStore,
  stream: string,
): Promise<{ readonly events: number; readonly broken: readonly Broken[] }> {
  const events = await store.load(stream);
  const raws: RawEvent[] = [];
  const broken: Broken[] = [];
  for (const event of events) {
    const raw = rawOf(event);
    if (raw) raws.push(raw);
    else broken.push({ stream, revision: event.revision, reason: 'the store does not give the exact text of it' });
  }
  broken.push(...verifyStream(raws));
  const unfolded = foldFault(stream, events);
  if (unfolded) broken.push(unfolded);
  return { events: events.length, broken };
}

/** The first event that does not fold: what comes after it means nothing. */
function foldFault(stream: string, events: readonly RecordedEvent[]): Broken | undefined {
  const fold: Fold | undefined = foldOf(stream);
  if (!fold) return { stream, revision: 0, reason: 'no decider writes a stream of this name' };
  for (const event of events) {
    try {
      fold(event);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { stream, revision: event.revision, reason: `does not fold: ${reason}` };
    }
  }
  return undefined;
}
