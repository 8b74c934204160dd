import { setTimeout as sleep } from 'node:timers/promises';
import { StoreRefused, StoreUnavailable } from '../errors.js';
import type { EventRegistry } from '../events/event-registry.js';
import type { Interruption, ReadAllOptions, SubscriptionBatch } from '../port.js';
import type { DeletedStreams } from './deleted-streams.js';
import { kindOf, reasonOf } from './failures.js';
import { FellBehind, LiveFeed } from './live-feed.js';
import type { Reader } from './reader.js';
import type { Wire } from './wire.js';

const BACKOFF_FIRST_MS = 50;
const MAX_BACKOFF_MS = 5_000;

export interface FollowParts {
  readonly wire: Wire;
  readonly reader: Reader;
  readonly deletedStreams: DeletedStreams;
  readonly registry: EventRegistry | undefined;
  readonly callMs: number;
  /** ms of silence after which the log is looked at: what a filter skipped, and what a dead subscription did not say. */
  readonly idleMs: number;
  readonly onInterruption: (interruption: Interruption) => void;
}

/** Everything up to here was yielded; what comes twice (read and live) is told by it. */
interface Cursor {
  position: bigint;
  /** The last marker. */
  told: bigint | undefined;
}

/**
 * All events from a position on, history then live, for ever. Each round reads the log to its end, opens a live
 * subscription at the end, reads what came between, and then yields what arrives; whatever ends a round, the next one
 * begins at the last event that was yielded. Ends quietly on an abort.
 */
export async function* following(
  parts: FollowParts,
  { after, filter, signal }: ReadAllOptions,
): AsyncGenerator<SubscriptionBatch, void> {
  const cursor: Cursor = { position: after ?? 0n, told: undefined };
  let attempt = 0;
  while (!signal?.aborted) {
    let reason: unknown;
    try {
      for await (const batch of round(parts, cursor, filter?.types, signal)) {
        attempt = 0;
        yield batch;
      }
    } catch (error) {
      reason = error;
    }
    if (signal?.aborted) return;
    if (reason instanceof StoreRefused || (reason !== undefined && kindOf(reason) === 'refused')) throw reason;
    // A consumer that was too slow goes back to reading, which waits for it.
    if (reason instanceof FellBehind || kindOf(reason) === 'too-slow') continue;
    attempt += 1;
    const most = Math.min(BACKOFF_FIRST_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
    const retryInMs = Math.round(most * (0.5 + Math.random() / 2));
    parts.onInterruption({ reason: reasonOf(reason), attempt, retryInMs });
    await sleep(retryInMs, undefined, { signal }).catch(() => {});
  }
}

async function* round(
  parts: FollowParts,
  cursor: Cursor,
  types: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<SubscriptionBatch, void> {
  yield* history(parts, cursor, types, signal);
  const feed = await LiveFeed.open(parts.wire, types, parts.callMs, parts.registry);
  try {
    yield* toTheEnd(parts, cursor, types, signal);
    yield* live(parts, feed, cursor, types, signal);
  } finally {
    feed.close();
  }
}

/** Pages until one of them is the last. The register of deletedStreams streams is read beside each. */
async function* history(
  { reader, deletedStreams }: FollowParts,
  cursor: Cursor,
  types: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<SubscriptionBatch, void> {
  for (let end = false; !end; ) {
    const [page] = await Promise.all([reader.page(cursor.position, types, signal), deletedStreams.refresh()]);
    const events = deletedStreams.without(page.events);
    cursor.position = page.through;
    if (events.length > 0) yield { kind: 'events', events };
    if (signal?.aborted) return;
    end = page.end;
  }
}

/** Reads up to what was the last event when it began, and says that everything up to there was yielded. */
async function* toTheEnd(
  parts: FollowParts,
  cursor: Cursor,
  types: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<SubscriptionBatch, void> {
  const head = await parts.reader.head(signal);
  yield* history(parts, cursor, types, signal);
  if (head > cursor.position) cursor.position = head;
  if (!signal?.aborted) yield* marker(cursor);
}

async function* live(
  parts: FollowParts,
  feed: LiveFeed,
  cursor: Cursor,
  types: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<SubscriptionBatch, void> {
  while (!signal?.aborted) {
    const arrived = await feed.take(parts.idleMs, signal);
    if (signal?.aborted) return;
    if (arrived.through === undefined) {
      // Silence: nothing may have happened, or the filter skipped it, or this subscription is dead and does not know.
      let missed = false;
      if ((await parts.reader.head(signal)) > cursor.position) {
        for await (const batch of toTheEnd(parts, cursor, types, signal)) {
          missed ||= batch.kind === 'events';
          yield batch;
        }
      }
      if (missed && feed.empty) throw new StoreUnavailable('the subscription is silent while there are events');
      continue;
    }
    const fresh = arrived.events.filter(
      ({ position, type }) => position > cursor.position && (!types || types.includes(type)),
    );
    const events = parts.deletedStreams.without(fresh);
    if (arrived.through > cursor.position) cursor.position = arrived.through;
    if (events.length > 0) yield { kind: 'events', events };
    if (feed.empty && !signal?.aborted) yield* marker(cursor);
  }
}

function* marker(cursor: Cursor): Generator<SubscriptionBatch, void> {
  if (cursor.told === cursor.position) return;
  cursor.told = cursor.position;
  yield { kind: 'caught-up', position: cursor.position };
}
