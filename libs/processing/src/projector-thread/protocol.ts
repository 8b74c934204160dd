import type { ParkedEvent } from '#libs/read-models';
import type { ReadModelPositions, Rebuilt } from '../projector/projector.js';
import type { Retried } from '../projector/retry-parked.js';
import type { ProjectionStatus } from '../projector/status.js';
import type { TaskHealth } from '../supervisor.js';

/** What the thread is started with: addresses of modules. */
export interface ThreadModules {
  /** Exports `openReadSide(settings, log)`, which opens the stores there. */
  readonly stores: string;
  /** Exports `projections`, and `unhurried`: types of events that nobody waits to see. */
  readonly projections: string;
}

/** The first message to it. */
export interface Begin {
  /** What the stores are opened by. */
  readonly settings: object;
  /** Number of the lease under which it folds. */
  readonly fence: number;
}

/** What a projector in a thread is asked for: its own methods, as messages. */
export type Request =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rebuild'; readonly name: string }
  | { readonly kind: 'retry'; readonly name: string; readonly key: string | undefined }
  | { readonly kind: 'watch'; readonly watched: boolean }
  | { readonly kind: 'status' }
  | { readonly kind: 'parked' }
  | { readonly kind: 'health' }
  | { readonly kind: 'stop'; readonly deadlineMs: number };

export interface Answers {
  readonly ready: undefined;
  readonly rebuild: Rebuilt;
  readonly retry: Retried;
  readonly watch: undefined;
  readonly status: readonly ProjectionStatus[];
  readonly parked: readonly ParkedEvent[];
  readonly health: readonly TaskHealth[];
  readonly stop: readonly string[];
}

export interface Question {
  readonly ticket: number;
  readonly request: Request;
}

/** From the thread; who asked knows which of the `Answers` its value is. */
export type Reply<Value = never> =
  /** It reads and folds; does not wait for history. */
  | { readonly kind: 'started' }
  /** In the order of the names, two of each: what serves, and what is being rebuilt. */
  | { readonly kind: 'moved'; readonly positions: BigInt64Array }
  /** Another collection serves a name. Comes before any position that this one has. */
  | { readonly kind: 'switched' }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly facts: object;
      readonly message: string;
    }
  | { readonly kind: 'done'; readonly ticket: number; readonly value: Value }
  | { readonly kind: 'failed'; readonly ticket: number; readonly error: string };

/** Below every position. */
const NONE = -2n;

export function packed(positions: Iterable<ReadModelPositions>): BigInt64Array {
  const flat = [...positions].flatMap(({ serving, rebuilding }) => [serving ?? NONE, rebuilding ?? NONE]);
  return BigInt64Array.from(flat);
}

export function unpacked(positions: BigInt64Array, names: readonly string[]): Map<string, ReadModelPositions> {
  const at = (index: number) => (positions[index] === NONE ? undefined : positions[index]);
  return new Map(names.map((name, index) => [name, { serving: at(2 * index), rebuilding: at(2 * index + 1) }]));
}
