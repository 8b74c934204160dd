import type { EventStore } from '#libs/event-store';
import { type Collection, checkpointOf, type Projection, type ReadModelStore } from '#libs/read-models';
import { requestService } from '../admin/request-service.js';
import type { Rebuilt } from '../projector/projector.js';
import { type ProjectionStatus, storedStatus } from '../projector/status.js';
import { PositionWaiters } from '../projector/waiters.js';
import { sleep } from '../supervisor/backoff.js';

export interface StoredProgressOptions {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly projections: readonly Pick<Projection, 'name' | 'version'>[];
}

/** How often the places are asked for while somebody waits, and which collections serve, ms. */
const POLL_MS = 15;
const SERVING_MS = 1_000;
const WAIT_MS = 2_000;
/** A rebuild may take its time; somebody who carries it out must be there within this, ms. */
const TAKEN_MS = 10_000;
/** Further than any event. */
const EVERYTHING = (1n << 63n) - 1n;

/**
 * How far the read models are, asked of the store itself: for nodes whose read models another node brings up to date.
 * All who wait on this node share one look every 15 ms; while nobody waits nothing is asked.
 */
export class StoredProgress {
  private readonly waiters = new PositionWaiters();
  private checkpoints: readonly string[] = [];
  private servingAtMs = Number.NEGATIVE_INFINITY;
  private place = -1n;
  private looking = false;

  constructor(private readonly options: StoredProgressOptions) {}

  /** As `Projector.waitFor`: true once all read models show everything up to the position. */
  async waitFor(position: bigint, { timeoutMs = WAIT_MS }: { readonly timeoutMs?: number } = {}): Promise<boolean> {
    if (this.place >= position) return true;
    const reached = this.waiters.wait(position, timeoutMs);
    if (!this.looking) void this.look();
    return reached;
  }

  private async look(): Promise<void> {
    this.looking = true;
    while (this.waiters.size > 0) {
      // A store that is away: whoever waits runs into the bound, and the answer goes out as it is.
      this.place = await this.lowest().catch(() => this.place);
      this.waiters.reached(this.place);
      if (this.waiters.size > 0) await sleep(POLL_MS);
    }
    this.looking = false;
  }

  private async lowest(): Promise<bigint> {
    if (performance.now() - this.servingAtMs > SERVING_MS) {
      this.checkpoints = await this.moving();
      this.servingAtMs = performance.now();
    }
    return lowestOf(await this.positions(this.checkpoints));
  }

  /** Checkpoints of what serves, without an old version that stands still until its successor is filled. */
  private async moving(): Promise<readonly string[]> {
    const { store, projections } = this.options;
    const collections = await store.collections();
    const moving: string[] = [];
    for (const { name, version } of projections) {
      const serving: Collection = (await store.servingCollection(name)) ?? { name, version };
      const succeeded = collections.some((other) => other.name === name && other.version > serving.version);
      if (!succeeded) moving.push(checkpointOf(serving));
    }
    return moving;
  }

  private async positions(checkpoints: readonly string[]): Promise<readonly bigint[]> {
    const stored = await this.options.store.checkpoints(checkpoints);
    return checkpoints.map((name) => stored.get(name) ?? -1n);
  }

  /** Resolves once every read model, also one that is being filled, and the named sagas stand past the position. */
  async allPast(position: bigint, sagas: readonly string[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ours = new Set(this.options.projections.map(({ name }) => name));
      const collections = (await this.options.store.collections()).filter(({ name }) => ours.has(name));
      const names = collections.map(checkpointOf);
      const places = await this.positions([...names, ...sagas.map((name) => `saga:${name}`)]);
      if (lowestOf(places) >= position) return;
      await sleep(10 * POLL_MS, signal);
    }
    throw signal.reason;
  }

  /** By the node that brings the read models up to date. */
  async rebuild(name: string): Promise<Rebuilt> {
    const request = { kind: 'rebuild' as const, name, key: undefined };
    const answer = await requestService(this.options.store.adminRequests, request, { takenMs: TAKEN_MS });
    if (!answer) throw new Error(`no worker took the request to rebuild ${name} within ${TAKEN_MS / 1_000} s`);
    return { name, events: Number(answer.events), ms: Number(answer.ms) };
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    return storedStatus(this.options.store, this.options.projections, await this.options.events.head());
  }
}

function lowestOf(positions: readonly bigint[]): bigint {
  let least = EVERYTHING;
  for (const position of positions) if (position < least) least = position;
  return least;
}
