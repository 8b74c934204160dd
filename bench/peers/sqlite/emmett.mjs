import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getSQLiteEventStore, sqliteConnection } from '@event-driven-io/emmett-sqlite';
import { measure } from '../measure.mjs';

/** `node emmett.mjs DIR [ROUNDS]`: Emmett on a SQLite file in DIR (../measure.mjs). */
const [dir, rounds = '5'] = process.argv.slice(2);
if (!dir || !(Number(rounds) > 0)) throw new Error('usage: node emmett.mjs DIR [ROUNDS], with 1 round or more');

const TRIES = 10;
let busy = 0;

async function main() {
  const own = mkdtempSync(join(dir, 'bench-emmett-'));
  // At the exit, because Emmett closes its connections without telling when they are closed.
  process.on('exit', () => rmSync(own, { recursive: true, force: true }));
  const connection = sqliteConnection({ fileName: join(own, 'shared.db') });
  try {
    // As its documentation shows it: a file name and nothing else. It then opens a connection for every call.
    const plain = getSQLiteEventStore({ fileName: join(own, 'plain.db') });
    const shared = getSQLiteEventStore({
      fileName: join(own, 'shared.db'),
      connectionOptions: { singleton: true, connection },
    });
    await measure(Number(rounds), [
      { way: 'as it comes', ...callsOf(plain), appends: 300, loads: 500 },
      { way: 'one shared connection', ...callsOf(shared), appends: 1_000, loads: 2_000 },
    ]);
  } finally {
    connection.close();
  }
}

const callsOf = (store) => ({
  append: (stream, version, events) => append(store, stream, version, events),
  read: async (stream) => (await store.readStream(stream)).events,
});

/** Emmett throws when the stream has another version; versions count from 1. */
async function append(store, stream, version, events, tries = 1) {
  const expectedStreamVersion = version === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(version);
  try {
    await store.appendToStream(stream, events, { expectedStreamVersion });
  } catch (error) {
    // On a busy machine a COMMIT now and then overtakes the end of the statement before it, and is rolled back.
    if (error.code !== 'SQLITE_BUSY' || tries === TRIES) throw error;
    busy += 1;
    await append(store, stream, version, events, tries + 1);
  }
}

await main();
if (busy > 0) console.error(`Emmett: ${busy} appends were tried again after SQLITE_BUSY`);
