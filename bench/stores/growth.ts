import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createAggregates, type EventStore, type NewEvent, openSqliteEventStore } from '#libs/event-store';
import { uuidv7 } from '#libs/kernel';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { createProjector } from '#libs/processing';
import { projections } from '#projections';
import type { BenchOptions, Figure } from '../figure.js';
import { COMPANIES, companyOf, conversationHistory } from './history.js';
import { compareSizes, type Sized, timed } from './sizes.js';

/** Events of a log. */
const LOGS = [1_000, 100_000, 1_000_000];
const LARGE_LOG = 10_000_000;
/** Events of one stream. */
const STREAMS = [10, 1_000, 100_000];
const LOADED = 20;
/** Streams that are loaded, of 20 events each. */
const LOADED_STREAMS = 20;
/** Conversations of a page: as many as the smallest log has. */
const PAGE = 20;

/** What could become slower as a log, or one stream of it, grows. */
export async function run({ dir, large }: BenchOptions): Promise<Figure[]> {
  const folder = await mkdtemp(join(dir, 'bench-growth-'));
  try {
    return [...(await byLog(folder, large ? [...LOGS, LARGE_LOG] : LOGS)), ...(await byStream(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function byLog(folder: string, sizes: readonly number[]): Promise<Figure[]> {
  const logs: Sized<Stores>[] = [];
  try {
    for (const size of sizes) {
      const environment = readEnvironment({ DATA_DIR: join(folder, String(size)), LOG_LEVEL: 'silent' });
      const stores = await openStores(environment, true);
      logs.push({ size: events(size), of: stores });
      await fill(stores, size);
    }
    return [
      ...(await compareSizes('a single append, log of', logs, (stores) => appendTo(stores.events, `new-${uuidv7()}`))),
      ...(await compareSizes(`a load of ${LOADED} events, log of`, logs, (stores, number) =>
        stores.events.load(loadedStream(number)),
      )),
      ...(await compareSizes(`a page of ${PAGE} conversations, log of`, logs, ({ readModels }) =>
        readModels.find('conversations', {
          where: { company_id: companyOf(0), partner_id: { gt: '' } },
          sort: [['started_at', 'desc']],
          limit: PAGE,
        }),
      )),
    ];
  } finally {
    for (const { of } of logs) await of.close();
  }
}

/** Whole conversations of one company until the log has that many events, and read models that show them. */
async function fill({ events, readModels }: Stores, size: number): Promise<void> {
  for (let stream = 0; stream < LOADED_STREAMS; stream += 1)
    await events.append(loadedStream(stream), 'no-stream', Array.from({ length: LOADED }, unfolded));
  let made = LOADED * LOADED_STREAMS;
  for (let number = 0; made < size; ) {
    const appends: Promise<unknown>[] = [];
    for (; appends.length < 400 && made < size; number += COMPANIES)
      for (const append of conversationHistory(number)) {
        made += append.events.length;
        appends.push(events.append(append.stream, 'no-stream', append.events));
      }
    await Promise.all(appends);
  }
  await projectAll({ events, readModels });
}

/** Read models up to the end of the log. */
export async function projectAll({ events, readModels }: Pick<Stores, 'events' | 'readModels'>): Promise<void> {
  const head = await events.head();
  const projector = createProjector({ events, store: readModels, projections });
  await projector.start();
  while (!(await projector.waitFor(head, { timeoutMs: 10_000 })));
  await projector.stop();
}

/** One stream as it grows: an append at its end, and a command on its state, which is cached after the first. */
async function byStream(folder: string): Promise<Figure[]> {
  const store = await openSqliteEventStore({ dir: join(folder, 'streams') });
  const aggregates = createAggregates(store);
  try {
    const streams: Sized<string>[] = [];
    for (const length of STREAMS) {
      streams.push({ size: events(length), of: `long-${length}` });
      await grow(store, `long-${length}`, length);
    }
    const firsts: Figure[] = [];
    const command = (stream: string) => aggregates.handle(stream, counter, undefined, {});
    for (const { size, of } of streams) {
      const ms = await timed(() => command(of));
      firsts.push({ name: `the first command on a stream of ${size}, uncached`, value: Math.round(ms), unit: 'ms' });
    }
    return [
      ...(await compareSizes('a command on a stream of', streams, command)),
      ...(await compareSizes('an append at the end of a stream of', streams, (stream) => appendTo(store, stream))),
      ...firsts,
    ];
  } finally {
    await store.close();
  }
}

const counter = {
  initial: 0,
  decide: () => [{ type: 'LeadFreed', data: CONVERSATION }],
  evolve: (count: number) => count + 1,
};

async function grow(store: EventStore, stream: string, length: number): Promise<void> {
  for (let from = 0; from < length; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, length - from) }, unfolded);
    await store.append(stream, from === 0 ? 'no-stream' : from - 1, some);
  }
}

function appendTo(store: EventStore, stream: string): Promise<unknown> {
  return store.append(stream, 'any', [unfolded()]);
}

const CONVERSATION = { conversation_id: 'cnv_bench' };

/** Of a type that every version knows, and no read model holds. */
function unfolded(): NewEvent {
  const metadata = { at: new Date().toISOString(), schema: 1 };
  return { id: uuidv7(), type: 'LeadFreed', data: CONVERSATION, metadata };
}

function loadedStream(number: number): string {
  return `loaded-${number % LOADED_STREAMS}`;
}

function events(count: number): string {
  return `${count.toLocaleString('en')} events`;
}
