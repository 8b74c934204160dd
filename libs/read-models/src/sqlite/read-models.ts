import { type Clock, systemClock } from '#libs/kernel';
import {
  type Collection,
  type Document,
  type Page,
  type ParkedEvent,
  type Query,
  type ReadModelStore,
  type Stored,
} from '../port.js';
import { SqliteAdminRequestQueue } from './admin-request-queue.js';
import { Collections } from './collections.js';
import { CommitThread } from './commit-thread.js';
import { Database, PRAGMAS } from './database.js';
import { Documents } from './documents.js';
import { SqliteLeaseStore } from './lease-store.js';
import { Parking } from './parking.js';
import { ReadModelQueries } from './read-model-queries.js';
import { WalCopier } from './wal.js';

export interface SqliteReadModelOptions {
  readonly clock?: Clock;
  /** Whether this process keeps the file in order: true for the service, false for the CLI beside it. */
  readonly maintain?: boolean;
}

/** `read-models.db`: documents, checkpoints, parking and requests on node:sqlite. */
export class SqliteReadModels implements ReadModelStore {
  readonly adminRequests: SqliteAdminRequestQueue;
  readonly leases: SqliteLeaseStore;
  private readonly collectionsOf: Collections;
  private readonly documents: Documents;
  private readonly reading: ReadModelQueries;
  private readonly parking: Parking;
  private readonly copier: WalCopier | undefined;
  private readonly thread: CommitThread | undefined;

  private constructor(
    private readonly db: Database,
    options: SqliteReadModelOptions,
  ) {
    const { clock = systemClock, maintain = true } = options;
    this.collectionsOf = new Collections(db);
    const threads = maintain && db.path !== ':memory:';
    // The log is copied back by another thread, so that no commit waits for two disk flushes.
    if (threads) this.thread = CommitThread.start(db.path, `${PRAGMAS} PRAGMA wal_autocheckpoint=0`);
    this.documents = new Documents(db, this.collectionsOf, () => clock.now().getTime(), this.thread);
    this.reading = new ReadModelQueries(db, this.collectionsOf);
    this.parking = new Parking(db);
    this.adminRequests = new SqliteAdminRequestQueue(db);
    this.leases = new SqliteLeaseStore(db);
    if (!maintain) return;
    this.collectionsOf.purge();
    if (!threads) return;
    this.copier = WalCopier.start(db.path);
    db.exec('PRAGMA wal_autocheckpoint=0');
    this.copier.onError(() => db.exec('PRAGMA wal_autocheckpoint=1000'));
  }

  /** `path` may be `:memory:`. A file of a newer schema is refused with one line. */
  static open(path: string, options: SqliteReadModelOptions = {}): SqliteReadModels {
    return new SqliteReadModels(new Database(path), options);
  }

  async get<Doc extends Document>(name: string, id: string): Promise<Stored<Doc> | undefined> {
    return this.reading.get<Doc>(name, id);
  }

  async find<Doc extends Document>(name: string, query: Query): Promise<Page<Doc>> {
    return this.reading.find<Doc>(name, query);
  }

  stream<Doc extends Document>(name: string, query: Query = {}): AsyncIterable<Stored<Doc>> {
    return this.reading.stream<Doc>(name, query);
  }

  async ensure(collection: Collection, indexes: readonly (readonly string[])[]): Promise<void> {
    this.collectionsOf.ensure(collection, indexes);
  }

  async loadMany(collection: Collection, ids: readonly string[]) {
    return this.documents.loadMany(collection, ids);
  }

  async commit(batch: Parameters<ReadModelStore['commit']>[0]): Promise<void> {
    await this.documents.commit(batch);
  }

  async checkpoint(name: string): Promise<bigint | undefined> {
    return this.documents.checkpoint(name);
  }

  async checkpoints(names: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    return this.documents.checkpoints(names);
  }

  async resetCheckpoint(name: string): Promise<void> {
    this.documents.resetCheckpoint(name);
  }

  async serving(name: string): Promise<number | undefined> {
    return this.collectionsOf.serving(name)?.version;
  }

  async servingCollection(name: string): Promise<Collection | undefined> {
    return this.collectionsOf.serving(name);
  }

  async serve(collection: Collection): Promise<void> {
    this.collectionsOf.serve(collection);
  }

  async drop(collection: Collection): Promise<void> {
    this.collectionsOf.drop(collection);
  }

  async collections(): Promise<readonly Collection[]> {
    return this.collectionsOf.all();
  }

  async park(event: Omit<ParkedEvent, 'waiting'>): Promise<void> {
    this.parking.park(event);
  }

  async queueBehind(name: string, key: string, position: bigint): Promise<void> {
    this.parking.queueBehind(name, key, position);
  }

  async parked(name?: string): Promise<readonly ParkedEvent[]> {
    return this.parking.parked(name);
  }

  async parkedPositions(name: string, key: string): Promise<readonly bigint[]> {
    return this.parking.positions(name, key);
  }

  async unpark(name: string, key: string): Promise<void> {
    this.parking.unpark(name, key);
  }

  async advanceParked(...args: Parameters<ReadModelStore['advanceParked']>): Promise<void> {
    this.parking.advance(...args);
  }

  async sweepTombstones(olderThan: Date): Promise<number> {
    return this.documents.sweepTombstones(olderThan);
  }

  async ping(): Promise<void> {
    this.db.get('SELECT 1');
  }

  async close(): Promise<void> {
    await this.collectionsOf.close();
    await this.thread?.stop();
    await this.copier?.stop();
    this.db.close();
  }
}
