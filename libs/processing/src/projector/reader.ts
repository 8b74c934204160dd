import type { EventStore, RecordedEvent } from '#libs/event-store';
import type { ReadModelStore } from '#libs/read-models';
import { BatchBuffer, type EventBatch } from './batch-buffer.js';
import { Committer, unstorable } from './commit.js';
import { type Folded, foldBatch, prepareBatch } from './fold.js';
import { Lock } from './lock.js';
import { type ProjectionInstance, START } from './projection-instance.js';
import { TimeSlice } from './time-slice.js';

export interface ReaderOptions {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  /** All types that a instance of this reader can ever have. */
  readonly types: readonly string[];
  /** Events folded at once, at most. */
  readonly batchMost: number;
  readonly sliceMs: number;
  /** How long the place may move over events that concern nobody before it is written down. */
  readonly flushMs: number;
  /** Fencing number of the lease under which this node folds. */
  readonly fence?: number;
  /** Right after a place has moved. */
  readonly moved: () => void;
}

/** One subscription for the instances that stand at the same place: each event is decoded once for all of them. */
export class Reader {
  /** Batches, joins and retries take turns: each sees documents that nobody else is changing. */
  readonly lock = new Lock();
  readonly instances: ProjectionInstance[];
  /** Everything up to here is folded by every instance. */
  position: bigint;
  /** Whether the last batch reached the end of the store. */
  caughtUp = false;
  private flushed: bigint;
  private flushing: NodeJS.Timeout | undefined;
  private readonly committer: Committer;

  constructor(
    readonly name: string,
    instances: readonly ProjectionInstance[],
    private readonly options: ReaderOptions,
  ) {
    this.instances = [...instances];
    this.position = lowest(instances);
    this.flushed = this.position;
    this.committer = new Committer(options.store, options.sliceMs, options.fence);
  }

  /** Runs until aborted, or until `after` a batch says that it is done; throws when the source or the store fails. */
  async run(signal: AbortSignal, after: (batch: EventBatch) => Promise<boolean>): Promise<'finished' | 'ended'> {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const buffer = new BatchBuffer(this.options.batchMost);
    const filter = { types: this.options.types };
    const from = this.position === START ? {} : { after: this.position };
    const rebuild = buffer.fill(this.options.events.subscribeAll({ ...from, filter, signal: either }), either);
    try {
      for (let batch = await buffer.take(); batch && !signal.aborted; batch = await buffer.take()) {
        const current = batch;
        await this.lock.run(() => this.process(current));
        if (await after(batch)) return 'finished';
      }
      return 'ended';
    } catch (error) {
      // Nothing in memory is trusted after a failure; the store says where to go on.
      await this.lock.run(async () => {
        for (const instance of this.instances) await instance.restore();
      });
      throw error;
    } finally {
      stop.abort();
      await rebuild;
      clearTimeout(this.flushing);
      this.flushing = undefined;
      if (signal.aborted) await this.flush();
    }
  }

  private async process(batch: EventBatch): Promise<void> {
    const slice = new TimeSlice(this.options.sliceMs);
    try {
      await this.fold(batch, slice);
    } catch (error) {
      const refused = unstorable(error);
      if (!refused) throw error;
      await this.oneByOne(batch, slice);
    }
    for (const instance of this.instances) {
      if (batch.position <= instance.position) continue;
      instance.position = batch.position;
      instance.events += batch.events.length;
    }
    if (batch.position > this.position) this.position = batch.position;
    this.caughtUp = batch.caughtUp;
    this.options.moved();
    if (this.flushed < this.position) this.flushing ??= setTimeout(() => this.flushLater(), this.options.flushMs);
  }

  private async fold(batch: EventBatch, slice: TimeSlice, refused?: { key: string; error: unknown }): Promise<void> {
    const commit = this.committer.begin(slice);
    const concerned = sorted(batch.events, this.instances);
    const entries: [ProjectionInstance, Folded['entries']][] = [];
    const how = { alone: this.options.fence === undefined, refused };
    try {
      // All at once: a store that is a network away is waited for once, not once for each read model.
      const preparing = this.instances.map(async (instance) => {
        const prepared = await prepareBatch(instance, concerned.get(instance) ?? [], this.options.store, slice);
        return { instance, prepared };
      });
      for (const { instance, prepared } of await allEnded(preparing)) {
        const folded = await foldBatch(instance, prepared, slice, how);
        await commit.add(instance, folded);
        entries.push([instance, folded.entries]);
      }
      if (!(await commit.end(this.instances, batch.position))) return;
    } finally {
      // Whatever comes next, a repeat or one by one, no write of this batch comes after it.
      await commit.settled();
    }
    this.flushed = batch.position;
    for (const [instance, folded] of entries) instance.remember(folded);
  }

  /** Some document of the batch is no JSON: finds the event that made it so, and parks that one alone. */
  private async oneByOne(batch: EventBatch, slice: TimeSlice): Promise<void> {
    for (const event of batch.events) {
      const single = { events: [event], position: event.position, caughtUp: false };
      for (const instance of this.instances) await instance.restore();
      try {
        await this.fold(single, slice);
      } catch (error) {
        const refused = unstorable(error);
        if (!refused) throw error;
        for (const instance of this.instances) await instance.restore();
        await this.fold(single, slice, { key: refused.id, error });
      }
    }
  }

  /** Puts a instance that has caught up among ours in place of an older rebuild. Under the lock. */
  adopt(instance: ProjectionInstance): void {
    const others = this.instances.filter(({ projection }) => projection.name !== instance.projection.name);
    if (this.instances.length === 0) {
      this.position = instance.position;
      this.flushed = instance.position;
    }
    this.instances.splice(0, this.instances.length, ...others, instance);
  }

  private flushLater(): void {
    // A store that fails here is asked again; the next batch reports it.
    const again = () => {
      this.flushing = setTimeout(() => this.flushLater(), this.options.flushMs);
    };
    this.flushing = undefined;
    this.lock.run(() => this.flush()).catch(again);
  }

  /** Writes down how far the instances are, where the last batches concerned none of them. Under the lock. */
  async flush(): Promise<void> {
    if (this.flushed >= this.position) return;
    const { position } = this;
    await this.committer.move(this.instances, position);
    this.flushed = position;
  }
}

/** Each event to those whom its type concerns: most events concern few. */
function sorted(
  events: readonly RecordedEvent[],
  instances: readonly ProjectionInstance[],
): Map<ProjectionInstance, RecordedEvent[]> {
  const byType = new Map<string, readonly ProjectionInstance[]>();
  const byMember = new Map<ProjectionInstance, RecordedEvent[]>();
  for (const event of events) {
    let concerned = byType.get(event.type);
    if (!concerned) {
      concerned = instances.filter(({ types }) => types.has(event.type));
      byType.set(event.type, concerned);
    }
    for (const instance of concerned) {
      const own = byMember.get(instance);
      if (own) own.push(event);
      else byMember.set(instance, [event]);
    }
  }
  return byMember;
}

/** As `Promise.all`, but it rejects only when none of them runs any more. */
async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function lowest(instances: readonly ProjectionInstance[]): bigint {
  let least: bigint | undefined;
  for (const { position } of instances) if (least === undefined || position < least) least = position;
  return least ?? START;
}
