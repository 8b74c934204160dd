import type { EventStore, RecordedEvent } from '#libs/event-store';
import type { ReadModelStore } from '#libs/read-models';
import { messageOf } from '../log.js';
import { type Entry, type ProjectionInstance, START } from './projection-instance.js';
import { TimeSlice } from './time-slice.js';

const SLICE_MS = 3;
/** Events that are asked for side by side, each a call of its own: the way to a server is what they wait for. */
const ASKED_AT_ONCE = 32;

/** As it is stored: none of these is kept in memory. */
type Unsized = Omit<Entry, 'size'>;

export interface Retried {
  readonly name: string;
  /** Keys that flow again. */
  readonly retried: number;
  /** Keys that are still parked. */
  readonly left: number;
}

/** Folds parked keys of an instance again, each up to the first event that still fails. Under the reader's mutex. */
export async function retryParked(
  instance: ProjectionInstance,
  store: ReadModelStore,
  events: Pick<EventStore, 'eventAt'>,
  key?: string,
): Promise<Retried> {
  const parked = (await store.parked(instance.label)).filter((event) => key === undefined || event.key === key);
  let retried = 0;
  for (const event of parked) {
    if (await retryKey(instance, store, events, event.key)) retried += 1;
  }
  return { name: instance.projection.name, retried, left: parked.length - retried };
}

async function retryKey(
  instance: ProjectionInstance,
  store: ReadModelStore,
  source: Pick<EventStore, 'eventAt'>,
  parkedKey: string,
): Promise<boolean> {
  const positions = await store.parkedPositions(instance.label, parkedKey);
  const entries = new Map<string, Unsized>();
  instance.forget(parkedKey);
  const slice = new TimeSlice(SLICE_MS);
  for await (const event of eventsAt(source, positions, [...instance.types])) {
    if (slice.over()) await slice.yield();
    try {
      const keys = instance.isStream(parkedKey) ? instance.projection.keys(event) : [parkedKey];
      for (const key of keys) {
        if (key !== parkedKey && instance.isBlocked(key)) await store.queueBehind(instance.label, key, event.position);
        else await apply(instance, store, entries, event, key);
      }
    } catch (error) {
      const { event_id, event_type, error: text } = instance.parkedEvent(parkedKey, event, messageOf(error));
      await save(instance, store, entries);
      await store.advanceParked(instance.label, parkedKey, event.position, { event_id, event_type, error: text });
      return false;
    }
  }
  // Documents first: after a crash before the unparking, their positions refuse the repeated events.
  await save(instance, store, entries);
  await store.unpark(instance.label, parkedKey);
  instance.unblock(parkedKey);
  return true;
}

async function apply(
  instance: ProjectionInstance,
  store: ReadModelStore,
  entries: Map<string, Unsized>,
  event: RecordedEvent,
  key: string,
) {
  let entry = entries.get(key);
  if (!entry) {
    const stored = (await store.loadMany(instance.collection, [key])).get(key);
    entry = stored ? { ...stored } : { position: START, document: undefined };
  }
  if (event.position <= entry.position) return;
  const document = instance.projection.evolve(entry.document, event, key);
  if (entry.document === undefined && document === undefined) return;
  entries.set(key, { position: event.position, document });
  instance.forget(key);
}

async function save(
  instance: ProjectionInstance,
  store: ReadModelStore,
  entries: ReadonlyMap<string, Unsized>,
): Promise<void> {
  const writes = [...entries].map(([id, entry]) => ({ id, ...entry }));
  if (writes.length > 0) await store.commit({ writes: [{ collection: instance.collection, writes }], checkpoints: [] });
}

/** The events at these positions, in order. One that is missing was erased meanwhile: nothing is left to do for it. */
export async function* eventsAt(
  source: Pick<EventStore, 'eventAt'>,
  positions: readonly bigint[],
  types: readonly string[],
): AsyncGenerator<RecordedEvent, void> {
  for (let next = 0; next < positions.length; next += ASKED_AT_ONCE) {
    const asked = positions.slice(next, next + ASKED_AT_ONCE).map((position) => source.eventAt(position));
    for (const event of await Promise.all(asked)) if (event && types.includes(event.type)) yield event;
  }
}
