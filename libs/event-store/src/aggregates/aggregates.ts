import { LRUCache } from 'lru-cache';
import { type Backoff, backoffMs, type Clock, Problem, sleep, systemClock } from '#libs/kernel';
import type {
  Aggregates,
  CommandContext,
  Decider,
  DomainEvent,
  FollowUp,
  HandleOptions,
  HandleResult,
  LoadOptions,
} from '../decider.js';
import { EventRegistry, isEventOf } from '../event-types.js';
import { logEvents } from '../log-heads/log-events.js';
import type { EventMetadata, EventStore, EventSubscriptions, RecordedEvent, SubscriptionBatch } from '../port.js';
import { RetryingEventStore, type RetryLimits } from '../retrying-event-store.js';
import { AggregateSession, type AnySession, isSessionOf, type PendingCommand } from './aggregate-session.js';
import { CommandExecutor } from './command-executor.js';
import type { Snapshots } from './snapshots.js';

export interface AggregateOptions {
  readonly clock?: Clock;
  /** What events of the streams can be read, and the versions that new ones are written with. */
  readonly registry?: EventRegistry;
  /** What folded states but long ones may take of the memory, bytes, least recently used dropped first; 8 MiB by default. */
  readonly maxCachedBytes?: number;
  /** How often a command is decided again after conflicts before it is refused as `unavailable`. */
  readonly attempts?: number;
  /** ms after which a command that the store has not answered is refused as `unavailable`; 9 s by default. */
  readonly giveUpMs?: number;
  /** Of folded states whose deciders have such; none by default. */
  readonly snapshots?: Snapshots | undefined;
  /** Called when the background subscription breaks (it resumes by itself). */
  readonly onFollowError?: (error: unknown) => void;
}

export interface FollowingAggregates extends Aggregates {
  /**
   * Keeps cached states at most a second behind what other processes append; until the signal is aborted. While nobody
   * follows, `load` reads the store every time.
   */
  follow(events: EventSubscriptions, signal: AbortSignal): Promise<void>;
}

/**
 * Some 1,000 conversations with a kitchen. One that is no longer spoken in is read again in a tenth of a millisecond; each
 * megabyte that lives longer is marked, and moved, whenever the old heap is collected, while everybody waits.
 */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;
/** From so many bytes on a state is a long one: a ledger, which takes seconds to fold and would drop all others. */
const LONG_BYTES = 256 * 1024;
/** Four million settled turns in ledgers. */
const MAX_LONG_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 10;
const FOLLOW_BACKOFF: Backoff = { initialMs: 100, maxMs: 2_000 };

/** @param store is repeated as it is where it is a `RetryingEventStore`; any other is made one. */
export function createAggregates(store: EventStore, options: AggregateOptions = {}): FollowingAggregates {
  return new StoreAggregates(
    store instanceof RetryingEventStore ? store : new RetryingEventStore(store, options),
    options,
  );
}

/**
 * Commands of one stream that arrive while an append is on its way are decided together, each on the state that the
 * one before leaves, and share the next append with one exact expectation: all stand or all are decided again. So 64
 * commands at once cost one or two commits, and no command is ever reported on another's unproven outcome.
 */
class StoreAggregates implements FollowingAggregates {
  private readonly sessions: SessionCache;
  private readonly executor: CommandExecutor;
  private readonly registry: EventRegistry;
  private following = false;

  constructor(
    private readonly store: RetryingEventStore,
    private readonly options: AggregateOptions,
  ) {
    const { clock = systemClock, attempts = ATTEMPTS, maxCachedBytes = MAX_CACHED_BYTES } = options;
    this.registry = options.registry ?? new EventRegistry();
    this.sessions = new SessionCache(maxCachedBytes);
    this.executor = new CommandExecutor({
      store,
      clock,
      attempts,
      registry: this.registry,
      snapshots: options.snapshots,
    });
  }

