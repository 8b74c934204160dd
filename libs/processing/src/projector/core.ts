import type { Projection } from '#libs/read-models';
import { type Deferred, deferred } from '../deferred.js';
import { type ProcessingLog, silent } from '../log.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { type Member, START } from './member.js';
import { byPosition, nextFilling, place } from './placement.js';
import type { Projector, ProjectorOptions, Rebuilt } from './projector.js';
import { Reader } from './reader.js';
import { retryParked } from './retry.js';
import { statusAt, storedParked } from './status.js';
import { PositionWaiters } from './waiters.js';

/** How long the main reader stands still for one that catches up with it. */
const JOIN_MS = 2_000;
const WAIT_MS = 2_000;

interface Filling {
  readonly member: Member;
  readonly startedMs: number;
  readonly done: Deferred<Rebuilt>;
}

/** The projector's parts put together: one main reader, and one for each place that lags behind it. */
export class ProjectorCore implements Projector {
  private readonly log: ProcessingLog;
  private readonly supervisor: Supervisor;
  private readonly current = new Map<string, Member>();
  private readonly fillings = new Map<string, Filling>();
  private readonly readers = new Map<Member, Reader>();
  private readonly waiting = new Map<string, { names: readonly string[]; waiters: PositionWaiters }>();
  private readonly caughtUp = deferred<void>();
  private main: Reader | undefined;
  private lagging = 0;
  private stopped = false;

  constructor(private readonly options: ProjectorOptions) {
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
  }

  private get cached(): number {
    return this.options.cached ?? 2_048;
  }

  private reader(name: string, members: readonly Member[], projections: readonly Projection[]): Reader {
    const { events, store, batchMost = 16_384, sliceMs = 3, flushMs = 200 } = this.options;
    const types = [...new Set(projections.flatMap((projection) => projection.types))];
    return new Reader(name, members, { events, store, types, batchMost, sliceMs, flushMs, moved: () => this.moved() });
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
    let release: (() => void) | undefined;
    let heldMs = 0;
    const letGo = () => {
      release?.();
      release = undefined;
    };
    this.supervisor.start({
      name,
      run: async (signal, healthy) => {
        try {
          return await reader.run(signal, async ({ caughtUp }) => {
            healthy();
            const { main } = this;
            if (!main) return false;
            if (release && performance.now() - heldMs > JOIN_MS) letGo();
            if (!release && caughtUp) {
              // While the main reader is held, it is certain that this one arrives at its place.
              release = await main.lock.acquire();
              heldMs = performance.now();
            }
            if (!release || reader.position < main.position) return false;
            for (const member of reader.members) await this.join(main, member);
            return true;
          });
        } finally {
          letGo();
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
    this.moved();
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
    const member = this.current.get(name) ?? this.fillings.get(name)?.member;
    const reader = member && this.readers.get(member);
    if (!member || !reader) throw new Error(`no read model is called ${name}`);
    return reader.lock.run(() => retryParked(member, this.options.store, this.options.events, key));
  }

  ready(): Promise<void> {
    return this.caughtUp.promise;
  }

  async waitFor(position: bigint, options: { names?: readonly string[]; timeoutMs?: number } = {}): Promise<boolean> {
    const names = options.names ?? this.options.projections.map((projection) => projection.name);
    const place = this.placeOf(names);
    if (place.position >= position) return place.all;
    if (this.stopped) return false;
    const group = names.join('\n');
    const found = this.waiting.get(group) ?? { names, waiters: new PositionWaiters() };
    this.waiting.set(group, found);
    return (await found.waiters.wait(position, options.timeoutMs ?? WAIT_MS)) && this.placeOf(names).all;
  }

  /** The lowest place of those that move; `all` is false where an old version serves until its successor is filled. */
  private placeOf(names: readonly string[]): { readonly position: bigint; readonly all: boolean } {
    let position: bigint | undefined;
    let all = true;
    for (const name of names) {
      const member = this.current.get(name);
      if (!member) all = false;
      else if (position === undefined || member.position < position) position = member.position;
    }
    return { position: position ?? (names.length === 0 ? START : (1n << 63n) - 1n), all };
  }

  private moved(): void {
    for (const { names, waiters } of this.waiting.values()) {
      if (waiters.size > 0) waiters.reached(this.placeOf(names).position);
    }
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
    for (const { waiters } of this.waiting.values()) waiters.end();
    const late = await this.supervisor.stop(deadlineMs);
    const error = new Error('the projector stopped; a rebuild goes on at the next start');
    for (const { done } of this.fillings.values()) done.reject(error);
    this.caughtUp.reject(error);
    return late;
  }
}
