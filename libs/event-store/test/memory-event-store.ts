import { CHAIN_START, type ChainKey, eventHash } from '../src/chain.js';
import { DuplicateEventId, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../src/errors.js';
import type { EventRegistry } from '../src/event-types.js';
import type {
  AppendedAll,
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadOptions,
  RecordedEvent,
  StreamAppend,
  SubscriptionBatch,
} from '../src/port.js';
import { indexAfter } from '../src/recent-events.js';
import { type Serialised, StoredEvent, serialise } from '../src/stored-event.js';
import { type Batch, Notifier, subscribe } from '../src/subscription.js';

const BATCH = 256;

export interface MemoryOptions {
  readonly registry?: EventRegistry;
  readonly key?: ChainKey | undefined;
  /** Position of the first event, 1n by default. */
  readonly firstPosition?: bigint;
}

/** The event store's promises without a disk: for specs of whatever stands on the port. */
export class MemoryEventStore implements EventStore {
  private events: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private readonly deleted = new Set<string>();
  private readonly ids = new Map<string, StoredEvent>();
  private readonly changes = new Notifier();
  private last: bigint;
  private closed = false;

  constructor(private readonly options: MemoryOptions = {}) {
    this.last = (options.firstPosition ?? 1n) - 1n;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    this.checkOpen();
    const serialised = serialise(stream, events, this.options.key !== undefined);
    const written = this.streams.get(stream) ?? [];
    if (serialised.length === 0) return { revision: written.length - 1, position: this.last };
    if (this.deleted.has(stream)) throw new StreamDeleted(stream);
    const repeated = this.repeated(stream, expected, serialised, written);
    if (repeated) return { revision: repeated.revision, position: repeated.position };
    const actual = written.length === 0 ? 'no-stream' : written.length - 1;
    if (expected !== 'any' && expected !== actual) throw new WrongExpectedRevision(stream, expected, actual);
    const known = serialised.find((event) => this.ids.has(event.id));
    if (known) throw new DuplicateEventId(stream, known.id);
    const recorded = serialised.map((event) => this.write(stream, event));
    this.changes.wake();
    return { revision: recorded.at(-1)?.revision ?? -1, position: this.last, events: recorded };
  }

  async appendAll(first: StreamAppend, others: readonly StreamAppend[]): Promise<AppendedAll> {
    const append = ({ stream, expected, events }: StreamAppend) => this.append(stream, expected, events);
    return { first: await append(first), others: await Promise.allSettled(others.map(append)) };
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent, void> {
    this.checkOpen();
    const { backwards, signal, limit = Number.POSITIVE_INFINITY } = options;
    signal?.throwIfAborted();
    const from = options.from ?? (backwards ? Number.POSITIVE_INFINITY : 0);
    const to = options.to ?? (backwards ? 0 : Number.POSITIVE_INFINITY);
    const [low, high] = backwards ? [to, from] : [from, to];
    const within = (this.streams.get(stream) ?? []).filter(({ revision }) => revision >= low && revision <= high);
    if (backwards) within.reverse();
    for (const event of within.slice(0, limit)) {
      signal?.throwIfAborted();
      yield event;
    }
  }

  async load(stream: string, from = 0, limit = Number.MAX_SAFE_INTEGER): Promise<readonly RecordedEvent[]> {
    this.checkOpen();
    return (this.streams.get(stream) ?? []).slice(from, from + limit);
  }

  async *readAll({ after = 0n, filter, signal }: ReadAllOptions = {}): AsyncGenerator<RecordedEvent, void> {
    this.checkOpen();
    signal?.throwIfAborted();
    for (const event of this.events.slice(indexAfter(this.events, after))) {
      signal?.throwIfAborted();
      if (!filter?.types || filter.types.includes(event.type)) yield event;
    }
  }

  async eventAt(position: bigint): Promise<RecordedEvent | undefined> {
    this.checkOpen();
    return this.events.find((event) => event.position === position);
  }

  async newest(): Promise<RecordedEvent | undefined> {
    this.checkOpen();
    return this.events.at(-1);
  }

  subscribeAll(options: ReadAllOptions = {}): AsyncIterable<SubscriptionBatch> {
    this.checkOpen();
    const next = (after: bigint, types: readonly string[] | undefined): Batch => {
      this.checkOpen();
      const batch = this.events.slice(indexAfter(this.events, after)).slice(0, BATCH);
      const end = batch.length < BATCH;
      const looked = end ? this.last : (batch.at(-1)?.position ?? after);
      const through = looked > after ? looked : after;
      return { events: batch.filter(({ type }) => !types || types.includes(type)), through, end, history: true };
    };
    const changed = async (position: bigint, signal?: AbortSignal) => {
      if (!this.closed && this.last <= position) await this.changes.wait(signal);
      if (!signal?.aborted) this.checkOpen();
    };
    return subscribe({ next, changed }, options);
  }

  async head(): Promise<bigint> {
    this.checkOpen();
    return this.events.length === 0 && this.deleted.size === 0 ? 0n : this.last;
  }

  async delete(stream: string, expected?: number): Promise<boolean> {
    this.checkOpen();
    const events = this.streams.get(stream);
    if (!events) return false;
    if (expected !== undefined && expected !== events.length - 1)
      throw new WrongExpectedRevision(stream, expected, events.length - 1);
    this.streams.delete(stream);
    this.deleted.add(stream);
    for (const event of events) this.ids.delete(event.id);
    this.events = this.events.filter((event) => event.stream !== stream);
    return true;
  }

  async ping(): Promise<void> {
    this.checkOpen();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.changes.wake();
  }

  /** The last event of an append that is already here as a whole, at the place that it expected. */
  private repeated(
    stream: string,
    expected: ExpectedRevision,
    events: readonly Serialised[],
    written: readonly StoredEvent[],
  ) {
    const first = this.ids.get(events[0]?.id ?? '');
    if (first?.stream !== stream) return undefined;
    const start = expected === 'any' ? first.revision : expected === 'no-stream' ? 0 : expected + 1;
    if (first.revision !== start) return undefined;
    const same = events.filter((event, index) => written[start + index]?.id === event.id);
    if (same.length < events.length) throw new DuplicateEventId(stream, first.id);
    return written[start + events.length - 1];
  }

  private write(stream: string, event: Serialised): StoredEvent {
    const written = this.streams.get(stream) ?? [];
    this.streams.set(stream, written);
    const previous = written.at(-1)?.raw.hash;
    const chained = previous ? Buffer.from(previous, 'hex') : CHAIN_START;
    // What was given is read from its text, as from a file.
    const placed = { ...event, given: undefined, stream, revision: written.length };
    const hash = eventHash(chained, placed, this.options.key).toString('hex');
    this.last += 1n;
    const row = { ...placed, position: this.last, hash };
    const stored = new StoredEvent(row, this.options.registry);
    written.push(stored);
    this.events.push(stored);
    this.ids.set(event.id, stored);
    return stored;
  }

  private checkOpen(): void {
    if (this.closed) throw new StoreUnavailable('event store is closed', { kind: 'closed' });
  }
}
