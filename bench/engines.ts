import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from '#libs/kernel';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { createProjector } from '#libs/processing';
import { projections } from '#projections';
import { run as engineCommands } from './engine-commands.js';
import { type Figure, median } from './figure.js';
import { acceptTurns } from './service/http.js';
import type { Env } from './service/measured-service.js';
import { conversationHistory } from './stores/history.js';

const ROUNDS = 3;
const SINGLE = 300;
const AT_ONCE = 64;
const CONVERSATIONS = 600;
const CALLERS_CONVERSATIONS = 20_000;

/** What one engine does in one round. */
interface Measured {
  readonly appendMs: number;
  readonly appendsPerSecond: number;
  readonly projectedPerSecond: number;
  readonly lagMs: number;
}

/**
 * EventStoreDB and MongoDB, which EVENTSTORE_URL and MONGODB_URL name, beside the embedded stores: the same work in turns
 * on the same machine. The servers should be empty; a database of its own is made for each round. The whole service comes
 * first: what the rest leaves in the event store would be its work too.
 */
export async function run(dir: string, env: NodeJS.ProcessEnv): Promise<Figure[]> {
  const { EVENTSTORE_URL, MONGODB_URL } = env;
  if (!EVENTSTORE_URL || !MONGODB_URL) throw new Error('engines: set EVENTSTORE_URL and MONGODB_URL to empty servers');
  const servers = (database: string): Env => {
    const models = new URL(MONGODB_URL);
    models.pathname = `/bench_${process.pid}_${database}`;
    return { EVENTSTORE_URL, MONGODB_URL: models.href, LINK_SECRET: 'a secret that the nodes of the benchmark share' };
  };
  const accepted = await inTurns(
    () => acceptTurns(dir, CALLERS_CONVERSATIONS),
    (round) => acceptTurns(dir, CALLERS_CONVERSATIONS, servers(`service_${round}`)),
  );
  const commands = await engineCommands(dir, servers);
  const stored = await inTurns(
    (round) => measure(dir, round, {}),
    (round) => measure(dir, round, servers(`stores_${round}`)),
  );
  return [
    figure('one append, p50', 'ms', stored, ({ appendMs }) => appendMs),
    figure(`${AT_ONCE} appends at once`, 'events/s', stored, ({ appendsPerSecond }) => appendsPerSecond),
    figure(`all ${projections.length} read models from nothing`, 'events/s', stored, (each) => each.projectedPerSecond),
    figure('append to visible in every read model, p50', 'ms', stored, ({ lagMs }) => lagMs),
    figure('POST turns accepted durably, 64 connections', '/s', accepted, ({ perSecond }) => perSecond),
    figure('POST turns, p99', 'ms', accepted, ({ p99Ms }) => p99Ms),
    ...commands,
  ];
}

interface Both<Each> {
  readonly embedded: Each[];
  readonly real: Each[];
}

async function inTurns<Each>(
  embedded: (round: number) => Promise<Each>,
  real: (round: number) => Promise<Each>,
): Promise<Both<Each>> {
  const both: Both<Each> = { embedded: [], real: [] };
  for (let round = 0; round < ROUNDS; round++) {
    both.embedded.push(await embedded(round));
    both.real.push(await real(round));
  }
  return both;
}

function figure<Each>(name: string, unit: string, both: Both<Each>, of: (each: Each) => number): Figure {
  const [value, beside] = [median(both.real.map(of)), median(both.embedded.map(of))];
  const rounded = (one: number) => (one < 100 ? Math.round(one * 10) / 10 : Math.round(one));
  return {
    name,
    unit,
    value: rounded(value),
    yardstick: { name: 'embedded', value: rounded(beside) },
    ratio: value / beside,
  };
}

async function measure(dir: string, round: number, env: Env): Promise<Measured> {
  const folder = await mkdtemp(join(dir, 'bench-engines-'));
  const stores = await openStores(readEnvironment({ DATA_DIR: folder, ...env }), true);
  try {
    // Streams of their own in every round: a server keeps those of the rounds before.
    return { ...(await appendAll(stores)), ...(await project(stores, round * 10_000)) };
  } finally {
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function appendAll({ events }: Stores) {
  const one = () => {
    const metadata = { at: new Date().toISOString(), schema: 1 };
    // A type that every version knows, and no read model holds.
    return events.append(`lead-bench-${uuidv7()}`, 'no-stream', [
      { id: uuidv7(), type: 'LeadFreed', data: { conversation_id: 'cnv_bench' }, metadata },
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

async function project({ events, readModels }: Stores, firstNumber: number) {
  for (let first = 0; first < CONVERSATIONS; first += 100) {
    const appends = Array.from({ length: 100 }, (_, index) => conversationHistory(firstNumber + first + index)).flat();
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
      for (const { stream, events: some } of conversationHistory(firstNumber + CONVERSATIONS + n)) {
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
