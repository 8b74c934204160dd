import { eventStoreContract } from '../../../libs/event-store/src/contract/contract.js';
import { openEventStoreDb } from '../../../libs/event-store/src/eventstoredb/eventstoredb-event-store.js';
import type { Upcasting } from '../../../libs/event-store/src/upcasting.js';
import { type DoubleOptions, EventStoreDouble } from './double.js';
import { realServer } from './real.js';

async function onDouble(options: { upcasting?: Upcasting } & DoubleOptions = {}) {
  const double = await EventStoreDouble.start(options);
  const store = await openEventStoreDb(double.url, options);
  const dispose = async () => {
    await store.close();
    await double.stop();
  };
  return { store, dispose, breakConnection: async () => double.cut(), idsAreKnownIn: 'stream' as const };
}

const startingAt = (first: bigint) => onDouble({ first, step: 1n });

async function twoNodes() {
  const double = await EventStoreDouble.start();
  const [one, other] = [await openEventStoreDb(double.url), await openEventStoreDb(double.url)];
  return {
    one,
    other,
    dispose: async () => {
      await one.close();
      await other.close();
      await double.stop();
    },
  };
}

eventStoreContract('EventStoreDB (double)', Object.assign(onDouble, { startingAt, twoNodes }));

// Whether a real server was met is said at the end of the run (scripts/jest/total-reporter.mjs).
if (process.env.EVENTSTORE_URL) await realServer(process.env.EVENTSTORE_URL);
