import { Problem, systemClock } from '#libs/kernel';
import type { CommandContext, Decider, DomainEvent, HandleOptions, HandleResult, LoadOptions } from '../decider.js';
import { EventRegistry } from '../events/event-registry.js';
import type { EventStore } from '../port.js';
import { AggregateSession, type AnySession, isSessionOf } from './aggregate-session.js';
import { CommandExecutor } from './command-executor.js';
import { follow } from './follow.js';
import type { AggregateOptions, FollowingAggregates } from './options.js';
import { RetryingEventStore } from './retrying-event-store.js';
import { SessionCache } from './session-cache.js';

const CACHED_STREAMS = 16_384;
const ATTEMPTS = 10;
/** Below the 10 s within which a caller is owed its 503. */
const GIVE_UP_MS = 9_000;

export function createAggregates(store: EventStore, options: AggregateOptions = {}): FollowingAggregates {
  return new StoreAggregates(store, options);
}

/**
 * Commands of one stream that arrive while an append is on its way are decided together, each on the state that the
 * one before leaves, and share the next append with one exact expectation: all stand or all are decided again. So 64
 * commands at once cost one or two commits, and no command is ever reported on another's unproven outcome.
 */
class StoreAggregates implements FollowingAggregates {
  private readonly sessions: SessionCache;
  private readonly patient: RetryingEventStore;
  private readonly runner: CommandExecutor;
  private readonly registry: EventRegistry;
  private readonly giveUpMs: number;
  private following = false;

  constructor(
    private readonly store: EventStore,
    private readonly options: AggregateOptions,
  ) {
    const clock = options.clock ?? systemClock;
    this.registry = options.registry ?? new EventRegistry();
    this.giveUpMs = options.giveUpMs ?? GIVE_UP_MS;
    this.sessions = new SessionCache(options.cachedStreams ?? CACHED_STREAMS);
    this.patient = new RetryingEventStore(store);
    this.runner = new CommandExecutor(this.patient, clock, options.attempts ?? ATTEMPTS, this.registry, this.giveUpMs);
  }

  handle<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
    { likelyNew = false }: HandleOptions = {},
  ): Promise<HandleResult<State>> {
    const session = this.session(stream, decider);
    const deadline = performance.now() + this.giveUpMs;
    return new Promise((resolve, reject) => {
      session.queue.push({ command, context, deadline, resolve, reject, likelyNew, attempts: 0 });
      if (session.running) return;
      session.running = true;
      // Not at once: commands of the same tick are to share the append.
      queueMicrotask(() => this.runner.run(session).finally(() => this.sessions.settle(session)));
    });
  }

  async load<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    { fresh = false, atLeast = -1 }: LoadOptions = {},
  ): Promise<{ state: State; revision: number | 'no-stream' }> {
    const session = this.session(stream, decider);
    let folded = session.current;
    if (!folded || fresh || folded.revision < atLeast || !this.following) {
      const reading = this.runner.refresh(session, performance.now() + this.giveUpMs);
      folded = await reading.finally(() => this.sessions.settle(session));
    }
    return { state: folded.state, revision: folded.revision < 0 ? 'no-stream' : folded.revision };
  }

  forget(stream: string): void {
    for (const session of this.sessions.of(stream)) session.drop();
  }

  async follow(signal: AbortSignal): Promise<void> {
    if (this.following) throw new Problem('internal', 'aggregates are being followed already');
    await follow(this.store, signal, {
      observe: (event) => {
        for (const session of this.sessions.of(event.stream)) session.observe(event);
      },
      begin: () => this.sessions.doubtAll(),
      live: (live) => {
        this.following = live;
      },
      broke: (error) => this.options.onFollowError?.(error),
    });
  }

  private session<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
  ): AggregateSession<State, Command, Event> {
    const found: AnySession | undefined = this.sessions.find(stream, decider);
    if (isSessionOf(found, decider)) return found;
    const session = new AggregateSession(stream, decider, this.registry, (one) => this.runner.read(one));
    this.sessions.add(session);
    return session;
  }
}
