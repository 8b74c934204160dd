import type { Lock } from './lock.js';

/** A lock held for a bounded time, whatever happens to its holder: nobody stands still because another waits. */
export class Hold {
  private release: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly maxMs: number) {}

  get held(): boolean {
    return this.release !== undefined;
  }

  /** Resolves once held; the time runs from then on. Held already, it goes on as it is. */
  async take(lock: Lock): Promise<void> {
    if (this.held) return;
    this.release = await lock.acquire();
    this.timer = setTimeout(() => this.letGo(), this.maxMs);
  }

  /** From here on it is held until it is let go; false when the time was over already. */
  keep(): boolean {
    clearTimeout(this.timer);
    return this.held;
  }

  letGo(): void {
    clearTimeout(this.timer);
    this.release?.();
    this.release = undefined;
  }
}
