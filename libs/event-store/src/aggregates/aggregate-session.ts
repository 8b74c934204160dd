import { Problem } from '#libs/kernel';
import type { CommandContext, Decider, DomainEvent, FollowUp, HandleResult } from '../decider.js';
import type { EventRegistry } from '../event-types.js';
import type { RecordedEvent } from '../port.js';
import type { RetryLimits } from '../retrying-event-store.js';
import { SingleFlightRead } from '../single-flight-read.js';
import { newerThan } from '../stored-event.js';

/** A command that waits for its turn or for its commit. */
export interface PendingCommand<State, Command> {
  readonly command: Command;
  readonly context: CommandContext;
  /** How long it waits for a store that does not answer. */
  readonly limits: RetryLimits;
  readonly resolve: (handled: HandleResult<State>) => void;
  readonly reject: (error: unknown) => void;
  /** Decided on an empty stream where nothing is known of it; see `HandleOptions`. */
  readonly likelyNew: boolean;
  readonly followUp: FollowUp | undefined;
  attempts: number;
}

/** Folded state and the event that it stands at: revision −1 and no position before the first one. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  readonly position: bigint | undefined;
}

/** A session as the cache knows it, whatever its decider. */
export interface AnySession {
  readonly stream: string;
  readonly decider: object;
  readonly idle: boolean;
  readonly known: boolean;
  /** What its state takes of the memory, roughly. */
  readonly bytes: number;
  /** @returns whether the state has changed. */
  observe(event: RecordedEvent): boolean;
  invalidate(): void;
  drop(): void;
}

/** Of a session without its state. */
const SESSION_BYTES = 1_024;
/** What a character of a state's JSON stands for in memory: Russian text takes two bytes, objects more than their text. */
const BYTES_PER_CHARACTER = 2;

/** A state may grow with its stream: of a long one a hundredth is read again before another snapshot is worth its size. */
const SNAPSHOT_SHARE = 100;

/** The session's counters when a read began: whether its result may still be trusted when it ends. */
export interface ReadMark {
  readonly invalidations: number;
  readonly drops: number;
}

/** Reads a session's stream. */
export interface SessionReader {
  read<State, Command, Event extends DomainEvent>(
    session: AggregateSession<State, Command, Event>,
  ): Promise<Folded<State>>;
}

/** A stream's folded state, and the commands that queue for it. */
export class AggregateSession<State, Command, Event extends DomainEvent> implements AnySession {
  readonly queue: PendingCommand<State, Command>[] = [];
  running = false;
  /** So many of the next commands go one by one: a batch with them failed for a reason that may be one command's own. */
  singly = 0;
  /** Revision of the last snapshot that was read or written here; −1 for none. */
  snapshotAt = -1;
  /** Made with the first read: most streams are known from their first event on and are never read. */
  private reads: SingleFlightRead<Folded<State>> | undefined;
  private folded: Folded<State> | undefined;
  /** The highest revision that the subscription has shown. */
  private observed = -1;
  /** There may be events behind the known state that the subscription has not shown. */
  private stale = false;
  private invalidations = 0;
  private drops = 0;
  /** The last estimate of the state's size, and the revision from which on it is made again. */
  private estimate = { bytes: 0, until: 0 };

  constructor(
    readonly stream: string,
    readonly decider: Decider<State, Command, Event>,
    private readonly registry: EventRegistry,
    private readonly reader: SessionReader,
  ) {}

  /** Reads the stream on from the known state; callers wait for it with deadlines of their own. */
  get reading(): SingleFlightRead<Folded<State>> {
    this.reads ??= new SingleFlightRead(() => this.reader.read(this));
    return this.reads;
  }

  get idle(): boolean {
    return !this.running && !this.reads?.underWay;
  }

  /** Whether there is something worth keeping. */
  get known(): boolean {
    return this.folded !== undefined;
  }

  /** Estimated anew each time the stream has grown by a quarter, so that a long one is not walked at each event. */
  get bytes(): number {
    const { folded } = this;
    if (!folded) return SESSION_BYTES;
    if (folded.revision >= this.estimate.until) {
      const { state, revision } = folded;
      const bytes = this.decider.bytesOf?.(state) ?? BYTES_PER_CHARACTER * JSON.stringify(state).length;
      this.estimate = { bytes, until: revision + 1 + Math.floor(revision / 4) };
    }
    return SESSION_BYTES + this.estimate.bytes;
  }

