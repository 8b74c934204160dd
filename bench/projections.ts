import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventStore, MemoryEventStore, type NewEvent } from '#libs/event-store';
import { type JsonObject, uuidv7 } from '#libs/kernel';
import { createProjector, type Projector } from '#libs/processing';
import { type Projection, SqliteReadModels } from '#libs/read-models';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

export interface ProjectionBench {
  /** Six samples by default. */
  readonly projections?: readonly Projection[];
  /** A store that holds the history; by default one in memory with `history` sample events. */
  readonly events?: EventStore;
  /** What one conversation appends; `number` makes it another conversation. Live figures need it. */
  readonly conversation?: (number: number) => { readonly stream: string; readonly events: readonly NewEvent[] };
  readonly history?: number;
  readonly liveMs?: number;
}

/** Events per second through the read models: from nothing, live, and while rebuilding beside live reads. */
export async function run(dir: string, bench: ProjectionBench = {}): Promise<Figure[]> {
  const { projections = samples, conversation = sampleConversation, history = 200_000, liveMs = 3_000 } = bench;
  const events = bench.events ?? (await historyOf(history));
  const folder = await mkdtemp(join(dir, 'bench-projections-'));
  const store = SqliteReadModels.open(join(folder, 'read-models.db'));
  const projector = createProjector({ events, store, projections });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const p99 = () => Math.round((delay.percentile(99) / 1e6 - 1) * 10) / 10;
  const measure = async <T>(work: () => Promise<T>) => {
    delay.enable();
    delay.reset();
    const start = performance.now();
    const result = await work();
    const ms = performance.now() - start;
    delay.disable();
    return { result, ms, p99: p99() };
  };
  try {
    const head = await events.head();
    const read = await countOf(events);
    const first = await measure(async () => {
      await projector.start();
      await projector.waitFor(head, { timeoutMs: 600_000 });
    });
    const live = await measure(() => liveLoad(events, projector, conversation, liveMs));
    const name = projections[0]?.name ?? '';
    const rebuild = await measure(async () => {
      const rebuilding = { over: false };
      const reading = readMeanwhile(store, name, rebuilding);
      const rebuilt = await projector.rebuild(name);
      rebuilding.over = true;
      return { rebuilt, reads: await reading };
    });
    const { rebuilt, reads } = rebuild.result;
    return [
      {
        name: `projections, ${projections.length} models, from nothing`,
        value: perSecond(read, first.ms),
        unit: 'events/s',
      },
      { name: 'projections, from nothing: event loop delay p99', value: first.p99, unit: 'ms' },
      { name: 'projections, live', value: perSecond(live.result.events, live.ms), unit: 'events/s' },
      { name: 'projections, live: append to visible, p50', value: live.result.p50, unit: 'ms' },
      { name: 'projections, live: append to visible, p99', value: live.result.p99, unit: 'ms' },
      { name: 'projections, live: event loop delay p99', value: live.p99, unit: 'ms' },
      {
        name: `projections, rebuild of ${name} beside reads`,
        value: perSecond(rebuilt.events, rebuild.ms),
        unit: 'events/s',
      },
      { name: 'projections, rebuild: reads answered meanwhile', value: perSecond(reads, rebuild.ms), unit: 'reads/s' },
      { name: 'projections, rebuild: event loop delay p99', value: rebuild.p99, unit: 'ms' },
    ];
  } finally {
    await projector.stop();
    await store.close();
    await rm(folder, { recursive: true });
  }
}

function perSecond(count: number, ms: number): number {
  return Math.round((count / ms) * 1_000);
}

async function countOf(events: EventStore): Promise<number> {
  let count = 0;
  for await (const _event of events.readAll()) count += 1;
  return count;
}

/** 64 conversations at a time, each appended as one and waited for, as requests do. */
async function liveLoad(
  events: EventStore,
  projector: Projector,
  conversation: NonNullable<ProjectionBench['conversation']>,
  forMs: number,
) {
  const end = performance.now() + forMs;
  const waits: number[] = [];
  let count = 0;
  let number = 1_000_000;
  const one = async () => {
    while (performance.now() < end) {
      number += 1;
      const { stream, events: appended } = conversation(number);
      const start = performance.now();
      const { position } = await events.append(stream, 'no-stream', appended);
      if (!(await projector.waitFor(position, { timeoutMs: 10_000 })))
        throw new Error(`position ${position} never came`);
      waits.push(performance.now() - start);
      count += appended.length;
      await nextTurn();
    }
  };
  await Promise.all(Array.from({ length: 64 }, one));
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round((waits[Math.floor(waits.length * share)] ?? 0) * 10) / 10;
  return { events: count, p50: at(0.5), p99: at(0.99) };
}

async function readMeanwhile(store: SqliteReadModels, name: string, rebuilding: { over: boolean }): Promise<number> {
  let reads = 0;
  while (!rebuilding.over) {
    await store.find(name, { limit: 1 });
    reads += 1;
    await nextTurn();
  }
  return reads;
}

async function historyOf(count: number): Promise<EventStore> {
  const store = new MemoryEventStore();
  for (let number = 0, made = 0; made < count; number += 1) {
    const { stream, events } = sampleConversation(number);
    await store.append(stream, 'no-stream', events);
    made += events.length;
  }
  return store;
}

/** Three turns of seven events, about 790 bytes each (stack.md), of one company in fifty. */
export function sampleConversation(number: number): { stream: string; events: NewEvent[] } {
  const id = `cnv_${number.toString(16).padStart(32, '0')}`;
  const at = new Date(Date.UTC(2026, 0, 1 + (number % 60))).toISOString();
  const words = 'кухня три метра '.repeat(18);
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
export const samples: readonly Projection[] = [
  sample('turns', TURN, turnOf),
  sample('conversations', TURN, (data) => `${data.conversation_id}`),
  sample('usage', ['CoinsReserved', 'CoinsCharged'], (data) => `${data.company_id}`),
  sample('turn_facts', ['CoinsCharged'], turnOf),
  sample('daily_usage', ['CoinsCharged'], (data) => `${data.company_id}:${String(data.at).slice(0, 10)}`),
  sample('deliveries', ['TurnCompleted', 'WebhookDelivered'], turnOf),
];
