import { randomUUID } from 'node:crypto';
import { type Db, MongoServerError, type Collection as Rows } from 'mongodb';
import { ReadModelsUnavailable } from '../errors.js';
import { checkedField, labelOf } from '../names.js';
import type { Collection } from '../port.js';
import type { MongoConnection } from './connection.js';
import { DroppedCollections } from './dropped-collections.js';
import { isDuplicate, isTransient } from './retry-policy.js';
import type { Row } from './stored.js';

export interface Registered {
  /** Its label, `turns@1.2`. */
  _id: string;
  name: string;
  version: number;
  build: number;
  /** Where its documents are: the label, with a suffix where an earlier collection of that label is not yet dropped. */
  stored_in: string;
}

interface Serving extends Pick<Registered, 'version' | 'build' | 'stored_in'> {
  /** The logical name. */
  _id: string;
}

/** What serves is looked up again after so long: the time within which another node's switch is seen, ms. */
const FRESH_MS = 1_000;
const TOMBSTONES = { key: { _deleted: 1 as const }, name: '_deleted_1', sparse: true };

/** Which collections there are, where their documents are and which one serves a name: `_collections` and `_serving`. */
export class Collections {
  readonly droppedCollections: DroppedCollections;
  private readonly registered: Rows<Registered>;
  private readonly served: Rows<Serving>;
  private readonly storedIn = new Map<string, string>();
  private readonly known = new Map<string, { readonly at: number; readonly serving: Serving | undefined }>();

  constructor(private readonly mongo: MongoConnection) {
    this.registered = mongo.db.collection<Registered>('_collections');
    this.served = mongo.db.collection<Serving>('_serving');
    this.droppedCollections = new DroppedCollections(mongo, this.registered);
  }

  /** The index of tombstones is made for every collection; of the others those that are missing. */
  async ensure(collection: Collection, indexes: readonly (readonly string[])[]): Promise<void> {
    const wanted = [TOMBSTONES, ...indexes.map(indexOf)];
    const rows = this.mongo.db.collection(await this.register(collection));
    const there = new Set(await this.mongo.withRetries(() => indexNames(rows)));
    const missing = wanted.filter(({ name }) => !there.has(name));
    while (missing.length > 0) {
      try {
        await this.mongo.withRetries(() => rows.createIndexes(missing));
        return;
      } catch (error) {
        // An index over many documents takes longer than a call may: the server goes on building, and is asked again.
        if (!(error instanceof ReadModelsUnavailable)) throw error;
        await this.mongo.withRetries(() => this.mongo.db.command({ ping: 1 }));
      }
    }
  }

  /** Of nodes that register at once, all take what the first wrote. */
  private async register(collection: Collection): Promise<string> {
    const { name, version, build = 0 } = collection;
    const label = labelOf(collection);
    return this.mongo.withRetries(async () => {
      const known = await this.registered.findOne({ _id: label });
      if (known) return this.remember(label, known.stored_in);
      const used = await this.droppedCollections.holds(label);
      const stored_in = used ? `${label}-${randomUUID().slice(0, 8)}` : label;
      try {
        await this.registered.insertOne({ _id: label, name, version, build, stored_in });
        return this.remember(label, stored_in);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const first = await this.registered.findOne({ _id: label });
        if (!first) throw error;
        return this.remember(label, first.stored_in);
      }
    });
  }

  private remember(label: string, storedIn: string): string {
    this.storedIn.set(label, storedIn);
    return storedIn;
  }

  /** Throws where it has not been ensured. */
  async rows(collection: Collection): Promise<Rows<Row>> {
    const label = labelOf(collection);
    const known = this.storedIn.get(label);
    if (known !== undefined) return this.mongo.db.collection<Row>(known);
    const found = await this.mongo.withRetries(() => this.registered.findOne({ _id: label }));
    if (!found) throw new Error(`there is no collection ${label}: it has to be ensured first`);
    return this.mongo.db.collection<Row>(this.remember(label, found.stored_in));
  }

  forget(): void {
    this.known.clear();
    this.storedIn.clear();
  }

  /** Where the documents of a name are read; `anew` where what is cached may be out of date. */
  async servingRows(name: string, anew: boolean): Promise<Rows<Row> | undefined> {
    const known = this.known.get(name);
    const fresh = !anew && known !== undefined && performance.now() - known.at < FRESH_MS;
    const serving = fresh ? known.serving : await this.lookUp(name);
    return serving && this.mongo.db.collection<Row>(serving.stored_in);
  }

