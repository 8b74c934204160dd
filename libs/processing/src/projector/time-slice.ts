import { setImmediate as nextTurn } from 'node:timers/promises';

/** Cuts long synchronous work into slices, so that the event loop serves requests in between. */
export class TimeSlice {
  private until: number;

  constructor(private readonly ms: number) {
    this.until = performance.now() + ms;
  }

  over(): boolean {
    return performance.now() >= this.until;
  }

  async yield(): Promise<void> {
    await nextTurn();
    this.until = performance.now() + this.ms;
  }
}
