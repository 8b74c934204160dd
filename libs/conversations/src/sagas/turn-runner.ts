import type { TurnFeed } from './turn-feed.js';
import { TurnAborted, type TurnExecution, type TurnWork } from './run-turn.js';

export interface TurnRunnerPorts {
  readonly execution: TurnExecution;
  readonly feed: TurnFeed;
  /** Queued turns, oldest first: an index, so that no turn is ever stranded behind a checkpoint. */
  queued(limit: number): Promise<readonly TurnWork[]>;
  /** `TURN_CONCURRENCY`. */
  readonly concurrency: number;
  readonly onError: (error: unknown, work: TurnWork) => void;
}

/** How often the queue is looked at without a reason, ms: for turns that another process queued while this one slept. */
const LOOK_EVERY_MS = 1_000;

/**
 * Runs queued turns, so many at a time as the node may; the rest wait as `queued`. A turn that the feed reports is taken
 * at once while places are free; the index feeds the others as places come free.
 */
export class TurnRunner {
  private readonly underWay = new Map<string, AbortController>();
  private looking = false;
  private again = false;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly unlisten: () => void;
  private idle: (() => void) | undefined;

  constructor(private readonly ports: TurnRunnerPorts) {
    this.unlisten = ports.feed.onAny((event) => {
      if (event.type === 'TurnQueued') {
        const conversation_id = event.metadata.conversation_id;
        if (conversation_id !== undefined) this.offer({ conversation_id, turn_id: event.data.turn_id });
      } else if (event.type === 'TurnStopped') {
        this.underWay.get(event.data.turn_id)?.abort(new TurnAborted('stopped'));
      }
    });
  }

  /** Turns that this node runs. */
  get running(): number {
    return this.underWay.size;
  }

  start(): void {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.look();
  }

  /** Takes no more turns; those that run have `graceMs` to end, then they are aborted and recorded as failed. */
  async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    this.unlisten();
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

  private offer(work: TurnWork): void {
    if (this.stopped || this.underWay.has(work.turn_id)) return;
    if (this.underWay.size >= this.ports.concurrency) return;
    void this.run(work);
  }

  private look(): void {
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = true;
    void this.takeQueued().finally(() => {
      this.looking = false;
      if (!this.again) return;
      this.again = false;
      this.look();
    });
  }

  private async takeQueued(): Promise<void> {
    const free = this.ports.concurrency - this.underWay.size;
    if (free <= 0 || this.stopped) return;
    try {
      // Those that run already may still read as queued: ask for as many more.
      for (const work of await this.ports.queued(free + this.underWay.size)) this.offer(work);
    } catch (error) {
      this.ports.onError(error, { conversation_id: '', turn_id: '' });
    }
  }

  private async run(work: TurnWork): Promise<void> {
    const controller = new AbortController();
    this.underWay.set(work.turn_id, controller);
    const wasFull = this.underWay.size >= this.ports.concurrency;
    try {
      await this.ports.execution.run(work, controller.signal);
    } catch (error) {
      this.ports.onError(error, work);
    } finally {
      this.underWay.delete(work.turn_id);
      if (this.stopped) {
        if (this.underWay.size === 0) this.idle?.();
      } else if (wasFull || this.underWay.size + 1 >= this.ports.concurrency) {
        this.look();
      }
    }
  }
}
