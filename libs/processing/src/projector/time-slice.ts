import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work on the main thread, cut so that requests are answered in between. */
export class TimeSlice {
  private until: number;

  constructor(private readonly ms: number) {
    this.until = performance.now() + ms;
  }

  over(): boolean {
    return performance.now() >= this.until;
  }

  async rest(): Promise<void> {
    await nextTurn();
    this.until = performance.now() + this.ms;
  }
}
