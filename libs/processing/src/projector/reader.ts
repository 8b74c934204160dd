import { Mutex } from 'async-mutex';
import type { EventSubscriptions, RecordedEvent } from '#libs/event-store';
import { type ReadModelStore, UnstorableDocument } from '#libs/read-models';
import { BatchBuffer, type EventBatch } from './batch-buffer.js';
import { Committer } from './commit.js';
import { type Folded, foldBatch, prepareBatch } from './fold.js';
import { type ProjectionInstance, START } from './projection-instance.js';
import { TimeSlice } from './time-slice.js';

export interface ReaderOptions {
  readonly events: EventSubscriptions;
  readonly store: ReadModelStore;
  /** All types that an instance of this reader can ever have. */
  readonly types: readonly string[];
  /** Events folded at once, at most. */
  readonly maxBatch: number;
  readonly sliceMs: number;
  /** Types of events that nobody waits to see. */
  readonly unhurried: readonly string[];
  /** Whether other nodes ask for checkpoints. */
  readonly watched: () => boolean;
  /** How long a checkpoint may trail over events that concern nobody, ms. */
  readonly flushMs: number;
  /** Fencing number of the lease under which this node folds. */
  readonly fence?: number;
  /** Called right after the position has changed. */
  readonly moved: () => void;
}

/**
 * So long a stored checkpoint proves that no other node has taken the read models over, ms. In the meantime documents are
 * stored without asking again; their positions make harmless what a node that lost its lease unawares still writes.
 */
const PROVEN_MS = 1_000;
/** Checkpoints that trail are moved so often at most where other nodes ask for them, ms. */
const TRAIL_MS = 20;
/** Where a write is a call to a server, what nobody waits to see waits so long for what follows, ms. */
const UNHURRIED_MS = 50;

