import { Mutex } from 'async-mutex';
import type { EventSubscriptions } from '#libs/event-store';
import { type ReadModelStore, UnstorableDocument } from '#libs/read-models';
import { BatchBuffer, type EventBatch } from './batch-buffer.js';
import { BatchFold } from './batch-fold.js';
import { Committer } from './commit.js';
import type { Refused } from './fold.js';
import { type ProjectionInstance, START } from './projection-instance.js';
import { TimeSlice } from './time-slice.js';

export interface ReaderOptions {
  readonly events: EventSubscriptions;
  readonly store: ReadModelStore;
  /** All types that an instance of this reader can ever have. */
  readonly types: readonly string[];
  /** Events of one batch, at most: a checkpoint moves behind each. */
  readonly maxBatch: number;
  /** Events in memory at once, about. */
  readonly maxPortion: number;
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
/** Of the events of one batch, about: their documents are in memory until its end. Characters. */
const MAX_BATCH_SIZE = 32 * 1024 * 1024;

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
  /** Up to here each event is a batch by itself: one of them makes a document that cannot be stored. */
  private singlyThrough = START;
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
    for (;;) {
      try {
        return await this.follow(signal, after);
      } catch (error) {
        // After a failure nothing in memory is trusted: the checkpoints say where to go on.
        await this.mutex.runExclusive(() => this.restore());
        if (!(error instanceof UnstorableDocument)) throw error;
      }
    }
  }

  private async follow(signal: AbortSignal, after: (batch: EventBatch) => Promise<boolean>) {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const { maxBatch, maxPortion, unhurried, store } = this.options;
    const types = new Set(store.transactional ? [] : unhurried);
    const buffer = new BatchBuffer(Math.min(maxBatch, maxPortion), { types, ms: UNHURRIED_MS });
    const filter = { types: this.options.types };
    const from = this.position === START ? {} : { after: this.position };
    const filling = buffer.fill(this.options.events.subscribeAll({ ...from, filter, signal: either }), either);
    try {
      for (let first = await buffer.take(); first && !signal.aborted; first = await buffer.take()) {
        const begun = first;
        const batch = await this.mutex.runExclusive(() => this.process(begun, buffer, signal));
        if (await after(batch)) return 'finished';
      }
      return 'ended';
    } finally {
      stop.abort();
      await filling;
      this.cancelFlush();
      if (signal.aborted) await this.flush();
    }
  }

  private async restore(): Promise<void> {
    for (const instance of this.instances) await instance.restore();
  }

  /** @returns the last portion of the batch. */
  private async process(first: EventBatch, buffer: BatchBuffer, signal: AbortSignal): Promise<EventBatch> {
    const slice = new TimeSlice(this.options.sliceMs);
    const { events, last } =
      first.position <= this.singlyThrough
        ? await this.oneByOne(first, slice)
        : await this.together(first, slice, () => (signal.aborted ? undefined : buffer.take()));
    for (const instance of this.instances) {
      if (last.position <= instance.position) continue;
      instance.position = last.position;
      instance.events += events;
    }
    if (last.position > this.position) this.position = last.position;
    this.caughtUp = last.caughtUp;
    this.options.moved();
    if (this.flushed < this.position) this.flushWithin(this.options.flushMs);
    return last;
  }

  /** While history is read a batch goes on over many portions, of whose events none is kept. */
  private async together(
    first: EventBatch,
    slice: TimeSlice,
    next: () => Promise<EventBatch | undefined> | undefined,
    refused?: Refused,
  ): Promise<{ readonly events: number; readonly last: EventBatch }> {
    const { store, maxBatch } = this.options;
    const commit = this.committer.begin(slice);
    const fold = new BatchFold(this.instances, store, commit, slice, refused);
    let last = first;
    try {
      for (let portion: EventBatch | undefined = first; portion; ) {
        last = portion;
        const ends: boolean =
          !portion.more || fold.events + portion.events.length >= maxBatch || fold.size >= MAX_BATCH_SIZE;
        await fold.add(portion.events, !ends);
        // What breaks the source is thrown when it is asked for the next batch.
        portion = ends ? undefined : await next()?.catch(() => undefined);
      }
      await fold.add([], false);
      const began = performance.now();
      // Whoever waits to read needs the documents alone: a checkpoint that costs a step of its own follows by itself.
      const trails = !store.transactional && began - this.provenAtMs < PROVEN_MS;
      if (await commit.end(this.instances, last.position, !trails)) {
        if (trails) this.flushWithin(this.trailMs);
        else this.stored(last.position, began);
        fold.remember();
      }
      return { events: fold.events, last };
    } catch (error) {
      if (error instanceof UnstorableDocument && last.position > this.singlyThrough) this.singlyThrough = last.position;
      throw error;
    } finally {
      // A repeat, or the single events, must not be overtaken by a write of this batch.
      await commit.settled();
    }
  }

  /** A document of these events cannot be stored: finds the event that made it so, and parks that one alone. */
  private async oneByOne(portion: EventBatch, slice: TimeSlice) {
    const alone = (event: EventBatch['events'][number], refused?: Refused) => {
      const single = { events: [event], position: event.position, caughtUp: false, more: false };
      return this.together(single, slice, () => undefined, refused);
    };
    for (const event of portion.events) {
      await this.restore();
      try {
        await alone(event);
      } catch (error) {
        if (!(error instanceof UnstorableDocument)) throw error;
        await this.restore();
        await alone(event, { key: error.id, error });
      }
    }
    return { events: portion.events.length, last: portion };
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

function lowest(instances: readonly ProjectionInstance[]): bigint {
  let least: bigint | undefined;
  for (const { position } of instances) if (least === undefined || position < least) least = position;
  return least ?? START;
}
