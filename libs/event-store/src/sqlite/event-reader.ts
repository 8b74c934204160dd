import { join } from 'node:path';
import type { BroadcastChannel } from 'node:worker_threads';
import { StoreUnavailable } from '../errors.js';
import { readAllInPages } from '../paged-read.js';
import type { ReadAllOptions, RecordedEvent, SubscriptionBatch } from '../port.js';
import type { EventSource } from '../shared-subscription.js';
import { subscribe } from '../subscription.js';
import { LiveSource } from './live-source.js';
import { Reader } from './reader.js';
import { commitsOf } from './schema.js';
import type { SqliteOptions } from './sqlite-event-store.js';

/**
 * The events of a file that another thread of this process writes: read by a connection of its own, which cannot write.
 * The commit worker wakes it; another process's commit is noticed as soon as by the store itself.
 */
export class SqliteEventReader implements EventSource {
  private readonly reader: Reader;
  private readonly live: LiveSource;
  private readonly commits: BroadcastChannel;
  private closed = false;

  /** The file is there already. */
  constructor({ dir, registry }: Pick<SqliteOptions, 'dir' | 'registry'>) {
    const file = join(dir, 'events.db');
    this.reader = new Reader(file, registry);
    this.live = new LiveSource(this.reader);
    this.commits = commitsOf(file);
    this.commits.onmessage = ({ data }: { data: unknown }) => {
      if (typeof data === 'bigint') this.live.advance(data);
    };
    // A handler alone keeps no thread alive.
    this.commits.unref();
  }

  subscribeAll(options: ReadAllOptions = {}): AsyncIterable<SubscriptionBatch> {
    this.checkOpen();
    return subscribe(this.live, options);
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

  async head(): Promise<bigint> {
    this.checkOpen();
    return this.reader.head();
  }

  async ping(): Promise<void> {
    await this.head();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.commits.close();
    this.live.close();
    this.reader.close();
  }

  private checkOpen(): void {
    if (this.closed) throw new StoreUnavailable('event store is closed', { kind: 'closed' });
  }
}
