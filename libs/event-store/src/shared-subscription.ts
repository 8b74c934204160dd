import { backoffMs, sleep } from '#libs/kernel';
import { isTransient, StoreUnavailable } from './errors.js';
import type { EventRegistry, NewerEvent } from './event-types.js';
import type {
  EventStore,
  EventSubscriptions,
  ReadAllOptions,
  RecordedEvent,
  SubscriptionBatch,
  SubscriptionHealth,
} from './port.js';
import { RecentEvents, type RecentEventsLimits } from './recent-events.js';
import { newerThan, sizeOf } from './stored-event.js';
import { Notifier } from './subscription.js';

/** What a consumer of all events needs of a store. */
export type EventSource = EventSubscriptions & Pick<EventStore, 'head' | 'readAll' | 'eventAt' | 'ping'>;

/** Injection token of `EventSource`: what consumers of all events follow. */
export const EVENT_SOURCE = Symbol('EventSource');

export interface SharedSubscriptionOptions extends SubscriptionHealth {
  /** Consumers are stopped in front of an event that it cannot read. */
  readonly registry?: EventRegistry;
  /** What is kept for consumers that are a little behind; see `BUFFER`. */
  readonly buffer?: RecentEventsLimits;
}

const BUFFER: RecentEventsLimits = { maxEvents: 2_048, maxSize: 4 * 1024 * 1024 };
/** Events of one batch at most. */
const MAX_BATCH = 256;
/** Characters of data and metadata of one batch, about. */
const MAX_BATCH_SIZE = 4 * 1024 * 1024;
const BACKOFF = { initialMs: 50, maxMs: 5_000 };

/** Who follows, and how far: everything up to `position` was yielded, or left out by the types asked for. */
interface Consumer {
  readonly types: ReadonlySet<string> | undefined;
  /** What it cannot read stops the consumer; undefined where nothing does. */
  readonly registry: EventRegistry | undefined;
  readonly signal: AbortSignal | undefined;
  position: bigint;
  /** While it reads history: what the buffer brings behind this it will take from there. */
  joinsAt: bigint | undefined;
  /** Position of the last marker. */
  marked: bigint;
}

/**
 * One live subscription to the store for all consumers of a process. What it brings is kept in a bounded buffer, from
 * which each consumer takes by a cursor of its own: a slow one holds back neither the others nor the source, and falls
 * out of the buffer at worst. One that stands before the buffer, or has just
 * begun, reads history by itself and joins where the buffer goes on. Whatever breaks is resumed after the last event: consumers see nothing but a delay.
 *
 * A consumer is stopped in front of an event that the registry cannot read, also of one that its filter leaves out: a
 * checkpoint that passed it would leave that event out for ever, also once a newer version runs.
 *
 * Events that were buffered before their stream was deleted may still reach a consumer that is behind, just as if it had
 * been quicker; a subscription that begins after the deletion never meets them.
 */
export class SharedSubscription implements EventSource {
  private readonly closing = new AbortController();
  private readonly progress = new Notifier();
  /** Undefined until the live subscription has a position to begin at. */
  private recent: RecentEvents | undefined;
  /** The last position of which the source said that nothing was behind it. */
  private caughtUpAt = -1n;
  private following: Promise<void> | undefined;
  private readonly consumers = new Set<Consumer>();

  private readonly registry: EventRegistry | undefined;

  constructor(
    private readonly source: EventSource,
    private readonly options: SharedSubscriptionOptions = {},
  ) {
    this.registry = options.registry?.isEmpty ? undefined : options.registry;
  }

  subscribeAll(options?: ReadAllOptions): AsyncIterable<SubscriptionBatch> {
    return this.begin(options, this.registry);
  }

  /**
   * For consumers without a checkpoint (caches, live feeds), which pass nothing for ever: no event stops them. Reading the
   * data of one that the registry cannot read throws `NewerEvent`.
   */
  get unguarded(): EventSource {
    return {
      subscribeAll: (options) => this.begin(options, undefined),
      readAll: (options) => this.readAll(options),
      eventAt: (position) => this.eventAt(position),
      head: () => this.head(),
      ping: () => this.ping(),
    };
  }

  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent> {
    return this.source.readAll(options);
  }

  eventAt(position: bigint): Promise<RecordedEvent | undefined> {
    return this.source.eventAt(position);
  }

  head(): Promise<bigint> {
    return this.source.head();
  }

  ping(): Promise<void> {
    return this.source.ping();
  }

  /** Ends the live subscription; consumers get `StoreUnavailable`. */
  async close(): Promise<void> {
    this.closing.abort();
    this.progress.wake();
    await this.following;
  }

  /** Fills the buffer until it is closed; waits for no consumer. */
  private async follow(): Promise<void> {
    const { signal } = this.closing;
    let breaks = 0;
    while (!signal.aborted) {
      let cause: unknown = new StoreUnavailable('the subscription ended');
      try {
        this.recent ??= new RecentEvents(await this.source.head(), this.options.buffer ?? BUFFER);
        for await (const batch of this.source.subscribeAll({ after: this.recent.end, signal })) {
          if (breaks > 0) this.options.onResumed?.();
          breaks = 0;
          this.take(this.recent, batch);
        }
      } catch (error) {
        cause = error;
      }
      if (!signal.aborted) await this.interrupted(++breaks, cause, signal);
    }
  }

