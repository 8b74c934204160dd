import { type Broken, type ChainEnd, verifyNext } from './chain.js';
import type { EventStore, RecordedEvent } from './port.js';
import { rawOf } from './stored-event.js';

export interface Verification {
  readonly streams: number;
  readonly events: number;
  readonly broken: readonly Broken[];
}

/**
 * Recomputes every stream's chain over the whole store, or over one stream. A deleted stream has no events and is not
 * counted. After a broken event the chain goes on from what that event claims, so each break is reported once.
 */
export async function verify(
  store: EventStore,
  options: { stream?: string; signal?: AbortSignal } = {},
): Promise<Verification> {
  const { stream, signal } = options;
  const ends = new Map<string, ChainEnd>();
  const broken: Broken[] = [];
  let events = 0;
  const source = stream === undefined ? store.readAll({ signal }) : store.read(stream, { signal });
  for await (const event of source) {
    events += 1;
    const reason = reasonOf(event, ends.get(event.stream));
    if (reason) broken.push({ stream: event.stream, revision: event.revision, reason });
    ends.set(event.stream, endAfter(event));
  }
  return { streams: ends.size, events, broken };
}

function reasonOf(event: RecordedEvent, before: ChainEnd | undefined): string | undefined {
  const raw = rawOf(event);
  if (!raw) return 'the store does not give the exact text of it';
  const reason = verifyNext(before, raw);
  if (reason) return reason;
  try {
    JSON.parse(raw.data);
    return undefined;
  } catch {
    return 'data is no JSON';
  }
}

function endAfter(event: RecordedEvent): ChainEnd {
  return { revision: event.revision, hash: Buffer.from(rawOf(event)?.hash ?? '', 'hex') };
}
