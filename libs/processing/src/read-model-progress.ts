import type { EventSource } from '#libs/event-store';
import { sleep } from '#libs/kernel';
import { checkpointOf, type Projection, type ReadModelStore } from '#libs/read-models';
import { requestService } from './admin-requests.js';
import type { ClusterMembership } from './cluster/cluster-membership.js';
import { PositionBoard } from './projector/position-waiters.js';
import { START } from './projector/projection-instance.js';
import type { Projector, Rebuilt, WaitOptions } from './projector/projector.js';
import { type ProjectionStatus, storedStatus } from './projector/status.js';
import type { SagaRunner } from './sagas/saga-runner.js';

/** How far the read models are, whichever node brings them up to date (design rule 7, section 9). */
export interface ReadModelProgress {
  /**
   * Read your writes: true as soon as the named read models (by default all) show everything up to the position; false
   * after the time, or at once for a read model whose old version serves until its rebuild is done.
   */
  waitFor(position: bigint, options?: WaitOptions): Promise<boolean>;
  /**
   * Resolves once every read model, also one that is being rebuilt, and every saga but the named one stand past the
   * position: what an erasure waits for, so that nothing is lost to it. Rejects with the signal's reason.
   */
  allPast(position: bigint, options: { readonly exceptSaga: string; readonly signal: AbortSignal }): Promise<void>;
  status(): Promise<readonly ProjectionStatus[]>;
  /** By the node that brings the read models up to date. Rejects for an unknown name, and where no node does it. */
  rebuild(name: string): Promise<Rebuilt>;
}

/** Injection token of `ReadModelProgress`. */
export const READ_MODEL_PROGRESS = Symbol('ReadModelProgress');

/** Injection token of `ClusterMembership`: the nodes that share the stores, as this one sees them. */
export const CLUSTER = Symbol('Cluster');

/** What this node runs now: written by the jobs of the process host, read by `ReadModelProgress`. */
export class LocalJobs {
  projector: Projector | undefined;
  readonly sagas = new Map<string, SagaRunner>();
  /** Of every saga there is, whichever node runs it; known once the process host is made. */
  sagaNames: readonly string[] = [];

  /** After each look at the nodes there are: others wait by the checkpoints of this one's projector. */
  readonly onSeen = ({ alive }: Pick<ClusterMembership, 'alive'>): void => this.projector?.watch(alive.length > 1);
}

export interface ReadModelProgressOptions {
  readonly events: Pick<EventSource, 'head'>;
  readonly store: ReadModelStore;
  readonly projections: readonly Pick<Projection, 'name' | 'version'>[];
  readonly local: LocalJobs;
}

export function createReadModelProgress(options: ReadModelProgressOptions): ReadModelProgress {
  return new LocalOrStoredProgress(options);
}

const WAIT_MS = 2_000;
/** Checkpoints of what serves are read while somebody waits: not sooner than after this, ms, */
const SERVING_POLL_MS = 15;
/** and, while none of them moves and nobody new waits, after this part of the time since. */
const SERVING_POLL_SHARE = 0.25;
/** How often those of everything are read while an erasure waits, ms. */
const ALL_POLL_MS = 50;
/** How often it is looked up which collections serve, ms. */
const COLLECTIONS_MS = 1_000;
/** A rebuild may take its time; somebody who carries it out must be there within this, ms. */
const TAKEN_MS = 10_000;

/**
 * Answered in memory where this node's own projector runs, else by the stored checkpoints: those are read once for all
 * who wait, and not at all while nobody does.
 */
class LocalOrStoredProgress implements ReadModelProgress {
  private readonly names: readonly string[];
  private positions: ReadonlyMap<string, bigint | undefined> = new Map();
  private readonly board = new PositionBoard((name) => (this.positions.has(name) ? this.positions.get(name) : START));
  private polling = false;
  /** When a position has changed, or somebody new has begun to wait. */
  private stirredMs = 0;
  private servingCheckpoints: ReadonlyMap<string, string | undefined> = new Map();
  private servingAtMs = Number.NEGATIVE_INFINITY;
  private nextLowest: Promise<ReadonlyMap<string, bigint>> | undefined;

  constructor(private readonly options: ReadModelProgressOptions) {
    this.names = options.projections.map(({ name }) => name);
  }

  async waitFor(position: bigint, options: WaitOptions = {}): Promise<boolean> {
    const { names = this.names, timeoutMs = WAIT_MS, movingOnly } = options;
    const deadlineMs = performance.now() + timeoutMs;
    const { local, store } = this.options;
    const { projector } = local;
    if (projector) {
      if (await projector.waitFor(position, { ...options, timeoutMs })) return true;
      // It still runs, or nobody can take it over: this was the answer. Else its successor moves the checkpoints on.
      if (local.projector === projector || store.leases.exclusive) return false;
    }
    const leftMs = Math.max(0, deadlineMs - performance.now());
    const reached = this.board.waitFor(position, names, leftMs, movingOnly);
    this.stirredMs = performance.now();
    if (!this.polling && this.board.isWaitedFor) void this.poll();
    return reached;
  }

