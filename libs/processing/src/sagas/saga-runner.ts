import type { RecordedEvent, SubscriptionBatch } from '#libs/event-store';
import { messageOf, type ProcessingLog, silent } from '../log.js';
import { START } from '../projector/projection-instance.js';
import { eventsAt, type Retried } from '../projector/retry.js';
import { PositionWaiters } from '../projector/waiters.js';
import { type Backoff, backoffMs, endsWithin, sleep } from '../supervisor/backoff.js';
import { Supervisor, type TaskHealth } from '../supervisor/supervisor.js';
import { CheckpointTracker } from './checkpoint-tracker.js';
import { KeyedQueue, Semaphore } from './concurrency.js';
import { isStoreUnavailable, type Saga, type SagaRunnerOptions, type SagaStatus } from './saga.js';

/** Events taken from the source and not ended; and how far the source may run ahead of one that is stuck. */
const MAX_IN_FLIGHT = 512;
const MAX_WIDTH = 65_536;

/** Runs one saga: never dies of an event, never skips one, stops in time. */
export class SagaRunner {
  private readonly checkpoint: string;
  private readonly log: ProcessingLog;
  private readonly backoff: Backoff;
  private readonly supervisor: Supervisor;
  private readonly places: Semaphore;
  private readonly partitions = new KeyedQueue();
  private readonly parked = new Set<string>();
  private readonly waiters = new PositionWaiters();
  private readonly working = new Set<Promise<void>>();
  /** Aborted first: nothing new is begun. */
  private readonly closing = new AbortController();
  /** Aborted at the deadline: what runs must let go. */
  private readonly ending = new AbortController();
  private prefix = new CheckpointTracker(START);
  private delivered = START;
  private flushed = START;
  private roomMade: (() => void) | undefined;

  constructor(
    private readonly saga: Saga,
    private readonly options: SagaRunnerOptions,
  ) {
    this.checkpoint = `saga:${saga.name}`;
    this.log = options.log ?? silent;
    this.backoff = options.backoff ?? { initialMs: 100, maxMs: 10_000 };
    this.supervisor = new Supervisor({ log: this.log, backoff: this.backoff });
    this.places = new Semaphore(options.concurrency ?? 16);
  }

  async start(): Promise<void> {
    const stored = (await this.options.store.checkpoint(this.checkpoint)) ?? START;
    this.prefix = new CheckpointTracker(stored);
    this.delivered = stored;
    this.flushed = stored;
    for (const { key } of await this.options.store.parked(this.saga.name)) this.parked.add(key);
    this.supervisor.start({ name: this.checkpoint, run: (signal, healthy) => this.follow(signal, healthy) });
    this.supervisor.start({ name: `${this.checkpoint} place`, run: (signal) => this.keepPlace(signal) });
  }