  /** The state to decide on; undefined where the stream has to be read first. */
  get current(): Folded<State> | undefined {
    // While it works, what was observed may be its own append, whose answer is yet to come.
    const behind = !this.running && this.folded !== undefined && this.folded.revision < this.observed;
    return this.stale || behind ? undefined : this.folded;
  }

  /** Where a read begins: true of the stream as far as it goes. */
  get base(): Folded<State> {
    return this.folded ?? { state: this.decider.initial, revision: -1, position: undefined };
  }

  get mark(): ReadMark {
    return { invalidations: this.invalidations, drops: this.drops };
  }

  /** @param every events of a stream between two of its snapshots, at least. */
  isSnapshotDue(every: number): boolean {
    const { revision, state } = this.base;
    const since = revision - this.snapshotAt;
    if (since < Math.max(every, revision / SNAPSHOT_SHARE)) return false;
    return since >= (this.decider.snapshot?.entries?.(state) ?? 0) / 2;
  }

  /** What an append has proven to be the stream's end. Never steps back. */
  keep(folded: Folded<State>): void {
    if (this.folded && folded.revision < this.folded.revision) return;
    this.folded = folded;
    this.stale = false;
  }

  /**
   * What a read that began at the mark has given so far: a slow one undoes nothing that was proven or invalidated since.
   * @param end whether it has come to the stream's end: before it, what is known is only good for reading on from.
   */
  keepRead(folded: Folded<State>, { invalidations, drops }: ReadMark, end: boolean): void {
    if (drops !== this.drops || folded.revision < this.base.revision) return;
    if (folded.revision >= 0) this.folded = folded;
    if (!end) this.stale = true;
    else if (invalidations === this.invalidations) this.stale = false;
  }

  /** What is known stays true, and is read on from before it is used again: a long stream is not read twice. */
  invalidate(): void {
    this.invalidations += 1;
    this.stale = true;
  }

  drop(): void {
    this.drops += 1;
    this.folded = undefined;
    this.estimate = { bytes: 0, until: 0 };
    this.observed = -1;
    this.stale = false;
  }

  /** Takes over what another process appended; where that cannot be done, the stream is read on when it is used. */
  observe(event: RecordedEvent): boolean {
    this.observed = Math.max(this.observed, event.revision);
    if (this.running || event.revision !== (this.folded?.revision ?? Number.NaN) + 1) return false;
    try {
      this.folded = this.fold(this.base, [event]);
      return true;
    } catch {
      // Whoever uses this stream next gets the error; other sessions of the same subscription go on.
      return false;
    }
  }

  /** @throws {Problem} `unavailable` where a newer version of the service has written an event. */
  fold(folded: Folded<State>, events: readonly RecordedEvent[]): Folded<State> {
    let { state, revision, position } = folded;
    for (const event of events) {
      const newer = newerThan(this.registry, event);
      if (newer) throw this.unreadable(newer.message);
      state = this.evolve(state, event);
      revision = event.revision;
      position = event.position;
    }
    return { state, revision, position };
  }

  /**
   * A stream holds only what its own decider brought forth, so an event of a version that this code reads is one of it.
   * @throws {Problem} `unavailable` where `evolve` gives no state for it: a newer version of the decider wrote it.
   */
  evolve(state: State, event: DomainEvent): State {
    const evolved: State | undefined = this.decider.evolve(state, event as Event);
    if (evolved === undefined) throw this.unreadable(`event type ${event.type} is not known to its decider`);
    return evolved;
  }

  private unreadable(reason: string): Problem {
    return new Problem('unavailable', `stream ${this.stream} needs a node of a newer version: ${reason}`);
  }
}

/** The identity of the decider proves the session's types. */
export function isSessionOf<State, Command, Event extends DomainEvent>(
  session: AnySession | undefined,
  decider: Decider<State, Command, Event>,
): session is AggregateSession<State, Command, Event> {
  return session?.decider === decider;
}
