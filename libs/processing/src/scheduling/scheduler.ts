import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Backoff, backoffMs, type Clock, endsWithin, systemClock } from '#libs/kernel';
import { messageOf, type ProcessingLog, silent } from '../log.js';
import { Supervisor } from '../supervisor.js';

/**
 * Work that falls due by time (design section 6): read from state each time, so a restart re-arms it and what was
 * cancelled is simply not due any more.
 */
export interface ScheduledTask<Item> {
  readonly name: string;
  /** How often the state is asked when nothing wakes it, ms. */
  readonly everyMs: number;
  /** Items that run at the same time; 16. */
  readonly concurrency?: number;
  /** What is due, the most urgent first, `limit` at most. */
  due(now: Date, limit: number): Promise<readonly Item[]>;
  /** One item runs once at a time. */
  key(item: Item): string;
  /** Must be harmless where the item is done already: state may trail. Throws to be tried again later. */
  run(item: Item, signal: AbortSignal): Promise<void>;
}

export interface Scheduler {
  start(): void;
  /** Something may have fallen due. */
  wake(): void;
  /** Something will. */
  wakeAt(at: Date): void;
  /** Items that run now. */
  readonly running: number;
  /** Running items may end, none begins; at the deadline they are told to let go. True when all ended. */
  stop(deadlineMs?: number): Promise<boolean>;
}

export interface SchedulerOptions {
  readonly clock?: Clock;
  readonly log?: ProcessingLog;
  /** Pause of an item that failed. */
  readonly backoff?: Backoff;
  /** Pause of an item that succeeded: for so long state may still call it due, ms. */
  readonly settleMs?: number;
  /** State is asked at least so often, whatever the task says, ms. */
  readonly maxEveryMs?: number;
}

/** setTimeout takes no more. */
const MAX_TIMEOUT_MS = 2_147_483_647;
const CONCURRENCY = 16;

export function createScheduler<Item>(task: ScheduledTask<Item>, options: SchedulerOptions = {}): Scheduler {
  return new StateScheduler(task, options);
}

class StateScheduler<Item> implements Scheduler {
  private readonly clock: Clock;
  private readonly log: ProcessingLog;
  private readonly concurrency: number;
  private readonly everyMs: number;
  private readonly retries: RetrySchedule;
  private readonly supervisor: Supervisor;
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly alarms = new Map<number, NodeJS.Timeout>();
  private readonly ending = new AbortController();
  private woken = false;
  private wakeUp: (() => void) | undefined;
  /** More is due than may run at once: the next item begins as soon as one has ended. */
  private backlog = false;

  constructor(
    private readonly task: ScheduledTask<Item>,
    { clock = systemClock, log = silent, backoff, settleMs = 250, maxEveryMs = task.everyMs }: SchedulerOptions,
  ) {
    this.clock = clock;
    this.log = log;
    this.concurrency = task.concurrency ?? CONCURRENCY;
    this.everyMs = Math.min(task.everyMs, maxEveryMs);
    this.retries = new RetrySchedule(backoff ?? { initialMs: 500, maxMs: 60_000 }, settleMs);
    this.supervisor = new Supervisor({ log });
  }

  start(): void {
    const name = `scheduled task ${this.task.name}`;
    this.supervisor.start({ name, run: (signal, healthy) => this.keep(signal, healthy) });
  }

  get running(): number {
    return this.inFlight.size;
  }

  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  wakeAt(at: Date): void {
    // Alarms within 10 ms are one.
    const slot = Math.ceil(at.getTime() / 10) * 10;
    if (this.ending.signal.aborted || this.alarms.has(slot)) return;
    const ms = Math.min(MAX_TIMEOUT_MS, Math.max(0, slot - this.clock.now().getTime()));
    const alarm = setTimeout(() => {
      this.alarms.delete(slot);
      this.wake();
    }, ms);
    this.alarms.set(slot, alarm.unref());
  }