  handle<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
    options: HandleOptions = {},
  ): Promise<HandleResult<State>> {
    const { pending, result } = this.pending<State, Command>(command, context, options);
    this.enqueue(this.session(stream, decider), pending);
    return result;
  }

  followUp<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
  ): { followUp: FollowUp; result: Promise<HandleResult<State>> } {
    const { pending, result } = this.pending<State, Command>(command, context, {});
    // Whoever waits for the first command looks at this one only then.
    result.catch(() => undefined);
    let appended = false;
    const followUp: FollowUp = {
      begin: () => {
        const session = this.sessions.find(stream, decider);
        const begun = isSessionOf(session, decider) ? this.executor.begin(session, pending) : undefined;
        if (!begun || !session) return undefined;
        this.sessions.hold(session);
        return {
          append: begun.append,
          end: (outcome) => {
            appended = outcome !== undefined;
            void begun.end(outcome).finally(() => this.sessions.settle(session));
          },
        };
      },
      handle: () => {
        if (!appended) this.enqueue(this.session(stream, decider), pending);
      },
    };
    return { followUp, result };
  }

  private pending<State, Command>(command: Command, context: CommandContext, options: HandleOptions) {
    const { promise: result, resolve, reject } = Promise.withResolvers<HandleResult<State>>();
    const { likelyNew = false, until, followUp } = options;
    const pending: PendingCommand<State, Command> = {
      command,
      context,
      limits: this.limits(until),
      resolve,
      reject,
      likelyNew,
      followUp,
      attempts: 0,
    };
    return { pending, result };
  }

  private enqueue<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
    pending: PendingCommand<State, Command>,
  ): void {
    session.queue.push(pending);
    if (session.running) return;
    session.running = true;
    this.sessions.hold(session);
    // Not at once: commands of the same tick are to share the append.
    queueMicrotask(() => this.executor.run(session).finally(() => this.sessions.settle(session)));
  }

  async load<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    { fresh = false, atLeast = -1, until }: LoadOptions = {},
  ): Promise<{ state: State; revision: number | 'no-stream' }> {
    const session = this.session(stream, decider);
    let folded = session.current;
    if (!folded || fresh || folded.revision < atLeast || !this.following) {
      this.sessions.hold(session);
      folded = await this.executor.refresh(session, this.limits(until)).finally(() => this.sessions.settle(session));
    }
    return { state: folded.state, revision: folded.revision < 0 ? 'no-stream' : folded.revision };
  }

  /** A signal that is aborted already says only that nothing is insisted on: a process records its end while it stops. */
  private limits(until: AbortSignal | undefined): RetryLimits {
    return until && !until.aborted ? { until } : { deadline: performance.now() + this.store.giveUpMs };
  }

  forget(stream: string): void {
    for (const session of this.sessions.of(stream)) session.drop();
  }

  async follow(events: EventSubscriptions, signal: AbortSignal): Promise<void> {
    if (this.following) throw new Problem('internal', 'aggregates are being followed already');
    let after: bigint | undefined;
    for (let breaks = 0; !signal.aborted; ) {
      try {
        if (after === undefined) {
          after = await this.store.head();
          // What was cached before may have missed events that stand before the head.
          this.sessions.invalidateAll();
        }
        for await (const batch of events.subscribeAll({ after, signal })) {
          breaks = 0;
          after = this.observe(batch) ?? after;
        }
      } catch (error) {
        if (!signal.aborted) this.options.onFollowError?.(error);
      }
      this.following = false;
      await sleep(backoffMs(breaks++, FOLLOW_BACKOFF), signal);
    }
  }

  /** @returns the position up to which everything was observed. */
  private observe(batch: SubscriptionBatch): bigint | undefined {
    if (batch.kind === 'caught-up') {
      this.following = true;
      return batch.position;
    }
    let last: RecordedEvent | undefined;
    for (last of batch.events) {
      this.sessions.observe(last);
      // Whoever comes late is not shown how an erased stream ended: what is known of it is no longer true.
      if (isEventOf(logEvents, last) && last.type === 'StreamErased') this.forget(last.data.stream);
    }
    return last?.position;
  }

  private session<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
  ): AggregateSession<State, Command, Event> {
    const found = this.sessions.find(stream, decider);
    if (isSessionOf(found, decider)) return found;
    const session = new AggregateSession(stream, decider, this.registry, this.executor);
    this.sessions.add(session);
    return session;
  }
}

/** The sessions of one stream by decider: a stream may be folded by several. */
interface StreamSessions {
  readonly byDecider: Map<object, AnySession>;
  /** As the cache counts them. */
  readonly bytes: number;
}

/** Streams by when they were used last. Long ones have room of their own: neither kind drops the other. */
class RecentStreams {
  private readonly short: LRUCache<string, StreamSessions>;
  private readonly long: LRUCache<string, StreamSessions>;

