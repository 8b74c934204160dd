import { randomUUID } from 'node:crypto';
import type { Collection as Rows } from 'mongodb';
import { ReadModelsUnavailable } from '../errors.js';
import { checkedField, labelOf } from '../names.js';
import type { Collection } from '../port.js';
import type { MongoConnection } from './connection.js';
import { DroppedCollections } from './dropped-collections.js';
import { isDuplicate } from './retry-policy.js';
import type { Row } from './stored.js';
import { hide, showAs } from './views.js';

export interface Registered {
  /** Its label, `turns@1.2`. */
  _id: string;
  name: string;
  version: number;
  build: number;
  /** Where its documents lie: the label, or one with a suffix where an earlier one of the same label may still go. */
  stored_in: string;
}

interface Serving extends Pick<Registered, 'version' | 'build' | 'stored_in'> {
  /** The logical name. */
  _id: string;
}

/** Another node's switch is seen this soon, ms. */
const FRESH_MS = 1_000;
const TOMBSTONES = { key: { _deleted: 1 as const }, name: '_deleted_1', sparse: true };

/** Which collections there are, where they lie and which one serves a name: `_collections` and `_serving`. */
export class Collections {
  readonly droppedCollections: DroppedCollections;
  private readonly registered: Rows<Registered>;
  private readonly serves: Rows<Serving>;
  private readonly places = new Map<string, string>();
  private readonly known = new Map<string, { readonly at: number; readonly serving: Serving | undefined }>();

  constructor(private readonly mongo: MongoConnection) {
    this.registered = mongo.db.collection<Registered>('_collections');
    this.serves = mongo.db.collection<Serving>('_serving');
    this.droppedCollections = new DroppedCollections(mongo, this.registered);
  }

  /** The index of tombstones is made for every collection; of the others those that are missing. */
  async ensure(collection: Collection, indexes: readonly (readonly string[])[]): Promise<void> {
    const wanted = [TOMBSTONES, ...indexes.map(indexOf)];
    const rows = this.mongo.db.collection(await this.register(collection));
    const there = new Set(await this.mongo.patiently(() => indexNames(rows)));
    const missing = wanted.filter(({ name }) => !there.has(name));
    while (missing.length > 0) {
      try {
        await this.mongo.patiently(() => rows.createIndexes(missing));
        return;
      } catch (error) {
        // An index over many documents takes longer than an answer may: the server goes on with it, and is asked again.
        if (!(error instanceof ReadModelsUnavailable)) throw error;
        await this.mongo.patiently(() => this.mongo.db.command({ ping: 1 }));
      }
    }
  }

  /** Of nodes that register at once, all take what the first wrote. */
  private async register(collection: Collection): Promise<string> {
    const { name, version, build = 0 } = collection;
    const label = labelOf(collection);
    return this.mongo.patiently(async () => {
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

  private remember(label: string, place: string): string {
    this.places.set(label, place);
    return place;
  }

  /** Throws where it has not been ensured. */
  async rows(collection: Collection): Promise<Rows<Row>> {
    const label = labelOf(collection);
    const known = this.places.get(label);
    if (known !== undefined) return this.mongo.db.collection<Row>(known);
    const found = await this.mongo.patiently(() => this.registered.findOne({ _id: label }));
    if (!found) throw new Error(`there is no collection ${label}: it has to be ensured first`);
    return this.mongo.db.collection<Row>(this.remember(label, found.stored_in));
  }

  /** Where the documents of a name are read; `anew` where what was known may be out of date. */
  async servingRows(name: string, anew: boolean): Promise<Rows<Row> | undefined> {
    const known = this.known.get(name);
    const fresh = !anew && known !== undefined && performance.now() - known.at < FRESH_MS;
    const serving = fresh ? known.serving : await this.look(name);
    return serving && this.mongo.db.collection<Row>(serving.stored_in);
  }

  async serving(name: string): Promise<Collection | undefined> {
    const serving = await this.mongo.patiently(() => this.look(name));
    return serving && { name, version: serving.version, build: serving.build };
  }

  private async look(name: string): Promise<Serving | undefined> {
    // Before the answer: the time that it took counts as age.
    const at = performance.now();
    const serving = (await this.serves.findOne({ _id: name })) ?? undefined;
    this.known.set(name, { at, serving });
    return serving;
  }

  /** One document says what serves, so the switch is at once. What served before stays until all nodes have seen it. */
  async serve(collection: Collection): Promise<readonly Collection[]> {
    const { name, version, build = 0 } = collection;
    const label = labelOf(collection);
    const { collectionName: stored_in } = await this.rows(collection);
    const before = await this.mongo.patiently(() => this.look(name));
    await this.mongo.patiently(() =>
      this.serves.replaceOne({ _id: name }, { version, build, stored_in }, { upsert: true }),
    );
    this.known.delete(name);
    await this.mongo.patiently(() => showAs(this.mongo.db, name, stored_in));
    const others = (await this.all()).filter((other) => other.name === name && labelOf(other) !== label);
    for (const other of others) {
      const place = (await this.rows(other)).collectionName;
      await this.retire(other, place, before?.stored_in === place);
    }
    return others;
  }

  async drop(collection: Collection): Promise<void> {
    const label = labelOf(collection);
    const found = await this.mongo.patiently(() => this.registered.findOne({ _id: label }));
    if (!found) return;
    const serving = await this.mongo.patiently(() => this.look(collection.name));
    if (serving?.stored_in === found.stored_in) {
      await this.mongo.patiently(() => this.serves.deleteOne({ _id: collection.name }));
      await this.mongo.patiently(() => hide(this.mongo.db, collection.name));
    }
    this.known.delete(collection.name);
    await this.retire(collection, found.stored_in, false);
  }

  private async retire(collection: Collection, place: string, stillRead: boolean): Promise<void> {
    const label = labelOf(collection);
    this.places.delete(label);
    await this.droppedCollections.bury(place, label, stillRead);
    await this.mongo.patiently(() => this.registered.deleteOne({ _id: label }));
  }

  async all(): Promise<Collection[]> {
    const rows = await this.mongo.patiently(() =>
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
