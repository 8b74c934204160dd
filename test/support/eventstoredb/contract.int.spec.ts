import type { EventRegistry } from '../../../libs/event-store/src/event-types.js';
import { eventStoreContract } from '../../../libs/event-store/test/contract/contract.js';
import { type DoubleOptions, EventStoreDouble } from './double.js';
import { realServer } from './real.js';
import { openRetrying } from './store-on-double.js';

async function onDouble(options: { registry?: EventRegistry } & DoubleOptions = {}) {
  const double = await EventStoreDouble.start(options);
  const store = await openRetrying(double.url, options);
  const dispose = async () => {
    await store.close();
    await double.stop();
  };
  return { store, dispose, breakConnection: async () => double.cut(), idsAreKnownIn: 'stream' as const };
}

const startingAt = (first: bigint) => onDouble({ first, step: 1n });

async function twoNodes() {
  const double = await EventStoreDouble.start();
  const [one, other] = [await openRetrying(double.url), await openRetrying(double.url)];
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
