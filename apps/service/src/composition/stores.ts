import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Blobs, fileBlobs } from '#libs/blobs';
import {
  createAggregates,
  type DataFolderLock,
  DataFolderLocked,
  type EventStore,
  type FollowingAggregates,
  lockDataFolder,
  openSqliteEventStore,
} from '#libs/event-store';
import { type Clock, systemClock } from '#libs/kernel';
import { type ReadModelStore, SqliteReadModels } from '#libs/read-models';
import { upcasting } from './upcasting.js';

/** The stores of one process. */
export interface Stores {
  readonly events: EventStore;
  readonly aggregates: FollowingAggregates;
  readonly readModels: ReadModelStore;
  readonly blobs: Blobs;
  /** Absent where another process, the service, keeps the data folder. */
  readonly lock: DataFolderLock | undefined;
  close(): Promise<void>;
}

/**
 * Opens the embedded stores in a data folder.
 * @param take whether this process keeps the folder (the service), or works beside whoever does (the CLI).
 * @throws {DataFolderLocked} when it is to be kept and another service keeps it.
 */
export async function openStores(dataDir: string, take: boolean, clock: Clock = systemClock): Promise<Stores> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = take ? await patientLock(dataDir) : undefined;
  const events = await openSqliteEventStore({ dir: dataDir, upcasting });
  const readModels = SqliteReadModels.open(join(dataDir, 'read-models.db'), { maintain: take, clock });
  const aggregates = createAggregates(events, { clock, upcasting });
  return {
    events,
    aggregates,
    readModels,
    blobs: fileBlobs(join(dataDir, 'blobs')),
    lock,
    async close() {
      await readModels.close();
      await events.close();
      lock?.release();
    },
  };
}

/** A command of the CLI may hold the folder for a moment, ms. */
const LOCK_WITHIN_MS = 2_000;

async function patientLock(dataDir: string): Promise<DataFolderLock> {
  for (const end = Date.now() + LOCK_WITHIN_MS; ; await sleep(100)) {
    try {
      return lockDataFolder(dataDir);
    } catch (error) {
      if (!(error instanceof DataFolderLocked) || Date.now() > end) throw error;
    }
  }
}
