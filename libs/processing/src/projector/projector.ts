import type { EventStore } from '#libs/event-store';
import type { Clock } from '#libs/kernel';
import type { ParkedEvent, Projection, ReadModelStore } from '#libs/read-models';
import type { ProcessingLog } from '../log.js';
import type { TaskHealth } from '../supervisor/supervisor.js';
import { ProjectorCore } from './core.js';
import type { Retried } from './retry.js';
import type { ProjectionStatus } from './status.js';

export interface Rebuilt {
  readonly name: string;
  /** Events that the new rebuild was folded from (after a restart: since then). */
  readonly events: number;
  readonly ms: number;
}

export interface ProjectorOptions {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly projections: readonly Projection[];
  readonly log?: ProcessingLog;
  /** Events folded at once when catching up; 16,384 (stack.md). */
  readonly batchMost?: number;
  /** Work at a stretch before others get their turn, in ms. */
  readonly sliceMs?: number;
  /** Documents kept in memory per read model. */
  readonly cached?: number;
  readonly flushMs?: number;
  readonly clock?: Clock;
  /** How often old tombstones are looked for, ms. */
  readonly sweepMs?: number;
  readonly backoff?: { readonly initialMs: number; readonly maxMs: number };
  /** Fencing number of the lease under which this node folds; none where it is alone. */
  readonly fence?: number;
}

/** Folds events into read models (design section 5). */
export interface Projector {
  /** Finds its places and subscribes; does not wait for history. */
  start(): Promise<void>;
  /** The batch at hand is finished, nothing else; names of what did not end within the deadline. */
  stop(deadlineMs?: number): Promise<readonly string[]>;
  /** Resolves when what serves has reached the end of the store once since the start. */
  ready(): Promise<void>;
  /**
   * Read your writes (design rule 7): true as soon as the named read models (by default all) show everything up to
   * the position; false after the time, after the stop, or at once for a read model whose old version serves meanwhile.
   */
  waitFor(
    position: bigint,
    options?: { readonly names?: readonly string[]; readonly timeoutMs?: number },
  ): Promise<boolean>;
  /** Blue-green; a rebuild that is under way is joined. Rejects for an unknown name, or when stopped (it resumes). */
  rebuild(name: string): Promise<Rebuilt>;
  /** Folds parked keys again; all of the read model's by default. Rejects for an unknown name. */
  retry(name: string, key?: string): Promise<Retried>;
  status(): Promise<readonly ProjectionStatus[]>;
  /** Under the read models' plain names. */
  parked(): Promise<readonly ParkedEvent[]>;
  health(): readonly TaskHealth[];
}

export function createProjector(options: ProjectorOptions): Projector {
  return new ProjectorCore(options);
}
