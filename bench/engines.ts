import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from '#libs/kernel';
import { createProjector } from '#libs/processing';
import { projections } from '#projections';
import { openStores, type Stores } from '../apps/service/src/composition/stores.js';
import { readEnvironment } from '../apps/service/src/config/environment.js';
import { type Figure, median } from './figure.js';
import { conversationHistory } from './history.js';
import { acceptTurns, type StoreEnv } from './http.js';

const ROUNDS = 3;
const SINGLE = 300;
const AT_ONCE = 64;
const CONVERSATIONS = 600;
const CALLERS_CONVERSATIONS = 8_000;

/** What one engine does in one round. */
interface Measured {
  readonly appendMs: number;
  readonly appendsPerSecond: number;
  readonly projectedPerSecond: number;
  readonly lagMs: number;
  readonly acceptedPerSecond: number;
  readonly acceptedP99Ms: number;
}

/**
 * EventStoreDB and MongoDB, which EVENTSTORE_URL and MONGODB_URL name, beside the embedded stores: the same work in turns
 * on the same machine. The servers should be empty; a database of its own is made for each round.
 */
export async function run(dir: string, env: NodeJS.ProcessEnv): Promise<Figure[]> {
  const { EVENTSTORE_URL, MONGODB_URL } = env;
  if (!EVENTSTORE_URL || !MONGODB_URL) throw new Error('engines: set EVENTSTORE_URL and MONGODB_URL to empty servers');
  const servers = (round: string): StoreEnv => {
    const models = new URL(MONGODB_URL);
    models.pathname = `/bench_${process.pid}_${round}`;
    return { EVENTSTORE_URL, MONGODB_URL: models.href, LINK_SECRET: 'a secret of the benchmark' };
  };
  const embedded: Measured[] = [];
  const real: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    embedded.push(await measure(dir, () => ({})));
    real.push(await measure(dir, (part) => servers(`${round}_${part}`)));
  }
  const figure = (name: string, unit: string, of: (measured: Measured) => number): Figure => {
    const [value, beside] = [median(real.map(of)), median(embedded.map(of))];
    const round = (one: number) => (one < 100 ? Math.round(one * 10) / 10 : Math.round(one));
    return {
      name,
      unit,
      value: round(value),
      yardstick: { name: 'embedded', value: round(beside) },
      ratio: value / beside,
    };
  };
  return [
    figure('one append, p50', 'ms', ({ appendMs }) => appendMs),
    figure(`${AT_ONCE} appends at once`, 'events/s', ({ appendsPerSecond }) => appendsPerSecond),
    figure(
      `all ${projections.length} read models from nothing`,
      'events/s',
      ({ projectedPerSecond }) => projectedPerSecond,
    ),
    figure('append to visible in every read model, p50', 'ms', ({ lagMs }) => lagMs),
    figure('POST turns accepted durably, 64 connections', '/s', ({ acceptedPerSecond }) => acceptedPerSecond),
    figure('POST turns, p99', 'ms', ({ acceptedP99Ms }) => acceptedP99Ms),
  ];
}

async function measure(dir: string, env: (part: string) => StoreEnv): Promise<Measured> {
  const folder = await mkdtemp(join(dir, 'bench-engines-'));
  const stores = await openStores(readEnvironment({ DATA_DIR: folder, ...env('stores') }), true);
  try {
    const appends = await appendAll(stores);
    const models = await project(stores);
    const accepted = await acceptTurns(dir, CALLERS_CONVERSATIONS, env('service'));
    return { ...appends, ...models, acceptedPerSecond: accepted.perSecond, acceptedP99Ms: accepted.p99Ms };
  } finally {
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function appendAll({ events }: Stores) {
  const one = () => {
    const metadata = { at: new Date().toISOString(), schema: 1 };
    return events.append(`bench-${uuidv7()}`, 'no-stream', [
      { id: uuidv7(), type: 'Benched', data: { n: 1 }, metadata },
    ]);
  };
  const single: number[] = [];
  for (let n = 0; n < SINGLE; n++) single.push(await timed(one));
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let n = 0; n < SINGLE / 10; n++) await one();
      }),
    ),
  );
  return { appendMs: median(single), appendsPerSecond: (AT_ONCE * (SINGLE / 10)) / (ms / 1_000) };
}

async function project({ events, readModels }: Stores) {
  for (let first = 0; first < CONVERSATIONS; first += 100) {
    const appends = Array.from({ length: 100 }, (_, index) => conversationHistory(first + index)).flat();
    await Promise.all(appends.map((append) => events.append(append.stream, 'no-stream', append.events)));
  }
  // A server holds what earlier rounds left too.
  let count = 0;
  for await (const _ of events.readAll()) count += 1;
  const head = await events.head();
  const projector = createProjector({ events, store: readModels, projections });
  try {
    const ms = await timed(async () => {
      await projector.start();
      while (!(await projector.waitFor(head, { timeoutMs: 1_000 })));
    });
    const lags: number[] = [];
    for (let n = 0; n < 50; n++)
      for (const { stream, events: some } of conversationHistory(CONVERSATIONS + n)) {
        const { position } = await events.append(stream, 'no-stream', some);
        lags.push(await timed(() => projector.waitFor(position)));
      }
    return { projectedPerSecond: count / (ms / 1_000), lagMs: median(lags) };
  } finally {
    await projector.stop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
