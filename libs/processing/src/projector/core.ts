import { systemClock } from '#libs/kernel';
import type { Projection } from '#libs/read-models';
import { type Deferred, deferred } from '../deferred.js';
import { type ProcessingLog, silent } from '../log.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { Hold } from './hold.js';
import type { Member } from './member.js';
import { byPosition, nextFilling, place } from './placement.js';
import type { Projector, ProjectorOptions, Rebuilt } from './projector.js';
import { Reader } from './reader.js';
import { retryParked } from './retry.js';
import { statusAt, storedParked } from './status.js';
import { sweepTombstones } from './sweep.js';
import { Visibility } from './visibility.js';

/** How long the main reader stands still for one that catches up with it. */
const JOIN_MS = 2_000;
const WAIT_MS = 2_000;
const SWEEP_MS = 3_600_000;

interface Filling {
  readonly member: Member;
  readonly startedMs: number;
  readonly done: Deferred<Rebuilt>;
}

/** The projector's parts put together: one main reader, and one for each place that lags behind it. */
export class ProjectorCore implements Projector {
  private readonly log: ProcessingLog;
  private readonly names: readonly string[];
  private readonly supervisor: Supervisor;
  private readonly current = new Map<string, Member>();
  private readonly fillings = new Map<string, Filling>();
  private readonly readers = new Map<Member, Reader>();
  private readonly visibility = new Visibility((name) => this.current.get(name)?.position);
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
    const serving: Member[] = [];
    const filling: Member[] = [];
    for (const projection of this.options.projections) {
      const placed = await place(projection, this.options.store, this.cached);
      if (placed.current) {
        serving.push(placed.current);
        this.current.set(projection.name, placed.current);
      }
      if (placed.filling) filling.push(placed.filling);
    }
    const [front = [], ...behind] = byPosition(serving);
    this.main = this.reader('projections', front, this.options.projections);
    for (const member of filling) this.fill(member);
    for (const group of behind) this.lag(group);
    const main = this.main;
    for (const member of front) this.readers.set(member, main);
    if (front.length > 0) this.follow(main);
    else this.caughtUp.resolve();
    for (const group of byPosition(filling)) this.lag(group);
    const { store, clock = systemClock, sweepMs = SWEEP_MS } = this.options;
    this.supervisor.start(sweepTombstones(store, clock, sweepMs));
  }

  private get cached(): number {
    return this.options.cached ?? 2_048;
  }

  private reader(name: string, members: readonly Member[], projections: readonly Projection[]): Reader {
    const { events, store, batchMost = 16_384, sliceMs = 3, flushMs = 200, fence } = this.options;
    const types = [...new Set(projections.flatMap((projection) => projection.types))];
    return new Reader(name, members, {
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
  private lag(group: readonly Member[]): void {
    this.lagging += 1;
    const name = `projections behind ${this.lagging}: ${group.map(({ label }) => label).join(', ')}`;
    const reader = this.reader(
      name,
      group,
      group.map(({ projection }) => projection),
    );
    for (const member of group) this.readers.set(member, reader);
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
              for (const member of reader.members) await this.join(main, member);
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
  private async join(main: Reader, member: Member): Promise<void> {
    const { name } = member.projection;
    const filling = this.fillings.get(name);
    if (filling?.member === member) {
      await this.options.store.serve(member.collection);
      this.fillings.delete(name);
      const ms = Math.round(performance.now() - filling.startedMs);
      this.log.info({ projection: member.label, events: member.events, ms }, 'rebuilt and switched');
      filling.done.resolve({ name, events: member.events, ms });
    }
    const before = this.current.get(name);
    if (before) this.readers.delete(before);
    const first = main.members.length === 0;
    main.adopt(member);
    if (first) this.follow(main);
    this.readers.set(member, main);
    this.current.set(name, member);
    this.visibility.moved();
  }

  private fill(member: Member): Filling {
    const filling = { member, startedMs: performance.now(), done: deferred<Rebuilt>() };
    filling.done.promise.catch(() => undefined);
    this.fillings.set(member.projection.name, filling);
    return filling;
  }

  async rebuild(name: string): Promise<Rebuilt> {
    const projection = this.options.projections.find((one) => one.name === name);
    if (!projection) throw new Error(`no read model is called ${name}`);
    if (this.stopped) throw new Error('the projector has stopped');
    const under = this.fillings.get(name);
    if (under) return under.done.promise;
    const member = await nextFilling(projection, this.options.store, this.cached);
    const filling = this.fillings.get(name) ?? this.fill(member);
    if (filling.member === member) this.lag([member]);
    return filling.done.promise;
  }

  async retry(name: string, key?: string) {
    for (;;) {
      const member = this.current.get(name) ?? this.fillings.get(name)?.member;
      const reader = member && this.readers.get(member);
      if (!member || !reader) throw new Error(`no read model is called ${name}`);
      const retried = await reader.lock.run(async () => {
        // Whoever waited for the lock may find the member with another reader: two would write one document.
        if (this.readers.get(member) !== reader) return undefined;
        return retryParked(member, this.options.store, this.options.events, key);
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
      const member = this.current.get(name);
      const filling = this.fillings.get(name)?.member;
      const shown = member ?? filling;
      if (!shown) continue;
      const version = member ? member.collection.version : ((await this.options.store.serving(name)) ?? 0);
      const rebuild = filling && { version: filling.collection.version, position: filling.position };
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
    for (const { done } of this.fillings.values()) done.reject(error);
    this.caughtUp.reject(error);
    return late;
  }
}
