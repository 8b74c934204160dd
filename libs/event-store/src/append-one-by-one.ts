import { isTransient } from './errors.js';
import type { AppendedAll, EventStore, StreamAppend } from './port.js';

/** `EventStore.appendAll` for a store that commits each stream by itself. */
export async function appendOneByOne(
  store: Pick<EventStore, 'append'>,
  first: StreamAppend,
  others: readonly StreamAppend[],
): Promise<AppendedAll> {
  const append = ({ stream, expected, events }: StreamAppend) => store.append(stream, expected, events);
  const appended = await append(first);
  const outcomes = await Promise.allSettled(others.map(append));
  const unknown = outcomes.find((outcome) => outcome.status === 'rejected' && isTransient(outcome.reason));
  if (unknown?.status === 'rejected') throw unknown.reason;
  return { first: appended, others: outcomes };
}
