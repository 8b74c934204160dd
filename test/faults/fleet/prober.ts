import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../support/api.js';
import type { Interval } from './node.js';

/** Somebody who asks without end, each time for a whole turn: when it is answered again, the fleet has recovered. */
export class Prober {
  private readonly answered: Interval[] = [];

  constructor(
    private readonly api: Api,
    private readonly isOver: () => boolean,
  ) {}

  async run(): Promise<void> {
    while (!this.isOver()) {
      const from = Date.now();
      try {
        const turn = await this.api.say(await this.api.conversation(), 'Здравствуйте');
        if (turn.state === 'done') this.answered.push({ from, to: Date.now() });
      } catch {
        // Not answered: that is what is measured.
      }
      await pause(50);
    }
  }

  /** From each fault's beginning to the end of the first probe that was begun after it, ms. */
  recoveries(faults: readonly Interval[]): number[] {
    return faults.flatMap((fault) => {
      const first = this.answered.find(({ from }) => from >= fault.from);
      return first ? [first.to - fault.from] : [];
    });
  }
}
