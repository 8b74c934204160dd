import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, isJsonObject, Problem, uuidv7 } from '#libs/kernel';
import type { BegunFollowUp, CommandContext, DomainEvent } from '../decider.js';
import { DuplicateEventId, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { EventRegistry } from '../event-types.js';
import type { AppendResult, NewEvent, RecordedEvent, StreamAppend } from '../port.js';
import type { RetryingEventStore, RetryLimits } from '../retrying-event-store.js';
import type { AggregateSession, Folded, PendingCommand } from './aggregate-session.js';
import type { Snapshots } from './snapshots.js';

/** Commands that share an append. */
const MAX_BATCH = 256;
/**
 * Events of one read: of a long stream each page is kept, so that what breaks off in the middle goes on from there. Between
 * two of them the event loop has its turn: an embedded store reads on this thread.
 */
const PAGE = 1_000;
/** A single command whose event ids stand elsewhere in the store will not come right by deciding again. */
const MAX_DUPLICATE_ATTEMPTS = 3;

/** What deciding one command came to: events (none where it is already done), or the refusal that it throws. */
type Decision<State, Command> =
  | { readonly pending: PendingCommand<State, Command>; readonly events: readonly NewEvent[]; readonly state: State }
  | { readonly pending: PendingCommand<State, Command>; readonly refusal: unknown };

export interface ExecutorParts {
  readonly store: RetryingEventStore;
  readonly clock: Clock;
  /** Conflicts after which a command is refused. */
  readonly attempts: number;
  readonly registry: EventRegistry;
  readonly snapshots: Snapshots | undefined;
}

/** Works off a session's queue: fold, decide, append, report; on a conflict read what is new and decide again. */
export class CommandExecutor {
  constructor(private readonly parts: ExecutorParts) {}

  async run<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
  ): Promise<void> {
    while (session.queue.length > 0) {
      const [late, batch] = partition(nextBatch(session), isLate);
      for (const pending of late) pending.reject(unavailable());
      if (batch.length === 0) continue;
      try {
        await this.work(session, batch);
      } catch (error) {
        this.failed(session, batch, error);
      }
    }
    session.running = false;
  }

  /**
   * Decides a command that is to be appended with another stream's, and keeps the session until it is ended; undefined
   * where it has to go by itself: the session is at work, its state is not known, or nothing came of the decision.
   */
  begin<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
    pending: PendingCommand<State, Command>,
  ) {
    const base = session.current;
    if (session.running || !base || isLate(pending)) return undefined;
    const decisions = this.decide(session, base, [pending]);
    const events = eventsOf(decisions);
    if (events.length === 0) return undefined;
    session.running = true;
    const end = async (outcome?: PromiseSettledResult<AppendResult>): Promise<void> => {
      try {
        if (outcome?.status === 'rejected') throw outcome.reason;
        if (outcome) await this.stored(session, decisions, base, outcome.value, pending.limits);
      } catch (error) {
        this.failed(session, [pending], error);
      }
      await this.run(session);
    };
    return { append: appendTo(session, base, events), end };
  }

  /** The stream's state with everything that the store has by now. */
  refresh<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
    limits: RetryLimits,
  ): Promise<Folded<State>> {
    return this.parts.store.repeat(() => session.reading.fresh(), limits).catch(refuseUnanswered);
  }

  /** Reads a session's stream on to its end, page by page: from its last snapshot where nothing is known of it. */
  async read<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
  ): Promise<Folded<State>> {
    const { mark } = session;
    let folded = session.base;
    if (folded.revision < 0) folded = (await this.fromSnapshot(session)) ?? folded;
    for (let end = false; !end; ) {
      const newer = await this.parts.store.load(session.stream, folded.revision + 1, PAGE);
      end = newer.length < PAGE;
      folded = session.fold(folded, newer);
      session.keepRead(folded, mark, end);
      if (!end) await nextTurn();
    }
    this.keepSnapshot(session);
    return folded;
  }

  /** The state that the last snapshot gives, if the stream still has the event that it stands at. */
  private async fromSnapshot<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
  ): Promise<Folded<State> | undefined> {
    const { snapshots, store } = this.parts;
    const { stream, decider } = session;
    const snapshot = decider.snapshot && (await snapshots?.load(stream, decider.snapshot));
    if (!snapshot) return undefined;
    const { state, revision, hash } = snapshot;
    const [event] = await store.load(stream, revision, 1);
    if (event?.revision !== revision || event.metadata.hash !== hash) return undefined;
    session.snapshotAt = revision;
    return { state, revision, position: event.position };
  }

  /** Nobody waits for it, and one that cannot be stored is made up for by the next. */
  private keepSnapshot<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
  ): void {
    const { snapshots, store } = this.parts;
    const { stream, decider, current } = session;
    const { snapshot: format } = decider;
    if (!format || !snapshots || !current || !session.isSnapshotDue(snapshots.every)) return;
    const { state, revision } = current;
    session.snapshotAt = revision;
    const keep = async () => {
      const [event] = await store.load(stream, revision, 1);
      if (event?.revision === revision)
        await snapshots.keep(stream, format, { state, revision, hash: event.metadata.hash });
    };
    keep().catch(() => undefined);
  }

  private async work<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
    batch: readonly PendingCommand<State, Command>[],
  ): Promise<void> {
    const limits = limitsOf(batch);
    const again = batch.some((pending) => pending.attempts > 0);
    let base =
      (again ? undefined : (session.current ?? presumed(session, batch))) ?? (await this.refresh(session, limits));
    let decisions = this.decide(session, base, batch);
    if (decisions.every(nothingToAppend)) {
      // Refusals and repeats are not proven by an append, so they are decided on what the store has now.
      const fresh = await this.refresh(session, limits);
      if (fresh.revision !== base.revision) decisions = this.decide(session, fresh, batch);
      base = fresh;
    }
    const events = eventsOf(decisions);
    if (events.length === 0) return report(decisions, base);
    const appended = await this.append(appendTo(session, base, events), this.begun(decisions), limits);
    await this.stored(session, decisions, base, appended, limits);
  }

  /** One append, together with what follows its commands. */
  private async append(
    first: StreamAppend,
    followUps: readonly BegunFollowUp[],
    limits: RetryLimits,
  ): Promise<AppendResult> {
    const { store } = this.parts;
    if (followUps.length === 0)
      return store.append(first.stream, first.expected, first.events, limits).catch(refuseUnanswered);
    try {
      const appends = followUps.map(({ append }) => append);
      const appended = await store.appendAll(first, appends, limits);
      for (const [index, followUp] of followUps.entries()) followUp.end(appended.others[index]);
      return appended.first;
    } catch (error) {
      for (const followUp of followUps) followUp.end();
      return refuseUnanswered(error);
    }
  }

  /** What can go with the append of those who append something. */
  private begun<State, Command>(decisions: readonly Decision<State, Command>[]): BegunFollowUp[] {
    const appending = this.parts.store.appendsTogether ? decisions.filter((one) => !nothingToAppend(one)) : [];
    return appending.flatMap(({ pending }) => pending.followUp?.begin() ?? []);
  }

  /** Keeps the state that an append has proven, and tells whoever waits for it. */
  private async stored<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
    decisions: readonly Decision<State, Command>[],
    base: Folded<State>,
    appended: AppendResult,
    limits: RetryLimits,
  ): Promise<void> {
    const { revision, position } = appended;
    let { events } = appended;
    let proven = decisions;
    if (!events) {
      events = await this.parts.store
        .load(session.stream, base.revision + 1, undefined, limits)
        .catch(refuseUnanswered);
      proven = asStored(session, decisions, events, base);
    }
    const last = proven.findLast((decision) => 'state' in decision);
    if (last && 'state' in last) session.keep({ state: last.state, revision, position });
    this.keepSnapshot(session);
    // Of events that were not read only the last one's position is known: who waits for it has waited for theirs.
    report(proven, base, (index) => (events === 'as given' ? position : events[index]?.position));
  }

  /** Each command on the state that the one before leaves. */
  private decide<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
    base: Folded<State>,
    batch: readonly PendingCommand<State, Command>[],
  ): Decision<State, Command>[] {
    let state = base.state;
    return batch.map((pending) => {
      try {
        const decided = session.decider.decide(pending.command, state);
        const events = this.newEvents(decided, pending.context);
        state = events.reduce((folded, event) => session.evolve(folded, event), state);
        return { pending, events, state };
      } catch (refusal) {
        return { pending, refusal };
      }
    });
  }

  /** Gives what a decision brought forth its id and metadata. The event's own metadata outranks the command's. */
  private newEvents(events: readonly DomainEvent[], context: CommandContext): NewEvent[] {
    if (events.length === 0) return [];
    const now = this.parts.clock.now();
    return events.map(({ id, type, data, metadata }) => {
      if (!isJsonObject(data)) throw new TypeError(`data of ${type} is an array; events carry objects`);
      return {
        id: id ?? uuidv7(now.getTime()),
        type,
        data,
        metadata: {
          at: now.toISOString(),
          schema: this.parts.registry.latest(type),
          ...(context.correlationId === undefined ? {} : { correlation_id: context.correlationId }),
          ...(context.causationId === undefined ? {} : { causation_id: context.causationId }),
          ...(context.actor === undefined ? {} : { actor: context.actor }),
          ...context.metadata,
          ...metadata,
        },
      };
    });
  }

  /** Puts back whoever may still succeed, before all that came later. */
  private failed<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
    batch: readonly PendingCommand<State, Command>[],
    error: unknown,
  ): void {
    const alone = batch.length === 1;
    // A conflict with what came behind, or a store that does not answer, leaves the state true as far as it goes.
    const behind = error instanceof WrongExpectedRevision && Number(error.actual) > session.base.revision;
    if (behind || error instanceof Problem) session.invalidate();
    else session.drop();
    for (const pending of batch) pending.attempts += 1;
    if (error instanceof WrongExpectedRevision) {
      const [refused, again] = partition(
        batch,
        (pending) => pending.attempts >= this.parts.attempts && !pending.limits.until,
      );
      for (const pending of refused) pending.reject(conflictsUsedUp(session.stream, pending.attempts));
      session.queue.unshift(...again);
    } else if (error instanceof StreamDeleted) {
      // The first time the state may have been from before the deletion; decided again, most commands refuse by themselves.
      const [refused, again] = partition(batch, (pending) => pending.attempts > 1);
      for (const pending of refused) pending.reject(error);
      session.queue.unshift(...again);
    } else if (error instanceof Problem || (alone && !mayComeRight(batch, error))) {
      for (const pending of batch) pending.reject(error);
    } else {
      session.singly = batch.length;
      session.queue.unshift(...batch);
    }
  }
}

