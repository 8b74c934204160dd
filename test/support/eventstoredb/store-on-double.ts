import {
  type EventStoreDbOptions,
  openEventStoreDb,
} from '../../../libs/event-store/src/eventstoredb/eventstoredb-event-store.js';
import type { Interruption } from '../../../libs/event-store/src/port.js';
import { RetryingEventStore, type RetryOptions } from '../../../libs/event-store/src/retrying-event-store.js';
import { EventStoreDouble } from './double.js';

/** The store as the service has it: the adapter behind the layer that repeats its calls. */
export async function openRetrying(
  url: string,
  options: EventStoreDbOptions & RetryOptions = {},
): Promise<RetryingEventStore> {
  return new RetryingEventStore(await openEventStoreDb(url, options), options);
}

export const count = (length: number, first = 0) => Array.from({ length }, (_, n) => first + n);
export const all = { after: 0n, filter: { types: ['Told'] } };

/** A double of the server and a store on it, both new for each case. */
class StoreOnDouble {
  interruptions: Interruption[] = [];
  private server: EventStoreDouble | undefined;
  private opened: RetryingEventStore | undefined;

  get double(): EventStoreDouble {
    if (!this.server) throw new Error('no double before a case begins');
    return this.server;
  }

  get store(): RetryingEventStore {
    if (!this.opened) throw new Error('no store before a case begins');
    return this.opened;
  }

  async begin(): Promise<void> {
    this.server = await EventStoreDouble.start();
    this.interruptions = [];
    await this.open();
  }

  /** The store anew, with other limits. */
  async open(options: EventStoreDbOptions & RetryOptions = {}): Promise<void> {
    await this.opened?.close();
    const onInterruption = (interruption: Interruption) => this.interruptions.push(interruption);
    this.opened = await openRetrying(this.double.url, { onInterruption, idleMs: 100, ...options });
  }

  async end(): Promise<void> {
    await this.opened?.close();
    await this.server?.stop();
    this.opened = undefined;
  }
}

export function storeOnDouble(): StoreOnDouble {
  const given = new StoreOnDouble();
  beforeEach(() => given.begin());
  afterEach(() => given.end());
  return given;
}