  /** After a broken subscription: goes on behind what was delivered, since that is in hand still. */
  private async follow(signal: AbortSignal, healthy: () => void): Promise<'ended'> {
    const from = this.delivered === START ? {} : { after: this.delivered };
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
      if (batch.position <= this.delivered) return;
      this.prefix.skip(batch.position);
      this.delivered = batch.position;
      this.moved();
      return;
    }
    for (const event of batch.events) {
      while (this.prefix.inFlight >= MAX_IN_FLIGHT || this.prefix.width >= MAX_WIDTH) await this.room(signal);
      if (signal.aborted) return;
      const end = this.prefix.begin(event.position);
      this.delivered = event.position;
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

  private room(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.roomMade = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  private moved(): void {
    this.roomMade?.();
    this.waiters.reached(this.prefix.position);
  }

  private partitionOf(event: RecordedEvent): { readonly key: string; readonly error?: unknown } {
    try {
      return { key: this.saga.partition(event) };
    } catch (error) {
      return { key: `stream:${event.stream}`, error };
    }
  }

  /** True when the event is handled, parked, or waits behind a parked one; false when the runner stopped before. */
  private async settle(event: RecordedEvent, key: string, broken: unknown): Promise<boolean> {
    if (this.parked.has(key))
      return this.insist(() => this.options.store.queueBehind(this.saga.name, key, event.position));
    const outcome = broken === undefined ? await this.attempt(event) : { error: broken };
    if (outcome === 'stopped') return false;
    if (outcome === 'handled') return true;
    const { position, id: event_id, type: event_type } = event;
    const text = messageOf(outcome.error);
    this.log.warn({ saga: this.saga.name, key, event_id, event_type, error: text }, 'event parked');
    this.parked.add(key);
    return this.insist(() =>
      this.options.store.park({ name: this.saga.name, key, position, event_id, event_type, error: text }),
    );
  }

  /** Tries an event until it is handled or has used up its tries. */
  private async attempt(event: RecordedEvent): Promise<'handled' | 'stopped' | { readonly error: unknown }> {
    const { tries = 8, transient = isStoreUnavailable } = this.options;
    for (let failed = 0, waits = 0; !this.closing.signal.aborted; waits += 1) {
      try {
        return await this.places.use(async () => {
          if (this.closing.signal.aborted) return 'stopped';
          await this.saga.handle(event, this.ending.signal);
          // Told to let go, it may have left early.
          return this.ending.signal.aborted ? 'stopped' : 'handled';
        });
      } catch (error) {
        if (this.ending.signal.aborted) break;
        if (!transient(error)) failed += 1;
        if (failed >= tries) return { error };
      }
      await sleep(backoffMs(waits, this.backoff), this.closing.signal);
    }
    return 'stopped';
  }

  /** Parking has to be written down before the place passes it: for as long as it takes. */
  private async insist(write: () => Promise<void>): Promise<boolean> {
    for (let waits = 0; !this.ending.signal.aborted; waits += 1) {
      try {
        await write();
        return true;
      } catch (error) {
        this.log.warn({ saga: this.saga.name, error: messageOf(error) }, 'parking failed, tried again');
        await sleep(backoffMs(waits, this.backoff), this.ending.signal);
      }
    }
    return false;
  }

  private async keepPlace(signal: AbortSignal): Promise<'ended'> {
    while (!signal.aborted) {
      await this.flush();
      await sleep(this.options.flushMs ?? 100, signal);
    }
    return 'ended';
  }

  private async flush(): Promise<void> {
    const { position } = this.prefix;
    if (position <= this.flushed) return;
    const { store, fence } = this.options;
    const move = { name: this.checkpoint, position, ...(fence === undefined ? {} : { fence }) };
    await store.commit({ writes: [], checkpoints: [move] });
    this.flushed = position;
  }

  /** Handles parked events again, in order, up to the first that fails once more; later events wait meanwhile. */
  async retry(key?: string): Promise<Retried> {
    const all = await this.options.store.parked(this.saga.name);
    const parked = all.filter((event) => key === undefined || event.key === key);
    let retried = 0;
    const again = parked.map((event) =>
      this.partitions.add(event.key, async () => {
        if (await this.again(event.key).catch(() => false)) retried += 1;
      }),
    );
    await Promise.all(again);
    return { name: this.saga.name, retried, left: parked.length - retried };
  }

  private async again(key: string): Promise<boolean> {
    const { store, events } = this.options;
    const positions = await store.parkedPositions(this.saga.name, key);
    for (const event of await eventsAt(events, positions, this.saga.types)) {
      try {
        await this.places.use(() => this.saga.handle(event, this.ending.signal));
      } catch (error) {
        const { id: event_id, type: event_type } = event;
        await store.advanceParked(this.saga.name, key, event.position, {
          event_id,
          event_type,
          error: messageOf(error),
        });
        return false;
      }
    }
    await store.unpark(this.saga.name, key);
    this.parked.delete(key);
    return true;
  }

  /** True when everything up to the position is handled or parked; false after the time. For erasing (design section 7). */
  async waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    return this.prefix.position >= position || this.waiters.wait(position, timeoutMs);
  }

  status(): SagaStatus {
    const position = this.prefix.position === START ? 0n : this.prefix.position;
    return { name: this.saga.name, position, inFlight: this.prefix.inFlight, parked: this.parked.size };
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
    // Refused to who is no owner any more, or the store is away: what was handled since is handled again, harmlessly.
    await this.flush().catch((error) =>
      this.log.warn({ saga: this.saga.name, error: messageOf(error) }, 'the last place could not be written down'),
    );
    return ended;
  }
}
