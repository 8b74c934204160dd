import { Semaphore } from 'async-mutex';
import type { RecordedEvent, SubscriptionBatch } from '#libs/event-store';
import { type Backoff, backoffMs, endsWithin, retry, sleep } from '#libs/kernel';
import type { CheckpointMove } from '#libs/read-models';
import { logged, messageOf, type ProcessingLog, silent } from '../log.js';
import { PositionWaiters } from '../projector/position-waiters.js';
import { START } from '../projector/projection-instance.js';
import { eventsAt, type Retried } from '../projector/retry-parked.js';
import { Supervisor, type TaskHealth } from '../supervisor.js';
import { CheckpointTracker } from './checkpoint-tracker.js';
import { isStoreUnavailable, type Saga, type SagaRunnerOptions, type SagaStatus } from './saga.js';
import { type CheckpointedSaga, SagaCheckpoints } from './saga-checkpoints.js';

/** Events taken from the subscription and not ended; and how far it may run ahead of one that is stuck. */
const MAX_IN_FLIGHT = 512;
const MAX_WIDTH = 65_536;
const MAX_TRIES = 8;
const MAX_UNAVAILABLE = 30;
/** Events begun in one turn of the event loop: one that is handled already waits for nothing where stores are embedded. */
const MAX_BEGUN = 8;

/** Runs one saga: never dies of an event, never skips one, stops in time. */
export class SagaRunner implements CheckpointedSaga {
  private readonly checkpoint: string;
  private readonly log: ProcessingLog;
  private readonly backoff: Backoff;
  private readonly supervisor: Supervisor;
  private readonly slots: Semaphore;
  private readonly checkpoints: SagaCheckpoints;
  private readonly partitions = new KeyedQueue();
  private readonly parked = new Set<string>();
  private readonly waiters = new PositionWaiters();
  private readonly budget = new TurnBudget(MAX_BEGUN);
  private readonly working = new Set<Promise<void>>();
  /** Aborted first: nothing new is begun. */
  private readonly closing = new AbortController();
  /** Aborted at the deadline: what runs must let go. */
  private readonly ending = new AbortController();
  private tracker = new CheckpointTracker(START);
  private received = START;
  private flushed = START;
  private wakeSubscription: (() => void) | undefined;
  private pinging: Promise<boolean> | undefined;

  constructor(
    private readonly saga: Saga,
    private readonly options: SagaRunnerOptions,
  ) {
    this.checkpoint = `saga:${saga.name}`;
    this.log = options.log ?? silent;
    this.backoff = options.backoff ?? { initialMs: 100, maxMs: 10_000 };
    this.supervisor = new Supervisor({ log: this.log, backoff: this.backoff });
    this.slots = new Semaphore(options.concurrency ?? 16);
    this.checkpoints = options.checkpoints ?? new SagaCheckpoints(options);
  }

  async start(): Promise<void> {
    const stored = (await this.options.store.checkpoint(this.checkpoint)) ?? START;
    this.tracker = new CheckpointTracker(stored);
    this.received = stored;
    this.flushed = stored;
    for (const { key } of await this.options.store.parked(this.saga.name)) this.parked.add(key);
    this.supervisor.start({ name: this.checkpoint, run: (signal, healthy) => this.follow(signal, healthy) });
    this.checkpoints.add(this);
  }

  /** After a broken subscription it goes on behind what was received, which is still in hand. */
  private async follow(signal: AbortSignal, healthy: () => void): Promise<'ended'> {
    const from = this.received === START ? {} : { after: this.received };
    signal.addEventListener('abort', () => this.wakeSubscription?.(), { once: true });
    const source = this.options.events.subscribeAll({ ...from, filter: { types: this.saga.types }, signal });
    for await (const batch of source) {
      if (signal.aborted) break;
      healthy();
      await this.take(batch, signal);
    }
    return 'ended';
  }

