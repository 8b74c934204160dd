import { readFileSync } from 'node:fs';

const EVENT = JSON.parse(readFileSync(new URL('event.json', import.meta.url), 'utf8'));
const LOADED = 20;
const print = console.log;
let streams = 0;

/**
 * Prints the medians over the rounds as one line of JSON, `[{"name","value","unit"}]`. Each of `stores` is measured on
 * `appends` single appends and `loads` loads of a stream a round. Every append is awaited before the next and names the
 * version that its stream must have.
 */
export async function measure(rounds, stores) {
  // Emmett tells of every transaction that failed by console.log; stdout is for the figures.
  console.log = () => {};
  const figures = ['single appends', 'loads of 20 events'].flatMap((what, index) =>
    stores.map(({ way, ...store }) => ({
      name: `${what}, ${way}`,
      unit: index === 0 ? 'events/s' : 'loads/s',
      measure: (scale) => (index === 0 ? appends(store, scale) : loads(store, scale)),
      values: [],
    })),
  );
  for (const figure of figures) await figure.measure(0.2);
  for (let round = 0; round < rounds; round += 1) {
    for (const figure of figures) figure.values.push(await figure.measure(1));
  }
  print(JSON.stringify(figures.map(({ name, unit, values }) => ({ name, value: median(values), unit }))));
}

async function appends({ append, appends }, scale) {
  const count = appends * scale;
  const stream = nextStream();
  const began = performance.now();
  for (let n = 0; n < count; n += 1) await append(stream, n, [event(n)]);
  return rate(count, began);
}

async function loads({ append, read, loads }, scale) {
  const count = loads * scale;
  const names = Array.from({ length: 50 }, nextStream);
  const events = Array.from({ length: LOADED }, (_, n) => event(n));
  for (const name of names) await append(name, 0, events);
  const began = performance.now();
  for (let n = 0; n < count; n += 1) {
    const loaded = await read(names[n % names.length]);
    if (loaded.length !== LOADED) throw new Error(`${loaded.length} events of ${LOADED} were loaded`);
  }
  return rate(count, began);
}

function nextStream() {
  streams += 1;
  // A server keeps the streams of earlier runs.
  return `bench-${process.pid}-${Date.now()}-${streams}`;
}

const event = (n) => ({ type: EVENT.type, data: { ...EVENT.data, turn: n }, metadata: { ...EVENT.metadata } });

const rate = (count, began) => (count / (performance.now() - began)) * 1_000;

const median = (values) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1]);
