import type { RecordedEvent, SubscriptionBatch } from '#libs/event-store';

/** Events to be folded at once, and how far everything has been delivered. */
export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  readonly position: bigint;
  /** With this batch everything that the store held at some moment of late has been delivered. */
  readonly caughtUp: boolean;
}

/**
 * Reads ahead of the fold, bounded. Catching up, it gives full batches; live, whatever has come meanwhile: so batches
 * are small when there is little to do and grow with the load.
 */
export class BatchBuffer {
  private events: RecordedEvent[] = [];
  private position: bigint | undefined;
  private caughtUp = false;
  /** From the first marker on: a source need not say it again, so what comes is given at once. */
  private live = false;
  private ended: { readonly error?: unknown } | undefined;
  private wakeTaker: (() => void) | undefined;
  private wakeSource: (() => void) | undefined;

  constructor(private readonly most: number) {}

  /** Drains the source into the buffer until it ends or breaks; a full buffer holds the source back. */
  async fill(source: AsyncIterable<SubscriptionBatch>, signal: AbortSignal): Promise<void> {
    try {
      for await (const batch of source) {
        this.put(batch);
        while (this.events.length >= this.most && !signal.aborted) await this.room(signal);
        if (signal.aborted) break;
      }
      this.end({});
    } catch (error) {
      this.end({ error });
    }
  }

  private put(batch: SubscriptionBatch): void {
    if (batch.kind === 'caught-up') {
      this.position = batch.position;
      this.caughtUp = true;
      this.live = true;
    } else {
      for (const event of batch.events) this.events.push(event);
      this.position = batch.events.at(-1)?.position ?? this.position;
    }
    if (this.ready()) this.wakeTaker?.();
  }

  private ready(): boolean {
    if (this.position === undefined) return false;
    return this.live || this.events.length >= this.most;
  }

  private room(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.wakeSource = wake;
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  private end(how: { readonly error?: unknown }): void {
    this.ended = how;
    this.wakeTaker?.();
  }

  /** The next batch; undefined when the source is at its end (aborted, or over by itself). Rejects when it broke. */
  async take(): Promise<EventBatch | undefined> {
    while (!this.ready()) {
      if (this.ended && 'error' in this.ended) throw this.ended.error;
      if (this.ended) return undefined;
      await new Promise<void>((resolve) => {
        this.wakeTaker = resolve;
      });
    }
    const { events, position = 0n, caughtUp } = this;
    const last = events[this.most - 1];
    if (last && events.length > this.most) {
      this.events = events.splice(this.most);
      this.wakeSource?.();
      return { events, position: last.position, caughtUp: false };
    }
    this.events = [];
    this.position = undefined;
    this.caughtUp = false;
    this.wakeSource?.();
    return { events, position, caughtUp };
  }
}
