import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type EventStore, type NewEvent, openSqliteEventStore } from '#libs/event-store';
import { type JsonObject, uuidv7 } from '#libs/kernel';
import { createProjector, type Projector } from '#libs/processing';
import { type Projection, type ReadModels, SqliteReadModels } from '#libs/read-models';
import type { Figure } from '../figure.js';

export interface ProjectionBench {
  /** Six samples by default. */
  readonly projections?: readonly Projection[];
  /** A store that holds the history; by default one on SQLite in `dir` with `history` sample events. */
  readonly events?: EventStore;
  /** What one conversation appends; `number` makes it another conversation. Live figures need it. */
  readonly conversation?: (number: number) => { readonly stream: string; readonly events: readonly NewEvent[] };
  readonly history?: number;
  readonly liveMs?: number;
}

/**
 * Events per second through the read models: from nothing, live, and rebuilding beside reads. The yardstick is reading
 * and decoding the same events once, with nothing done to them.
 */
export async function run(dir: string, bench: ProjectionBench = {}): Promise<Figure[]> {
  const { projections = samples, conversation = sampleConversation, history = 200_000, liveMs = 3_000 } = bench;
  const folder = await mkdtemp(join(dir, 'bench-projections-'));
  const events = bench.events ?? (await openSqliteEventStore({ dir: folder }));
  const store = SqliteReadModels.open(join(folder, 'read-models.db'), { exclusive: true });
  const projector = createProjector({ events, store, projections });
  try {
    if (!bench.events) await fill(events, history);
    const head = await events.head();
    const read = await measured(() => decodeAll(events));
    const first = await measured(async () => {
      await projector.start();
      await projector.waitFor(head, { timeoutMs: 600_000 });
    });
    const load = { events, projector, conversation, liveMs };
    const calm = await measured(() => paced(load));
    const live = await measured(() => saturated(load));
    const name = projections[0]?.name ?? '';
    const rebuild = await measured(() => rebuildBesideReads(projector, store, name));
    const { rebuilt, reads } = rebuild.result;
    const rate = { read: perSecond(read.result, read.ms), first: perSecond(read.result, first.ms) };
    return [
      {
        name: `projections, ${projections.length} models, from nothing`,
        value: rate.first,
        unit: 'events/s',
        yardstick: { name: 'reading and decoding alone', value: rate.read },
        ratio: rate.first / rate.read,
      },
      { name: 'projections, from nothing: event loop delay p99', value: first.delay, unit: 'ms' },
      { name: 'projections, live at 2,100 events/s: append to visible, p50', value: calm.result.p50, unit: 'ms' },
      { name: 'projections, live at 2,100 events/s: append to visible, p99', value: calm.result.p99, unit: 'ms' },
      { name: 'projections, live at 2,100 events/s: event loop delay p99', value: calm.delay, unit: 'ms' },
      { name: 'projections, live, 64 writers', value: perSecond(live.result.events, live.ms), unit: 'events/s' },
      { name: 'projections, live, 64 writers: append to visible, p99', value: live.result.p99, unit: 'ms' },
      { name: 'projections, live, 64 writers: event loop delay p99', value: live.delay, unit: 'ms' },
      {
        name: `projections, rebuild of ${name} beside reads`,
        value: perSecond(rebuilt.events, rebuild.ms),
        unit: 'events/s',
      },
      { name: 'projections, rebuild: reads answered meanwhile', value: perSecond(reads, rebuild.ms), unit: 'reads/s' },
      { name: 'projections, rebuild: event loop delay p99', value: rebuild.delay, unit: 'ms' },
    ];
  } finally {
    await projector.stop();
    await store.close();
    if (!bench.events) await events.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * What the work came to, how long it took, the p99 of the event loop's delay meanwhile, ms, and the processor time of this
 * thread, µs.
 */
export async function measured<T>(work: () => Promise<T>) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  const start = performance.now();
  const before = process.threadCpuUsage();
  const result = await work();
  const ms = performance.now() - start;
  const { user, system } = process.threadCpuUsage(before);
  histogram.disable();
  return { result, ms, delay: rounded(histogram.percentile(99) / 1e6, 1), servingUs: user + system };
}

function perSecond(count: number, ms: number): number {
  return Math.round((count / ms) * 1_000);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export async function decodeAll(events: EventStore): Promise<number> {
  let count = 0;
  for await (const event of events.readAll()) if (event.data) count += 1;
  return count;
}

interface Load {
  readonly events: EventStore;
  readonly projector: Projector;
  readonly conversation: NonNullable<ProjectionBench['conversation']>;
  readonly liveMs: number;
}

let nextConversation = 1_000_000;

/** Appends one conversation as one and waits until it can be seen; the ms that this took. */
async function appendAndSee({ events, projector, conversation }: Load): Promise<{ count: number; ms: number }> {
  nextConversation += 1;
  const { stream, events: appended } = conversation(nextConversation);
  const start = performance.now();
  const { position } = await events.append(stream, 'no-stream', appended);
  if (!(await projector.waitFor(position, { timeoutMs: 30_000 }))) throw new Error(`position ${position} never came`);
  return { count: appended.length, ms: performance.now() - start };
}

function summary(done: readonly { count: number; ms: number }[]) {
  const waits = done.map(({ ms }) => ms);
  return { events: done.reduce((sum, { count }) => sum + count, 0), p50: at(waits, 0.5), p99: at(waits, 0.99) };
}

function at(times: readonly number[], share: number): number {
  return rounded(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0, 1);
}

/** A conversation every 10 ms, whatever the ones before do. */
export async function paced(load: Load) {
  const under: Promise<{ count: number; ms: number }>[] = [];
  for (let at = 0; at < load.liveMs; at += 10) {
    under.push(appendAndSee(load));
    await sleep(10);
  }
  return summary(await Promise.all(under));
}

/** 64 writers, each as fast as it sees what it wrote. */
export async function saturated(load: Load) {
  const end = performance.now() + load.liveMs;
  const done: { count: number; ms: number }[] = [];
  const one = async () => {
    while (performance.now() < end) done.push(await appendAndSee(load));
  };
  await Promise.all(Array.from({ length: 64 }, one));
  return summary(done);
}

/** Rebuilds while this thread reads without pause: how many reads were answered, and how long one took, ms. */
export async function rebuildBesideReads(projector: Projector, store: ReadModels, name: string) {
  let rebuilding = true;
  const tookMs: number[] = [];
  const reading = async () => {
    while (rebuilding) {
      const start = performance.now();
      await store.find(name, { limit: 1 });
      tookMs.push(performance.now() - start);
      await nextTurn();
    }
  };
  const read = reading();
  const rebuilt = await projector.rebuild(name);
  rebuilding = false;
  await read;
  return { rebuilt, reads: tookMs.length, p99: at(tookMs, 0.99) };
}

async function fill(store: EventStore, count: number): Promise<void> {
  let appends: Promise<unknown>[] = [];
  for (let number = 0, made = 0; made < count; number += 1) {
    const { stream, events } = sampleConversation(number);
    appends.push(store.append(stream, 'no-stream', events));
    made += events.length;
    if (appends.length < 200 && made < count) continue;
    await Promise.all(appends);
    appends = [];
  }
}

/** Three turns of seven events, about 790 bytes each (stack.md), of one company in fifty. */
function sampleConversation(number: number): { stream: string; events: NewEvent[] } {
  const id = `cnv_${number.toString(16).padStart(32, '0')}`;
  const at = new Date(Date.UTC(2026, 0, 1 + (number % 60))).toISOString();
  const words = 'кухня три метра '.repeat(26);
  const types = [
    'CoinsReserved',
    'TurnQueued',
    'TurnStarted',
    'AttemptChecked',
    'TurnCompleted',
    'CoinsCharged',
    'WebhookDelivered',
  ];
  const events = [1, 2, 3].flatMap((turn) =>
    types.map((type): NewEvent => {
      const data: JsonObject = { conversation_id: id, company_id: `cmp_${number % 50}`, turn, coins: 1, at, words };
      return { id: uuidv7(), type, data, metadata: { at, schema: 1 } };
    }),
  );
  return { stream: `conversation-${id}`, events };
}

type Counter = { events: number; coins: number; last: string };

function sample(name: string, types: readonly string[], key: (data: JsonObject) => string): Projection<Counter> {
  return {
    name,
    version: 1,
    types,
    indexes: [['last']],
    keys: (event) => [key(event.data)],
    evolve: (document, event) => ({
      events: (document?.events ?? 0) + 1,
      coins: (document?.coins ?? 0) + Number(event.data.coins),
      last: event.type,
    }),
  };
}

const turnOf = (data: JsonObject) => `${data.conversation_id}:${data.turn}`;
const TURN = ['TurnQueued', 'TurnStarted', 'AttemptChecked', 'TurnCompleted'];

/** As many and as broad as the real ones: per turn, conversation, delivery, company and day. */
const samples: readonly Projection[] = [
  sample('turns', TURN, turnOf),
  sample('conversations', TURN, (data) => `${data.conversation_id}`),
  sample('usage', ['CoinsReserved', 'CoinsCharged'], (data) => `${data.company_id}`),
  sample('turn_facts', ['CoinsCharged'], turnOf),
  sample('daily_usage', ['CoinsCharged'], (data) => `${data.company_id}:${String(data.at).slice(0, 10)}`),
  sample('deliveries', ['TurnCompleted', 'WebhookDelivered'], turnOf),
];
