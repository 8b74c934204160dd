import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  chainKey,
  createAggregates,
  type DomainEvent,
  type EventStore,
  type NewEvent,
  openSqliteEventStore,
} from '#libs/event-store';
import { uuidv7 } from '#libs/kernel';
import { type Figure, median } from '../figure.js';
import { openRawSqlite, type RawSqlite } from './raw-sqlite.js';

/** Of raw node:sqlite at equal schema, ids and file. */
const SINGLE_TARGET = { of: 'ratio', atLeast: 0.55 } as const;
const AT_ONCE_TARGET = { of: 'ratio', atLeast: 0.6 } as const;

const ROUNDS = 5;
const STREAMS = 500;

/** Appends and loads of the embedded event store against raw node:sqlite, in a folder of a real disk. */
export async function run(dir: string): Promise<Figure[]> {
  const own = mkdtempSync(join(dir, 'bench-appends-'));
  const store = await openSqliteEventStore({ dir: join(own, 'store'), key: chainKey(randomBytes(32)) });
  const raw = openRawSqlite(join(own, 'raw'));
  try {
    return [
      await compare(
        'single appends',
        'events/s',
        () => oursAtOnce(store, 1_000, 1),
        () => rawAtOnce(raw, 1_000, 1),
        SINGLE_TARGET,
      ),
      await compare(
        '64 appends at once',
        'events/s',
        () => oursAtOnce(store, 6_400, 64),
        () => rawAtOnce(raw, 6_400, 64),
        AT_ONCE_TARGET,
      ),
      await compare(
        '256 appends at once',
        'events/s',
        () => oursAtOnce(store, 12_800, 256),
        () => rawAtOnce(raw, 12_800, 256),
        AT_ONCE_TARGET,
      ),
      await compare(
        '64 commands at once on one stream',
        'commands/s',
        () => commands(store, 6_400, 64),
        () => rawAtOnce(raw, 6_400, 64, 1),
      ),
      await compare(
        'loads of 20 events',
        'loads/s',
        () => oursLoads(store),
        () => rawLoads(raw),
      ),
      await compare(
        'read all',
        'events/s',
        () => readAll(store),
        () => rawReadAll(raw),
      ),
    ];
  } finally {
    raw.close();
    await store.close();
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * Rounds of both, in turns, so that what else the machine does meets both alike; medians. The first round does not count:
 * the compiler works in it.
 */
async function compare(
  name: string,
  unit: string,
  ours: () => Promise<number>,
  theirs: () => number,
  target?: Figure['target'],
): Promise<Figure> {
  const pairs: { value: number; yardstick: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = { value: await ours(), yardstick: theirs() };
    if (round > 0) pairs.push(pair);
  }
  return {
    name,
    unit,
    value: Math.round(median(pairs.map(({ value }) => value))),
    yardstick: {
      name: 'raw node:sqlite',
      value: Math.round(median(pairs.map(({ yardstick }) => yardstick))),
    },
    ratio: median(pairs.map(({ value, yardstick }) => value / yardstick)),
    ...(target && { target }),
  };
}

/** Closed loop: `atOnce` callers, each of whom appends its next event to its own stream when the last one stands. */
async function oursAtOnce(store: EventStore, total: number, atOnce: number): Promise<number> {
  const began = performance.now();
  const callers = Array.from({ length: atOnce }, async () => {
    const stream = `bench-${uuidv7()}`;
    for (let n = 0; n < total / atOnce; n += 1) await store.append(stream, n === 0 ? 'no-stream' : n - 1, [event(n)]);
  });
  await Promise.all(callers);
  return rate(total, began);
}

let rawStream = 0;

/** The same events to as many streams, `atOnce` of them in each transaction. */
function rawAtOnce(raw: RawSqlite, total: number, atOnce: number, streams = atOnce): number {
  const began = performance.now();
  const first = rawStream + 1;
  rawStream += streams;
  for (let n = 0; n < total; n += atOnce) {
    const appends = Array.from({ length: atOnce }, (_, index) => ({
      stream: first + (index % streams),
      revision: Math.floor((n + index) / streams),
      events: [event(n + index)],
    }));
    raw.append(appends);
  }
  return rate(total, began);
}

const counter = {
  initial: 0,
  decide: (command: number): DomainEvent[] => [{ type: 'TurnCompleted', data: data(command) }],
  evolve: (count: number) => count + 1,
};

async function commands(store: EventStore, total: number, atOnce: number): Promise<number> {
  const aggregates = createAggregates(store);
  const stream = `bench-${uuidv7()}`;
  const began = performance.now();
  const callers = Array.from({ length: atOnce }, async () => {
    for (let n = 0; n < total / atOnce; n += 1) await aggregates.handle(stream, counter, n, { correlationId: 'req_1' });
  });
  await Promise.all(callers);
  return rate(total, began);
}

async function oursLoads(store: EventStore): Promise<number> {
  const streams = Array.from({ length: STREAMS }, () => `bench-${uuidv7()}`);
  await Promise.all(streams.map((stream) => store.append(stream, 'no-stream', twenty())));
  const began = performance.now();
  let characters = 0;
  for (let n = 0; n < 10 * STREAMS; n += 1) {
    for (const { data, metadata } of await store.load(streams[n % STREAMS] ?? '')) {
      characters += String(data.turn_id).length + metadata.at.length;
    }
  }
  if (characters === 0) throw new Error('the streams were empty');
  return rate(10 * STREAMS, began);
}

function rawLoads(raw: RawSqlite): number {
  const streams = Array.from({ length: STREAMS }, () => {
    rawStream += 1;
    raw.append([{ stream: rawStream, revision: 0, events: twenty() }]);
    return rawStream;
  });
  const began = performance.now();
  let rows = 0;
  for (let n = 0; n < 10 * STREAMS; n += 1) rows += raw.load(streams[n % STREAMS] ?? 0).length;
  if (rows !== 200 * STREAMS) throw new Error(`${rows} rows of ${200 * STREAMS} were read`);
  return rate(10 * STREAMS, began);
}

async function readAll(store: EventStore): Promise<number> {
  const began = performance.now();
  let events = 0;
  for await (const { data } of store.readAll()) if (data) events += 1;
  return rate(events, began);
}

function rawReadAll(raw: RawSqlite): number {
  const began = performance.now();
  return rate(raw.readAll(), began);
}

const twenty = (): NewEvent[] => Array.from({ length: 20 }, (_, n) => event(n));

/** About 790 bytes, like the events of a turn. */
function event(n: number): NewEvent {
  return {
    id: uuidv7(),
    type: 'TurnCompleted',
    data: data(n),
    metadata: {
      at: '2026-01-02T03:04:05.678Z',
      schema: 1,
      correlation_id: 'req_0192f0c1d2e3',
      actor: 'saga:run-turns',
    },
  };
}

function data(n: number) {
  return {
    turn_id: `trn_${n}`,
    turn: n,
    text: 'Верхний шкаф 60 см слева от вытяжки, фасады дуб. '.repeat(6),
    operations: [],
  };
}

function rate(count: number, began: number): number {
  return (count / (performance.now() - began)) * 1_000;
}
