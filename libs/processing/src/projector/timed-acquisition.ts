import type { Mutex } from 'async-mutex';

/** A mutex acquired for a bounded time, after which it is free by itself, unless its owner decides to keep it. */
export class TimedAcquisition {
  private free: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly maxMs: number) {}

  get held(): boolean {
    return this.free !== undefined;
  }

  /** Resolves once acquired; the time runs from then on. Where it is held already, the time runs on. */
  async acquire(mutex: Mutex): Promise<void> {
    if (this.held) return;
    this.free = await mutex.acquire();
    this.timer = setTimeout(() => this.release(), this.maxMs);
  }

  /** From here on it is held until its release; false when the time was over already. */
  keep(): boolean {
    clearTimeout(this.timer);
    return this.held;
  }

  release(): void {
    clearTimeout(this.timer);
    this.free?.();
    this.free = undefined;
  }
}
