import { type Clock, systemClock } from '#libs/kernel';
import { messageOf, type ProcessingLog, silent } from '../log.js';
import { type Backoff, endsWithin } from '../supervisor/backoff.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { RetrySchedule } from './retry-schedule.js';
import type { ScheduledTask, Scheduler } from './scheduled-task.js';

export interface SchedulerOptions {
  readonly clock?: Clock;
  readonly log?: ProcessingLog;
  /** Items that run at the same time; 16. */
  readonly concurrency?: number;
  /** Rest of an item that failed. */
  readonly backoff?: Backoff;
  /** Rest of an item that succeeded, ms: the time in which state may still call it due. */
  readonly settleMs?: number;
}

/** setTimeout takes no more. */
const LONGEST_MS = 2_147_483_647;

export function createScheduler<Item>(work: ScheduledTask<Item>, options: SchedulerOptions = {}): Scheduler {
  return new StateScheduler(work, options);
}

class StateScheduler<Item> implements Scheduler {
  private readonly clock: Clock;
  private readonly log: ProcessingLog;
  private readonly concurrency: number;
  private readonly retries: RetrySchedule;
  private readonly supervisor: Supervisor;
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly alarms = new Map<number, NodeJS.Timeout>();
  private readonly ending = new AbortController();
  private woken = false;
  private wakeUp: (() => void) | undefined;
  /** More is due than there are places: a place that gets free is taken at once. */
  private backlog = false;

  constructor(
    private readonly work: ScheduledTask<Item>,
    options: SchedulerOptions,
  ) {
    this.clock = options.clock ?? systemClock;
    this.log = options.log ?? silent;
    this.concurrency = options.concurrency ?? 16;
    const backoff = options.backoff ?? { initialMs: 500, maxMs: 60_000 };
    this.retries = new RetrySchedule(backoff, options.settleMs ?? 250);
    this.supervisor = new Supervisor({ log: this.log });
  }

  start(): void {
    this.supervisor.start({ name: `timer:${this.work.name}`, run: (signal, healthy) => this.keep(signal, healthy) });
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
    const ms = Math.min(LONGEST_MS, Math.max(0, slot - this.clock.now().getTime()));
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
      await this.pause(signal);
    }
    return 'ended';
  }

  private async begin(signal: AbortSignal): Promise<void> {
    this.backlog = false;
    // What runs or rests may stand at the head of what is due and must not hide the others; one more tells of a backlog.
    const limit = this.concurrency + this.inFlight.size + this.retries.size + 1;
    for (const item of await this.work.due(this.clock.now(), limit)) {
      if (signal.aborted) return;
      const key = this.work.key(item);
      if (this.inFlight.has(key) || this.retries.rests(key, this.clock.monotonicMs())) continue;
      if (this.inFlight.size >= this.concurrency) {
        this.backlog = true;
        return;
      }
      this.inFlight.set(key, this.run(key, item));
    }
  }

  private async run(key: string, item: Item): Promise<void> {
    try {
      await this.work.run(item, this.ending.signal);
      this.retries.done(key, this.clock.monotonicMs());
    } catch (error) {
      this.retries.failed(key, this.clock.monotonicMs());
      this.log.warn({ timer: this.work.name, item: key, error: messageOf(error) }, 'timed work failed, comes again');
    }
    this.inFlight.delete(key);
    if (this.backlog) this.wake();
  }

  private pause(signal: AbortSignal): Promise<void> {
    if (this.woken || signal.aborted) return Promise.resolve();
    const rested = this.retries.next(this.clock.monotonicMs()) ?? this.work.everyMs;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.wakeUp = undefined;
        resolve();
      };
      const timer = setTimeout(end, Math.max(1, Math.min(rested, this.work.everyMs)));
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
