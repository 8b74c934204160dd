import { type Clock, systemClock } from '#libs/kernel';
import type { Collection, Document, Page, ParkedEvent, Query, ReadModelStore, Stored } from '../port.js';
import { SqliteAdminRequestQueue } from './admin-request-queue.js';
import { Collections } from './collections.js';
import { Database, PRAGMAS } from './database.js';
import { Documents } from './documents.js';
import { SqliteLeaseStore } from './lease-store.js';
import { Parking } from './parking.js';
import { ReadModelQueries } from './queries.js';
import { CommitThread, WalCheckpointer } from './threads.js';

export interface SqliteReadModelOptions {
  readonly clock?: Clock;
  /** Whether this process keeps the file in order: true for the service, false for the CLI beside it. */
  readonly maintain?: boolean;
  /** Whether this process holds the data folder's lock, so that no other one can take a lease over. */
  readonly exclusive?: boolean;
}

/** `read-models.db`: documents, checkpoints, parking, admin requests and leases on node:sqlite. */
export class SqliteReadModels implements ReadModelStore {
  readonly adminRequests: SqliteAdminRequestQueue;
  readonly leases: SqliteLeaseStore;
  private readonly collectionNames: Collections;
  private readonly documents: Documents;
  private readonly queries: ReadModelQueries;
  private readonly parking: Parking;
  private readonly checkpointer: WalCheckpointer | undefined;
  private readonly thread: CommitThread | undefined;

  private constructor(
    private readonly db: Database,
    options: SqliteReadModelOptions,
  ) {
    const { clock = systemClock, maintain = true, exclusive = false } = options;
    this.collectionNames = new Collections(db);
    const threads = maintain && db.path !== ':memory:';
    // Another thread checkpoints the log, so that no commit waits for two disk flushes.
    if (threads) this.thread = CommitThread.start(db.path, `${PRAGMAS} PRAGMA wal_autocheckpoint=0`);
    this.documents = new Documents(db, this.collectionNames, () => clock.now().getTime(), this.thread);
    this.queries = new ReadModelQueries(db, this.collectionNames);
    this.parking = new Parking(db);
    this.adminRequests = new SqliteAdminRequestQueue(db);
    this.leases = new SqliteLeaseStore(db, exclusive);
    if (!maintain) return;
    this.collectionNames.purge();
    if (!threads) return;
    this.checkpointer = WalCheckpointer.start(db.path);
    db.exec('PRAGMA wal_autocheckpoint=0');
    this.checkpointer.onError(() => db.exec('PRAGMA wal_autocheckpoint=1000'));
  }

  /** `path` may be `:memory:`. A file of a newer schema is refused with one line. */
  static open(path: string, options: SqliteReadModelOptions = {}): SqliteReadModels {
    return new SqliteReadModels(new Database(path), options);
  }

  async get<Doc extends Document>(name: string, id: string): Promise<Stored<Doc> | undefined> {
    return this.queries.get<Doc>(name, id);
  }

  async find<Doc extends Document>(name: string, query: Query): Promise<Page<Doc>> {
    return this.queries.find<Doc>(name, query);
  }

  stream<Doc extends Document>(name: string, query: Query = {}): AsyncIterable<Stored<Doc>> {
    return this.queries.stream<Doc>(name, query);
  }

  async ensure(collection: Collection, indexes: readonly (readonly string[])[]): Promise<void> {
    this.collectionNames.ensure(collection, indexes);
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
    return this.collectionNames.serving(name)?.version;
  }

  async servingCollection(name: string): Promise<Collection | undefined> {
    return this.collectionNames.serving(name);
  }

  async serve(collection: Collection): Promise<void> {
    this.collectionNames.serve(collection);
  }

  async drop(collection: Collection): Promise<void> {
    this.collectionNames.drop(collection);
  }

  async collections(): Promise<readonly Collection[]> {
    return this.collectionNames.all();
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
    await this.collectionNames.close();
    await this.thread?.stop();
    await this.checkpointer?.stop();
    this.db.close();
  }
}
