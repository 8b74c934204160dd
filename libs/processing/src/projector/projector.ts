import type { EventSource } from '#libs/event-store';
import type { Backoff } from '#libs/kernel';
import type { ParkedEvent, Projection, ReadModelStore } from '#libs/read-models';
import { type ProcessingLog, silent } from '../log.js';
import { Supervisor, type TaskHealth } from '../supervisor.js';
import { byPosition, nextRebuild, place } from './placement.js';
import { PositionBoard } from './position-waiters.js';
import type { ProjectionInstance } from './projection-instance.js';
import { Reader } from './reader.js';
import { type Retried, retryParked } from './retry-parked.js';
import { type ProjectionStatus, statusAt, storedParked } from './status.js';
import { TimedAcquisition } from './timed-acquisition.js';

export interface WaitOptions {
  /** Read models that have to show the position; by default all. */
  readonly names?: readonly string[];
  readonly timeoutMs?: number;
  /** Passes over read models whose old version serves until their rebuild is done: those do not move meanwhile. */
  readonly movingOnly?: boolean;
}

export interface Rebuilt {
  readonly name: string;
  /** Events that the new collection was folded from (after a restart: since then). */
  readonly events: number;
  readonly ms: number;
}

/** How far a read model is. */
export interface ReadModelPositions {
  /** Of what serves; undefined while an older version serves, which stands still. */
  readonly serving: bigint | undefined;
  /** Of what is rebuilt to take over. */
  readonly rebuilding: bigint | undefined;
}

export interface ProjectorOptions {
  readonly events: EventSource;
  readonly store: ReadModelStore;
  readonly projections: readonly Projection[];
  readonly log?: ProcessingLog;
  /** Events whose documents are stored with one checkpoint when catching up; 16,384 (stack.md). */
  readonly maxBatch?: number;
  /** Events that are read and folded at once, of which no more than their documents stays in memory. */
  readonly maxPortion?: number;
  /** Work at a stretch before the event loop gets its turn, ms. */
  readonly sliceMs?: number;
  /** Of the documents that a read model keeps in memory, about: characters of the events that made them. */
  readonly maxCachedSize?: number;
  /** How long a checkpoint may trail over events that concern nobody, ms. */
  readonly flushMs?: number;
  readonly backoff?: Backoff;
  /** Types of events that nobody waits to see: where a write is a call to a server, they wait a moment for what follows. */
  readonly unhurried?: readonly string[];
  /** Number of the lease under which this node folds; none where nobody can take over (the CLI on a locked folder). */
  readonly fence?: number;
  /** Called whenever positions have changed. */
  readonly onMoved?: () => void;
  /** Called when another collection serves a name, before any position that it has is told. */
  readonly onSwitched?: () => void;
}

/** Folds events into read models (design section 5). */
export interface Projector {
  /** Reads the checkpoints and subscribes; does not wait for history. */
  start(): Promise<void>;
  /** The batch at hand is finished, nothing else; names of what did not end within the deadline. */
  stop(deadlineMs?: number): Promise<readonly string[]>;
  /** Resolves when what serves has reached the end of the store once since the start. */
  ready(): Promise<void>;
  /**
   * Read your writes (design rule 7): true as soon as the named read models (by default all) show everything up to
   * the position; false after the time, after the stop, or at once for a read model whose old version serves meanwhile.
   */
  waitFor(position: bigint, options?: WaitOptions): Promise<boolean>;
  /** By read model. */
  positions(): ReadonlyMap<string, ReadModelPositions>;
  /** Whether other nodes share the store, as is taken for granted until it is told: stored checkpoints are what they wait by. */
  watch(watched: boolean): void;
  /** Blue-green; a rebuild that is under way is joined. Rejects for an unknown name, or when stopped (it resumes). */
  rebuild(name: string): Promise<Rebuilt>;
  /** Folds parked keys again; all of the read model's by default. Rejects for an unknown name. */
  retry(name: string, key?: string): Promise<Retried>;
  status(): Promise<readonly ProjectionStatus[]>;
  /** Under the read models' plain names. */
  parked(): Promise<readonly ParkedEvent[]>;
  health(): Promise<readonly TaskHealth[]>;
}

export function createProjector(options: ProjectorOptions): Projector {
  return new ReadingProjector(options);
}

/** For how long the main reader may be held up so that another one can join it. */
const MAX_ACQUIRED_MS = 2_000;
const WAIT_MS = 2_000;
/** A thousand conversations, some fifty orders. What is kept is copied by the collector again and again while events are caught up. */
const MAX_CACHED_SIZE = 512 * 1024;

