import { type RecordedEvent, sizeOf } from '#libs/event-store';
import type { ParkedEvent, ReadModelStore, Write } from '#libs/read-models';
import { messageOf } from '../log.js';
import { type Entry, type ProjectionInstance, START } from './projection-instance.js';
import type { TimeSlice } from './time-slice.js';

/** The result of folding a batch into one instance; not stored yet. */
export interface Folded {
  readonly entries: ReadonlyMap<string, Entry>;
  /** One write per changed document. */
  readonly writes: readonly Write[];
  readonly park: readonly Omit<ParkedEvent, 'waiting'>[];
  readonly queue: readonly { readonly key: string; readonly position: bigint }[];
}

/** Documents loaded at a time. */
const LOAD = 128;

interface Step {
  readonly event: RecordedEvent;
  readonly key: string;
}

export interface FoldOptions {
  /** No other node can write to the store: a document that comes and goes within a batch needs no tombstone. */
  readonly exclusive: boolean;
  /** A document that the store refused, and why. */
  readonly refused?: { readonly key: string; readonly error: unknown } | undefined;
}

/** A batch's events and keys for one instance, with every document loaded. */
export interface Prepared {
  readonly steps: readonly Step[];
  readonly entries: Map<string, Entry>;
  /** Keys that were not in the cache. */
  readonly missing: readonly string[];
  readonly park: Omit<ParkedEvent, 'waiting'>[];
  readonly queue: { readonly key: string; readonly position: bigint }[];
}

/** Instances may be prepared in parallel: each has documents of its own. */
export async function prepareBatch(
  instance: ProjectionInstance,
  events: readonly RecordedEvent[],
  store: ReadModelStore,
  slice: TimeSlice,
): Promise<Prepared> {
  // On an exclusive store a look costs little, and tells which documents need no tombstone.
  const anew = store.leases.exclusive ? [] : (instance.projection.anew ?? []);
  const steps: Step[] = [];
  const park: Omit<ParkedEvent, 'waiting'>[] = [];
  const queue: { key: string; position: bigint }[] = [];
  const entries = new Map<string, Entry>();
  const missing: string[] = [];
  for (const event of events) {
    if (slice.over()) await slice.yield();
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
        entries.set(key, known ?? { position: START, document: undefined, size: 0 });
        // Where more is stored already, this write and those that follow it are refused by their positions.
        if (!known && !anew.includes(event.type)) missing.push(key);
      }
    }
  }
  for (let at = 0; at < missing.length; at += LOAD) {
    if (slice.over()) await slice.yield();
    for (const [key, entry] of await store.loadMany(instance.collection, missing.slice(at, at + LOAD))) {
      entries.set(key, { position: entry.position, document: entry.document, size: 0 });
    }
  }
  return { steps, entries, missing, park, queue };
}

/** Pure but for the event loop's turns: nothing is stored. */
export async function foldBatch(
  instance: ProjectionInstance,
  { steps, entries, missing, park, queue }: Prepared,
  slice: TimeSlice,
  { exclusive, refused }: FoldOptions,
): Promise<Folded> {
  const changed = new Set<string>();
  const fresh = exclusive ? new Set(missing.filter((key) => entries.get(key)?.position === START)) : undefined;
  for (const { event, key } of steps) {
    if (slice.over()) await slice.yield();
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

/** Either the entry moves to the event's position, or an exception leaves it as it was. */
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
  entry.size = Math.max(entry.size, sizeOf(event));
  changed.add(key);
}

function writeOf(id: string, entry: Entry | undefined): Write {
  if (!entry) throw new Error(`document ${id} was folded and is gone`);
  return { id, position: entry.position, document: entry.document };
}
