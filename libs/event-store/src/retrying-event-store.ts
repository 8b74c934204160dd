import { type Backoff, retry, withTimeout } from '#libs/kernel';
import { isTransient, StoreUnavailable } from './errors.js';
import type {
  AppendedAll,
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadOptions,
  RecordedEvent,
  StreamAppend,
  SubscriptionBatch,
} from './port.js';

const BACKOFF: Backoff = { initialMs: 20, maxMs: 500 };
/** Below the 10 s within which a caller is owed its 503. */
const GIVE_UP_MS = 9_000;

export interface RetryOptions {
  /** ms until a call whose outcome stays unknown is given up; 9 s by default. */
  readonly giveUpMs?: number;
}

/** How long one call is repeated: for `giveUpMs` where neither is given. */
export interface RetryLimits {
  /** On the monotonic clock, ms. */
  readonly deadline?: number | undefined;
  /** No repeat once it is aborted. */
  readonly until?: AbortSignal | undefined;
}

/**
 * The one layer that repeats calls to a store: a call whose outcome is unknown is made again, an append with the same ids
 * and the same expectation, until it is known or the time is over (design rule 4); then the last `StoreUnavailable` is
 * thrown. Adapters make one bounded call and throw. An append that lands after it was given up meets the exact
 * expectation of whoever came later, so giving up never writes twice.
 */
export class RetryingEventStore implements EventStore {
  readonly giveUpMs: number;

  constructor(
    private readonly store: EventStore,
    { giveUpMs = GIVE_UP_MS }: RetryOptions = {},
  ) {
    this.giveUpMs = giveUpMs;
  }

  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    limits?: RetryLimits,
  ): Promise<AppendResult> {
    return this.repeat(() => this.store.append(stream, expected, events), limits);
  }

  /** Whether `appendAll` may be called. */
  get appendsTogether(): boolean {
    return this.store.appendAll !== undefined;
  }

  appendAll(first: StreamAppend, others: readonly StreamAppend[], limits?: RetryLimits): Promise<AppendedAll> {
    return this.repeat(async () => {
      if (!this.store.appendAll) throw new TypeError('this store commits each stream by itself');
      return this.store.appendAll(first, others);
    }, limits);
  }

  load(stream: string, from?: number, limit?: number, limits?: RetryLimits): Promise<readonly RecordedEvent[]> {
    return this.repeat(() => this.store.load(stream, from, limit), limits);
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent, void> {
    let rest = options;
    yield* this.resumed(
      () => this.store.read(stream, rest),
      ({ revision }) => {
        const limit = rest.limit === undefined ? {} : { limit: rest.limit - 1 };
        rest = { ...rest, ...limit, from: revision + (options.backwards ? -1 : 1) };
        return rest.limit !== 0 && rest.from !== -1;
      },
      options.signal,
    );
  }

  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<RecordedEvent, void> {
    let { after } = options;
    yield* this.resumed(
      () => this.store.readAll(after === undefined ? options : { ...options, after }),
      ({ position }) => {
        after = position;
        return true;
      },
      options.signal,
    );
  }

  eventAt(position: bigint): Promise<RecordedEvent | undefined> {
    return this.repeat(() => this.store.eventAt(position));
  }

  newest(): Promise<RecordedEvent | undefined> {
    return this.repeat(() => this.store.newest());
  }

  /** Resumed by the store itself, or by whoever follows. */
  subscribeAll(options?: ReadAllOptions): AsyncIterable<SubscriptionBatch> {
    return this.store.subscribeAll(options);
  }

  head(): Promise<bigint> {
    return this.repeat(() => this.store.head());
  }

  /** A repeat that finds the stream deleted cannot tell by whom: it is taken for the deletion that was asked for. */
  delete(stream: string, expected?: number): Promise<boolean> {
    return this.repeat(async (attempt) => (await this.store.delete(stream, expected)) || attempt > 0);
  }

  /** Once: whoever asks wants to know how it is now. */
  ping(): Promise<void> {
    return this.store.ping();
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** Any call on the store that may be made again. `call` gets the number of the try, from 0. */
  repeat<Result>(call: (attempt: number) => Promise<Result>, limits: RetryLimits = {}): Promise<Result> {
    const { until, deadline = until ? undefined : performance.now() + this.giveUpMs } = limits;
    const restMs = () => Math.min(this.giveUpMs, (deadline ?? Number.POSITIVE_INFINITY) - performance.now());
    return retry((attempt) => withTimeout(call(attempt), restMs(), noAnswer, until), {
      backoff: BACKOFF,
      retryable: isTransient,
      signal: until,
      deadline,
    });
  }

  /** A read that goes on behind the last event where it broke off. */
  private async *resumed(
    read: () => AsyncIterable<RecordedEvent>,
    passed: (event: RecordedEvent) => boolean,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<RecordedEvent, void> {
    let events = read()[Symbol.asyncIterator]();
    const reopened = () => {
      events = read()[Symbol.asyncIterator]();
      return events.next();
    };
    try {
      for (let more = true; more; ) {
        const next = await events.next().catch((error: unknown) => {
          if (!isTransient(error)) throw error;
          return this.repeat(reopened, { deadline: performance.now() + this.giveUpMs, until: signal });
        });
        if (next.done) return;
        more = passed(next.value);
        yield next.value;
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      await events.return?.();
    }
  }
}

function noAnswer(): StoreUnavailable {
  return new StoreUnavailable('event store did not answer in time');
}
