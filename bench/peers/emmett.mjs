import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getSQLiteEventStore, sqliteConnection } from '@event-driven-io/emmett-sqlite';

/**
 * `node emmett.mjs DIR [ROUNDS]`: Emmett on a SQLite file in DIR; medians over the rounds, as one line of JSON,
 * `[{"name","value","unit"}]`. Every append is awaited before the next and names the version that its stream must have.
 */
const [dir, rounds = '5'] = process.argv.slice(2);
if (!dir || !(Number(rounds) > 0)) throw new Error('usage: node emmett.mjs DIR [ROUNDS], with 1 round or more');

const EVENT = JSON.parse(readFileSync(new URL('event.json', import.meta.url), 'utf8'));
const LOADED = 20;
const TRIES = 10;
const print = console.log;
let streams = 0;
let busy = 0;

async function main() {
  // Emmett tells of every transaction that failed by console.log; stdout is for the figures.
  console.log = () => {};
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
    const figures = [
      ['single appends, as it comes', 'events/s', (scale) => appends(plain, 300 * scale)],
      ['single appends, one shared connection', 'events/s', (scale) => appends(shared, 1_000 * scale)],
      ['loads of 20 events, as it comes', 'loads/s', (scale) => loads(plain, 500 * scale)],
      ['loads of 20 events, one shared connection', 'loads/s', (scale) => loads(shared, 2_000 * scale)],
    ].map(([name, unit, measure]) => ({ name, unit, measure, values: [] }));
    for (const { measure } of figures) await measure(0.2);
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const { measure, values } of figures) values.push(await measure(1));
    }
    print(JSON.stringify(figures.map(({ name, unit, values }) => ({ name, value: median(values), unit }))));
  } finally {
    connection.close();
  }
}

async function appends(store, count) {
  const stream = nextStream();
  const began = performance.now();
  for (let n = 0; n < count; n += 1) await append(store, stream, n, [event(n)]);
  return rate(count, began);
}

async function loads(store, count) {
  const names = Array.from({ length: 50 }, nextStream);
  for (const name of names) {
    await append(
      store,
      name,
      0,
      Array.from({ length: LOADED }, (_, n) => event(n)),
    );
  }
  const began = performance.now();
  for (let n = 0; n < count; n += 1) {
    const { events } = await store.readStream(names[n % names.length]);
    if (events.length !== LOADED) throw new Error(`${events.length} events of ${LOADED} were loaded`);
  }
  return rate(count, began);
}

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

function nextStream() {
  streams += 1;
  return `bench-${streams}`;
}

const event = (n) => ({ type: EVENT.type, data: { ...EVENT.data, turn: n }, metadata: { ...EVENT.metadata } });

const rate = (count, began) => (count / (performance.now() - began)) * 1_000;

const median = (values) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1]);

await main();
if (busy > 0) console.error(`Emmett: ${busy} appends were tried again after SQLITE_BUSY`);