  async serving(name: string): Promise<Collection | undefined> {
    const serving = await this.mongo.withRetries(() => this.lookUp(name));
    return serving && { name, version: serving.version, build: serving.build };
  }

  async allServing(): Promise<ReadonlyMap<string, Collection>> {
    const rows = await this.mongo.withRetries(() => this.served.find().toArray());
    return new Map(rows.map(({ _id: name, version, build }) => [name, { name, version, build }]));
  }

  private async lookUp(name: string): Promise<Serving | undefined> {
    // Taken before the call: the time that the answer takes counts as its age.
    const at = performance.now();
    const serving = (await this.served.findOne({ _id: name })) ?? undefined;
    this.known.set(name, { at, serving });
    return serving;
  }

  /** One document says what serves, so the switch is atomic. What served before stays until all nodes have seen it. */
  async serve(collection: Collection): Promise<readonly Collection[]> {
    const { name, version, build = 0 } = collection;
    const label = labelOf(collection);
    const { collectionName: stored_in } = await this.rows(collection);
    const before = await this.mongo.withRetries(() => this.lookUp(name));
    await this.mongo.withRetries(() =>
      this.served.replaceOne({ _id: name }, { version, build, stored_in }, { upsert: true }),
    );
    this.known.delete(name);
    await this.mongo.withRetries(() => createView(this.mongo.db, name, stored_in));
    const others = (await this.all()).filter((other) => other.name === name && labelOf(other) !== label);
    for (const other of others) {
      const { collectionName } = await this.rows(other);
      await this.retire(other, collectionName, before?.stored_in === collectionName);
    }
    return others;
  }

  async drop(collection: Collection): Promise<void> {
    const label = labelOf(collection);
    const found = await this.mongo.withRetries(() => this.registered.findOne({ _id: label }));
    if (!found) return;
    const serving = await this.mongo.withRetries(() => this.lookUp(collection.name));
    if (serving?.stored_in === found.stored_in) {
      await this.mongo.withRetries(() => this.served.deleteOne({ _id: collection.name }));
      await this.mongo.withRetries(() => dropView(this.mongo.db, collection.name));
    }
    this.known.delete(collection.name);
    await this.retire(collection, found.stored_in, false);
  }

  private async retire(collection: Collection, storedIn: string, stillRead: boolean): Promise<void> {
    const label = labelOf(collection);
    this.storedIn.delete(label);
    await this.droppedCollections.add(storedIn, label, stillRead);
    await this.mongo.withRetries(() => this.registered.deleteOne({ _id: label }));
  }

  async all(): Promise<Collection[]> {
    const rows = await this.mongo.withRetries(() =>
      this.registered.find().sort({ name: 1, version: 1, build: 1 }).toArray(),
    );
    return rows.map(({ name, version, build }) => ({ name, version, build }));
  }
}

/** The id breaks ties within the index. */
function indexOf(fields: readonly string[]) {
  const names = [...fields.map(checkedField), '_id'];
  const key = Object.fromEntries(names.map((field) => [field, 1 as const]));
  return { key, name: names.map((field) => `${field}_1`).join('_') };
}

async function indexNames(rows: Rows): Promise<string[]> {
  try {
    return (await rows.listIndexes().toArray()).map(({ name }) => String(name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && /ns does not exist|ns not found|NamespaceNotFound/.test(error.message);
}

/** What analysts see under the plain name: the documents, not the tombstones. */
const PIPELINE = [{ $match: { _deleted: null } }];

/**
 * Shows a collection under its read model's plain name. There is no view where a compatible server knows none, or where
 * something else has the name: `_serving` says then which collection serves.
 */
async function createView(db: Db, name: string, collection: string): Promise<void> {
  const kind = await kindOf(db, name);
  if (kind === 'view') {
    await ignoringRefusals(() => db.command({ collMod: name, viewOn: collection, pipeline: PIPELINE }));
  } else if (kind === undefined) {
    await ignoringRefusals(() => db.createCollection(name, { viewOn: collection, pipeline: PIPELINE }));
    // A server without views makes an ordinary, empty collection of it.
    if ((await kindOf(db, name)) === 'collection') await db.dropCollection(name);
  }
}

async function dropView(db: Db, name: string): Promise<void> {
  if ((await kindOf(db, name)) === 'view') await db.dropCollection(name);
}

async function kindOf(db: Db, name: string): Promise<string | undefined> {
  const all = await db.listCollections({ name }).toArray();
  const found = all.find((one) => one.name === name);
  return found && (found.type ?? 'collection');
}

async function ignoringRefusals(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isTransient(error) || !(error instanceof MongoServerError)) throw error;
  }
}
