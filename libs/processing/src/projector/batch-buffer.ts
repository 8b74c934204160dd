import type { RecordedEvent, SubscriptionBatch } from '#libs/event-store';

/** Events to be folded at once, and up to where the subscription has yielded everything. */
export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  readonly position: bigint;
  /** The subscription had caught up with the store at the end of this batch. */
  readonly caughtUp: boolean;
  /** More is there already, or is certain to come without delay: history is being read. */
  readonly more: boolean;
}

/** Events that nobody waits to see: live, a batch of them alone waits so long for what follows. */
export interface Unhurried {
  readonly types: ReadonlySet<string>;
  readonly ms: number;
}

/**
 * A bounded read-ahead between subscription and fold. While catching up it gives full batches; live, whatever has come
 * meanwhile: so batches are small when there is little to do and grow with the load.
 */
export class BatchBuffer {
  private events: RecordedEvent[] = [];
  private position: bigint | undefined;
  private caughtUp = false;
  /** From the first caught-up marker on, events are given at once: a source need not repeat the marker. */
  private live = false;
  /** Somebody may wait for what is buffered, or it has waited long enough. */
  private hurried = false;
  private waiting: NodeJS.Timeout | undefined;
  private ended: { readonly error?: unknown } | undefined;
  private wakeConsumer: (() => void) | undefined;
  private wakeSource: (() => void) | undefined;

  constructor(
    private readonly maxEvents: number,
    private readonly unhurried: Unhurried = { types: new Set(), ms: 0 },
  ) {}

  /** Reads the source until it ends or breaks; while the buffer is full, the source is not read on. */
  async fill(source: AsyncIterable<SubscriptionBatch>, signal: AbortSignal): Promise<void> {
    try {
      for await (const batch of source) {
        this.put(batch);
        while (this.events.length >= this.maxEvents && !signal.aborted) await this.room(signal);
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
      if (!this.live) this.hurried = true;
      this.live = true;
    } else {
      for (const event of batch.events) this.events.push(event);
      const { types, ms } = this.unhurried;
      if (!batch.events.every(({ type }) => types.has(type))) this.hurried = true;
      else if (this.live) this.waiting ??= setTimeout(() => this.hurry(), ms);
      this.position = batch.events.at(-1)?.position ?? this.position;
    }
    if (this.ready()) this.wakeConsumer?.();
  }

  private ready(): boolean {
    if (this.position === undefined) return false;
    if (this.events.length >= this.maxEvents || (this.ended && this.events.length > 0)) return true;
    return this.live && (this.hurried || this.events.length === 0);
  }

  private hurry(): void {
    this.hurried = true;
    if (this.ready()) this.wakeConsumer?.();
  }

  private calm(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.hurried = false;
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
    clearTimeout(this.waiting);
    this.hurried = true;
    this.wakeConsumer?.();
  }

  /** The next batch; undefined when the source has ended or was aborted. Rejects when it broke. */
  async take(): Promise<EventBatch | undefined> {
    while (!this.ready()) {
      if (this.ended && 'error' in this.ended) throw this.ended.error;
      if (this.ended) return undefined;
      await new Promise<void>((resolve) => {
        this.wakeConsumer = resolve;
      });
    }
    const { events, position = 0n, caughtUp } = this;
    const last = events[this.maxEvents - 1];
    if (last && events.length > this.maxEvents) {
      this.events = events.splice(this.maxEvents);
      this.wakeSource?.();
      return { events, position: last.position, caughtUp: false, more: true };
    }
    this.events = [];
    this.calm();
    this.position = undefined;
    this.caughtUp = false;
    this.wakeSource?.();
    return { events, position, caughtUp, more: !this.live };
  }
}