  private async poll(): Promise<void> {
    this.polling = true;
    while (this.board.isWaitedFor) {
      const lookedMs = performance.now();
      // A store that is away: whoever waits runs into the time-out.
      const positions = await this.servingPositions().catch(() => this.positions);
      if ([...positions].some(([name, position]) => position !== this.positions.get(name))) this.stirredMs = lookedMs;
      this.positions = positions;
      this.board.moved();
      await this.pauseAfter(lookedMs);
    }
    this.polling = false;
  }

  /** Ends soon for whoever begins to wait meanwhile, and where nobody waits any more. */
  private async pauseAfter(lookedMs: number): Promise<void> {
    const untilMs = () => Math.max(SERVING_POLL_MS, SERVING_POLL_SHARE * (lookedMs - this.stirredMs));
    for (let ms = 0; this.board.isWaitedFor && ms < untilMs(); ms += SERVING_POLL_MS) await sleep(SERVING_POLL_MS);
  }

  async allPast(position: bigint, { exceptSaga, signal }: { exceptSaga: string; signal: AbortSignal }): Promise<void> {
    const sagas = this.options.local.sagaNames.filter((name) => name !== exceptSaga).map(checkpointOfSaga);
    while (!signal.aborted) {
      // Never a read that began before the call: a rebuild may have begun since.
      this.nextLowest ??= sleep(ALL_POLL_MS).then(() => {
        this.nextLowest = undefined;
        return this.lowestPositions();
      });
      const lowest = await this.nextLowest;
      if ([...this.names, ...sagas].every((name) => (lowest.get(name) ?? START) >= position)) return;
    }
    throw signal.reason;
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    const { events, store, projections, local } = this.options;
    return local.projector?.status() ?? storedStatus(store, projections, await events.head());
  }

  async rebuild(name: string): Promise<Rebuilt> {
    const { store, local } = this.options;
    if (local.projector) return local.projector.rebuild(name);
    const request = { kind: 'rebuild' as const, name, key: undefined };
    const answer = await requestService(store.adminRequests, request, { takenMs: TAKEN_MS });
    if (!answer) throw new Error(`no worker took the request to rebuild ${name} within ${TAKEN_MS / 1_000} s`);
    return { name, events: Number(answer.events), ms: Number(answer.ms) };
  }

  private async servingPositions(): Promise<ReadonlyMap<string, bigint | undefined>> {
    if (performance.now() - this.servingAtMs > COLLECTIONS_MS) {
      this.servingCheckpoints = await this.findServing();
      this.servingAtMs = performance.now();
    }
    const checkpoints = [...this.servingCheckpoints.values()].flatMap((checkpoint) => checkpoint ?? []);
    const stored = await this.options.store.checkpoints(checkpoints);
    return new Map(
      [...this.servingCheckpoints].map(([name, checkpoint]) => [
        name,
        checkpoint === undefined ? undefined : (stored.get(checkpoint) ?? START),
      ]),
    );
  }

  /** By read model, the checkpoint of what serves; undefined where an old version serves, which does not move. */
  private async findServing(): Promise<ReadonlyMap<string, string | undefined>> {
    const { store, projections } = this.options;
    const [collections, served] = await Promise.all([store.collections(), store.allServing()]);
    const found = new Map<string, string | undefined>();
    for (const { name, version } of projections) {
      const serving = served.get(name) ?? { name, version };
      const superseded = collections.some((other) => other.name === name && other.version > serving.version);
      found.set(name, superseded ? undefined : checkpointOf(serving));
    }
    return found;
  }

  /** Of read models the lowest of all their collections, and of sagas. */
  private async lowestPositions(): Promise<ReadonlyMap<string, bigint>> {
    const { store, local } = this.options;
    const { projector } = local;
    const sagas = local.sagaNames.filter((name) => !local.sagas.has(name)).map(checkpointOfSaga);
    const collections = projector ? [] : await store.collections();
    const stored = await store.checkpoints([...sagas, ...collections.map(checkpointOf)]);
    const lowest = new Map<string, bigint>();
    for (const [name, { serving, rebuilding }] of projector?.positions() ?? []) {
      const behind = serving === undefined || (rebuilding !== undefined && rebuilding < serving);
      lowest.set(name, (behind ? rebuilding : serving) ?? START);
    }
    for (const collection of collections) {
      const position = stored.get(checkpointOf(collection)) ?? START;
      const known = lowest.get(collection.name);
      if (known === undefined || position < known) lowest.set(collection.name, position);
    }
    for (const name of sagas) lowest.set(name, stored.get(name) ?? START);
    for (const [name, runner] of local.sagas) lowest.set(checkpointOfSaga(name), runner.status().position);
    return lowest;
  }
}

export function checkpointOfSaga(name: string): string {
  return `saga:${name}`;
}
