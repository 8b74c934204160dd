import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Blobs, fileBlobs } from '#libs/blobs';
import { type Broken, chainKey, openSqliteEventStore } from '#libs/event-store';
import { type InstallationKey, systemClock } from '#libs/kernel';
import { installationKey, openRemoteEvents, openRemoteReadModels } from '#libs/platform';
import { Failure } from '../errors.js';
import { takeFolder } from '../workspace/workspace.js';
import { type Copied, compareStores, copyEvents } from './copy-events.js';

export interface Migrated extends Copied {
  /** Pictures copied, where the target of read models was named too. */
  readonly pictures?: number;
  readonly broken: readonly Broken[];
}

export interface Move {
  readonly fromData: string;
  readonly toEventstore: string;
  readonly toMongodb?: string;
}

/** Moves an embedded store to EventStoreDB. The data folder is kept as it is, and taken meanwhile: no service runs on it. */
export async function migrate({ fromData, toEventstore, toMongodb }: Move, note: (line: string) => void) {
  if (!existsSync(join(fromData, 'events.db'))) throw new Failure(`--from-data ${fromData} holds no events.db`);
  const lock = takeFolder(fromData);
  if (!lock) throw new Failure(`--from-data ${fromData} is in use: stop its service first`);
  // Read as it was written: an upcast event would not be the one that its hash covers.
  const source = await openSqliteEventStore({ dir: fromData });
  const key = chainKey(keyOf(fromData).derive('event-chain'));
  try {
    const target = await openRemoteEvents(toEventstore, systemClock, key, '--to-eventstore');
    try {
      const copied = await copyEvents(source, target, (events) => note(`${events} events`));
      const pictures = toMongodb === undefined ? {} : { pictures: await movePictures(fromData, toMongodb) };
      const broken = await compareStores(source, target, { key });
      return { ...copied, ...pictures, broken } satisfies Migrated;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
    lock.release();
  }
}

/** The source's key: a copy has the same hashes, so the installation that takes it over needs the same key. */
function keyOf(dataDir: string): InstallationKey {
  const given = process.env.INSTALLATION_KEY || undefined;
  return installationKey({ installationKey: given, linkSecret: undefined, shared: false, dataDir });
}

async function movePictures(fromData: string, url: string): Promise<number> {
  const { readModels, blobs } = await openRemoteReadModels(url, systemClock, '--to-mongodb');
  try {
    return await copyBlobs(fileBlobs(join(fromData, 'blobs')), blobs);
  } finally {
    await readModels.close();
  }
}

/** A name is the digest of its bytes, so what is there already is not written again. */
export async function copyBlobs(source: Blobs, target: Blobs): Promise<number> {
  let count = 0;
  for await (const { owner, name } of source.list()) {
    const bytes = await source.get(owner, name);
    if (!bytes) continue;
    await target.put(owner, name, bytes);
    count += 1;
  }
  return count;
}
