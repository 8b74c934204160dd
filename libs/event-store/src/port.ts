import type { JsonObject } from '#libs/kernel';

/** What every event carries beside its data (design section 2). Outcome events carry more; folds see nothing else. */
export interface EventMetadata {
  /** ISO 8601 in UTC with milliseconds; what folds use as time. */
  readonly at: string;
  /** Version of the event type's data, 1 at first; older ones are upcast when read. */
  readonly schema: number;
  readonly correlation_id?: string;
  readonly causation_id?: string;
  /** Who caused it: `partner:prt_…`, `saga:close-turn`, `cli`. */
  readonly actor?: string;
  readonly conversation_id?: string;
  readonly partner_id?: string;
  readonly company_id?: string;
  readonly external_id?: string | null;
  /** The webhook address as resolved when the outcome came about. */
  readonly webhook_url?: string | null;
  /**
   * W3C Trace Context of the span that appended it, where the service is traced: what follows from the event goes on from
   * it. The trace's id may be a caller's, so only streams that can be erased keep it (decision 26).
   */
  readonly traceparent?: string;
  /**
   * Version of the hash chain (chain.ts), written by the store: 2 where it has a key, else none. Given only for a copy of
   * an event, which keeps its own.
   */
  readonly chain?: 1 | 2;
}

export interface NewEvent<Type extends string = string, Data = JsonObject> {
  /** UUID; v7 for new events, derived (v8) for what follows from a cause. */
  readonly id: string;
  readonly type: Type;
  readonly data: Data;
  readonly metadata: EventMetadata;
}

/**
 * An event as the store holds it. `id`, `data` and `metadata` are decoded when first asked for and then shared by all
 * readers of the same event: never change them, and copy field by field (`{...event}` would lose what is decoded late).
 */
export interface RecordedEvent<Type extends string = string, Data = JsonObject> {
  readonly id: string;
  readonly stream: string;
  /** Number in its stream, from 0. */
  readonly revision: number;
  /** Place in the order of all events; grows, with gaps. */
  readonly position: bigint;
  readonly type: Type;
  /** Upcast to the newest schema. */
  readonly data: Data;
  readonly metadata: EventMetadata & { readonly hash: string };
}

/** The exact revision that a stream must have for an append to happen; −1 is written `no-stream`. */
export type ExpectedRevision = number | 'no-stream' | 'any';

export interface AppendResult {
  /** Revision of the last event of the append. */
  readonly revision: number;
  /** Position of the last event of the append. */
  readonly position: bigint;
  /**
   * What stands there, where the adapter knows it without reading: `as given`, or as recorded. Absent for a repeat and an
   * empty append, and where another process may have written other words under the same ids.
   */
  readonly events?: readonly RecordedEvent[] | 'as given';
}

/** What one append is made of, where several are made together. */
export interface StreamAppend {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** At least one. */
  readonly events: readonly NewEvent[];
}

export interface AppendedAll {
  readonly first: AppendResult;
  /** In the order of the call; `reason`: the error that `append` would have thrown. */
  readonly others: readonly PromiseSettledResult<AppendResult>[];
}

export interface ReadOptions {
  /** First revision, inclusive; the stream's start (or, backwards, its end) by default. */
  readonly from?: number;
  /** Last revision, inclusive. */
  readonly to?: number;
  readonly backwards?: boolean;
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface AllFilter {
  /** Event types; all by default. */
  readonly types?: readonly string[];
}

export interface ReadAllOptions {
  /**
   * Position, exclusive; the beginning by default. It is that of an event (also of a deleted one), of a `caught-up` marker
   * or of a head, never one that was computed from those: EventStoreDB reads from no other place.
   */
  readonly after?: bigint;
  readonly filter?: AllFilter;
  readonly signal?: AbortSignal;
}

/**
 * What a subscription yields, in order and in band: events in batches (as the source had them), and a marker each time
 * everything up to `position` has been yielded, also over stretches that the filter skips.
 */
export type SubscriptionBatch =
  | { readonly kind: 'events'; readonly events: readonly RecordedEvent[] }
  | { readonly kind: 'caught-up'; readonly position: bigint };

/** A subscription broke and is being resumed: for logs and health. */
export interface Interruption {
  readonly reason: string;
  /** Breaks in a row without an event or a marker between them, from 1. */
  readonly attempt: number;
  readonly retryInMs: number;
}

export interface SubscriptionHealth {
  readonly onInterruption?: (interruption: Interruption) => void;
  /** The first event or marker after one or more interruptions. */
  readonly onResumed?: () => void;
}

/** Where events are followed from. */
export interface EventSubscriptions {
  /**
   * Never ends by itself; a broken connection is resumed inside, or thrown after bounded tries. An abort ends it
   * quietly; a store that is closed meanwhile throws `StoreUnavailable`.
   */
  subscribeAll(options?: ReadAllOptions): AsyncIterable<SubscriptionBatch>;
}

/**
 * The event store (design section 4). One contract suite for every adapter.
 * Errors: `WrongExpectedRevision`, `StreamDeleted`, `DuplicateEventId`, `StoreUnavailable` (errors.ts).
 */
export interface EventStore extends EventSubscriptions {
  /**
   * Appends all events or none. An empty append is a no-op: it checks nothing and answers the stream's last revision
   * (−1 without events) and the store's head. The same ids with the same expectation again return the
   * first result; an append of which only some ids are known is refused.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * Appends to several streams, each once, in one commit: the first, and where that stands, or stood before as an
   * identical repeat, the others behind it. Each of the others stands or is refused by itself; an error of the first is
   * thrown, and nothing is stored. Absent where the store has no such thing.
   */
  appendAll?(first: StreamAppend, others: readonly StreamAppend[]): Promise<AppendedAll>;
  /** Unknown and deleted streams read as empty. An aborted read throws the signal's reason. */
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;
  /** One batch read of a stream from a revision on, of at most `limit` events: what command handlers fold from. */
  load(stream: string, from?: number, limit?: number): Promise<readonly RecordedEvent[]>;
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>;
  /**
   * The event at a position; undefined where none stands: its stream was deleted, or no event ever had that position.
   * EventStoreDB wants a position that an event had, and fails at most others (`StoreUnavailable`), since it reads from
   * where a record begins alone.
   */
  eventAt(position: bigint): Promise<RecordedEvent | undefined>;
  /**
   * The newest event that stands, undefined where none does. It may lie before the head: events of deleted streams and
   * what the server writes for itself are left out.
   */
  newest(): Promise<RecordedEvent | undefined>;
  /** Position of the last event of the store, 0n when empty; never falls, also when the last event's stream is deleted. */
  head(): Promise<bigint>;
  /**
   * Really removes the events; a tombstone refuses later appends. `false` when there is no such stream.
   * @param expected revision of its last event; `WrongExpectedRevision` where it has another. Any by default.
   */
  delete(stream: string, expected?: number): Promise<boolean>;
  /** Whether the store answers: for health and readiness. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Injection token of the event store. */
export const EVENT_STORE = Symbol('EventStore');
