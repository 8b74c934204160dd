import { type Clock, systemClock } from '#libs/kernel';
import type { ChainKey } from '../chain.js';
import { StoreRefused, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { EventRegistry } from '../event-types.js';
import { readInPages } from '../paged-read.js';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadOptions,
  RecordedEvent,
  SubscriptionBatch,
  SubscriptionHealth,
} from '../port.js';
import { serialise } from '../stored-event.js';
import { Appends } from './appends.js';
import { Batches } from './batches.js';
import { type Connection, parseConnectionString } from './connection-string.js';
import { DeletedStreams, noteOf, REGISTER } from './deleted-streams.js';
import { kindOf, type Limits, reasonOf, storeError, within } from './failures.js';
import { following } from './following.js';
import { Heads } from './heads.js';
import { checkServer } from './opening.js';
import { Reader } from './reader.js';
import { Wire } from './wire.js';

export interface EventStoreDbOptions extends SubscriptionHealth {
  readonly registry?: EventRegistry;
  /** What new events are chained under (chain.ts); without it their hashes have no key. */
  readonly key?: ChainKey | undefined;
  /** For the notes about deletions; the system's by default. */
  readonly clock?: Clock;
  /** What the connection string is called in an error: `EVENTSTORE_URL` by default. */
  readonly variable?: string;
  /** ms that the server has to answer at the start, 12 s by default. */
  readonly openMs?: number;
  /** ms for one call, 3 s by default. */
  readonly callMs?: number;
  /** ms that an append may wait while the server answers others, 9 s by default. */
  readonly appendMs?: number;
  /** ms of silence after which a subscription looks at the log, 500 ms by default. */
  readonly idleMs?: number;
}

const ALL = Number.MAX_SAFE_INTEGER;
/** Events that are read at a time to find the newest: it is nearly always the first, and others may be a megabyte each. */
const NEWEST_PAGE = 32;

/**
 * Connects to EventStoreDB (23.10 or newer, KurrentDB) and asks whether everything is there that is needed.
 * @throws {StoreRefused} with one line that names the variable and the cause, and never the password.
 */
export async function openEventStoreDb(
  url: string,
  options: EventStoreDbOptions = {},
): Promise<EventStoreDbEventStore> {
  const { variable = 'EVENTSTORE_URL', openMs = 12_000 } = options;
  const connection = connectionOf(url, variable);
  const wire = new Wire(connection);
  try {
    const version = await checkServer(wire, connection, variable, openMs);
    const store = new EventStoreDbEventStore(wire, version, options);
    await store.ready();
    return store;
  } catch (error) {
    wire.close();
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`${variable}: no answer: ${reasonOf(error)}`, 'unreachable', { cause: error });
  }
}

function connectionOf(url: string, variable: string): Connection {
  try {
    return parseConnectionString(url);
  } catch (error) {
    throw new StoreRefused(`${variable} ${reasonOf(error)}`, 'invalid');
  }
}

/** The event store on EventStoreDB (design section 4): each method is one try, bounded by its own time limit. */
export class EventStoreDbEventStore implements EventStore {
  private readonly limits: Limits;
  private readonly reader: Reader;
  private readonly heads = new Heads();
  private readonly appends: Appends;
  private readonly deletedStreams: DeletedStreams;
  private readonly closing = new AbortController();

  constructor(
    private readonly wire: Wire,
    readonly serverVersion: string,
    private readonly options: EventStoreDbOptions,
  ) {
    const { registry, key, callMs = 3_000, appendMs = 9_000 } = options;
    this.limits = { callMs, appendMs };
    this.reader = new Reader(wire, this.limits, registry);
    const batches = new Batches(wire, this.limits);
    this.appends = new Appends(batches, this.reader, this.heads, this.limits, { registry, key });
    this.deletedStreams = new DeletedStreams(this.reader);
  }

  ready(): Promise<void> {
    return this.deletedStreams.refresh();
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.answer(async () => {
      const serialised = serialise(stream, events, this.options.key !== undefined);
      if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
        throw new RangeError(`expected revision ${expected} is none`);
      if (serialised.length > 0) return this.appends.append(stream, expected, serialised);
      const [last] = await this.events(stream, { backwards: true, count: 1 });
      return { revision: last?.revision ?? -1, position: await this.reader.head() };
    });
  }

