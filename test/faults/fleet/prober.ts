import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../support/api.js';
import type { Interval } from './node.js';

/** A new question every so many ms, and so many that wait for their answers at once. */
const EVERY_MS = 400;
const MAX_WAITING = 12;
const ANSWERED_WITHIN_MS = 30_000;

/**
 * Somebody who asks again and again, each time for a whole turn of a new conversation: once one that was begun after a
 * fault is answered, the fleet has recovered from it. A question that went down with a node holds up no other.
 */
export class Prober {
  private readonly answered: Interval[] = [];
  private readonly waiting = new Set<Promise<void>>();

  constructor(
    private readonly api: Api,
    private readonly webhookUrl: string,
    private readonly isOver: () => boolean,
  ) {}

  async run(): Promise<void> {
    for (; !this.isOver(); await pause(EVERY_MS)) {
      if (this.waiting.size >= MAX_WAITING) continue;
      const probe: Promise<void> = this.probe().finally(() => this.waiting.delete(probe));
      this.waiting.add(probe);
    }
    await Promise.all(this.waiting);
  }

  private async probe(): Promise<void> {
    const from = Date.now();
    try {
      const id = await this.api.send(await this.api.conversation({ webhook_url: this.webhookUrl }), 'Здравствуйте');
      const { state } = await this.api.outcome(id, ANSWERED_WITHIN_MS);
      if (state === 'done') this.answered.push({ from, to: Date.now() });
    } catch {
      // Not answered: that is what is measured.
    }
  }

  /** From each fault's beginning to the first end of a probe that was begun after it, ms. */
  recoveries(faults: readonly Interval[]): number[] {
    return faults.flatMap((fault) => {
      const ends = this.answered.filter(({ from }) => from >= fault.from).map(({ to }) => to);
      return ends.length > 0 ? [Math.min(...ends) - fault.from] : [];
    });
  }
}
