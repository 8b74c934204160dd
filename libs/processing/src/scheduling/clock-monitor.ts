import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#libs/event-store';
import { CLOCK, type Clock, ClockWatch, type Reading } from '#libs/kernel';
import { BackgroundProcess, type NodeProcess } from '../background-process.js';
import { messageOf, PROCESSING_LOG, type ProcessingLog } from '../log.js';

const LOOK_EVERY_MS = 1_000;

/** Injection token: for so long a clock that jumped must go on steadily until it is trusted, ms. */
export const CLOCK_SETTLE_MS = Symbol('ClockSettleMs');

/** Watches this node's clock for jumps (`ClockWatch`), and tells the operator: what deletes by time asks it first. */
@Injectable()
@BackgroundProcess('node')
export class ClockMonitor implements NodeProcess {
  private watch: ClockWatch;
  private wasSettled = true;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'newest'>,
    @Inject(PROCESSING_LOG) private readonly log: ProcessingLog,
    @Inject(CLOCK_SETTLE_MS) private readonly settleMs: number,
  ) {
    this.watch = new ClockWatch(settleMs, this.reading());
  }

  async start(): Promise<void> {
    const newest = await this.newestMs().catch((error: unknown) => {
      this.log.warn({ error: messageOf(error) }, 'the clock could not be compared with the newest event');
      return undefined;
    });
    this.watch = new ClockWatch(this.settleMs, this.reading(), newest);
    this.isSettled();
    this.timer = setInterval(() => this.isSettled(), LOOK_EVERY_MS).unref();
  }

  stop(): Promise<void> {
    clearInterval(this.timer);
    return Promise.resolve();
  }

  now(): Date {
    return this.clock.now();
  }

  /** Whether wall time can be trusted at this moment. */
  isSettled(): boolean {
    const settled = this.watch.isSettled(this.reading());
    if (this.wasSettled && !settled)
      this.log.error(
        { now: this.now().toISOString(), settle_ms: this.settleMs },
        'the clock jumped: no conversation expires or is erased until it is back, or steady for EXPIRY_GRACE',
      );
    if (!this.wasSettled && settled) this.log.info({ now: this.now().toISOString() }, 'the clock is settled again');
    this.wasSettled = settled;
    return settled;
  }

  private reading(): Reading {
    return { wallMs: this.clock.now().getTime(), monotonicMs: this.clock.monotonicMs() };
  }

  private async newestMs(): Promise<number | undefined> {
    const newest = await this.store.newest();
    return newest && Date.parse(newest.metadata.at);
  }
}
