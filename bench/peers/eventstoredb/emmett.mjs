import { getEventStoreDBEventStore } from '@event-driven-io/emmett-esdb';
import { EventStoreDBClient } from '@eventstore/db-client';
import { measure } from '../measure.mjs';

/** `node emmett.mjs URL [ROUNDS]`: Emmett on the EventStoreDB at URL (../measure.mjs). */
const [url, rounds = '5'] = process.argv.slice(2);
if (!url || !(Number(rounds) > 0)) throw new Error('usage: node emmett.mjs URL [ROUNDS], with 1 round or more');

const client = EventStoreDBClient.connectionString(url);
const store = getEventStoreDBEventStore(client);
try {
  await measure(Number(rounds), [
    {
      way: 'as it comes',
      appends: 500,
      loads: 500,
      // Versions count from 0, as the server's revisions do.
      append: (stream, version, events) =>
        store.appendToStream(stream, events, {
          expectedStreamVersion: version === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(version - 1),
        }),
      read: async (stream) => (await store.readStream(stream)).events,
    },
  ]);
} finally {
  await client.dispose();
}