/** A command with a signal goes by itself: the same append is repeated for it after others would have given up. */
function nextBatch<State, Command, Event extends DomainEvent>(
  session: AggregateSession<State, Command, Event>,
): PendingCommand<State, Command>[] {
  const { queue } = session;
  const patient = queue.findIndex(({ limits }) => limits.until);
  const count = session.singly > 0 || patient === 0 ? 1 : Math.min(MAX_BATCH, patient < 0 ? MAX_BATCH : patient);
  session.singly = Math.max(0, session.singly - 1);
  return queue.splice(0, count);
}

function isLate({ limits: { deadline, until } }: { readonly limits: RetryLimits }): boolean {
  return until?.aborted || (deadline !== undefined && deadline <= performance.now());
}

function limitsOf(batch: readonly { readonly limits: RetryLimits }[]): RetryLimits {
  const deadlines = batch.flatMap(({ limits: { deadline } }) => deadline ?? []);
  return { deadline: deadlines.length > 0 ? Math.min(...deadlines) : undefined, until: batch[0]?.limits.until };
}

/** An append that presumes too much meets a conflict, and a refusal is decided again on a fresh read: nothing is lost. */
function presumed<State, Command, Event extends DomainEvent>(
  session: AggregateSession<State, Command, Event>,
  batch: readonly PendingCommand<State, Command>[],
): Folded<State> | undefined {
  return batch.every(({ likelyNew }) => likelyNew) && !session.known ? session.base : undefined;
}