  read(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent, void> {
    const { signal } = options;
    return readInPages(options, (page) => this.answer(() => this.events(stream, page, signal), signal));
  }

  async load(stream: string, from = 0, limit = ALL): Promise<readonly RecordedEvent[]> {
    const events = await this.answer(() => this.events(stream, { from, count: limit }));
    this.heads.learn(stream, events);
    return events;
  }

  async *readAll({ after = 0n, filter, signal }: ReadAllOptions = {}): AsyncGenerator<RecordedEvent, void> {
    for (let cursor = after, end = false; !end; ) {
      signal?.throwIfAborted();
      const [page] = await this.answer(
        () => Promise.all([this.reader.page(cursor, filter?.types, signal), this.deletedStreams.refresh()]),
        signal,
      );
      for (const event of await this.answer(() => this.deletedStreams.without(page.events), signal)) {
        signal?.throwIfAborted();
        yield event;
      }
      ({ through: cursor, end } = page);
    }
  }

  async eventAt(position: bigint): Promise<RecordedEvent | undefined> {
    const [found] = await this.answer(() => Promise.all([this.reader.at(position), this.deletedStreams.refresh()]));
    const [event] = await this.answer(() => this.deletedStreams.without(found));
    return event;
  }

  async newest(): Promise<RecordedEvent | undefined> {
    for (let before: bigint | 'end' = 'end', end = false; !end; ) {
      const [page] = await this.answer(() =>
        Promise.all([this.reader.pageBefore(before, NEWEST_PAGE), this.deletedStreams.refresh()]),
      );
      const [event] = await this.answer(() => this.deletedStreams.without(page.events));
      if (event) return event;
      ({ through: before, end } = page);
    }
    return undefined;
  }

  subscribeAll(options: ReadAllOptions = {}): AsyncIterable<SubscriptionBatch> {
    this.checkOpen();
    return this.supervised(options);
  }

  head(): Promise<bigint> {
    return this.answer(() => this.reader.head());
  }

  /**
   * Ends the stream for good, then writes that down: from then on its events are gone for every reader of this service;
   * from the disk at the next scavenge. In this order, because whoever has to finish what a crash left half done
   * learns of it from an event of the stream itself.
   */
  delete(stream: string, expected?: number): Promise<boolean> {
    return this.answer(async () => {
      const found = await this.appends.look(stream).catch((error: unknown) => {
        if (error instanceof StreamDeleted) return 'deleted' as const;
        throw error;
      });
      if (found === undefined) return false;
      const there = found !== 'deleted';
      if (there && expected !== undefined && expected !== found.revision)
        throw new WrongExpectedRevision(stream, expected, found.revision);
      if (there) await this.tombstone(stream, expected);
      this.heads.forget(stream);
      const note = noteOf(stream, this.options.clock?.now() ?? systemClock.now());
      await this.appends.append(REGISTER, 'any', serialise(REGISTER, [note], this.options.key !== undefined));
      this.deletedStreams.add(stream);
      return there;
    });
  }

  ping(): Promise<void> {
    return this.answer(() => this.reader.ping());
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    this.wire.close();
  }

  private async *supervised(options: ReadAllOptions): AsyncGenerator<SubscriptionBatch, void> {
    const { registry, idleMs = 500, onInterruption, onResumed } = this.options;
    const { wire, reader, deletedStreams } = this;
    const { callMs } = this.limits;
    const either = options.signal ? AbortSignal.any([options.signal, this.closing.signal]) : this.closing.signal;
    const parts = { wire, reader, deletedStreams, registry, callMs, idleMs, onInterruption, onResumed };
    yield* following(parts, { ...options, signal: either });
    if (!options.signal?.aborted) this.checkOpen();
  }

  private async events(stream: string, range: Parameters<Reader['stream']>[1], signal?: AbortSignal) {
    try {
      return await this.reader.stream(stream, range, signal);
    } catch (error) {
      if (error instanceof StreamDeleted) return [];
      throw error;
    }
  }

  private async tombstone(stream: string, expected: number | undefined): Promise<void> {
    const { callMs } = this.limits;
    try {
      await within(callMs, `the deletion of ${stream}`, this.wire.tombstone(stream, expected, callMs));
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'wrong-revision')
        throw new WrongExpectedRevision(
          stream,
          expected ?? 'any',
          (await this.appends.look(stream))?.revision ?? 'no-stream',
        );
      // Another node was quicker.
      if (kind !== 'deleted') throw error;
    }
  }

  /** Whatever the transport throws leaves here as an error of the port. */
  private async answer<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    this.checkOpen();
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      this.checkOpen();
      throw storeError(error);
    }
  }

  private checkOpen(): void {
    if (this.closing.signal.aborted) throw new StoreUnavailable('event store is closed', { kind: 'closed' });
  }
}