  private take(recent: RecentEvents, batch: SubscriptionBatch): void {
    if (batch.kind === 'events') {
      recent.push(recent.end, batch.events, batch.events.at(-1)?.position ?? recent.end);
    } else {
      recent.push(recent.end, [], batch.position);
      this.caughtUpAt = batch.position;
    }
    this.releaseTaken(recent);
    this.progress.wake();
  }

  /** What every consumer has taken need not be kept; one that fell out of the buffer takes nothing from it. */
  private releaseTaken(recent: RecentEvents): void {
    let taken = recent.end;
    for (const { joinsAt, position } of this.consumers) {
      const next = joinsAt ?? position;
      if (next >= recent.start && next < taken) taken = next;
    }
    recent.release(taken);
  }

  private begin(
    { after = 0n, filter, signal }: ReadAllOptions = {},
    registry: EventRegistry | undefined,
  ): AsyncIterable<SubscriptionBatch> {
    this.checkOpen();
    this.following ??= this.follow();
    return this.consume({
      types: filter?.types && new Set(filter.types),
      registry,
      signal,
      position: after,
      joinsAt: undefined,
      marked: -1n,
    });
  }

  private async *consume(consumer: Consumer): AsyncGenerator<SubscriptionBatch, void> {
    this.consumers.add(consumer);
    try {
      yield* this.batches(consumer);
    } finally {
      this.consumers.delete(consumer);
    }
  }

  private async *batches(consumer: Consumer): AsyncGenerator<SubscriptionBatch, void> {
    const { signal } = consumer;
    // From the store first, also where the buffer reaches back so far: what was deleted since is not in the store.
    yield* this.history(consumer);
    while (!signal?.aborted) {
      this.checkOpen();
      const { recent } = this;
      if (recent && consumer.position < recent.start) {
        yield* this.history(consumer);
        continue;
      }
      const next = recent?.after(consumer.position) ?? [];
      if (next.length > 0) {
        yield* this.readable(consumer, next.slice(0, MAX_BATCH));
        continue;
      }
      if (recent && recent.end >= consumer.position) {
        // Behind the last event there may be positions without one: of deleted streams, of the server's own events.
        consumer.position = recent.end;
        if (this.caughtUpAt === recent.end) yield* marker(consumer);
      }
      const waits =
        !signal?.aborted && !this.closing.signal.aborted && !(this.recent && this.recent.end > consumer.position);
      if (waits) await this.progress.wait(signal);
    }
  }

  /** Everything from the consumer's position to what is the store's end by now, read on as the consumer takes it. */
  private async *history(consumer: Consumer): AsyncGenerator<SubscriptionBatch, void> {
    const { types, registry, signal } = consumer;
    // What the registry cannot read may be of any type.
    const filter = types && !registry ? { types: [...types] } : undefined;
    for (let breaks = 0; !signal?.aborted; ) {
      this.checkOpen();
      try {
        consumer.joinsAt = this.recent?.end;
        const head = await this.source.head();
        for await (const events of inBatches(this.source.readAll({ after: consumer.position, filter, signal }))) {
          breaks = 0;
          yield* this.readable(consumer, events);
          if (signal?.aborted) return;
          this.checkOpen();
        }
        if (head > consumer.position) consumer.position = head;
        consumer.joinsAt = undefined;
        if (consumer.position >= (this.recent?.end ?? 0n)) yield* marker(consumer);
        return;
      } catch (error) {
        if (signal?.aborted) return;
        this.checkOpen();
        if (!isTransient(error)) throw error;
        await this.interrupted(++breaks, error, signal);
      }
    }
  }

  /**
   * The events that the consumer asked for, as far as all of them can be read.
   * @throws {NewerEvent} behind those before it.
   */
  private *readable(consumer: Consumer, events: readonly RecordedEvent[]): Generator<SubscriptionBatch, void> {
    const { types, registry } = consumer;
    const passing: RecordedEvent[] = [];
    let newer: NewerEvent | undefined;
    for (const event of events) {
      newer = registry && newerThan(registry, event);
      if (newer) break;
      consumer.position = event.position;
      if (!types || types.has(event.type)) passing.push(event);
    }
    if (passing.length > 0) yield { kind: 'events', events: passing };
    if (newer && !consumer.signal?.aborted) throw newer;
  }

  private async interrupted(attempt: number, error: unknown, signal: AbortSignal | undefined): Promise<void> {
    const retryInMs = Math.round(backoffMs(attempt - 1, BACKOFF));
    const reason = error instanceof Error ? error.message : String(error);
    this.options.onInterruption?.({ reason, attempt, retryInMs });
    await sleep(retryInMs, signal);
  }

  private checkOpen(): void {
    if (this.closing.signal.aborted) throw new StoreUnavailable('the subscription is closed', { kind: 'closed' });
  }
}

function* marker(consumer: Consumer): Generator<SubscriptionBatch, void> {
  if (consumer.marked === consumer.position || consumer.signal?.aborted) return;
  consumer.marked = consumer.position;
  yield { kind: 'caught-up', position: consumer.position };
}

async function* inBatches(events: AsyncIterable<RecordedEvent>): AsyncGenerator<readonly RecordedEvent[], void> {
  let batch: RecordedEvent[] = [];
  let size = 0;
  for await (const event of events) {
    batch.push(event);
    size += sizeOf(event);
    if (batch.length < MAX_BATCH && size < MAX_BATCH_SIZE) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}
