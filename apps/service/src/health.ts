import { statfs } from 'node:fs/promises';
import type { EventStore } from '#libs/event-store';
import { withTimeout } from '#libs/kernel';
import type { WorkerLoad } from '#libs/processing';
import { nameOfLabel, type ReadModelStore } from '#libs/read-models';
import { backlogOf } from './backlog.js';
import type { Watched } from './metrics.js';

/** A part that does not answer is told of as such, and the others beside it. */
const ANSWER_MS = 2_000;
/** As the alarms of docs/operations.md. */
const MAX_WAIT_SECONDS = 60;
/** Events that read models may stand behind: they catch up with so many in less than a second. */
const MAX_LAG = 10_000;
/** Tasks that wait for a worker thread; of one company so many are refused. */
const MAX_WAITING_TASKS = 200;
const MIN_FREE_BYTES = 1024 ** 3;
/** What waits is counted so far. */
export const MAX_COUNTED = 1_000;

type Figure = number | readonly string[] | readonly Readonly<Record<string, string | number>>[];
type Status = 'ok' | 'degraded';

export type Part = Readonly<Record<string, Figure | string>> & { readonly status: Status };

export interface Health {
  parts(): Promise<{ readonly status: Status; readonly parts: Readonly<Record<string, Part>> }>;
}

export const HEALTH = Symbol('Health');

/** What the parts are asked from. */
export interface Examined extends Watched {
  readonly events: Pick<EventStore, 'ping' | 'head'>;
  readonly readModels: Pick<ReadModelStore, 'find' | 'parked' | 'ping'>;
  /** TURN_CONCURRENCY. */
  readonly turnPlaces: number;
  workers(): WorkerLoad;
  /** Undefined where nothing lies on this machine. */
  readonly dataDir: string | undefined;
}

/** `GET /v1/health?verbose=1`: the parts of a node, with the figures that say how well each is. */
export function createHealth(examined: Examined): Health {
  const { dataDir } = examined;
  const checks: Record<string, () => Promise<Part>> = {
    event_store: () => eventStore(examined),
    read_models: () => readModels(examined),
    projections: () => projections(examined),
    sagas: () => sagas(examined),
    turns: () => turns(examined),
    webhooks: () => webhooks(examined),
    leases: async () => leases(examined),
    workers: async () => workers(examined),
    clock: async () => part(examined.clockSettled(), {}),
    ...(dataDir === undefined ? {} : { disk: () => disk(dataDir) }),
  };
  return {
    async parts() {
      const checked = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await answerOf(check)] as const),
      );
      const isWell = checked.every(([, { status }]) => status === 'ok');
      return { status: isWell ? 'ok' : 'degraded', parts: Object.fromEntries(checked) };
    },
  };
}

/** What a store says of itself may name its address: an error is told of without its words. */
function answerOf(check: () => Promise<Part>): Promise<Part> {
  const silence = () => new Error(`no answer within ${ANSWER_MS} ms`);
  return withTimeout(check(), ANSWER_MS, silence).catch(() => ({ status: 'degraded', error: 'does not answer' }));
}

function part(isWell: boolean, figures: Readonly<Record<string, Figure>>): Part {
  return { status: isWell ? 'ok' : 'degraded', ...figures };
}

async function eventStore({ events }: Examined): Promise<Part> {
  const began = performance.now();
  await events.ping();
  const ms = Math.round(performance.now() - began);
  return part(true, { ms, position: Number(await events.head()) });
}

async function readModels({ readModels: store }: Examined): Promise<Part> {
  const began = performance.now();
  await store.ping();
  return part(true, { ms: Math.round(performance.now() - began) });
}

async function projections(examined: Examined): Promise<Part> {
  const models = (await examined.projections()).map(({ name, lag, parked }) => ({ name, lag, parked }));
  const lag = Math.max(0, ...models.map((model) => model.lag));
  const parked = models.reduce((sum, model) => sum + model.parked, 0);
  return part(lag <= MAX_LAG && parked === 0, { lag, parked, models });
}

async function sagas({ readModels: store }: Examined): Promise<Part> {
  const parked = (await store.parked()).filter(({ name }) => nameOfLabel(name) === name).length;
  return part(parked === 0, { parked });
}

async function turns({ readModels: store, clock, turnPlaces, runningTurns }: Examined): Promise<Part> {
  const { count, oldestSeconds } = await backlogOf(store, clock, 'turns', MAX_COUNTED);
  const waiting = { queued: count, oldest_queued_s: Math.round(oldestSeconds) };
  return part(oldestSeconds <= MAX_WAIT_SECONDS, { ...waiting, running: runningTurns(), places: turnPlaces });
}

async function webhooks({ readModels: store, clock }: Examined): Promise<Part> {
  const { count, oldestSeconds } = await backlogOf(store, clock, 'webhooks', MAX_COUNTED);
  return part(oldestSeconds <= MAX_WAIT_SECONDS, { pending: count, oldest_due_s: Math.round(oldestSeconds) });
}

/** A node that does not see itself has not reached the store of leases for some time. */
function leases({ jobs, nodes }: Examined): Part {
  return part(nodes() > 0, { nodes: nodes(), jobs: jobs() });
}

function workers(examined: Examined): Part {
  const { threads, running, waiting } = examined.workers();
  return part(waiting <= MAX_WAITING_TASKS, { threads, running, waiting });
}

async function disk(dir: string): Promise<Part> {
  const { bavail, blocks, bsize } = await statfs(dir);
  return part(bavail * bsize >= MIN_FREE_BYTES, { free_bytes: bavail * bsize, size_bytes: blocks * bsize });
}
