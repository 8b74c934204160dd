import { Injectable } from '@nestjs/common';

/** Requests admitted at each turn of the event loop. */
const MAX_ADMITTED = 32;

/**
 * Requests that arrive together go on together, so that their appends share a commit and their events a batch (a third
 * less work than one by one); and however many arrive at once, timers and I/O get their turn in between.
 */
@Injectable()
export class AdmissionControl {
  private waiting: (() => void)[] = [];

  /** Resolves at one of the next turns of the event loop, for at most MAX_ADMITTED callers a turn. */
  admission(): Promise<void> {
    return new Promise((resolve) => {
      if (this.waiting.push(resolve) === 1) setImmediate(() => this.admit());
    });
  }

  private admit(): void {
    const admitted = this.waiting.slice(0, MAX_ADMITTED);
    this.waiting = this.waiting.slice(MAX_ADMITTED);
    if (this.waiting.length > 0) setImmediate(() => this.admit());
    for (const resolve of admitted) resolve();
  }
}
