import { type RecordedEvent, sizeOf } from '#libs/event-store';
import type { ReadModelStore } from '#libs/read-models';
import type { BatchCommit } from './commit.js';
import { InstanceFold, type Refused } from './fold.js';
import type { ProjectionInstance } from './projection-instance.js';
import type { TimeSlice } from './time-slice.js';

/** A batch on its way into the documents of all instances of a reader: folded portion by portion, stored behind that. */
export class BatchFold {
  private readonly folds = new Map<ProjectionInstance, InstanceFold>();
  /** Of the events that were folded. */
  events = 0;
  /** Characters of their data and metadata. */
  size = 0;

  constructor(
    private readonly instances: readonly ProjectionInstance[],
    private readonly store: ReadModelStore,
    private readonly commit: BatchCommit,
    private readonly slice: TimeSlice,
    private readonly refused?: Refused,
  ) {}

  /** @param more whether another portion follows: then what is likely to change once more is not stored yet. */
  async add(events: readonly RecordedEvent[], more: boolean): Promise<void> {
    this.events += events.length;
    for (const event of events) this.size += sizeOf(event);
    // In parallel: one round trip to a store on the network, not one for each read model.
    const preparing = [...byInstance(events, this.instances)].map(async ([instance, own]) => {
      const fold = this.foldOf(instance);
      return { fold, steps: await fold.prepare(own, this.slice) };
    });
    for (const { fold, steps } of await allEnded(preparing)) await fold.fold(steps, this.slice);
    for (const [instance, fold] of this.folds) {
      await this.commit.add(instance, await fold.take(more, this.slice), (writes) => fold.stored(writes));
    }
  }

  /** Once all of it is stored, what it used last stays in memory. */
  remember(): void {
    for (const fold of this.folds.values()) fold.remember();
  }

  private foldOf(instance: ProjectionInstance): InstanceFold {
    const known = this.folds.get(instance) ?? new InstanceFold(instance, this.store, this.refused);
    this.folds.set(instance, known);
    return known;
  }
}

/** The events of each instance, by type. */
function byInstance(
  events: readonly RecordedEvent[],
  instances: readonly ProjectionInstance[],
): Map<ProjectionInstance, RecordedEvent[]> {
  const byType = new Map<string, readonly ProjectionInstance[]>();
  const own = new Map<ProjectionInstance, RecordedEvent[]>();
  for (const event of events) {
    let concerned = byType.get(event.type);
    if (!concerned) {
      concerned = instances.filter(({ types }) => types.has(event.type));
      byType.set(event.type, concerned);
    }
    for (const instance of concerned) {
      const events = own.get(instance);
      if (events) events.push(event);
      else own.set(instance, [event]);
    }
  }
  return own;
}

/** As `Promise.all`, but rejects only when none of them runs any more. */
async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
