import { type Broken, type ChainEnd, type ChainRules, chainEnd, type RawEvent, verifyNext } from './chain.js';
import type { EventStore } from './port.js';
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
  options: ChainRules & { stream?: string; signal?: AbortSignal } = {},
): Promise<Verification> {
  const { stream, signal, ...rules } = options;
  const ends = new Map<string, ChainEnd>();
  const broken: Broken[] = [];
  let events = 0;
  const source = stream === undefined ? store.readAll({ signal }) : store.read(stream, { signal });
  for await (const event of source) {
    events += 1;
    const raw = rawOf(event);
    const reason = raw ? reasonOf(raw, ends.get(event.stream), rules) : 'the store does not give the exact text of it';
    if (reason) broken.push({ stream: event.stream, revision: event.revision, reason });
    if (raw) ends.set(event.stream, chainEnd(raw));
  }
  return { streams: ends.size, events, broken };
}

function reasonOf(raw: RawEvent, before: ChainEnd | undefined, rules: ChainRules): string | undefined {
  const reason = verifyNext(before, raw, rules);
  if (reason) return reason;
  try {
    JSON.parse(raw.data);
    return undefined;
  } catch {
    return 'data is no JSON';
  }
}
