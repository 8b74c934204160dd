import type { RecordedEvent } from '#libs/event-store';
import type { ParkedEvent, ReadModelStore, Write } from '#libs/read-models';
import { messageOf } from '../log.js';
import { type Entry, type ProjectionInstance, START } from './projection-instance.js';
import type { TimeSlice } from './time-slice.js';

/** What a batch came to for one instance: nothing of it is stored yet. */
export interface Folded {
  readonly entries: ReadonlyMap<string, Entry>;
  /** One write per changed document. */
  readonly writes: readonly Write[];
  readonly park: readonly Omit<ParkedEvent, 'waiting'>[];
  readonly queue: readonly { readonly key: string; readonly position: bigint }[];
}

/** Documents that one question to the store asks for. */
const LOAD = 128;

interface Step {
  readonly event: RecordedEvent;
  readonly key: string;
}

export interface FoldOptions {
  /** Nobody else writes this store: what comes and goes within a batch needs no tombstone against a late owner. */
  readonly alone: boolean;
  /** A document that the store could not take. */
  readonly refused?: { readonly key: string; readonly error: unknown } | undefined;
}

/** What a batch concerns of one instance, with every document at hand. */
export interface Prepared {
  readonly steps: readonly Step[];
  readonly entries: Map<string, Entry>;
  /** Keys that had to be asked for. */
  readonly missing: readonly string[];
  readonly park: Omit<ParkedEvent, 'waiting'>[];
  readonly queue: { readonly key: string; readonly position: bigint }[];
}

/** keys → load what is not at hand. Members may load at once: each has documents of its own. */
export async function prepareBatch(
  instance: ProjectionInstance,
  events: readonly RecordedEvent[],
  store: ReadModelStore,
  slice: TimeSlice,
): Promise<Prepared> {
  const steps: Step[] = [];
  const park: Omit<ParkedEvent, 'waiting'>[] = [];
  const queue: { key: string; position: bigint }[] = [];
  const entries = new Map<string, Entry>();
  const missing: string[] = [];
  for (const event of events) {
    if (slice.over()) await slice.rest();
    if (event.position <= instance.position) continue;
    const { keys, error } = instance.keysOf(event);
    for (const key of keys) {
      if (error !== undefined) {
        park.push(instance.parkedEvent(key, event, messageOf(error)));
        instance.block(key);
      } else if (instance.isBlocked(key)) {
        queue.push({ key, position: event.position });
      } else {
        steps.push({ event, key });
        if (entries.has(key)) continue;
        const known = instance.cachedEntry(key);
        entries.set(key, known ?? { position: START, document: undefined });
        if (!known) missing.push(key);
      }
    }
  }
  for (let at = 0; at < missing.length; at += LOAD) {
    if (slice.over()) await slice.rest();
    for (const [key, entry] of await store.loadMany(instance.collection, missing.slice(at, at + LOAD))) {
      entries.set(key, { position: entry.position, document: entry.document });
    }
  }
  return { steps, entries, missing, park, queue };
}

/** Folds in memory what was prepared. */
export async function foldBatch(
  instance: ProjectionInstance,
  { steps, entries, missing, park, queue }: Prepared,
  slice: TimeSlice,
  { alone, refused }: FoldOptions,
): Promise<Folded> {
  const changed = new Set<string>();
  const fresh = alone ? new Set(missing.filter((key) => entries.get(key)?.position === START)) : undefined;
  for (const { event, key } of steps) {
    if (slice.over()) await slice.rest();
    const entry = entries.get(key);
    if (!entry || event.position <= entry.position) continue;
    if (instance.isBlocked(key)) {
      queue.push({ key, position: event.position });
      continue;
    }
    try {
      if (refused?.key === key) throw refused.error;
      evolve(instance, entry, event, key, changed);
    } catch (error) {
      park.push(instance.parkedEvent(key, event, messageOf(error)));
      instance.block(key);
    }
  }
  const writes = [...changed].map((id) => writeOf(id, entries.get(id)));
  if (!fresh) return { entries, writes, park, queue };
  const lasting = writes.filter(({ id, document }) => document !== undefined || !fresh.has(id));
  return { entries, writes: lasting, park, queue };
}

/** The one place where a document moves: a new entry state, or an exception and the entry as it was. */
function evolve(
  instance: ProjectionInstance,
  entry: Entry,
  event: RecordedEvent,
  key: string,
  changed: Set<string>,
): void {
  const before = entry.document;
  const after = instance.projection.evolve(before, event, key);
  // Nothing was there and nothing came of it: no tombstone for a document that never was.
  if (before === undefined && after === undefined) return;
  entry.document = after;
  entry.position = event.position;
  changed.add(key);
}

function writeOf(id: string, entry: Entry | undefined): Write {
  if (!entry) throw new Error(`document ${id} was folded and is gone`);
  return { id, position: entry.position, document: entry.document };
}
