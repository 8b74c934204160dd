import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '#libs/event-store';
import { checkpointOfSaga, storedStatus } from '#libs/processing';
import type { Query, ReadModelStore } from '#libs/read-models';
import { projections } from '#projections';

const LOOK_MS = 250;
/**
 * Nothing has moved for so long although something should: longer than any lease, deadline and retry of a run, ms. While
 * something moves it is waited for, so that a slow machine is never taken for a service that is stuck.
 */
const STUCK_MS = 90_000;
const LEASES_OF_SAGAS = 'lease:saga:';

interface Open {
  readonly model: string;
  readonly where: NonNullable<Query['where']>;
  readonly what: string;
}

const OPEN_TURNS: Open = { model: 'turns', where: { state: { in: ['queued', 'running'] } }, what: 'has not ended' };
const DUE_DELIVERIES: Open = {
  model: 'deliveries',
  where: { state: 'scheduled' },
  what: 'is neither delivered nor given up',
};
/** Those whose callers never came back are released after a minute only (design rule 6). */
export const HELD_RESERVATIONS: Open = { model: 'reservations', where: {}, what: 'is neither charged nor released' };

export interface Settling {
  readonly events: Pick<EventStore, 'head'>;
  readonly readModels: ReadModelStore;
  /** Beside turns and deliveries. */
  readonly also?: readonly Open[];
  readonly stuckMs?: number;
}

/**
 * Waits until nothing can move any more: every turn has ended, every delivery is delivered or given up, read models and
 * sagas stand at the head, and twice in a row nothing has been stored meanwhile.
 * @returns what stood still before that; empty where all of it settled.
 */
export async function settled({ stuckMs = STUCK_MS, ...stores }: Settling): Promise<readonly string[]> {
  let before: Look | undefined;
  for (let movedAt = performance.now(); ; await pause(LOOK_MS)) {
    const now = await look(stores);
    if (now.undone.length === 0 && before?.undone.length === 0 && now.places === before.places) return [];
    if (now.places !== before?.places) movedAt = performance.now();
    else if (performance.now() - movedAt > stuckMs)
      return now.undone.map((what) => `${what}, and nothing has moved for ${stuckMs} ms`);
    before = now;
  }
}

interface Look {
  readonly undone: readonly string[];
  /** The head and all checkpoints: other ones say that something moves. */
  readonly places: string;
}

async function look({ events, readModels, also = [] }: Settling): Promise<Look> {
  const head = await events.head();
  const undone: string[] = [];
  const places = [head];
  for (const { name, position, lag } of await storedStatus(readModels, projections, head)) {
    places.push(position);
    if (lag > 0) undone.push(`read model ${name} stands ${lag} before the head`);
  }
  const sagas = await readModels.leases.list(LEASES_OF_SAGAS);
  if (sagas.length === 0) undone.push('no saga has begun');
  for (const { name } of sagas) {
    const saga = name.slice(LEASES_OF_SAGAS.length);
    const position = (await readModels.checkpoint(checkpointOfSaga(saga))) ?? -1n;
    places.push(position);
    if (position < head) undone.push(`saga ${saga} stands at ${position} of ${head}`);
  }
  for (const { model, where, what } of [OPEN_TURNS, DUE_DELIVERIES, ...also]) {
    const { documents } = await readModels.find(model, { where, limit: 10 });
    undone.push(...documents.map(({ id }) => `${id} of ${model} ${what}`));
  }
  return { undone, places: places.join() };
}
