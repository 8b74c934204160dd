import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type Backoff, backoffMs, sleep } from '#libs/kernel';
import { StoreRefused, StoreUnavailable } from '../errors.js';
import type { EventRegistry } from '../event-types.js';
import type { ReadAllOptions, SubscriptionBatch, SubscriptionHealth } from '../port.js';
import type { StoredEvent } from '../stored-event.js';
import type { DeletedStreams } from './deleted-streams.js';
import { kindOf, openedWithin, reasonOf, within } from './failures.js';
import type { Reader } from './reader.js';
import { subscribeLive } from './requests.js';
import { eventOf, positionOf } from './responses.js';
import type { ReadCall, Wire } from './wire.js';

const BACKOFF: Backoff = { initialMs: 50, maxMs: 5_000 };

/** Limits of what waits for a consumer; one that is further behind reads from the log again. */
const MAX_WAITING = 2_048;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

export interface FollowParts extends SubscriptionHealth {
  readonly wire: Wire;
  readonly reader: Reader;
  readonly deletedStreams: DeletedStreams;
  readonly registry: EventRegistry | undefined;
  readonly callMs: number;
  /** ms of silence after which the log is looked at: what a filter skipped, and what a dead subscription did not say. */
  readonly idleMs: number;
}

/** What a consumer asked for, and how far it is: an event up to `position` that comes again, read or live, is dropped. */
interface Cursor {
  readonly types: readonly string[] | undefined;
  readonly signal: AbortSignal | undefined;
  position: bigint;
  /** Position of the last marker. */
  marked: bigint | undefined;
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
  const cursor: Cursor = { types: filter?.types, signal, position: after ?? 0n, marked: undefined };
  let attempt = 0;
  while (!signal?.aborted) {
    let reason: unknown;
    try {
      for await (const batch of round(parts, cursor)) {
        if (attempt > 0) parts.onResumed?.();
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
    const retryInMs = Math.round(backoffMs(attempt, BACKOFF));
    attempt += 1;
    parts.onInterruption?.({ reason: reasonOf(reason), attempt, retryInMs });
    await sleep(retryInMs, signal);
  }
}

async function* round(parts: FollowParts, cursor: Cursor): AsyncGenerator<SubscriptionBatch, void> {
  yield* history(parts, cursor);
  const feed = await LiveFeed.open(parts, cursor.types);
  try {
    yield* toTheEnd(parts, cursor);
    yield* live(parts, feed, cursor);
  } finally {
    feed.close();
  }
}

/** Pages until one of them is the last. The register of deleted streams is read beside each. */
async function* history(
  { reader, deletedStreams }: FollowParts,
  cursor: Cursor,
): AsyncGenerator<SubscriptionBatch, void> {
  const { types, signal } = cursor;
  for (let end = false; !end; ) {
    const [page] = await Promise.all([reader.page(cursor.position, types, signal), deletedStreams.refresh()]);
    const events = await deletedStreams.without(page.events);
    cursor.position = page.through;
    if (events.length > 0) yield { kind: 'events', events };
    if (signal?.aborted) return;
    end = page.end;
  }
}

/** Reads up to what was the last event when it began, and says that everything up to there was yielded. */
async function* toTheEnd(parts: FollowParts, cursor: Cursor): AsyncGenerator<SubscriptionBatch, void> {
  const head = await parts.reader.head(cursor.signal);
  yield* history(parts, cursor);
  if (head > cursor.position) cursor.position = head;
  if (!cursor.signal?.aborted) yield* marker(cursor);
}

async function* live(parts: FollowParts, feed: LiveFeed, cursor: Cursor): AsyncGenerator<SubscriptionBatch, void> {
  const { types, signal } = cursor;
  while (!signal?.aborted) {
    const arrived = await feed.take(parts.idleMs, signal);
    if (signal?.aborted) return;
    if (arrived.through === undefined) {
      // Nothing happened, or the filter skipped it, or the subscription is dead without having said so.
      let missed = false;
      if ((await parts.reader.head(signal)) > cursor.position) {
        for await (const batch of toTheEnd(parts, cursor)) {
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
    const events = await parts.deletedStreams.without(fresh);
    if (arrived.through > cursor.position) cursor.position = arrived.through;
    if (events.length > 0) yield { kind: 'events', events };
    if (feed.empty && !signal?.aborted) yield* marker(cursor);
  }
}

function* marker(cursor: Cursor): Generator<SubscriptionBatch, void> {
  if (cursor.marked === cursor.position) return;
  cursor.marked = cursor.position;
  yield { kind: 'caught-up', position: cursor.position };
}

/** The consumer is slower than what arrives. Nothing is lost: it goes on reading from where it stands. */
class FellBehind extends Error {}

/** What arrived since the last take, in order: our events, and how far that is. */
interface Arrived {
  readonly events: readonly StoredEvent[];
  /** Position of the last event message. Checkpoints do not count: what a filter skipped is looked at by a read. */
  readonly through: bigint | undefined;
}

/**
 * One live subscription to all events from its confirmation on. It is read as fast as it comes, whatever the consumer
 * does, because a server of 23.10 drops one that is 32 messages behind. It never resumes by itself: an error, and
 * an orderly end as well, is thrown to whoever takes next.
 */
class LiveFeed {
  private waiting: ReadResp[] = [];
  private bytes = 0;
  private failure: { readonly error: unknown } | undefined;
  private wake: (() => void) | undefined;

  private constructor(
    private readonly call: ReadCall,
    private readonly registry: EventRegistry | undefined,
  ) {}

  /** Resolves when the server has confirmed: what is committed from then on arrives here. */
  static async open({ wire, callMs, registry }: FollowParts, types: readonly string[] | undefined): Promise<LiveFeed> {
    const call = await openedWithin(callMs, 'a subscription', wire.read(subscribeLive(types)));
    const feed = new LiveFeed(call, registry);
    const confirmed = new Promise<void>((resolve, reject) => {
      call.on('data', (message: ReadResp) =>
        message.hasConfirmation() ? resolve() : message.hasEvent() && feed.arrived(message),
      );
      // Attached before anything is awaited: an error event without a listener ends the process.
      call.on('error', (error) => {
        feed.fail(error);
        reject(error);
      });
      call.on('end', () => {
        const ended = new StoreUnavailable('event store ended the subscription');
        feed.fail(ended);
        reject(ended);
      });
    });
    try {
      await within(callMs, 'a subscription', confirmed);
      return feed;
    } catch (error) {
      feed.close();
      throw error;
    }
  }

  get empty(): boolean {
    return this.waiting.length === 0;
  }

  /** What has come since; waits for it up to `ms`, then nothing has. Throws what ended the subscription. */
  async take(ms: number, signal: AbortSignal | undefined): Promise<Arrived> {
    if (this.waiting.length === 0 && !this.failure && !signal?.aborted) await this.arrival(ms, signal);
    if (this.waiting.length === 0 && this.failure) throw this.failure.error;
    const messages = this.waiting;
    this.waiting = [];
    this.bytes = 0;
    const events = messages.flatMap((message) => eventOf(message, this.registry) ?? []);
    return { events, through: messages.map(positionOf).findLast((position) => position !== undefined) };
  }

  close(): void {
    this.failure ??= { error: new StoreUnavailable('subscription is closed') };
    this.waiting = [];
    this.call.cancel();
    this.wake?.();
  }

  private arrived(message: ReadResp): void {
    if (this.failure) return;
    this.waiting.push(message);
    this.bytes += message.getEvent()?.getEvent()?.getData_asU8().length ?? 0;
    if (this.waiting.length > MAX_WAITING || this.bytes > MAX_WAITING_BYTES) {
      this.waiting = [];
      this.fail(new FellBehind('the consumer is slower than what arrives'));
      this.call.cancel();
    }
    this.wake?.();
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.wake?.();
  }

  private arrival(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const awake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', awake);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(awake, ms);
      signal?.addEventListener('abort', awake);
      this.wake = awake;
    });
  }
}
