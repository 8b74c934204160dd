import type { MessagePort } from 'node:worker_threads';
import { type Clock, systemClock } from '#libs/kernel';
import type { ReadModelStore } from '../port.js';
import { SqliteAdminRequestQueue } from './admin-request-queue.js';
import { Collections } from './collections.js';
import { Database, PRAGMAS } from './database.js';
import { Documents } from './documents.js';
import { SqliteLeaseStore } from './lease-store.js';
import { Parking } from './parking.js';
import { ReadModelQueries } from './queries.js';
import { SqliteSnapshotStore } from './snapshot-store.js';
import { CommitLine, CommitThread, WalCheckpointer } from './threads.js';

export interface SqliteReadModelOptions {
  readonly clock?: Clock;
  /** Whether this process keeps the file in order: true for the service, false for the CLI beside it. */
  readonly maintain?: boolean;
  /** Whether this process holds the data folder's lock, so that no other one can take a lease over. */
  readonly exclusive?: boolean;
  /** A line to the thread that commits for another connection of this process (`commitLine`). */
  readonly commits?: MessagePort | undefined;
}

/** `read-models.db`: documents, checkpoints, parking, admin requests, leases and snapshots on node:sqlite. */
export class SqliteReadModels implements ReadModelStore {
  readonly transactional = true;
  readonly adminRequests: SqliteAdminRequestQueue;
  readonly leases: SqliteLeaseStore;
  readonly snapshots: SqliteSnapshotStore;
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
    const { clock = systemClock, maintain = true, exclusive = false, commits } = options;
    this.collectionNames = new Collections(db);
    const threads = maintain && db.path !== ':memory:';
    // Another thread checkpoints the log, so that no commit waits for two disk flushes.
    const wal = { path: db.path, restartDue: new Int32Array(new SharedArrayBuffer(4)) };
    if (threads) this.thread = CommitThread.start(wal, `${PRAGMAS} PRAGMA wal_autocheckpoint=0`);
    const line = this.thread?.line ?? (commits && CommitLine.over(commits));
    this.documents = new Documents(db, this.collectionNames, () => clock.now().getTime(), line);
    this.queries = new ReadModelQueries(db, this.collectionNames);
    this.parking = new Parking(db);
    this.adminRequests = new SqliteAdminRequestQueue(db);
    this.leases = new SqliteLeaseStore(db, exclusive);
    this.snapshots = new SqliteSnapshotStore(db, line);
    if (!maintain) return;
    this.collectionNames.purge();
    if (!threads) return;
    this.checkpointer = new WalCheckpointer(wal, () => db.exec('PRAGMA wal_autocheckpoint=1000'));
    db.exec('PRAGMA wal_autocheckpoint=0');
  }

  /** `path` may be `:memory:`. A file of a newer schema is refused with one line. */
  static open(path: string, options: SqliteReadModelOptions = {}): SqliteReadModels {
    return new SqliteReadModels(new Database(path), options);
  }

  /** For a store that another thread opens on the same file: commits of both are made by one thread, in turn. */
  commitLine(): MessagePort | undefined {
    return this.thread?.connect();
  }

  readonly get: ReadModelStore['get'] = async (name, id) => this.queries.get(name, id);
  readonly find: ReadModelStore['find'] = async (name, query) => this.queries.find(name, query);
  readonly stream: ReadModelStore['stream'] = (name, query = {}) => this.queries.stream(name, query);

  readonly loadMany: ReadModelStore['loadMany'] = async (collection, ids) => this.documents.loadMany(collection, ids);
  readonly commit: ReadModelStore['commit'] = (batch) => this.documents.commit(batch);
  readonly checkpoint: ReadModelStore['checkpoint'] = async (name) => this.documents.checkpoint(name);
  readonly checkpoints: ReadModelStore['checkpoints'] = async (names) => this.documents.checkpoints(names);
  readonly resetCheckpoint: ReadModelStore['resetCheckpoint'] = async (name) => this.documents.resetCheckpoint(name);
  readonly sweepTombstones: ReadModelStore['sweepTombstones'] = async (than) => this.documents.sweepTombstones(than);

  readonly collections: ReadModelStore['collections'] = async () => this.collectionNames.all();
  readonly serving: ReadModelStore['serving'] = async (name) => this.collectionNames.serving(name);
  readonly allServing: ReadModelStore['allServing'] = async () => this.collectionNames.allServing();
  readonly ensure: ReadModelStore['ensure'] = async (...wanted) => this.collectionNames.ensure(...wanted);
  readonly serve: ReadModelStore['serve'] = async (collection) => this.collectionNames.serve(collection);
  readonly refresh: ReadModelStore['refresh'] = () => this.collectionNames.forget();
  readonly drop: ReadModelStore['drop'] = async (collection) => this.collectionNames.drop(collection);

  readonly park: ReadModelStore['park'] = async (event) => this.parking.park(event);
  readonly queueBehind: ReadModelStore['queueBehind'] = async (...event) => this.parking.queueBehind(...event);
  readonly parked: ReadModelStore['parked'] = async (name) => this.parking.parked(name);
  readonly parkedPositions: ReadModelStore['parkedPositions'] = async (...key) => this.parking.positions(...key);
  readonly unpark: ReadModelStore['unpark'] = async (...key) => this.parking.unpark(...key);
  readonly advanceParked: ReadModelStore['advanceParked'] = async (...to) => this.parking.advance(...to);

  async scrub(): Promise<void> {
    // Also what another thread has dropped.
    this.collectionNames.purge();
    await this.collectionNames.purged();
    if (this.checkpointer?.alive) await this.checkpointer.truncate();
    else this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
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
