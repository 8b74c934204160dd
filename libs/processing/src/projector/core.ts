import { systemClock } from '#libs/kernel';
import type { Projection } from '#libs/read-models';
import { type Deferred, deferred } from '../deferred.js';
import { type ProcessingLog, silent } from '../log.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { Hold } from './hold.js';
import { byPosition, nextRebuild, place } from './placement.js';
import type { ProjectionInstance } from './projection-instance.js';
import type { Projector, ProjectorOptions, Rebuilt } from './projector.js';
import { Reader } from './reader.js';
import { retryParked } from './retry.js';
import { statusAt, storedParked } from './status.js';
import { sweepTombstones } from './sweep.js';
import { PositionBoard } from './visibility.js';

/** How long the main reader stands still for one that catches up with it. */
const JOIN_MS = 2_000;
const WAIT_MS = 2_000;
const SWEEP_MS = 3_600_000;

interface RebuildInProgress {
  readonly instance: ProjectionInstance;
  readonly startedMs: number;
  readonly done: Deferred<Rebuilt>;
}

/** The projector's parts put together: one main reader, and one for each place that lags behind it. */
export class ProjectorCore implements Projector {
  private readonly log: ProcessingLog;
  private readonly names: readonly string[];
  private readonly supervisor: Supervisor;
  private readonly current = new Map<string, ProjectionInstance>();
  private readonly rebuilds = new Map<string, RebuildInProgress>();
  private readonly readers = new Map<ProjectionInstance, Reader>();
  private readonly visibility = new PositionBoard((name) => this.current.get(name)?.position);
  private readonly caughtUp = deferred<void>();
  private main: Reader | undefined;
  private lagging = 0;
  private stopped = false;

  constructor(private readonly options: ProjectorOptions) {
    this.names = options.projections.map(({ name }) => name);
    this.log = options.log ?? silent;
    this.supervisor = new Supervisor({ log: this.log, ...(options.backoff && { backoff: options.backoff }) });
    this.caughtUp.promise.catch(() => undefined);
  }

  async start(): Promise<void> {
    const serving: ProjectionInstance[] = [];
    const rebuild: ProjectionInstance[] = [];
    for (const projection of this.options.projections) {
      const placed = await place(projection, this.options.store, this.cached);
      if (placed.current) {
        serving.push(placed.current);
        this.current.set(projection.name, placed.current);
      }
      if (placed.rebuild) rebuild.push(placed.rebuild);
    }
    const [front = [], ...behind] = byPosition(serving);
    this.main = this.reader('projections', front, this.options.projections);
    for (const instance of rebuild) this.fill(instance);
    for (const group of behind) this.lag(group);
    const main = this.main;
    for (const instance of front) this.readers.set(instance, main);
    if (front.length > 0) this.follow(main);
    else this.caughtUp.resolve();
    for (const group of byPosition(rebuild)) this.lag(group);
    const { store, clock = systemClock, sweepMs = SWEEP_MS } = this.options;
    this.supervisor.start(sweepTombstones(store, clock, sweepMs));
  }

  private get cached(): number {
    return this.options.cached ?? 2_048;
  }

