import { OthersTurns } from './others-turns.js';
import { TurnAborted, type TurnExecution, type TurnWork } from './run-turn.js';
import type { TurnEvent, TurnFeed } from './turn-feed.js';
import { TurnQueue } from './turn-queue.js';

export interface TurnRunnerPorts {
  readonly execution: Pick<TurnExecution, 'run'>;
  readonly feed: Pick<TurnFeed, 'onAny'>;
  /** Queued turns, oldest first: an index, so that no turn is ever stranded behind a checkpoint. */
  queued(limit: number): Promise<readonly TurnWork[]>;
  /** `TURN_CONCURRENCY`. */
  readonly concurrency: number;
  readonly onError: (error: unknown, work: TurnWork | undefined) => void;
  /** How often the index is looked at, ms; 1 s by default. */
  readonly lookEveryMs?: number;
  /** Whether a turn is this node's by preference; every one by default. */
  readonly prefers?: (work: TurnWork) => boolean;
  /** What others' turns are left to them, ms; 2 s by default. */
  readonly othersAfterMs?: number;
}

/** Turns asked of the index at a time. */
const MAX_LOOK = 1_000;

/**
 * Runs queued turns, so many at a time as the node may; the rest wait as `queued`. The feed tells of new ones at once, and
 * of those that another node began; the index, looked at every second, of those that an earlier process left, or that another one queued unseen.
 */
export class TurnRunner {
  private readonly queue = new TurnQueue();
  private readonly others: OthersTurns;
  private readonly underWay = new Map<string, AbortController>();
  private stopped = false;
  private looking = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly unlisten: () => void;
  private idle: (() => void) | undefined;

  constructor(private readonly ports: TurnRunnerPorts) {
    this.others = new OthersTurns(ports.othersAfterMs ?? 2_000, (work) => {
      this.queue.add(work);
      this.fill();
    });
    this.unlisten = ports.feed.onAny((event) => this.heard(event));
  }

  /** Turns that this node runs. */
  get running(): number {
    return this.underWay.size;
  }

  start(): void {
    this.timer = setInterval(() => void this.look(), this.ports.lookEveryMs ?? 1_000);
    void this.look();
  }

  /** Takes no more turns; those that run have `graceMs` to end, then they are aborted and recorded as failed. */
  async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    this.unlisten();
    this.others.end();
    clearInterval(this.timer);
    if (this.underWay.size === 0) return;
    const drained = new Promise<void>((resolve) => {
      this.idle = resolve;
    });
    const abort = setTimeout(() => {
      for (const controller of this.underWay.values()) controller.abort(new TurnAborted('shutdown'));
    }, graceMs);
    await drained;
    clearTimeout(abort);
  }

  private heard(event: TurnEvent): void {
    const { turn_id } = event.data;
    if (event.type === 'TurnQueued') {
      const { conversation_id } = event.metadata;
      if (conversation_id === undefined) return;
      this.consider({ conversation_id, turn_id });
      this.fill();
      return;
    }
    if (event.type === 'TurnStopped') this.underWay.get(turn_id)?.abort(new TurnAborted('stopped'));
    if (this.underWay.has(turn_id)) return;
    this.queue.drop(turn_id);
    this.others.drop(turn_id);
  }

  private consider(work: TurnWork): void {
    if (this.queue.knows(work.turn_id)) return;
    if (this.ports.prefers?.(work) ?? true) this.queue.add(work);
    else this.others.hold(work);
  }

  /** Read models trail: what was taken already is not taken again, however long they call it queued. */
  private async look(): Promise<void> {
    if (this.looking || this.stopped) return;
    this.looking = true;
    try {
      this.queue.overflown = false;
      for (const work of await this.ports.queued(MAX_LOOK)) this.consider(work);
      this.fill();
    } catch (error) {
      this.ports.onError(error, undefined);
    } finally {
      this.looking = false;
    }
  }

  private fill(): void {
    while (!this.stopped && this.underWay.size < this.ports.concurrency) {
      const work = this.queue.take();
      if (!work) {
        if (this.queue.overflown) void this.look();
        return;
      }
      void this.run(work);
    }
  }

  private async run(work: TurnWork): Promise<void> {
    const controller = new AbortController();
    this.underWay.set(work.turn_id, controller);
    try {
      await this.ports.execution.run(work, controller.signal);
    } catch (error) {
      this.queue.giveBack(work.turn_id);
      this.ports.onError(error, work);
    }
    this.underWay.delete(work.turn_id);
    if (this.stopped && this.underWay.size === 0) this.idle?.();
    this.fill();
  }
}
