import { type Clock, systemClock } from '#libs/kernel';
import { checkpointOf, labelOf } from '../names.js';
import type { Collection, ReadModelStore } from '../port.js';
import { MongoAdminRequestQueue } from './admin-request-queue.js';
import { Collections } from './collections.js';
import type { MongoConnection } from './connection.js';
import { Documents } from './documents.js';
import { MongoLeaseStore } from './lease-store.js';
import { MongoParking } from './parking.js';
import { ReadModelQueries } from './queries.js';
import { MongoSnapshotStore } from './snapshot-store.js';

export interface MongoReadModelOptions {
  readonly clock?: Clock;
}

/**
 * Documents, checkpoints, parking, admin requests and leases in MongoDB, for any number of nodes. No transaction of several
 * documents is needed, so a single server, a replica set and compatible servers all serve.
 */
export class MongoReadModels implements ReadModelStore {
  readonly transactional = false;
  readonly adminRequests: MongoAdminRequestQueue;
  readonly leases: MongoLeaseStore;
  readonly snapshots: MongoSnapshotStore;
  private readonly collectionNames: Collections;
  private readonly documents: Documents;
  private readonly queries: ReadModelQueries;
  private readonly parking: MongoParking;

  private constructor(
    private readonly mongo: MongoConnection,
    private readonly clock: Clock,
  ) {
    this.collectionNames = new Collections(mongo);
    this.documents = new Documents(mongo, this.collectionNames, () => clock.now());
    this.queries = new ReadModelQueries(mongo, this.collectionNames);
    this.parking = new MongoParking(mongo);
    this.adminRequests = new MongoAdminRequestQueue(mongo);
    this.leases = new MongoLeaseStore(mongo);
    this.snapshots = new MongoSnapshotStore(mongo);
  }

  /** Closing it closes the connection. Collections that an earlier process left to be dropped are dropped now. */
  static async open(
    mongo: MongoConnection,
    { clock = systemClock }: MongoReadModelOptions = {},
  ): Promise<MongoReadModels> {
    const store = new MongoReadModels(mongo, clock);
    await store.collectionNames.droppedCollections.clear(clock.now());
    return store;
  }

  readonly get: ReadModelStore['get'] = (name, id) => this.queries.get(name, id);
  readonly find: ReadModelStore['find'] = (name, query) => this.queries.find(name, query);
  readonly stream: ReadModelStore['stream'] = (name, query = {}) => this.queries.stream(name, query);

  readonly loadMany: ReadModelStore['loadMany'] = (collection, ids) => this.documents.loadMany(collection, ids);
  readonly commit: ReadModelStore['commit'] = (batch) => this.documents.commit(batch);
  readonly checkpoint: ReadModelStore['checkpoint'] = async (name) => (await this.checkpoints([name])).get(name);
  readonly checkpoints: ReadModelStore['checkpoints'] = (names) => this.documents.checkpoints(names);
  readonly resetCheckpoint: ReadModelStore['resetCheckpoint'] = (name) => this.documents.resetCheckpoint(name);

  readonly collections: ReadModelStore['collections'] = () => this.collectionNames.all();
  readonly serving: ReadModelStore['serving'] = (name) => this.collectionNames.serving(name);
  readonly allServing: ReadModelStore['allServing'] = () => this.collectionNames.allServing();
  readonly ensure: ReadModelStore['ensure'] = (...wanted) => this.collectionNames.ensure(...wanted);

  refresh(): void {
    this.collectionNames.forget();
  }

  async serve(collection: Collection): Promise<void> {
    for (const other of await this.collectionNames.serve(collection)) await this.forget(other);
  }

  async drop(collection: Collection): Promise<void> {
    await this.forget(collection);
    await this.collectionNames.drop(collection);
  }

  private async forget(collection: Collection): Promise<void> {
    await this.documents.forgetCheckpoint(checkpointOf(collection));
    await this.parking.forget(labelOf(collection));
  }

  readonly park: ReadModelStore['park'] = (event) => this.parking.park(event);
  readonly queueBehind: ReadModelStore['queueBehind'] = (...event) => this.parking.queueBehind(...event);
  readonly parked: ReadModelStore['parked'] = (name) => this.parking.parked(name);
  readonly parkedPositions: ReadModelStore['parkedPositions'] = (...key) => this.parking.positions(...key);
  readonly unpark: ReadModelStore['unpark'] = (...key) => this.parking.unpark(...key);
  readonly advanceParked: ReadModelStore['advanceParked'] = (...to) => this.parking.advance(...to);

  /** Clears dropped collections too: this is asked for regularly. */
  async sweepTombstones(olderThan: Date): Promise<number> {
    await this.collectionNames.droppedCollections.clear(this.clock.now());
    return this.documents.sweepTombstones(olderThan);
  }

  async scrub(): Promise<void> {
    await this.collectionNames.droppedCollections.clear(this.clock.now());
  }

  async ping(): Promise<void> {
    await this.mongo.withRetries(() => this.mongo.db.command({ ping: 1 }));
  }

  async close(): Promise<void> {
    this.collectionNames.droppedCollections.close();
    await this.mongo.close();
  }
}