interface RebuildInProgress {
  readonly instance: ProjectionInstance;
  readonly startedMs: number;
  readonly done: PromiseWithResolvers<Rebuilt>;
}

/** One main reader, and one for each position behind it at which instances stand; those join the main one in time. */
class ReadingProjector implements Projector {
  private readonly log: ProcessingLog;
  private readonly names: readonly string[];
  private readonly supervisor: Supervisor;
  private readonly current = new Map<string, ProjectionInstance>();
  private readonly rebuilds = new Map<string, RebuildInProgress>();
  private readonly readers = new Map<ProjectionInstance, Reader>();
  private readonly board = new PositionBoard((name) => this.current.get(name)?.position);
  private readonly caughtUp = Promise.withResolvers<void>();
  private watched = true;
  private readonly maxCachedSize: number;
  private main: Reader | undefined;
  private lagging = 0;
  private stopped = false;

  constructor(private readonly options: ProjectorOptions) {
    this.names = options.projections.map(({ name }) => name);
    this.log = options.log ?? silent;
    this.maxCachedSize = options.maxCachedSize ?? MAX_CACHED_SIZE;
    this.supervisor = new Supervisor({ log: this.log, ...(options.backoff && { backoff: options.backoff }) });
    this.caughtUp.promise.catch(() => undefined);
  }

  async start(): Promise<void> {
    const serving: ProjectionInstance[] = [];
    const rebuilding: ProjectionInstance[] = [];
    for (const projection of this.options.projections) {
      const placed = await place(projection, this.options.store, this.maxCachedSize);
      if (placed.current) {
        serving.push(placed.current);
        this.current.set(projection.name, placed.current);
      }
      if (placed.rebuild) rebuilding.push(placed.rebuild);
    }
    const [front = [], ...behind] = byPosition(serving);
    this.main = this.reader('projections', front, this.options.projections);
    for (const instance of rebuilding) this.beginRebuild(instance);
    for (const group of behind) this.catchUp(group);
    const main = this.main;
    for (const instance of front) this.readers.set(instance, main);
    if (front.length > 0) this.follow(main);
    else this.caughtUp.resolve();
    for (const group of byPosition(rebuilding)) this.catchUp(group);
  }

  private reader(name: string, instances: readonly ProjectionInstance[], projections: readonly Projection[]): Reader {
    const {
      events,
      store,
      maxBatch = 16_384,
      maxPortion = 256,
      sliceMs = 3,
      flushMs = 200,
      unhurried = [],
      fence,
    } = this.options;
    const types = [...new Set(projections.flatMap((projection) => projection.types))];
    return new Reader(name, instances, {
      events,
      store,
      types,
      maxBatch,
      maxPortion,
      sliceMs,
      flushMs,
      unhurried,
      watched: () => this.watched,
      ...(fence !== undefined && { fence }),
      moved: () => this.moved(),
    });
  }

  private moved(): void {
    this.board.moved();
    this.options.onMoved?.();
  }

  private follow(main: Reader): void {
    this.supervisor.start({
      name: main.name,
      run: (signal, healthy) =>
        main.run(signal, async (batch) => {
          healthy();
          if (batch.caughtUp) this.caughtUp.resolve();
          return false;
        }),
    });
  }

  /** Reads by itself until it stands where the main reader stands, then joins it. */
  private catchUp(group: readonly ProjectionInstance[]): void {
    this.lagging += 1;
    const name = `projections behind ${this.lagging}: ${group.map(({ label }) => label).join(', ')}`;
    const reader = this.reader(
      name,
      group,
      group.map(({ projection }) => projection),
    );
    for (const instance of group) this.readers.set(instance, reader);
    const acquisition = new TimedAcquisition(MAX_ACQUIRED_MS);
    this.supervisor.start({
      name,
      run: async (signal, healthy) => {
        try {
          return await reader.run(signal, async ({ caughtUp }) => {
            healthy();
            const { main } = this;
            if (!main) return false;
            // While the main reader is held up, this one is certain to arrive at its position.
            if (caughtUp) await acquisition.acquire(main.mutex);
            if (reader.position < main.position || !acquisition.keep()) return false;
            // Under its own mutex too: a retry that is under way ends first.
            await reader.mutex.runExclusive(async () => {
              // The main reader's flush covers only what it moves itself.
              await reader.flush();
              for (const instance of reader.instances) await this.join(main, instance);
            });
            return true;
          });
        } finally {
          acquisition.release();
        }
      },
    });
  }

