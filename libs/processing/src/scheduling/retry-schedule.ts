import { type Backoff, backoffMs } from '../supervisor/backoff.js';

/** Items that are left alone for a while: those that failed, longer each time, and those just done. */
export class RetrySchedule {
  private readonly items = new Map<string, { untilMs: number; failures: number }>();

  constructor(
    private readonly backoff: Backoff,
    private readonly settleMs: number,
  ) {}

  get size(): number {
    return this.items.size;
  }

  /** State may still call it due until the read model has caught up. */
  done(key: string, nowMs: number): void {
    this.items.set(key, { untilMs: nowMs + this.settleMs, failures: 0 });
  }

  failed(key: string, nowMs: number): void {
    const failures = (this.items.get(key)?.failures ?? 0) + 1;
    this.items.set(key, { untilMs: nowMs + backoffMs(failures - 1, this.backoff), failures });
  }

  rests(key: string, nowMs: number): boolean {
    return (this.items.get(key)?.untilMs ?? 0) > nowMs;
  }

  /** Forgets what has rested long enough to be forgotten; ms until the next one may run, if any rests. */
  next(nowMs: number): number | undefined {
    let next: number | undefined;
    for (const [key, { untilMs, failures }] of this.items) {
      const left = untilMs - nowMs;
      // A failing item keeps its count for a while after it may run again.
      if (left <= 0 && (failures === 0 || -left > 2 * this.backoff.maxMs)) this.items.delete(key);
      else if (left > 0 && (next === undefined || left < next)) next = left;
    }
    return next;
  }
}