/** One subscription for the instances that stand at one position: each event is decoded once for all of them. */
export class Reader {
  /** Batches, joins and retries exclude one another: each sees documents that nobody else is changing. */
  readonly mutex = new Mutex();
  readonly instances: ProjectionInstance[];
  /** Everything up to here is folded by every instance. */
  position: bigint;
  /** Whether the last batch reached the end of the store. */
  caughtUp = false;
  private flushed: bigint;
  private flushing: NodeJS.Timeout | undefined;
  private flushAtMs = Number.POSITIVE_INFINITY;
  private moving: Promise<void> | undefined;
  /** When the last checkpoint that was stored was sent, on the monotonic clock, ms. */
  private provenAtMs = Number.NEGATIVE_INFINITY;
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
    const { maxBatch, unhurried, store } = this.options;
    const types = new Set(store.transactional ? [] : unhurried);
    const buffer = new BatchBuffer(maxBatch, { types, ms: UNHURRIED_MS });
    const filter = { types: this.options.types };
    const from = this.position === START ? {} : { after: this.position };
    const filling = buffer.fill(this.options.events.subscribeAll({ ...from, filter, signal: either }), either);
    try {
      for (let batch = await buffer.take(); batch && !signal.aborted; batch = await buffer.take()) {
        const current = batch;
        await this.mutex.runExclusive(() => this.process(current));
        if (await after(batch)) return 'finished';
      }
      return 'ended';
    } catch (error) {
      // After a failure nothing in memory is trusted: the checkpoints say where to go on.
      await this.mutex.runExclusive(async () => {
        for (const instance of this.instances) await instance.restore();
      });
      throw error;
    } finally {
      stop.abort();
      await filling;
      this.cancelFlush();
      if (signal.aborted) await this.flush();
    }
  }

  private async process(batch: EventBatch): Promise<void> {
    const slice = new TimeSlice(this.options.sliceMs);
    try {
      await this.fold(batch, slice);
    } catch (error) {
      if (!(error instanceof UnstorableDocument)) throw error;
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
    if (this.flushed < this.position) this.flushWithin(this.options.flushMs);
  }

  private async fold(batch: EventBatch, slice: TimeSlice, refused?: { key: string; error: unknown }): Promise<void> {
    const commit = this.committer.begin(slice);
    const concerned = byInstance(batch.events, this.instances);
    const entries: [ProjectionInstance, Folded['entries']][] = [];
    const how = { exclusive: this.options.store.leases.exclusive, refused };
    try {
      // In parallel: one round trip to a store on the network, not one for each read model.
      const preparing = this.instances.map(async (instance) => {
        const prepared = await prepareBatch(instance, concerned.get(instance) ?? [], this.options.store, slice);
        return { instance, prepared };
      });
      for (const { instance, prepared } of await allEnded(preparing)) {
        const folded = await foldBatch(instance, prepared, slice, how);
        await commit.add(instance, folded);
        entries.push([instance, folded.entries]);
      }
      const began = performance.now();
      // Whoever waits to read needs the documents alone: a checkpoint that costs a step of its own follows by itself.
      const trails = !this.options.store.transactional && began - this.provenAtMs < PROVEN_MS;
      if (!(await commit.end(this.instances, batch.position, !trails))) return;
      if (trails) this.flushWithin(this.trailMs);
      else this.stored(batch.position, began);
    } finally {
      // A repeat, or the single events, must not be overtaken by a write of this batch.
      await commit.settled();
    }
    for (const [instance, folded] of entries) instance.remember(folded);
  }

  /** A document of the batch cannot be stored: finds the event that made it so, and parks that one alone. */
  private async oneByOne(batch: EventBatch, slice: TimeSlice): Promise<void> {
    for (const event of batch.events) {
      const single = { events: [event], position: event.position, caughtUp: false };
      for (const instance of this.instances) await instance.restore();
      try {
        await this.fold(single, slice);
      } catch (error) {
        if (!(error instanceof UnstorableDocument)) throw error;
        for (const instance of this.instances) await instance.restore();
        await this.fold(single, slice, { key: error.id, error });
      }
    }
  }

  /** Takes in an instance that has caught up, in place of an older one of its projection. Under the mutex. */
  adopt(instance: ProjectionInstance): void {
    const others = this.instances.filter(({ projection }) => projection.name !== instance.projection.name);
    if (this.instances.length === 0) {
      this.position = instance.position;
      this.flushed = instance.position;
    }
    this.instances.splice(0, this.instances.length, ...others, instance);
  }

  private get trailMs(): number {
    if (!this.options.watched()) return this.options.flushMs;
    return Math.max(0, this.provenAtMs + TRAIL_MS - performance.now());
  }

  private flushWithin(ms: number): void {
    const atMs = performance.now() + ms;
    if (atMs >= this.flushAtMs) return;
    this.cancelFlush();
    this.flushAtMs = atMs;
    this.flushing = setTimeout(() => {
      this.cancelFlush();
      // Tried again; a store that stays away, or a lease that is lost, fails the next batch, which is logged.
      this.flush().catch(() => this.flushWithin(this.options.flushMs));
    }, ms);
  }

  private cancelFlush(): void {
    clearTimeout(this.flushing);
    this.flushAtMs = Number.POSITIVE_INFINITY;
  }

  /** Stores the checkpoints where they trail; resolves when they are where the documents are. */
  async flush(): Promise<void> {
    while (this.flushed < this.position) {
      this.moving ??= this.moveCheckpoints().finally(() => {
        this.moving = undefined;
      });
      await this.moving;
    }
  }

  private async moveCheckpoints(): Promise<void> {
    const { position } = this;
    const began = performance.now();
    await this.committer.move(this.instances, position);
    this.stored(position, began);
  }

  private stored(position: bigint, sentMs: number): void {
    if (position > this.flushed) this.flushed = position;
    this.provenAtMs = sentMs;
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

function lowest(instances: readonly ProjectionInstance[]): bigint {
  let least: bigint | undefined;
  for (const { position } of instances) if (least === undefined || position < least) least = position;
  return least ?? START;
}
