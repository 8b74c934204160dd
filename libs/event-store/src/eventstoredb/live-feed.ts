import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../errors.js';
import type { EventRegistry } from '../events/event-registry.js';
import type { StoredEvent } from '../stored-event.js';
import { eventOf, positionOf } from './records.js';
import { subscribeLive } from './requests.js';
import { within } from './retry-policy.js';
import type { ReadCall, Wire } from './wire.js';

/** What may wait for a consumer; one that is further behind reads from the log again. */
const MAX_WAITING = 2_048;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** The consumer fell behind what arrives. Nothing is lost: it goes on reading from where it stands. */
export class FellBehind extends Error {}

/** What came, in the order in which it came: events (none for those that are not ours), and how far that is. */
export interface Arrived {
  readonly events: readonly StoredEvent[];
  /** Position of the last event message. Checkpoints do not count: what a filter skipped is looked at by a read. */
  readonly through: bigint | undefined;
}

/**
 * One live subscription to all events from its confirmation on. It is read as fast as it comes, whatever the consumer
 * does, because a server of 23.10 drops one that is 32 messages behind. It never heals itself: an error, and just so an
 * end in good order, is given to whoever takes next.
 */
export class LiveFeed {
  private waiting: ReadResp[] = [];
  private bytes = 0;
  private failure: { readonly error: unknown } | undefined;
  private wake: (() => void) | undefined;

  private constructor(
    private readonly call: ReadCall,
    private readonly registry: EventRegistry | undefined,
  ) {}

  /** Resolves when the server has confirmed: what is committed from then on arrives here. */
  static async open(
    wire: Wire,
    types: readonly string[] | undefined,
    callMs: number,
    registry: EventRegistry | undefined,
  ): Promise<LiveFeed> {
    const opening = wire.read(subscribeLive(types));
    const call = await within(callMs, 'a subscription', opening, (late) => late.cancel());
    const feed = new LiveFeed(call, registry);
    const confirmed = new Promise<void>((resolve, reject) => {
      call.on('data', (message: ReadResp) =>
        message.hasConfirmation() ? resolve() : message.hasEvent() && feed.arrived(message),
      );
      // Attached before anything is awaited: an error event that nobody hears ends the process.
      call.on('error', (error) => {
        feed.fail(error);
        reject(error);
      });
      call.on('end', () => {
        const ended = new StoreUnavailable('event store ended the subscription');
        feed.fail(ended);
        reject(ended);
      });
    });
    try {
      await within(callMs, 'a subscription', confirmed);
      return feed;
    } catch (error) {
      feed.close();
      throw error;
    }
  }

  get empty(): boolean {
    return this.waiting.length === 0;
  }

  /** What has come since; waits for it up to `ms`, then nothing has. Throws what ended the subscription. */
  async take(ms: number, signal: AbortSignal | undefined): Promise<Arrived> {
    if (this.waiting.length === 0 && !this.failure && !signal?.aborted) await this.arrival(ms, signal);
    if (this.waiting.length === 0 && this.failure) throw this.failure.error;
    const messages = this.waiting;
    this.waiting = [];
    this.bytes = 0;
    const events = messages.flatMap((message) => eventOf(message, this.registry) ?? []);
    return { events, through: messages.map(positionOf).findLast((position) => position !== undefined) };
  }

  close(): void {
    this.failure ??= { error: new StoreUnavailable('subscription is closed') };
    this.waiting = [];
    this.call.cancel();
    this.wake?.();
  }

  private arrived(message: ReadResp): void {
    if (this.failure) return;
    this.waiting.push(message);
    this.bytes += message.getEvent()?.getEvent()?.getData_asU8().length ?? 0;
    if (this.waiting.length > MAX_WAITING || this.bytes > MAX_WAITING_BYTES) {
      this.waiting = [];
      this.fail(new FellBehind('the consumer is slower than what arrives'));
      this.call.cancel();
    }
    this.wake?.();
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.wake?.();
  }

  private arrival(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const awake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', awake);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(awake, ms);
      signal?.addEventListener('abort', awake);
      this.wake = awake;
    });
  }
}
