import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileBlobs } from '#libs/blobs';
import {
  chainKey,
  createAggregates,
  type DataFolderLock,
  DataFolderLocked,
  type EventStore,
  type FollowingAggregates,
  openSqliteEventStore,
  Snapshots,
} from '#libs/event-store';
import { type Clock, systemClock } from '#libs/kernel';
import { SqliteReadModels } from '#libs/read-models';
import { registry } from '../registry.js';
import type { Environment } from '../settings/environment.js';
import { inDataFolder, takeDataFolder } from './data-folder.js';
import { installationKey } from './kept-secret.js';
import { openRemoteEvents, openRemoteReadModels, type SideStores } from './remote-stores.js';

/** The stores of one process. */
export interface Stores extends SideStores {
  readonly events: EventStore;
  readonly aggregates: FollowingAggregates;
  /** Absent where another process, the service, keeps the data folder, and where there is none. */
  readonly lock: DataFolderLock | undefined;
  close(): Promise<void>;
}

type Where = Pick<Environment, 'dataDir' | 'eventStoreUrl' | 'mongoUrl' | 'shared' | 'installationKey' | 'linkSecret'>;

/**
 * Opens what the environment names: each store embedded in the data folder, or by its URL. With both URLs there is no
 * data folder at all.
 * @param take whether this process keeps the folder (the service), or works beside whoever does (the CLI).
 * Without `take` the folder is there.
 * @throws {DataFolderLocked} when it is to be kept and another service keeps it; {StoreUnusable} for a URL or a folder.
 */
export async function openStores(where: Where, take: boolean, clock: Clock = systemClock): Promise<Stores> {
  const { dataDir, mongoUrl, shared } = where;
  const lock = take && !shared ? await lockWithin(dataDir) : undefined;
  // Both at once, so that two servers that do not answer are told of as soon as one.
  const [events, side] = await Promise.allSettled([
    openEvents(where, clock),
    mongoUrl === undefined
      ? openSideFiles(dataDir, take, lock !== undefined, clock)
      : openRemoteReadModels(mongoUrl, clock),
  ]);
  const close = async () => {
    if (side.status === 'fulfilled') await side.value.readModels.close();
    if (events.status === 'fulfilled') await events.value.close();
    lock?.release();
  };
  if (events.status === 'fulfilled' && side.status === 'fulfilled') {
    const snapshots = snapshotsOf(where, side.value);
    const aggregates = createAggregates(events.value, { clock, registry, snapshots });
    return { events: events.value, aggregates, ...side.value, lock, close };
  }
  await close();
  throw events.status === 'rejected' ? events.reason : side.status === 'rejected' && side.reason;
}

/** Of folded states: kept with the read models, and as easily made again. */
export function snapshotsOf(where: Where, { readModels }: Pick<SideStores, 'readModels'>): Snapshots {
  return new Snapshots(readModels.snapshots, installationKey(where).derive('snapshots'));
}

async function openEvents(where: Where, clock: Clock): Promise<EventStore> {
  const { dataDir: dir, eventStoreUrl } = where;
  const secret = installationKey(where);
  const key = chainKey(secret.derive('event-chain'));
  const headKey = chainKey(secret.derive('log-heads'));
  return eventStoreUrl === undefined
    ? inDataFolder(dir, 'events.db', () => openSqliteEventStore({ dir, registry, key, headKey }))
    : openRemoteEvents(eventStoreUrl, clock, key);
}

async function openSideFiles(
  dataDir: string,
  maintain: boolean,
  exclusive: boolean,
  clock: Clock,
): Promise<SideStores> {
  const path = join(dataDir, 'read-models.db');
  const readModels = await inDataFolder(dataDir, 'read-models.db', () =>
    SqliteReadModels.open(path, { maintain, exclusive, clock }),
  );
  return { readModels, blobs: fileBlobs(join(dataDir, 'blobs')), commitLine: () => readModels.commitLine() };
}

/** A command of the CLI may hold the lock for a moment, ms. */
const LOCK_WITHIN_MS = 2_000;

async function lockWithin(dataDir: string): Promise<DataFolderLock> {
  for (const end = Date.now() + LOCK_WITHIN_MS; ; await sleep(100)) {
    try {
      return takeDataFolder(dataDir);
    } catch (error) {
      if (!(error instanceof DataFolderLocked) || Date.now() > end) throw error;
    }
  }
}
