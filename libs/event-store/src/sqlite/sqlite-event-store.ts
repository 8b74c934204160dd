import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainKey } from '../chain.js';
import { StoreUnavailable, WrongExpectedRevision } from '../errors.js';
import type { EventRegistry } from '../event-types.js';
import { readAllInPages, readInPages } from '../paged-read.js';
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
} from '../port.js';
import { serialise } from '../stored-event.js';
import { subscribe } from '../subscription.js';
import { CommitQueue, CommitWorker } from './commit-queue.js';
import { LiveSource } from './live-source.js';
import { Reader } from './reader.js';

export interface SqliteOptions {
  /** Folder of `events.db`; made if it is not there. */
  readonly dir: string;
  readonly registry?: EventRegistry;
  /** What new events are chained under (chain.ts); without it their hashes have no key. */
  readonly key?: ChainKey | undefined;
  /** What heads of the log are signed under: the commit thread then computes each event's term (`headTerm`). */
  readonly headKey?: ChainKey | undefined;
  /** ms that a commit waits for another process's, 3 s by default. */
  readonly busyMs?: number;
  /** ms after which an append counts as unanswered, its outcome unknown; 8 s by default. */
  readonly answerMs?: number;
  /** Pages of 4 KiB that the file may grow to; no limit by default. */
  readonly maxPages?: number;
}

const LOAD_ROWS = 1_000_000;
const LAST_REVISION = Number.MAX_SAFE_INTEGER;

/**
 * Opens `events.db` in a folder. Throws `StoreTooNew` for a file of a newer version and `StoreUnavailable` for one that
 * cannot be opened. Several processes may open it; one of them is the service (`lockDataFolder`).
 */
export async function openSqliteEventStore(options: SqliteOptions): Promise<SqliteEventStore> {
  const file = join(options.dir, 'events.db');
  const { key, headKey, busyMs = 3_000, answerMs = 8_000, maxPages = 0 } = options;
  mkdirSync(options.dir, { recursive: true });
  const worker = await CommitWorker.start({ file, busyMs, answerMs, maxPages, key, headKey });
  return new SqliteEventStore(worker, new Reader(file, options.registry), options);
}

/** The embedded event store (design section 4): a worker thread commits, the calling thread reads. */
export class SqliteEventStore implements EventStore {
  private readonly queue: CommitQueue;
  private readonly live: LiveSource;
  private closed = false;

  constructor(
    private readonly worker: CommitWorker,
    private readonly reader: Reader,
    private readonly options: Pick<SqliteOptions, 'registry' | 'key'>,
  ) {
    this.live = new LiveSource(reader);
    this.queue = new CommitQueue(worker, options.registry, (before, stored, head) =>
      this.live.committed(before, stored, head),
    );
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    this.checkOpen();
    const serialised = serialise(stream, events, this.options.key !== undefined);
    if (serialised.length > 0) return (await this.queue.append({ stream, expected, events: serialised }, [])).first;
    return { revision: this.reader.lastRevision(stream), position: this.reader.head() };
  }

  async appendAll(first: StreamAppend, others: readonly StreamAppend[]): Promise<AppendedAll> {
    this.checkOpen();
    const serialised = ({ stream, expected, events }: StreamAppend) => {
      if (events.length === 0) throw new TypeError(`append of no event to ${stream} beside others`);
      return { stream, expected, events: serialise(stream, events, this.options.key !== undefined) };
    };
    return this.queue.append(serialised(first), others.map(serialised));
  }

  read(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent, void> {
    return readInPages(options, ({ from, backwards, count }) => {
      this.checkOpen();
      const [low, high] = backwards ? [0, from ?? LAST_REVISION] : [from ?? 0, LAST_REVISION];
      return this.reader.stream(stream, low, high, count, backwards);
    });
  }

  async load(stream: string, from = 0, limit = LOAD_ROWS): Promise<readonly RecordedEvent[]> {
    this.checkOpen();
    return this.reader.stream(stream, from, LAST_REVISION, limit);
  }

  readAll(options: ReadAllOptions = {}): AsyncGenerator<RecordedEvent, void> {
    return readAllInPages(options, (after, types) => {
      this.checkOpen();
      return this.reader.after(after, types);
    });
  }

  async eventAt(position: bigint): Promise<RecordedEvent | undefined> {
    this.checkOpen();
    return this.reader.at(position);
  }

  async newest(): Promise<RecordedEvent | undefined> {
    this.checkOpen();
    return this.reader.newest();
  }

  subscribeAll(options: ReadAllOptions = {}): AsyncIterable<SubscriptionBatch> {
    this.checkOpen();
    return subscribe(this.live, options);
  }

  async head(): Promise<bigint> {
    this.checkOpen();
    return this.reader.head();
  }

  async delete(stream: string, expected?: number): Promise<boolean> {
    this.checkOpen();
    const reply = await this.worker.ask({ kind: 'delete', stream, expected });
    if (reply.kind === 'grown') throw new WrongExpectedRevision(stream, expected ?? 'any', reply.revision);
    if (reply.kind !== 'deleted') throw new StoreUnavailable(`event store answered a deletion with ${reply.kind}`);
    this.live.forget(reply.head);
    return reply.existed;
  }

  async ping(): Promise<void> {
    this.checkOpen();
    this.reader.head();
    await this.worker.ask({ kind: 'ping' });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.live.close();
    this.queue.close();
    this.reader.close();
    await this.worker.close();
  }

  private checkOpen(): void {
    if (this.closed) throw new StoreUnavailable('event store is closed', { kind: 'closed' });
  }
}
