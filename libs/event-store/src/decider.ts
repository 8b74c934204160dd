import type { AppendResult, EventMetadata, NewEvent, StreamAppend } from './port.js';

/** An event that a decision brings forth, before it has an id and metadata. */
export interface DomainEvent<Type extends string = string, Data = object> {
  readonly type: Type;
  readonly data: Data;
  /** Given where the id follows from a cause (design rule 3); new otherwise. */
  readonly id?: string;
  /** What the event's metadata carries beyond the command's (outcome events: external_id, webhook_url). */
  readonly metadata?: Partial<EventMetadata>;
}

/**
 * The pure middle of a bounded context: decide(command, state) → events, evolve(state, event) → state.
 * `decide` throws a `Problem` where the command is refused and returns no events where it is already done.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initial: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
  /** What a state takes of the memory, roughly, in bytes; where absent it is estimated from its JSON. */
  bytesOf?(state: State): number;
  /**
   * Given where streams become so long that whoever reads one for the first time would wait for it. Never for a stream that
   * may be erased: its snapshot would outlive it.
   */
  readonly snapshot?: SnapshotFormat<State>;
}

/** How a folded state is written beside its events, and read again instead of the events before it. */
export interface SnapshotFormat<State> {
  /** Raised whenever the same events make another state, or new types of events one: snapshots of another version are left. */
  readonly version: number;
  write(state: State): Uint8Array;
  /**
   * What `write` goes through one by one, where a state may have many. At least half as many events lie between two snapshots,
   * so that what writing them costs for an event is bounded however large the state is.
   */
  entries?(state: State): number;
  read(snapshot: Uint8Array): State;
}

/** Who asks, and why: goes into the metadata of what is appended. */
export interface CommandContext {
  readonly correlationId?: string;
  readonly causationId?: string;
  readonly actor?: string;
  readonly metadata?: Partial<EventMetadata>;
}

export interface HandleOptions {
  /**
   * The stream's name was made up by this very command: it is not looked for before the append. Never for a name that
   * another attempt may have used with the same event ids: the store would take the append for a repeat.
   */
  readonly likelyNew?: boolean;
  /**
   * For processes that must record what they did: a store that does not answer is asked again, with the same event ids,
   * until this is aborted, instead of for 9 s. Then the command is refused as `unavailable`. Aborted beforehand it is as
   * if it were not given.
   */
  readonly until?: AbortSignal;
  /** What goes behind this command once it is stored, or was before; never where it is refused. */
  readonly followUp?: FollowUp;
}

/**
 * A command that goes behind another one, on another stream: as if it were handled after it, and in the same commit where
 * the store has such a thing, the stream's state is known and nothing else is under way on it.
 */
export interface FollowUp {
  /** Decides it, to be appended with the first command; undefined where it has to go by itself. */
  begin(): BegunFollowUp | undefined;
  /** By itself, behind the first command; nothing where it was begun and appended. */
  handle(): void;
}

export interface BegunFollowUp {
  readonly append: StreamAppend;
  /** @param outcome of the append; undefined where it was not made and may be begun again. */
  end(outcome?: PromiseSettledResult<AppendResult>): void;
}

export interface HandleResult<State> {
  /** After the decision. */
  readonly state: State;
  readonly revision: number;
  /**
   * Where the stream stands after it: of its last event, also of one that stood there before, so that whoever repeats a
   * command waits for what the first one stored; or a little behind it, of the last event that one append stored with it.
   * Undefined where the stream is empty.
   */
  readonly position: bigint | undefined;
  /** What the command appended. */
  readonly events: readonly NewEvent[];
}

export interface LoadOptions {
  /** Reads what other processes have appended until now, whatever is cached. */
  readonly fresh?: boolean;
  /** Revision of an event of the stream that the caller was handed: what this process has cached may be older. */
  readonly atLeast?: number;
  /** As with a command: a store that does not answer is asked again until this is aborted. */
  readonly until?: AbortSignal;
}

/**
 * Folds a stream, decides, appends with the exact revision, and decides again on a conflict (bounded). Commands of one
 * stream queue behind each other in the process; folded state is cached by revision; an append whose outcome is unknown
 * is repeated with the same ids until it is known or 9 s are over, when the command is refused with
 * `Problem('unavailable')` (design rules 2–4).
 */
export interface Aggregates {
  handle<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
    options?: HandleOptions,
  ): Promise<HandleResult<State>>;
  /**
   * A command to be given to another one (`HandleOptions`).
   * @returns with `result`, which settles only if the other command succeeds.
   */
  followUp<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
  ): { readonly followUp: FollowUp; readonly result: Promise<HandleResult<State>> };
  load<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    options?: LoadOptions,
  ): Promise<{ state: State; revision: number | 'no-stream' }>;
  /** Drops what is cached of a stream. */
  forget(stream: string): void;
}

/** Injection token of the aggregates. */
export const AGGREGATES = Symbol('Aggregates');
