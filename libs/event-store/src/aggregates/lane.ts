import { Problem } from '#libs/kernel';
import type { CommandContext, Decider, DomainEvent, Handled } from '../decider.js';
import type { NewEvent, RecordedEvent } from '../port.js';

/** A command that waits for its turn or for its commit. */
export interface Member<State, Command> {
  readonly command: Command;
  readonly context: CommandContext;
  /** On the monotonic clock, ms. */
  readonly deadline: number;
  readonly resolve: (handled: Handled<State>) => void;
  readonly reject: (error: unknown) => void;
  /** Decided on an empty stream where nothing is known of it; see `HandleOptions`. */
  readonly likelyNew: boolean;
  attempts: number;
}

/** Folded state and the event that it stands at: revision −1 and no position before the first one. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  readonly position: bigint | undefined;
}

/** What deciding one command came to: events (none where it is already done), or the refusal that it throws. */
export type Verdict<State, Command> =
  | { readonly member: Member<State, Command>; readonly events: readonly NewEvent[]; readonly state: State }
  | { readonly member: Member<State, Command>; readonly refusal: unknown };

/** A lane whose decider is not known to whoever only keeps it fresh. */
export interface AnyLane {
  readonly decider: object;
  readonly idle: boolean;
  observe(event: RecordedEvent): void;
  drop(): void;
}

/** A stream's folded state, and the commands that queue for it. */
export class Lane<State, Command, Event extends DomainEvent> implements AnyLane {
  readonly queue: Member<State, Command>[] = [];
  running = false;
  /** Set after a batch failed for a reason that may be one command's own: each then goes by itself. */
  singly = 0;
  private folded: Folded<State> | undefined;

  constructor(
    readonly stream: string,
    readonly decider: Decider<State, Command, Event>,
  ) {}

  get idle(): boolean {
    return !this.running;
  }

  /** Whether there is something worth keeping. */
  get known(): boolean {
    return this.folded !== undefined;
  }

  get current(): Folded<State> | undefined {
    return this.folded;
  }

  /** Never steps back: a slow read must not undo what an append has proven since. */
  keep(folded: Folded<State>): void {
    if (!this.folded || folded.revision >= this.folded.revision) this.folded = folded;
  }

  drop(): void {
    this.folded = undefined;
  }

  /** Takes over what another process appended. A lane at work finds out by its own conflict. */
  observe(event: RecordedEvent): void {
    if (this.running || !this.folded || event.revision <= this.folded.revision) return;
    try {
      if (event.revision === this.folded.revision + 1) this.keep(this.fold(this.folded, [event]));
      else this.drop();
    } catch {
      // Whoever asks for this stream next is told; others who follow the same subscription go on.
      this.drop();
    }
  }

  fold(folded: Folded<State>, events: readonly RecordedEvent[]): Folded<State> {
    let { state, revision, position } = folded;
    for (const event of events) {
      state = this.evolve(state, event);
      revision = event.revision;
      position = event.position;
    }
    return { state, revision, position };
  }

  /**
   * A stream holds only what its own decider brought forth, so a stored event is one of its events; or one that a newer
   * version of it brought forth, which this one's `evolve` gives no state for.
   * @throws {Problem} `unavailable`: a node of the newer version has to serve this stream.
   */
  evolve(state: State, event: DomainEvent): State {
    const evolved: State | undefined = this.decider.evolve(state, event as Event);
    if (evolved !== undefined) return evolved;
    throw new Problem(
      'unavailable',
      `stream ${this.stream} holds an event of type ${event.type}, which only a newer version of this service knows`,
    );
  }
}

/** Tells by identity of the decider that a lane has its types. */
export function isLaneOf<State, Command, Event extends DomainEvent>(
  lane: AnyLane | undefined,
  decider: Decider<State, Command, Event>,
): lane is Lane<State, Command, Event> {
  return lane?.decider === decider;
}
