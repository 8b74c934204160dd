import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { chainKey, type EventSource, SharedSubscription, SqliteEventReader } from '#libs/event-store';
import { type Clock, systemClock } from '#libs/kernel';
import { type ReadModelStore, SqliteReadModels } from '#libs/read-models';
import { registry } from '../registry.js';
import type { Environment } from '../settings/environment.js';
import { installationKey } from './kept-secret.js';
import { openRemoteEvents, openRemoteReadModels } from './remote-stores.js';
import type { Stores } from './stores.js';

type Where = Pick<Environment, 'dataDir' | 'eventStoreUrl' | 'mongoUrl' | 'shared' | 'installationKey' | 'linkSecret'>;

/** What the thread of the read side opens its stores by; crosses to it. */
export interface ReadSideSettings {
  readonly where: Where;
  /** Whether this process holds the data folder's lock. */
  readonly exclusive: boolean;
  /** Of embedded read models: where commits are made. It is handed over, not copied. */
  readonly commits: MessagePort | undefined;
}

/** Of a process that has its stores open; anew for each thread. */
export function readSideSettings(where: Where, stores: Stores): ReadSideSettings {
  const { dataDir, eventStoreUrl, mongoUrl, shared, installationKey, linkSecret } = where;
  return {
    where: { dataDir, eventStoreUrl, mongoUrl, shared, installationKey, linkSecret },
    exclusive: stores.lock !== undefined,
    commits: stores.commitLine?.(),
  };
}

export interface ReadSide {
  readonly events: EventSource;
  readonly readModels: ReadModelStore;
  close(): Promise<void>;
}

/** Opens in a thread what its process has open: events to be read, read models to be written. */
export async function openReadSide(
  { where, exclusive, commits }: ReadSideSettings,
  log: { info(facts: object, message: string): void; warn(facts: object, message: string): void },
  clock: Clock = systemClock,
): Promise<ReadSide> {
  const { dataDir: dir, eventStoreUrl, mongoUrl } = where;
  const store =
    eventStoreUrl === undefined
      ? new SqliteEventReader({ dir, registry })
      : await openRemoteEvents(eventStoreUrl, clock, chainKey(installationKey(where).derive('event-chain')));
  const readModels =
    mongoUrl === undefined
      ? SqliteReadModels.open(join(dir, 'read-models.db'), { maintain: false, exclusive, clock, commits })
      : (await openRemoteReadModels(mongoUrl, clock)).readModels;
  const events = new SharedSubscription(store, {
    registry,
    onInterruption: (interruption) => log.warn(interruption, 'the read models lost the event store, which is resumed'),
    onResumed: () => log.info({}, 'the read models follow the event store again'),
  });
  const close = async () => {
    await events.close();
    await store.close();
    await readModels.close();
  };
  return { events, readModels, close };
}
