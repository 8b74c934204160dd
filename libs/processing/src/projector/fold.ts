import { type RecordedEvent, sizeOf } from '#libs/event-store';
import type { ParkedEvent, ReadModelStore, Write } from '#libs/read-models';
import { messageOf } from '../log.js';
import { type Entry, type ProjectionInstance, START } from './projection-instance.js';
import type { TimeSlice } from './time-slice.js';

/** What a fold came to; not stored yet. */
export interface Folded {
  /** One write per changed document. */
  readonly writes: readonly Write[];
  /** Characters of the events that made them, about. */
  readonly size: number;
  readonly park: readonly Omit<ParkedEvent, 'waiting'>[];
  readonly queue: readonly { readonly key: string; readonly position: bigint }[];
}

/** A document that the store refused, and why. */
export interface Refused {
  readonly key: string;
  readonly error: unknown;
}

/** Documents loaded at a time. */
const LOAD = 128;

/** A document of the batch. */
interface Held extends Entry {
  readonly id: string;
  /**
   * It was not there: one that comes and goes before it is stored needs no tombstone where no other node can write.
   * Undefined while nobody has looked.
   */
  fresh: boolean | undefined;
  /** Number of the portion that changed it last; 0 while it is as it was stored or handed over to be. */
  changedIn: number;
}

interface Step {
  readonly event: RecordedEvent;
  readonly held: Held;
}

/** One batch in one instance. Its events come in portions; of those that are folded, documents alone stay in memory. */
export class InstanceFold {
  private readonly documents = new Map<string, Held>();
  /** Those that are to be stored. */
  private changed: Held[] = [];
  private kept: Write[] = [];
  private portion = 1;
  private park: Omit<ParkedEvent, 'waiting'>[] = [];
  private queue: { key: string; position: bigint }[] = [];
  private readonly exclusive: boolean;

  constructor(
    private readonly instance: ProjectionInstance,
    private readonly store: ReadModelStore,
    private readonly refused: Refused | undefined,
  ) {
    this.exclusive = store.leases.exclusive;
  }

  /** Loads every document that the events touch. Instances may do so in parallel: each has documents of its own. */
  async prepare(events: readonly RecordedEvent[], slice: TimeSlice): Promise<readonly Step[]> {
    const { instance, documents } = this;
    this.forget();
    const { anew = [] } = instance.projection;
    const steps: Step[] = [];
    const missing: Held[] = [];
    for (const event of events) {
      if (slice.over()) await slice.yield();
      if (event.position <= instance.position) continue;
      const { keys, error } = instance.keysOf(event);
      for (const key of keys) {
        if (error !== undefined) {
          this.park.push(instance.parkedEvent(key, event, messageOf(error)));
          instance.block(key);
          continue;
        }
        if (instance.isBlocked(key)) {
          this.queue.push({ key, position: event.position });
          continue;
        }
        let held = documents.get(key);
        if (!held) {
          const known = instance.cachedEntry(key);
          held = { id: key, ...(known ?? NOTHING), fresh: known || !this.exclusive ? false : undefined, changedIn: 0 };
          documents.set(key, held);
          // Where more is stored already, this write and those that follow it are refused by their positions.
          if (!known && !anew.includes(event.type)) missing.push(held);
        }
        steps.push({ event, held });
      }
    }
    await this.look(missing, slice, (held, stored) => {
      if (stored) ({ position: held.position, document: held.document } = stored);
    });
    return steps;
  }

  private async look(
    some: readonly Held[],
    slice: TimeSlice,
    found: (held: Held, stored: Omit<Entry, 'size'> | undefined) => void,
  ): Promise<void> {
    for (let at = 0; at < some.length; at += LOAD) {
      if (slice.over()) await slice.yield();
      const part = some.slice(at, at + LOAD);
      const ids = part.map(({ id }) => id);
      const stored = await this.store.loadMany(this.instance.collection, ids);
      for (const held of part) {
        held.fresh = this.exclusive && !stored.has(held.id);
        found(held, stored.get(held.id));
      }
    }
  }

  /** Pure but for the event loop's turns: nothing is stored. */
  async fold(steps: readonly Step[], slice: TimeSlice): Promise<void> {
    const { instance, refused } = this;
    for (const { event, held } of steps) {
      if (slice.over()) await slice.yield();
      if (event.position <= held.position) continue;
      const { id: key } = held;
      if (instance.isBlocked(key)) {
        this.queue.push({ key, position: event.position });
        continue;
      }
      try {
        if (refused?.key === key) throw refused.error;
        this.evolve(held, event);
      } catch (error) {
        this.park.push(instance.parkedEvent(key, event, messageOf(error)));
        instance.block(key);
      }
    }
  }

  /** Either the document moves to the event's position, or an exception leaves it as it was. */
  private evolve(held: Held, event: RecordedEvent): void {
    const before = held.document;
    const after = this.instance.projection.evolve(before, event, held.id);
    // Nothing was there and nothing came of it: no tombstone for a document that never was.
    if (before === undefined && after === undefined) return;
    held.document = after;
    held.position = event.position;
    held.size = Math.max(held.size, sizeOf(event));
    if (held.changedIn === 0) this.changed.push(held);
    held.changedIn = this.portion;
  }

  /**
   * What is to be stored by now: while more events follow only what the last portion left as it was, so that few documents
   * are written twice.
   */
  async take(more: boolean, slice: TimeSlice): Promise<Folded> {
    const isDue = ({ changedIn }: Held) => !more || changedIn < this.portion;
    const due = this.changed.filter(isDue);
    const unsure = due.filter(({ document, fresh }) => document === undefined && fresh === undefined);
    await this.look(unsure, slice, () => undefined);
    const writes: Write[] = [];
    let size = 0;
    for (const held of due) {
      const { id, position, document, fresh } = held;
      held.changedIn = 0;
      if (document === undefined && fresh) {
        this.documents.delete(id);
        continue;
      }
      held.fresh = false;
      size += held.size;
      writes.push({ id, position, document });
    }
    const { park, queue } = this;
    this.changed = more ? this.changed.filter(({ changedIn }) => changedIn > 0) : [];
    this.park = [];
    this.queue = [];
    this.portion += 1;
    return { writes, size, park, queue };
  }

  /** What is stored need not be kept: in the rare case that an event changes it once more, it is loaded again. */
  stored(writes: readonly Write[]): void {
    this.kept.push(...writes);
  }

  /** Only between portions: while one is folded, its steps hold what it touches. */
  private forget(): void {
    for (const { id, position } of this.kept) {
      if (this.documents.get(id)?.position === position) this.documents.delete(id);
    }
    this.kept = [];
  }

  /** Once everything is stored: what was used last stays in memory. */
  remember(): void {
    this.instance.remember(this.documents);
  }
}

const NOTHING: Entry = { position: START, document: undefined, size: 0 };
