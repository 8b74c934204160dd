import { type Db, MongoServerError } from 'mongodb';
import { isPassing } from './retry-policy.js';

/** What analysts see under the plain name: the documents, not the tombstones. */
const PIPELINE = [{ $match: { _deleted: null } }];

/**
 * Shows a collection under its read model's plain name. Where the server knows no views (compatible ones), or something
 * else has the name, there is none; `_serving` says then which collection serves.
 */
export async function showAs(db: Db, name: string, collection: string): Promise<void> {
  const kind = await kindOf(db, name);
  if (kind === 'view') {
    await quietly(() => db.command({ collMod: name, viewOn: collection, pipeline: PIPELINE }));
  } else if (kind === undefined) {
    await quietly(() => db.createCollection(name, { viewOn: collection, pipeline: PIPELINE }));
    // A server without views makes an ordinary, empty collection of it.
    if ((await kindOf(db, name)) === 'collection') await db.dropCollection(name);
  }
}

export async function hide(db: Db, name: string): Promise<void> {
  if ((await kindOf(db, name)) === 'view') await db.dropCollection(name);
}

async function kindOf(db: Db, name: string): Promise<string | undefined> {
  const all = await db.listCollections({ name }).toArray();
  const found = all.find((one) => one.name === name);
  return found && (found.type ?? 'collection');
}

async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isPassing(error) || !(error instanceof MongoServerError)) throw error;
  }
}