  private async take(batch: SubscriptionBatch, signal: AbortSignal): Promise<void> {
    if (batch.kind === 'caught-up') {
      if (batch.position <= this.received) return;
      this.tracker.skip(batch.position);
      this.received = batch.position;
      this.moved();
      return;
    }
    for (const event of batch.events) {
      while (this.isFull && !signal.aborted) await this.room();
      if (signal.aborted) return;
      const end = this.tracker.begin(event.position);
      this.received = event.position;
      const { key, error } = this.partitionOf(event);
      const work = this.partitions.add(key, async () => {
        if (!(await this.settle(event, key, error))) return;
        end();
        this.moved();
      });
      this.working.add(work);
      work.finally(() => this.working.delete(work));
    }
  }

  private get isFull(): boolean {
    return this.tracker.inFlight >= MAX_IN_FLIGHT || this.tracker.width >= MAX_WIDTH;
  }

  private room(): Promise<void> {
    return new Promise((resolve) => {
      this.wakeSubscription = resolve;
    });
  }

  private moved(): void {
    this.wakeSubscription?.();
    this.waiters.reached(this.tracker.position);
  }

  private partitionOf(event: RecordedEvent): { readonly key: string; readonly error?: unknown } {
    try {
      return { key: this.saga.partition(event) };
    } catch (error) {
      return { key: `stream:${event.stream}`, error };
    }
  }

  /** True when the event is handled, parked, or queued behind a parked one; false when the runner stopped before. */
  private async settle(event: RecordedEvent, key: string, unpartitioned: unknown): Promise<boolean> {
    const { store } = this.options;
    const { name } = this.saga;
    if (this.parked.has(key)) return this.untilWritten(() => store.queueBehind(name, key, event.position));
    const outcome = unpartitioned === undefined ? await this.attempt(event, key) : { error: unpartitioned };
    if (outcome === 'stopped') return false;
    if (outcome === 'handled') return true;
    const parked = { key, event_id: event.id, event_type: event.type, error: messageOf(outcome.error) };
    this.log.warn({ saga: name, ...parked }, 'event parked');
    this.parked.add(key);
    return this.untilWritten(() => store.park({ name, position: event.position, ...parked }));
  }

  /** Tries an event until it is handled or has used up its tries. */
  private async attempt(
    event: RecordedEvent,
    key: string,
  ): Promise<'handled' | 'stopped' | { readonly error: unknown }> {
    const { maxTries = MAX_TRIES, maxUnavailable = MAX_UNAVAILABLE } = this.options;
    for (let tries = 0, failed = 0, unavailable = 0; !this.closing.signal.aborted; tries += 1) {
      try {
        return await this.slots.runExclusive(async () => {
          await this.budget.begin();
          if (this.closing.signal.aborted) return 'stopped';
          await this.saga.handle(event, this.ending.signal);
          // Told to let go, it may have left early.
          return this.ending.signal.aborted ? 'stopped' : 'handled';
        });
      } catch (error) {
        if (this.ending.signal.aborted) break;
        if (tries === maxTries) {
          const facts = { saga: this.saga.name, key, event_id: event.id, error: messageOf(error) };
          this.log.warn(facts, 'an event keeps failing: a store is away, or the event says so');
        }
        const pause = sleep(backoffMs(tries, this.backoff), this.closing.signal);
        if (!isStoreUnavailable(error)) failed += 1;
        // An event can fail as `unavailable` for ever by itself: counted only where the stores themselves answer.
        else if (await this.storesAnswer()) unavailable += 1;
        if (failed >= maxTries || unavailable >= maxUnavailable) return { error };
        await pause;
      }
    }
    return 'stopped';
  }

