import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtAddress } from '#libs/kernel';
import { openStores, readEnvironment, readSideSettings, type Stores } from '#libs/platform';
import { type Projector, ProjectorThreads, silent } from '#libs/processing';
import { projections } from '#projections';
import { type Figure, median } from '../figure.js';
import { conversationHistory } from './history.js';
import { decodeAll, measured, paced, rebuildBesideReads, saturated } from './projections.js';

/** 304,000 events: what the compiler takes of a fresh thread is the same for any history. */
const CONVERSATIONS = 16_000;
const ROUNDS = 5;
const LIVE_MS = 3_000;
/** A service has as long to start; its thread loads its modules meanwhile. */
const LOAD_MS = 1_000;

/**
 * The service's own read models, all of them together and in their thread, from an event store on disk that holds real
 * turns; then live, beside what this thread appends.
 */
export async function run(dir: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(dir, 'bench-models-'));
  const environment = readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const rounds: Round[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const end of ['', '-wal', '-shm']) await rm(join(folder, `read-models.db${end}`), { force: true });
      const stores = await openStores(environment, true);
      const threads = new ProjectorThreads({
        modules: {
          stores: builtAddress('libs/platform/src/stores/read-side'),
          projections: builtAddress('projections/index'),
        },
        settings: () => readSideSettings(environment, stores),
        ...{ projections, store: stores.readModels, log: silent },
      });
      try {
        if (round === 0) await fill(stores);
        threads.prepare();
        await sleep(LOAD_MS);
        rounds.push(await one(stores, threads.projector(1)));
      } finally {
        await threads.close();
        await stores.close();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const of = (figure: (round: Round) => number, digits = 1) => Number(median(rounds.map(figure)).toFixed(digits));
  return [
    {
      name: `all ${projections.length} read models of the service from nothing, real events of turns`,
      value: of(({ fromNothing }) => fromNothing.rate, 0),
      unit: 'events/s',
      yardstick: { name: 'reading and decoding alone', value: of(({ reading }) => reading, 0) },
      ratio: of(({ reading, fromNothing }) => fromNothing.rate / reading, 2),
      target: { of: 'ratio', atLeast: 0.6 },
    },
    { name: 'the same: event loop delay p99', value: of(({ fromNothing }) => fromNothing.delay), unit: 'ms' },
    {
      name: 'the same: processor time of an event on the thread that serves',
      value: of(({ fromNothing }) => fromNothing.servingUs),
      unit: 'µs',
    },
    { name: 'live, every 10 ms: append to visible, p50', value: of(({ calm }) => calm.p50), unit: 'ms' },
    {
      name: 'live, every 10 ms: append to visible, p99',
      value: of(({ calm }) => calm.p99),
      unit: 'ms',
      target: { of: 'value', atMost: 20 },
    },
    { name: 'live, every 10 ms: event loop delay p99', value: of(({ calm }) => calm.delay), unit: 'ms' },
    {
      name: 'live, 64 writers without pause',
      value: of(({ live }) => live.rate, 0),
      unit: 'events/s',
      ratio: of(({ reading, live }) => live.rate / reading, 2),
      yardstick: { name: 'reading and decoding alone', value: of(({ reading }) => reading, 0) },
      target: { of: 'ratio', atLeast: 0.3 },
    },
    {
      name: 'live, 64 writers: event loop delay p99',
      value: of(({ live }) => live.delay),
      unit: 'ms',
      target: { of: 'value', atMost: 10 },
    },
    { name: 'turns rebuilt: reads answered meanwhile', value: of(({ rebuild }) => rebuild.reads, 0), unit: 'reads/s' },
    { name: 'the same: one read, p99', value: of(({ rebuild }) => rebuild.p99), unit: 'ms' },
    { name: 'the same: event loop delay p99', value: of(({ rebuild }) => rebuild.delay), unit: 'ms' },
  ];
}

async function fill({ events }: Stores): Promise<void> {
  for (let first = 0; first < CONVERSATIONS; first += 500) {
    const appends = Array.from({ length: 500 }, (_, index) => conversationHistory(first + index)).flat();
    await Promise.all(appends.map((append) => events.append(append.stream, 'no-stream', append.events)));
  }
}

type Round = Awaited<ReturnType<typeof one>>;

async function one({ events, readModels }: Stores, projector: Projector) {
  const head = await events.head();
  const read = await measured(() => decodeAll(events));
  const count = read.result;
  try {
    const first = await measured(async () => {
      await projector.start();
      while (!(await projector.waitFor(head, { timeoutMs: 60_000 })));
    });
    const conversation = (number: number) => {
      const [appended] = conversationHistory(number);
      if (!appended) throw new Error('a conversation has events');
      return appended;
    };
    const load = { events, projector, conversation, liveMs: LIVE_MS };
    const calm = await measured(() => paced(load));
    const live = await measured(() => saturated(load));
    const rebuild = await measured(() => rebuildBesideReads(projector, readModels, 'turns'));
    const { p50, p99 } = calm.result;
    return {
      reading: (count / read.ms) * 1_000,
      fromNothing: { rate: (count / first.ms) * 1_000, delay: first.delay, servingUs: first.servingUs / count },
      calm: { p50, p99, delay: calm.delay },
      live: { rate: (live.result.events / live.ms) * 1_000, delay: live.delay },
      rebuild: { reads: (rebuild.result.reads / rebuild.ms) * 1_000, p99: rebuild.result.p99, delay: rebuild.delay },
    };
  } finally {
    await projector.stop();
  }
}