/**
 * The decisions with the states that the stored events make: where a store says no more than "stored", another node may
 * have written them, under the same derived ids and in its own words.
 */
function asStored<State, Command, Event extends DomainEvent>(
  session: AggregateSession<State, Command, Event>,
  decisions: readonly Decision<State, Command>[],
  recorded: readonly RecordedEvent[],
  base: Folded<State>,
): Decision<State, Command>[] {
  let folded = base;
  let taken = 0;
  return decisions.map((decision) => {
    if ('refusal' in decision) return decision;
    const events = recorded.slice(taken, taken + decision.events.length);
    taken += events.length;
    folded = session.fold(folded, events);
    return { ...decision, events, state: folded.state };
  });
}

function eventsOf<State, Command>(decisions: readonly Decision<State, Command>[]): readonly NewEvent[] {
  return decisions.flatMap((decision) => ('events' in decision ? decision.events : []));
}

function appendTo<State>(
  { stream }: { readonly stream: string },
  { revision }: Folded<State>,
  events: readonly NewEvent[],
): StreamAppend {
  return { stream, expected: revision < 0 ? 'no-stream' : revision, events };
}

function nothingToAppend<State, Command>(decision: Decision<State, Command>): boolean {
  return !('events' in decision) || decision.events.length === 0;
}

function report<State, Command>(
  decisions: readonly Decision<State, Command>[],
  base: Folded<State>,
  positionOf?: (index: number) => bigint | undefined,
): void {
  let reported = 0;
  let { position } = base;
  for (const decision of decisions) {
    if ('refusal' in decision) {
      decision.pending.reject(decision.refusal);
      continue;
    }
    const { pending, state, events } = decision;
    reported += events.length;
    if (events.length > 0) position = positionOf?.(reported - 1) ?? position;
    pending.resolve({ state, revision: base.revision + reported, position, events });
    pending.followUp?.handle();
  }
}

function mayComeRight(batch: readonly { readonly attempts: number }[], error: unknown): boolean {
  return error instanceof DuplicateEventId && batch.every(({ attempts }) => attempts < MAX_DUPLICATE_ATTEMPTS);
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function unavailable(): Problem {
  return new Problem('unavailable', 'the event store did not answer in time; repeat the request under the same key');
}

function refuseUnanswered(error: unknown): never {
  throw error instanceof StoreUnavailable ? unavailable() : error;
}

function conflictsUsedUp(stream: string, attempts: number): Problem {
  return new Problem('unavailable', `stream ${stream} changed ${attempts} times while a command was being decided`);
}
