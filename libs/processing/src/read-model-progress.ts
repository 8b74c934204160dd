import type { ProjectionStatus } from './projector/status.js';

/** How far the read models are, whichever node brings them up to date (design rule 7, section 9). */
export interface ReadModelProgress {
  /**
   * Read your writes: true as soon as the named read models (by default all) show everything up to the position; false
   * after the time, or at once for a read model whose old version serves until its rebuild is done.
   */
  waitFor(
    position: bigint,
    options?: { readonly names?: readonly string[]; readonly timeoutMs?: number },
  ): Promise<boolean>;
  /**
   * Resolves once every read model, also one that is being rebuilt, and every saga but the named one stand past the
   * position: what an erasure waits for, so that nothing is lost to it. Rejects with the signal's reason.
   */
  allPast(position: bigint, options: { readonly exceptSaga: string; readonly signal: AbortSignal }): Promise<void>;
  status(): Promise<readonly ProjectionStatus[]>;
}

/** Injection token of `ReadModelProgress`. */
export const READ_MODEL_PROGRESS = Symbol('ReadModelProgress');

/** Injection token of `ClusterMembership`: the nodes that share the stores, as this one sees them. */
export const CLUSTER = Symbol('Cluster');
