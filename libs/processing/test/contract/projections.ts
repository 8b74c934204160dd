import type { RecordedEvent } from '#libs/event-store';
import type { Projection, ReadModelStore } from '#libs/read-models';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { createProjector, type Projector, type ProjectorOptions } from '../../src/projector/projector.js';
import { sweepTombstones } from '../../src/projector/sweep-tombstones.js';
import { append, documentsOf, eventually, overriding, tally } from '../fixtures.js';
import { historyContract } from './history.js';
import { parkingContract } from './parking.js';
import { rebuildContract } from './rebuild.js';
import { waitingContract } from './waiting.js';

export interface ProjectorUnderTest {
  readonly store: ReadModelStore;
  readonly events: MemoryEventStore;
  /** A projector on these stores, started; stopped after the case. */
  projector(projections: readonly Projection[], options?: Partial<ProjectorOptions>): Promise<Projector>;
}

/** What the projector promises on every read-model store (design section 10, "Read models" and "Process"). */
export function projectionContract(
  name: string,
  open: () => Promise<ReadModelStore>,
  close: (store: ReadModelStore) => Promise<void>,
  create: (options: ProjectorOptions) => Projector = createProjector,
): void {
  describe(`projections: ${name}`, () => {
    let bench: ProjectorUnderTest;
    const started: Projector[] = [];

    beforeEach(async () => {
      const store = await open();
      const events = new MemoryEventStore();
      bench = {
        store,
        events,
        projector: async (projections, options = {}) => {
          const projector = create({
            events,
            store,
            projections,
            backoff: { initialMs: 1, maxMs: 5 },
            ...options,
          });
          started.push(projector);
          await projector.start();
          return projector;
        },
      };
    });
    afterEach(async () => {
      for (const projector of started.splice(0)) await projector.stop(1_000);
      await close(bench.store);
    });

    it('history, then live: each event is folded once', async () => {
      const { events, store } = bench;
      await append(events, 'a', 'Added', { n: 1 });
      const projector = await bench.projector([tally()]);
      await projector.ready();
      const { position } = await append(events, 'a', 'Added', { n: 2 });
      expect(await projector.waitFor(position)).toBe(true);
      expect(await documentsOf(store)).toEqual({ a: { count: 2, sum: 3 } });
    });

    it('restart resumes behind what was folded', async () => {
      const { events, store } = bench;
      const folded: bigint[] = [];
      const watch = (event: RecordedEvent) => {
        folded.push(event.position);
        return [event.stream];
      };
      const watched = tally({ keys: watch });
      const first = await bench.projector([watched]);
      for (const n of [1, 2]) await append(events, 'a', 'Added', { n });
      await first.waitFor(2n);
      await first.stop();
      await append(events, 'a', 'Added', { n: 3 });
      const second = await bench.projector([watched]);
      expect(await second.waitFor(3n)).toBe(true);
      expect(folded).toEqual([1n, 2n, 3n]);
      expect(await documentsOf(store)).toEqual({ a: { count: 3, sum: 6 } });
    });

    it('crash between document and checkpoint: the same input twice, one effect', async () => {
      const { events, store } = bench;
      let crashes = 1;
      const dying = overriding(store, {
        commit: async ({ writes, checkpoints }) => {
          await store.commit({ writes, checkpoints: [] });
          if (crashes-- > 0) throw new Error('power cut');
          await store.commit({ writes: [], checkpoints });
        },
      });
      await append(events, 'a', 'Added', { n: 5 });
      const projector = await bench.projector([tally()], { store: dying });
      expect(await projector.waitFor(1n)).toBe(true);
      await eventually(async () => expect(await store.checkpoint('projection:tally@1')).toBe(1n));
      expect(crashes).toBeLessThan(0);
      expect(await documentsOf(store)).toEqual({ a: { count: 1, sum: 5 } });
      const { position } = await append(events, 'a', 'Added', { n: 2 });
      await projector.waitFor(position);
      expect(await documentsOf(store)).toEqual({ a: { count: 2, sum: 7 } });
    });

    it('a store that is away for a while: folding goes on where it stopped, health says so meanwhile', async () => {
      const { events, store } = bench;
      let away = false;
      const shaky = overriding(store, {
        commit: async (batch) => {
          if (away) throw new Error('read models are out of reach');
          await store.commit(batch);
        },
      });
      const projector = await bench.projector([tally()], { store: shaky });
      await append(events, 'a', 'Added', { n: 1 });
      await projector.waitFor(1n);
      away = true;
      await append(events, 'a', 'Added', { n: 1 });
      await append(events, 'a', 'Added', { n: 1 });
      await eventually(async () =>
        expect((await projector.health())[0]).toMatchObject({ error: expect.stringContaining('out of reach') }),
      );
      away = false;
      expect(await projector.waitFor(3n)).toBe(true);
      expect(await documentsOf(store)).toEqual({ a: { count: 3, sum: 3 } });
      await eventually(async () =>
        expect((await projector.health())[0]).toMatchObject({ state: 'running', failures: 0 }),
      );
    });

    it('events that concern no read model move the checkpoint, within the flush time', async () => {
      const { events, store } = bench;
      const projector = await bench.projector([tally()], { flushMs: 10 });
      for (let at = 0; at < 300; at += 1) await append(events, 'a', 'Other');
      expect(await projector.waitFor(300n)).toBe(true);
      expect(await projector.status()).toMatchObject([{ name: 'tally', position: 300n, lag: 0 }]);
      await eventually(async () => expect(await store.checkpoint('projection:tally@1')).toBe(300n));
    });

    it('one that joins where nothing concerned it has its checkpoint stored', async () => {
      const { events, store } = bench;
      const early = await bench.projector([tally()]);
      await append(events, 'a', 'Added', { n: 1 });
      await early.waitFor(1n);
      await early.stop();
      for (let at = 0; at < 3; at += 1) await append(events, 'a', 'Other');
      // One that is further makes the first one lag.
      const neighbour = tally({ name: 'neighbour', types: ['Other'] });
      await (await bench.projector([neighbour])).ready();
      await eventually(async () => expect(await store.checkpoint('projection:neighbour@1')).toBe(4n));
      await started.at(-1)?.stop();
      await bench.projector([tally(), neighbour], { flushMs: 5 });
      await eventually(async () => expect(await store.checkpoint('projection:tally@1')).toBe(4n), 2_000);
    });

    it('one reader serves all that are at one position; a new one catches up and joins', async () => {
      const { events, store } = bench;
      let subscriptions = 0;
      const subscribeAll: typeof events.subscribeAll = (options) => {
        subscriptions += 1;
        return events.subscribeAll(options);
      };
      const counted = Object.assign(Object.create(events), { subscribeAll });
      for (const n of [1, 2]) await append(events, 'a', 'Added', { n });
      const first = await bench.projector([tally(), tally({ name: 'again' })], { events: counted });
      await first.waitFor(2n);
      expect(subscriptions).toBe(1);
      await first.stop();
      const second = await bench.projector([tally(), tally({ name: 'again' }), tally({ name: 'late' })], {
        events: counted,
      });
      expect(await second.waitFor(2n)).toBe(true);
      expect(subscriptions).toBe(3);
      const running = async () => (await second.health()).filter(({ state }) => state === 'running');
      await eventually(async () => expect(await running()).toHaveLength(1));
      const { position } = await append(events, 'b', 'Added', { n: 3 });
      expect(await second.waitFor(position)).toBe(true);
      for (const name of ['tally', 'again', 'late']) {
        expect(await documentsOf(store, name)).toEqual({ a: { count: 2, sum: 3 }, b: { count: 1, sum: 3 } });
      }
    });

    it('what comes and goes at once leaves a tombstone only where a late owner might bring it back', async () => {
      const { events, store } = bench;
      await append(events, 'a', 'Added', { n: 1 });
      const { position } = await append(events, 'a', 'Removed');
      const sole = overriding(store, { leases: Object.create(store.leases, { exclusive: { value: true } }) });
      const exclusive = await bench.projector([tally()], { store: sole, fence: 1 });
      const shared = await bench.projector([tally({ name: 'shared' })]);
      for (const projector of [exclusive, shared]) expect(await projector.waitFor(position)).toBe(true);
      expect((await store.loadMany({ name: 'tally', version: 1 }, ['a'])).size).toBe(0);
      expect((await store.loadMany({ name: 'shared', version: 1 }, ['a'])).size).toBe(1);
    });

    it('tombstones go after seven days', async () => {
      const { events, store } = bench;
      const now = { ms: Date.now() };
      const clock = { now: () => new Date(now.ms), monotonicMs: () => performance.now() };
      const sweep = sweepTombstones(store, clock);
      const projector = await bench.projector([tally()]);
      const added = await append(events, 'a', 'Added', { n: 1 });
      await projector.waitFor(added.position);
      const { position } = await append(events, 'a', 'Removed');
      await projector.waitFor(position);
      const tombstones = async () => (await store.loadMany({ name: 'tally', version: 1 }, ['a'])).size;
      now.ms += 6.9 * 86_400_000;
      await sweep.run('all', new AbortController().signal);
      expect(await tombstones()).toBe(1);
      now.ms += 0.2 * 86_400_000;
      await sweep.run('all', new AbortController().signal);
      expect(await tombstones()).toBe(0);
    });

    it('an event after the stop is folded by the next start', async () => {
      const { events, store } = bench;
      const first = await bench.projector([tally()]);
      await first.ready();
      expect(await first.stop()).toEqual([]);
      await append(events, 'a', 'Added', { n: 4 });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await documentsOf(store)).toEqual({});
      const second = await bench.projector([tally()]);
      await second.waitFor(1n);
      expect(await documentsOf(store)).toEqual({ a: { count: 1, sum: 4 } });
    });

    waitingContract(() => bench);
    historyContract(() => bench);
    parkingContract(() => bench);
    rebuildContract(() => bench);
  });
}