  /** All events that fail at the same time share one ping. */
  private storesAnswer(): Promise<boolean> {
    const { events, store } = this.options;
    this.pinging ??= Promise.all([events.ping(), store.ping()])
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.pinging = undefined;
      });
    return this.pinging;
  }

  /** The checkpoint must not pass an event before its parking is stored, however long that takes. */
  private async untilWritten(write: () => Promise<void>): Promise<boolean> {
    const { signal } = this.ending;
    const failed = logged(this.log, { saga: this.saga.name }, 'parking could not be stored, tried again');
    const retryable = (error: unknown) => {
      failed(error);
      return true;
    };
    return retry(write, { backoff: this.backoff, retryable, signal }).then(
      () => true,
      () => false,
    );
  }

  get checkpointMove(): CheckpointMove | undefined {
    const { position } = this.tracker;
    const { fence } = this.options;
    if (position <= this.flushed) return undefined;
    return { name: this.checkpoint, position, ...(fence === undefined ? {} : { fence }) };
  }

  checkpointStored(position: bigint): void {
    if (position > this.flushed) this.flushed = position;
  }

  /** Handles parked events again, in order, up to the first that fails once more; later events wait meanwhile. */
  async retry(key?: string): Promise<Retried> {
    const all = await this.options.store.parked(this.saga.name);
    const parked = all.filter((event) => key === undefined || event.key === key);
    let retried = 0;
    const again = parked.map((event) =>
      this.partitions.add(event.key, async () => {
        const failed = logged(this.log, { saga: this.saga.name, key: event.key }, 'a parked key could not be retried');
        if (await this.retryKey(event.key).catch(failed)) retried += 1;
      }),
    );
    await Promise.all(again);
    return { name: this.saga.name, retried, left: parked.length - retried };
  }

  private async retryKey(key: string): Promise<boolean> {
    const { store, events } = this.options;
    const positions = await store.parkedPositions(this.saga.name, key);
    for await (const event of eventsAt(events, positions, this.saga.types)) {
      try {
        await this.slots.runExclusive(() => this.saga.handle(event, this.ending.signal));
      } catch (error) {
        const { id: event_id, type: event_type } = event;
        const facts = { event_id, event_type, error: messageOf(error) };
        await store.advanceParked(this.saga.name, key, event.position, facts);
        return false;
      }
    }
    await store.unpark(this.saga.name, key);
    this.parked.delete(key);
    return true;
  }

  /** True when everything up to the position is handled or parked; false after the time. */
  async waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    return this.tracker.position >= position || this.waiters.wait(position, timeoutMs);
  }

  status(): SagaStatus {
    const position = this.tracker.position === START ? 0n : this.tracker.position;
    return { name: this.saga.name, position, inFlight: this.tracker.inFlight, parked: this.parked.size };
  }

  health(): readonly TaskHealth[] {
    return this.supervisor.health();
  }

  /** What is being handled may end, nothing new begins; at the deadline it is told to let go. True when all ended. */
  async stop(deadlineMs = 10_000): Promise<boolean> {
    const start = performance.now();
    this.closing.abort();
    await this.supervisor.stop(deadlineMs);
    const left = Math.max(0, deadlineMs - (performance.now() - start));
    const ended = await endsWithin(Promise.all([...this.working]), left);
    this.ending.abort();
    this.waiters.end();
    // Another node owns it by now, or the store is away: what was handled since is handled again, harmlessly.
    const failed = logged(this.log, { saga: this.saga.name }, 'the last checkpoint could not be stored');
    await this.checkpoints.remove(this).catch(failed);
    return ended;
  }
}

/** Lets so many of those who ask begin in each turn of the event loop, and the rest in later ones. */
class TurnBudget {
  private begun = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async begin(): Promise<void> {
    if (this.begun >= this.most) return new Promise((resolve) => this.waiting.push(resolve));
    this.begun += 1;
    if (this.begun === 1) setImmediate(() => this.nextTurn());
  }

  /** Wakes those whose turn it is, and nobody to look and wait again. */
  private nextTurn(): void {
    const next = this.waiting.splice(0, this.most);
    this.begun = next.length;
    if (next.length > 0) setImmediate(() => this.nextTurn());
    for (const begin of next) begin();
  }
}

/** Work of one key in order, of different keys at the same time. */
class KeyedQueue {
  private readonly tails = new Map<string, Promise<void>>();

  /** `work` must not reject. */
  add(key: string, work: () => Promise<void>): Promise<void> {
    const tail = (this.tails.get(key) ?? Promise.resolve()).then(work);
    this.tails.set(key, tail);
    return tail.finally(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
  }
}
