import { readdir, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openMongo } from '#libs/read-models';

/** Whether the whole-service specs run on servers that EVENTSTORE_URL or MONGODB_URL name, instead of embedded stores. */
export const ON_SERVERS = Boolean(process.env.EVENTSTORE_URL || process.env.MONGODB_URL);

/** What a service on this data folder is told of its stores: a database of its own, and the one event store. */
export function storeEnv(dataDir: string): Readonly<Record<string, string>> {
  const { EVENTSTORE_URL, MONGODB_URL } = process.env;
  return {
    ...(EVENTSTORE_URL ? { EVENTSTORE_URL } : {}),
    ...(MONGODB_URL ? { MONGODB_URL: withDatabase(MONGODB_URL, databaseOf(dataDir)) } : {}),
    ...(EVENTSTORE_URL && MONGODB_URL ? { LINK_SECRET: 'a secret that the nodes of a test share' } : {}),
  };
}

/** Drops what a service on this data folder left on a server. */
export async function dropStores(dataDir: string): Promise<void> {
  const { MONGODB_URL } = process.env;
  if (!MONGODB_URL) return;
  const mongo = await openMongo(withDatabase(MONGODB_URL, databaseOf(dataDir)));
  await mongo.db.dropDatabase();
  await mongo.close();
}

/** Lets all pictures of a service on this data folder have been stored at this time. */
export async function setBlobsBack(dataDir: string, at: Date): Promise<void> {
  const { MONGODB_URL } = process.env;
  if (MONGODB_URL) {
    const mongo = await openMongo(withDatabase(MONGODB_URL, databaseOf(dataDir)));
    await mongo.db.collection('blobs.files').updateMany({}, { $set: { uploadDate: at } });
    return mongo.close();
  }
  const found = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  for (const file of found) if (file.isFile()) await utimes(join(file.parentPath, file.name), at, at);
}

export function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  parsed.searchParams.set('directConnection', 'true');
  return parsed.href;
}

function databaseOf(dataDir: string): string {
  return basename(dataDir).replaceAll(/\W/g, '_');
}