  /** Under the main reader's mutex. */
  private async join(main: Reader, instance: ProjectionInstance): Promise<void> {
    const { name } = instance.projection;
    const rebuild = this.rebuilds.get(name);
    if (rebuild?.instance === instance) {
      await this.options.store.serve(instance.collection);
      this.options.onSwitched?.();
      this.rebuilds.delete(name);
      const ms = Math.round(performance.now() - rebuild.startedMs);
      this.log.info({ projection: instance.label, events: instance.events, ms }, 'rebuilt and switched');
      rebuild.done.resolve({ name, events: instance.events, ms });
    }
    const before = this.current.get(name);
    if (before) this.readers.delete(before);
    const first = main.instances.length === 0;
    main.adopt(instance);
    if (first) this.follow(main);
    this.readers.set(instance, main);
    this.current.set(name, instance);
    this.moved();
  }

  private beginRebuild(instance: ProjectionInstance): RebuildInProgress {
    const rebuild = { instance, startedMs: performance.now(), done: Promise.withResolvers<Rebuilt>() };
    rebuild.done.promise.catch(() => undefined);
    this.rebuilds.set(instance.projection.name, rebuild);
    this.options.onMoved?.();
    return rebuild;
  }

  async rebuild(name: string): Promise<Rebuilt> {
    const projection = this.options.projections.find((one) => one.name === name);
    if (!projection) throw new Error(`no read model is called ${name}`);
    if (this.stopped) throw new Error('the projector has stopped');
    const under = this.rebuilds.get(name);
    if (under) return under.done.promise;
    const instance = await nextRebuild(projection, this.options.store, this.maxCachedSize);
    const rebuild = this.rebuilds.get(name) ?? this.beginRebuild(instance);
    if (rebuild.instance === instance) this.catchUp([instance]);
    return rebuild.done.promise;
  }

  async retry(name: string, key?: string): Promise<Retried> {
    for (;;) {
      const instance = this.current.get(name) ?? this.rebuilds.get(name)?.instance;
      const reader = instance && this.readers.get(instance);
      if (!instance || !reader) throw new Error(`no read model is called ${name}`);
      const retried = await reader.mutex.runExclusive(async () => {
        // Meanwhile the instance may have joined another reader: two would write one document.
        if (this.readers.get(instance) !== reader) return undefined;
        return retryParked(instance, this.options.store, this.options.events, key);
      });
      if (retried) return retried;
    }
  }

  ready(): Promise<void> {
    return this.caughtUp.promise;
  }

  waitFor(position: bigint, options: WaitOptions = {}): Promise<boolean> {
    const { names = this.names, timeoutMs = WAIT_MS, movingOnly } = options;
    return this.board.waitFor(position, names, timeoutMs, movingOnly);
  }

  watch(watched: boolean): void {
    this.watched = watched;
  }

  positions(): ReadonlyMap<string, ReadModelPositions> {
    const positionsOf = (name: string) => ({
      serving: this.current.get(name)?.position,
      rebuilding: this.rebuilds.get(name)?.instance.position,
    });
    return new Map(this.names.map((name) => [name, positionsOf(name)]));
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    const head = await this.options.events.head();
    const parked = await this.options.store.parked();
    const list = [];
    for (const { name } of this.options.projections) {
      const instance = this.current.get(name);
      const next = this.rebuilds.get(name)?.instance;
      const shown = instance ?? next;
      if (!shown) continue;
      const version = instance ? instance.collection.version : ((await this.options.store.serving(name))?.version ?? 0);
      const rebuild = next && { version: next.collection.version, position: next.position };
      const mine = parked.filter((event) => event.name === shown.label).length;
      list.push(statusAt({ name, version, position: shown.position, parked: mine, ...(rebuild && { rebuild }) }, head));
    }
    return list;
  }

  parked(): Promise<readonly ParkedEvent[]> {
    return storedParked(this.options.store);
  }

  async health(): Promise<readonly TaskHealth[]> {
    return this.supervisor.health();
  }

  async stop(deadlineMs = 10_000): Promise<readonly string[]> {
    this.stopped = true;
    this.board.end();
    const late = await this.supervisor.stop(deadlineMs);
    const error = new Error('the projector stopped; a rebuild goes on at the next start');
    for (const { done } of this.rebuilds.values()) done.reject(error);
    this.caughtUp.reject(error);
    return late;
  }
}