  constructor(maxShortBytes: number) {
    const sizeCalculation = ({ bytes }: StreamSessions) => bytes;
    this.short = new LRUCache({ maxSize: maxShortBytes, sizeCalculation });
    this.long = new LRUCache({ maxSize: MAX_LONG_BYTES, sizeCalculation });
  }

  get(stream: string): StreamSessions | undefined {
    return this.short.get(stream) ?? this.long.get(stream);
  }

  /** Does not count as a use. */
  peek(stream: string): StreamSessions | undefined {
    return this.short.peek(stream) ?? this.long.peek(stream);
  }

  set(stream: string, sessions: StreamSessions): void {
    const isLong = sessions.bytes >= LONG_BYTES;
    (isLong ? this.short : this.long).delete(stream);
    (isLong ? this.long : this.short).set(stream, sessions);
  }

  delete(stream: string): void {
    this.short.delete(stream);
    this.long.delete(stream);
  }

  *values(): Generator<StreamSessions> {
    yield* this.short.values();
    yield* this.long.values();
  }
}

/**
 * Sessions by stream, bounded by the bytes of their states, least recently used dropped first. Those at work are kept
 * beside, so that a stream has one session and one queue however small the cache is.
 */
class SessionCache {
  private readonly recent: RecentStreams;
  private readonly busy = new Map<string, StreamSessions>();

  constructor(maxBytes: number) {
    this.recent = new RecentStreams(maxBytes);
  }

  find(stream: string, decider: object): AnySession | undefined {
    return (this.recent.get(stream) ?? this.busy.get(stream))?.byDecider.get(decider);
  }

  observe(event: RecordedEvent): void {
    const { stream } = event;
    const sessions = this.cached(stream);
    if (!sessions) return;
    let changed = false;
    for (const session of sessions.byDecider.values()) changed = session.observe(event) || changed;
    if (changed && !this.busy.has(stream)) this.keep(stream, sessions);
  }

  /** What is cached of a stream; does not count as a use of it. */
  of(stream: string): Iterable<AnySession> {
    return this.cached(stream)?.byDecider.values() ?? [];
  }

  private cached(stream: string): StreamSessions | undefined {
    return this.recent.peek(stream) ?? this.busy.get(stream);
  }

  add(session: AnySession): void {
    const { stream, decider } = session;
    const byDecider = this.cached(stream)?.byDecider ?? new Map();
    byDecider.set(decider, session);
    this.recent.set(stream, { byDecider, bytes: bytesOf(byDecider) });
  }

  /** Before work: the session stays until it has settled. */
  hold(session: AnySession): void {
    const { stream, decider } = session;
    if (this.busy.has(stream)) return;
    this.busy.set(
      stream,
      this.recent.peek(stream) ?? { byDecider: new Map([[decider, session]]), bytes: session.bytes },
    );
  }

  /** After work. A stream that does not exist is not cached: nobody may fill the cache by asking for such. */
  settle(session: AnySession): void {
    const { stream, decider } = session;
    const sessions = this.busy.get(stream);
    if (!session.idle || !sessions) return;
    const { byDecider } = sessions;
    if (!session.known && byDecider.get(decider) === session) byDecider.delete(decider);
    for (const { idle } of byDecider.values()) if (!idle) return;
    this.busy.delete(stream);
    if (byDecider.size === 0) this.recent.delete(stream);
    else this.keep(stream, sessions);
  }

  /** The cache counts a value when it gets it, and not again: what has grown comes as another one. */
  private keep(stream: string, sessions: StreamSessions): void {
    const { byDecider } = sessions;
    const bytes = bytesOf(byDecider);
    this.recent.set(stream, bytes === sessions.bytes ? sessions : { byDecider, bytes });
  }

  invalidateAll(): void {
    for (const cached of [this.recent, this.busy]) {
      for (const { byDecider } of cached.values()) for (const session of byDecider.values()) session.invalidate();
    }
  }
}

function bytesOf(sessions: ReadonlyMap<object, AnySession>): number {
  let bytes = 0;
  for (const session of sessions.values()) bytes += session.bytes;
  return bytes;
}

/** The context with more metadata for whatever the command appends. */
export function withMetadata(context: CommandContext, metadata: Partial<EventMetadata>): CommandContext {
  return { ...context, metadata: { ...context.metadata, ...metadata } };
}
