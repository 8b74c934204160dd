import type { RecordedEvent, SnapshotStore } from '#libs/event-store';
import type { JsonObject } from '#libs/kernel';

/** What a stored document is to the store: a JSON object; its id and position are kept beside it. */
export type Document = object;

/**
 * A read model: a keyed fold (design section 5). Pure: no clock, no I/O, one document at a time; therefore safe to
 * repeat, to run in parallel by key and to rebuild. A changed `version` starts a blue-green rebuild by itself.
 */
export interface Projection<Doc extends Document = Document> {
  /** Name of the read model, as queries, exports and the CLI say it. */
  readonly name: string;
  readonly version: number;
  /** Event types that it folds; all others pass by. */
  readonly types: readonly string[];
  /** Ids of the documents that an event touches; an event of another interest gives none. */
  keys(event: RecordedEvent): readonly string[];
  /**
   * Types of which each event makes its documents from itself alone, whatever was there: where a look costs a call, none
   * is taken before.
   */
  readonly anew?: readonly string[];
  /** The document after the event; `undefined` removes it (a tombstone stays for seven days). */
  evolve(document: Doc | undefined, event: RecordedEvent, key: string): Doc | undefined;
  /** Fields that queries filter and sort by, in index order; `due_at` or `result.status`. */
  readonly indexes: readonly (readonly string[])[];
}

export type Scalar = string | number | boolean | null;
export type Condition =
  | Scalar
  | {
      readonly gt?: Scalar;
      readonly gte?: Scalar;
      readonly lt?: Scalar;
      readonly lte?: Scalar;
      readonly in?: readonly Scalar[];
    };

export interface Query {
  /** All conditions hold; field paths with dots. `_id` is the document's id. */
  readonly where?: { readonly [field: string]: Condition };
  /** By default by `_id`, which always breaks ties. */
  readonly sort?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  /** 100 by default. */
  readonly limit?: number;
  /** Cursor of the page before. */
  readonly after?: string;
}

export interface Page<Doc> {
  readonly documents: readonly Stored<Doc>[];
  /** Cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
}

export interface Stored<Doc> {
  readonly id: string;
  /** Position of the last event folded into it. */
  readonly position: bigint;
  readonly document: Doc;
}

/** What queries, scheduled tasks and exports read. Names are logical: a rebuild switches the collection behind one. */
export interface ReadModels {
  get<Doc extends Document>(name: string, id: string): Promise<Stored<Doc> | undefined>;
  find<Doc extends Document>(name: string, query: Query): Promise<Page<Doc>>;
  /** All that match, streamed; the set as it stood when the stream began, or newer per document. */
  stream<Doc extends Document>(name: string, query?: Query): AsyncIterable<Stored<Doc>>;
}

export interface Write {
  readonly id: string;
  /** Position of the event that made it; a document at this position or a later one is left alone. */
  readonly position: bigint;
  /** `undefined`: removed, a tombstone with the position stays. */
  readonly document: Document | undefined;
}

/** A physical collection: one version of one projection. */
export interface Collection {
  readonly name: string;
  /** Version of the projection's code that fills it. */
  readonly version: number;
  /** Which build of that version it is: 0 (the default) at first, one more with each rebuild. */
  readonly build?: number;
}

export interface ParkedEvent {
  readonly name: string;
  readonly key: string;
  readonly position: bigint;
  readonly event_id: string;
  readonly event_type: string;
  readonly error: string;
  /** How many later events of the same key wait behind it. */
  readonly waiting: number;
}

export interface CheckpointMove {
  readonly name: string;
  readonly position: bigint;
  /**
   * Number of the lease under which the owner moves it. A commit with a number below one that was seen for this name is
   * refused whole (`StaleOwner`); one without a number comes from a process that nobody can take over from.
   */
  readonly fence?: number;
}

