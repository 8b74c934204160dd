import { type Clock, systemClock } from '#libs/kernel';
import { checkpointOf, labelOf } from '../names.js';
import type { Collection, Document, Page, ParkedEvent, Query, ReadModelStore, Stored } from '../port.js';
import { MongoAdminRequestQueue } from './admin-request-queue.js';
import { Collections } from './collections.js';
import type { MongoConnection } from './connection.js';
import { Documents } from './documents.js';
import { MongoLeaseStore } from './lease-store.js';
import { MongoParking } from './parking.js';
import { ReadModelQueries } from './queries.js';

export interface MongoReadModelOptions {
  readonly clock?: Clock;
}

/**
 * Documents, checkpoints, parking, admin requests and leases in MongoDB, for any number of nodes. No transaction of several
 * documents is needed, so a single server, a replica set and compatible servers all serve.
 */
export class MongoReadModels implements ReadModelStore {
  readonly adminRequests: MongoAdminRequestQueue;
  readonly leases: MongoLeaseStore;
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

  get<Doc extends Document>(name: string, id: string): Promise<Stored<Doc> | undefined> {
    return this.queries.get<Doc>(name, id);
  }

  find<Doc extends Document>(name: string, query: Query): Promise<Page<Doc>> {
    return this.queries.find<Doc>(name, query);
  }

  stream<Doc extends Document>(name: string, query: Query = {}): AsyncIterable<Stored<Doc>> {
    return this.queries.stream<Doc>(name, query);
  }

  ensure(collection: Collection, indexes: readonly (readonly string[])[]): Promise<void> {
    return this.collectionNames.ensure(collection, indexes);
  }

  loadMany(collection: Collection, ids: readonly string[]) {
    return this.documents.loadMany(collection, ids);
  }

  commit(batch: Parameters<ReadModelStore['commit']>[0]): Promise<void> {
    return this.documents.commit(batch);
  }

  async checkpoint(name: string): Promise<bigint | undefined> {
    return (await this.documents.checkpoints([name])).get(name);
  }

  checkpoints(names: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    return this.documents.checkpoints(names);
  }

  resetCheckpoint(name: string): Promise<void> {
    return this.documents.resetCheckpoint(name);
  }

  async serving(name: string): Promise<number | undefined> {
    return (await this.collectionNames.serving(name))?.version;
  }

  servingCollection(name: string): Promise<Collection | undefined> {
    return this.collectionNames.serving(name);
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

  collections(): Promise<readonly Collection[]> {
    return this.collectionNames.all();
  }

  park(event: Omit<ParkedEvent, 'waiting'>): Promise<void> {
    return this.parking.park(event);
  }

  queueBehind(name: string, key: string, position: bigint): Promise<void> {
    return this.parking.queueBehind(name, key, position);
  }

  parked(name?: string): Promise<readonly ParkedEvent[]> {
    return this.parking.parked(name);
  }

  parkedPositions(name: string, key: string): Promise<readonly bigint[]> {
    return this.parking.positions(name, key);
  }

  unpark(name: string, key: string): Promise<void> {
    return this.parking.unpark(name, key);
  }

  advanceParked(...args: Parameters<ReadModelStore['advanceParked']>): Promise<void> {
    return this.parking.advance(...args);
  }

  /** Clears dropped collections too: this is asked for regularly. */
  async sweepTombstones(olderThan: Date): Promise<number> {
    await this.collectionNames.droppedCollections.clear(this.clock.now());
    return this.documents.sweepTombstones(olderThan);
  }

  async ping(): Promise<void> {
    await this.mongo.withRetries(() => this.mongo.db.command({ ping: 1 }));
  }

  async close(): Promise<void> {
    this.collectionNames.droppedCollections.close();
    await this.mongo.close();
  }
}