  private reader(name: string, instances: readonly ProjectionInstance[], projections: readonly Projection[]): Reader {
    const { events, store, batchMost = 16_384, sliceMs = 3, flushMs = 200, fence } = this.options;
    const types = [...new Set(projections.flatMap((projection) => projection.types))];
    return new Reader(name, instances, {
      events,
      store,
      types,
      batchMost,
      sliceMs,
      flushMs,
      ...(fence !== undefined && { fence }),
      moved: () => this.visibility.moved(),
    });
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
  private lag(group: readonly ProjectionInstance[]): void {
    this.lagging += 1;
    const name = `projections behind ${this.lagging}: ${group.map(({ label }) => label).join(', ')}`;
    const reader = this.reader(
      name,
      group,
      group.map(({ projection }) => projection),
    );
    for (const instance of group) this.readers.set(instance, reader);
    const hold = new Hold(JOIN_MS);
    this.supervisor.start({
      name,
      run: async (signal, healthy) => {
        try {
          return await reader.run(signal, async ({ caughtUp }) => {
            healthy();
            const { main } = this;
            if (!main) return false;
            // While the main reader is held, it is certain that this one arrives at its place.
            if (caughtUp) await hold.take(main.lock);
            if (reader.position < main.position || !hold.keep()) return false;
            // Under its own lock too: a retry that is under way ends first.
            await reader.lock.run(async () => {
              // The main reader writes down only what it moves itself.
              await reader.flush();
              for (const instance of reader.instances) await this.join(main, instance);
            });
            return true;
          });
        } finally {
          hold.letGo();
        }
      },
    });
  }

  /** Under the main reader's lock. */
  private async join(main: Reader, instance: ProjectionInstance): Promise<void> {
    const { name } = instance.projection;
    const rebuild = this.rebuilds.get(name);
    if (rebuild?.instance === instance) {
      await this.options.store.serve(instance.collection);
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
    this.visibility.moved();
  }

  private fill(instance: ProjectionInstance): RebuildInProgress {
    const rebuild = { instance, startedMs: performance.now(), done: deferred<Rebuilt>() };
    rebuild.done.promise.catch(() => undefined);
    this.rebuilds.set(instance.projection.name, rebuild);
    return rebuild;
  }

  async rebuild(name: string): Promise<Rebuilt> {
    const projection = this.options.projections.find((one) => one.name === name);
    if (!projection) throw new Error(`no read model is called ${name}`);
    if (this.stopped) throw new Error('the projector has stopped');
    const under = this.rebuilds.get(name);
    if (under) return under.done.promise;
    const instance = await nextRebuild(projection, this.options.store, this.cached);
    const rebuild = this.rebuilds.get(name) ?? this.fill(instance);
    if (rebuild.instance === instance) this.lag([instance]);
    return rebuild.done.promise;
  }

  async retry(name: string, key?: string) {
    for (;;) {
      const instance = this.current.get(name) ?? this.rebuilds.get(name)?.instance;
      const reader = instance && this.readers.get(instance);
      if (!instance || !reader) throw new Error(`no read model is called ${name}`);
      const retried = await reader.lock.run(async () => {
        // Whoever waited for the lock may find the instance with another reader: two would write one document.
        if (this.readers.get(instance) !== reader) return undefined;
        return retryParked(instance, this.options.store, this.options.events, key);
      });
      if (retried) return retried;
    }
  }

  ready(): Promise<void> {
    return this.caughtUp.promise;
  }

  waitFor(position: bigint, options: { names?: readonly string[]; timeoutMs?: number } = {}): Promise<boolean> {
    const { names = this.names, timeoutMs = WAIT_MS } = options;
    return this.visibility.waitFor(position, names, timeoutMs);
  }

  async status() {
    const head = await this.options.events.head();
    const parked = await this.options.store.parked();
    const list = [];
    for (const { name } of this.options.projections) {
      const instance = this.current.get(name);
      const next = this.rebuilds.get(name)?.instance;
      const shown = instance ?? next;
      if (!shown) continue;
      const version = instance ? instance.collection.version : ((await this.options.store.serving(name)) ?? 0);
      const rebuild = next && { version: next.collection.version, position: next.position };
      const mine = parked.filter((event) => event.name === shown.label).length;
      list.push(statusAt({ name, version, position: shown.position, parked: mine, ...(rebuild && { rebuild }) }, head));
    }
    return list;
  }

  parked() {
    return storedParked(this.options.store);
  }

  health() {
    return this.supervisor.health();
  }

  async stop(deadlineMs = 10_000): Promise<readonly string[]> {
    this.stopped = true;
    this.visibility.end();
    const late = await this.supervisor.stop(deadlineMs);
    const error = new Error('the projector stopped; a rebuild goes on at the next start');
    for (const { done } of this.rebuilds.values()) done.reject(error);
    this.caughtUp.reject(error);
    return late;
  }
}