/** What the projector and the sagas keep: the write side of the read-model store (design sections 5 and 6). */
export interface ReadModelStore extends ReadModels {
  /** Whether a commit is one step; else its checkpoints cost one of their own, behind the documents. */
  readonly transactional: boolean;
  /** Creates the collection and its missing indexes; keeps what is there. */
  ensure(collection: Collection, indexes: readonly (readonly string[])[]): Promise<void>;
  /** Documents (or tombstones, as `document: undefined`) with their positions, for the fold. */
  loadMany(
    collection: Collection,
    ids: readonly string[],
  ): Promise<Map<string, { position: bigint; document: Document | undefined }>>;
  /**
   * Writes of several collections and their checkpoints. Guarded by position per document, never one older over a newer;
   * a checkpoint never moves backwards. SQLite: one transaction; MongoDB: checkpoints after documents.
   */
  commit(batch: {
    readonly writes: readonly { readonly collection: Collection; readonly writes: readonly Write[] }[];
    readonly checkpoints: readonly CheckpointMove[];
  }): Promise<void>;
  /** Checkpoints are kept by name: `projection:turns@1` (`checkpointOf`), `saga:close-turn`. */
  checkpoint(name: string): Promise<bigint | undefined>;
  /** Those of them that there are, in one read. */
  checkpoints(names: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** The only way back: an operator's reset, or a rebuild that starts over. */
  resetCheckpoint(name: string): Promise<void>;
  /** Which collection serves a name; undefined before the first switch. */
  serving(name: string): Promise<Collection | undefined>;
  /** By name, in one read. */
  allServing(): Promise<ReadonlyMap<string, Collection>>;
  /** Switches the name to the version and drops the others. */
  serve(collection: Collection): Promise<void>;
  /** Documents, checkpoint and parked events of the collection go. */
  drop(collection: Collection): Promise<void>;
  collections(): Promise<readonly Collection[]>;
  /** Another thread has switched a name, or made a collection anew: what is kept of collections is looked up again. */
  refresh(): void;
  /** `name` is whose event it is: a collection's label (`turns@1`) or a saga's name. Parking again changes the error only. */
  park(event: Omit<ParkedEvent, 'waiting'>): Promise<void>;
  /** A later event of a parked key. */
  queueBehind(name: string, key: string, position: bigint): Promise<void>;
  parked(name?: string): Promise<readonly ParkedEvent[]>;
  /** Positions of a parked key, the parked one first. */
  parkedPositions(name: string, key: string): Promise<readonly bigint[]>;
  unpark(name: string, key: string): Promise<void>;
  /** Takes the positions before this one out of a key's queue (they have been handled); what is left stays parked. */
  advanceParked(
    name: string,
    key: string,
    before: bigint,
    error: Pick<ParkedEvent, 'event_id' | 'event_type' | 'error'>,
  ): Promise<void>;
  readonly adminRequests: AdminRequestQueue;
  readonly leases: LeaseStore;
  /** Of folded states. */
  readonly snapshots: SnapshotStore;
  /** Drops tombstones older than this, some at a time: repeat until it is 0. */
  sweepTombstones(olderThan: Date): Promise<number>;
  /**
   * After it no file of ours holds what was in documents that were removed before, logs of the database and dropped
   * collections included. With a reader that stays in the way it goes on by itself after 10 s. A server's own journal is
   * its operator's (docs/operations.md).
   */
  scrub(): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type AdminRequestKind = 'rebuild' | 'retry';

/** What another process (the CLI) asks of the process that runs a projector or saga (docs/decisions/0009). */
export interface AdminRequest {
  readonly id: string;
  readonly kind: AdminRequestKind;
  /** Of the read model or saga. */
  readonly name: string;
  readonly key: string | undefined;
  readonly state: 'open' | 'taken' | 'done' | 'failed';
  /** Of `done`: what the CLI prints. */
  readonly result: JsonObject | undefined;
  /** Of `failed`: one line. */
  readonly error: string | undefined;
}

/** Requests kept in the store: submitted by any process, taken once by the owner of the job, finished by it. */
export interface AdminRequestQueue {
  submit(request: Pick<AdminRequest, 'kind' | 'name' | 'key'>): Promise<string>;
  /** The oldest open request (of these read models and sagas alone, where given), now taken; each is taken by one. */
  take(names?: readonly string[]): Promise<AdminRequest | undefined>;
  finish(id: string, outcome: { readonly result: JsonObject } | { readonly error: string }): Promise<void>;
  read(id: string): Promise<AdminRequest | undefined>;
  /** Takes an open request back; `false` when it is taken already. */
  withdraw(id: string): Promise<boolean>;
  /**
   * Opens again what an owner that died had taken; finished ones older than a day go. A node names what it owns now:
   * requests of other owners are under way and stay taken.
   */
  recover(now: Date, names?: readonly string[]): Promise<void>;
}

/** A small shared value with a version, which grows by one with each `compareAndSet`. */
export interface LeaseRecord {
  readonly name: string;
  readonly version: number;
  readonly value: JsonObject;
}

/**
 * What nodes agree by (design section 9): compare-and-set over small values. Leases and heartbeats are built above it
 * (libs/processing) from versions that change and each node's own monotonic clock, so that no two clocks must agree.
 */
export interface LeaseStore {
  /** Whether no other process can use the store now (the data folder's lock says so): nobody can take a lease over. */
  readonly exclusive: boolean;
  read(name: string): Promise<LeaseRecord | undefined>;
  /** All whose name begins with the prefix, by name. */
  list(prefix: string): Promise<readonly LeaseRecord[]>;
  /**
   * Sets the value where the record is at `version` (0: there is none).
   * @returns the record as it is now, or undefined when somebody else was faster.
   */
  compareAndSet(name: string, version: number, value: JsonObject): Promise<LeaseRecord | undefined>;
  /** Removes the record where it is at `version`. */
  remove(name: string, version: number): Promise<boolean>;
}