  private async keep(signal: AbortSignal, healthy: () => void): Promise<'ended'> {
    while (!signal.aborted) {
      this.woken = false;
      await this.begin(signal);
      healthy();
      // An embedded store answers at once: what state goes on calling due would keep the event loop to itself.
      await nextTurn();
      await this.pause(signal);
    }
    return 'ended';
  }

  private async begin(signal: AbortSignal): Promise<void> {
    this.backlog = false;
    this.retries.forget(this.clock.monotonicMs());
    // What runs or pauses may head the list of what is due and must not hide the others; one more tells of a backlog.
    const limit = this.concurrency + this.inFlight.size + this.retries.size + 1;
    for (const item of await this.task.due(this.clock.now(), limit)) {
      if (signal.aborted) return;
      const key = this.task.key(item);
      if (this.inFlight.has(key) || this.retries.isPaused(key, this.clock.monotonicMs())) continue;
      if (this.inFlight.size >= this.concurrency) {
        this.backlog = true;
        return;
      }
      this.inFlight.set(key, this.run(key, item));
    }
  }

  private async run(key: string, item: Item): Promise<void> {
    try {
      await this.task.run(item, this.ending.signal);
      this.retries.succeeded(key, this.clock.monotonicMs());
    } catch (error) {
      this.retries.failed(key, this.clock.monotonicMs());
      const facts = { task: this.task.name, item: key, error: messageOf(error) };
      this.log.warn(facts, 'an item of a scheduled task failed, tried again later');
    }
    this.inFlight.delete(key);
    if (this.backlog) this.wake();
  }

  private pause(signal: AbortSignal): Promise<void> {
    if (this.woken || signal.aborted) return Promise.resolve();
    const retryMs = this.retries.nextMs(this.clock.monotonicMs()) ?? this.everyMs;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.wakeUp = undefined;
        resolve();
      };
      const timer = setTimeout(end, Math.max(1, Math.min(retryMs, this.everyMs)));
      signal.addEventListener('abort', end, { once: true });
      this.wakeUp = end;
    });
  }

  async stop(deadlineMs = 10_000): Promise<boolean> {
    const start = performance.now();
    for (const alarm of this.alarms.values()) clearTimeout(alarm);
    this.alarms.clear();
    await this.supervisor.stop(deadlineMs);
    const left = Math.max(0, deadlineMs - (performance.now() - start));
    const ended = await endsWithin(Promise.all(this.inFlight.values()), left);
    this.ending.abort();
    return ended;
  }
}

/** Items that pause: those that failed, longer each time, and those that have just succeeded. */
class RetrySchedule {
  private readonly items = new Map<string, { untilMs: number; failures: number }>();

  constructor(
    private readonly backoff: Backoff,
    private readonly settleMs: number,
  ) {}

  get size(): number {
    return this.items.size;
  }

  succeeded(key: string, nowMs: number): void {
    this.items.set(key, { untilMs: nowMs + this.settleMs, failures: 0 });
  }

  failed(key: string, nowMs: number): void {
    const failures = (this.items.get(key)?.failures ?? 0) + 1;
    this.items.set(key, { untilMs: nowMs + backoffMs(failures - 1, this.backoff), failures });
  }

  isPaused(key: string, nowMs: number): boolean {
    return (this.items.get(key)?.untilMs ?? 0) > nowMs;
  }

  /** Items that paused long enough. One that fails keeps its count for a while after it may run again. */
  forget(nowMs: number): void {
    for (const [key, { untilMs, failures }] of this.items)
      if (untilMs <= nowMs && (failures === 0 || nowMs - untilMs > 2 * this.backoff.maxMs)) this.items.delete(key);
  }

  /** ms until the next item may run again, if any pauses. */
  nextMs(nowMs: number): number | undefined {
    let next: number | undefined;
    for (const { untilMs } of this.items.values()) {
      const left = untilMs - nowMs;
      if (left > 0 && (next === undefined || left < next)) next = left;
    }
    return next;
  }
}
