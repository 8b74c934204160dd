import type { MessagePort } from 'node:worker_threads';
import { type Blobs, openGridFsBlobs } from '#libs/blobs';
import { type ChainKey, type EventStore, openEventStoreDb, RetryingEventStore, StoreRefused } from '#libs/event-store';
import type { Clock } from '#libs/kernel';
import {
  MongoRefused,
  openMongo,
  openMongoReadModels,
  type ReadModelStore,
  ReadModelsUnavailable,
} from '#libs/read-models';
import { registry } from '../registry.js';

/**
 * A start that fails is over within 15 s of the process's own beginning (`performance.now()`), with time for a last try
 * and the closing, ms. Later tries (WAIT_FOR_STORES) have the least.
 */
const openMs = () => Math.max(OPEN_LEAST_MS, Math.round((OPEN_BY_MS - performance.now()) / 1_000) * 1_000);
const OPEN_BY_MS = 8_000;
const OPEN_LEAST_MS = 4_000;

/** A store that a URL names, or a data folder, that cannot be used: one line that names the variable and the cause. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';

  constructor(
    message: string,
    /** Nobody answers, rather than refuses: it may come right by waiting (WAIT_FOR_STORES). */
    readonly outOfReach: boolean,
  ) {
    super(message);
  }
}

/** Read models, and the pictures that lie with them. */
export interface SideStores {
  readonly readModels: ReadModelStore;
  readonly blobs: Blobs;
  /** For a store that another thread opens on the same file (`SqliteReadModels.commitLine`). */
  readonly commitLine?: () => MessagePort | undefined;
}

/**
 * @param key what new events are chained under.
 * @param variable what the URL was given as.
 * @throws {StoreUnusable}
 */
export async function openRemoteEvents(
  url: string,
  clock: Clock,
  key: ChainKey,
  variable = 'EVENTSTORE_URL',
): Promise<EventStore> {
  try {
    return new RetryingEventStore(await openEventStoreDb(url, { registry, key, clock, variable, openMs: openMs() }));
  } catch (error) {
    throw error instanceof StoreRefused ? new StoreUnusable(error.message, error.reason === 'unreachable') : error;
  }
}

/**
 * @param variable what the URL was given as.
 * @throws {StoreUnusable}
 */
export async function openRemoteReadModels(url: string, clock: Clock, variable = 'MONGODB_URL'): Promise<SideStores> {
  try {
    const mongo = await openMongo(url, { withinMs: openMs() });
    try {
      const readModels = await openMongoReadModels(mongo, { clock });
      return { readModels, blobs: await openGridFsBlobs(mongo) };
    } catch (error) {
      await mongo.close();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof MongoRefused || error instanceof ReadModelsUnavailable)) throw error;
    const outOfReach = error instanceof ReadModelsUnavailable || error.reason === 'unreachable';
    throw new StoreUnusable(`${variable}: ${error.message}`, outOfReach);
  }
}
