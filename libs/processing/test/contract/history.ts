import type { ReadModelStore } from '#libs/read-models';
import { append, documentsOf, eventually, overriding, tally } from '../fixtures.js';
import type { ProjectorUnderTest } from './projections.js';

type Commit = Parameters<ReadModelStore['commit']>[0];

/** Batches that go on over several portions of history. */
export function historyContract(current: () => ProjectorUnderTest): void {
  describe('history', () => {
    it('is one batch, whatever number of events is in memory at once; its checkpoint comes with its last document', async () => {
      const { events, store, projector: start } = current();
      for (let n = 0; n < 12; n += 1) await append(events, 'a', 'Added', { n });
      const commits: Commit[] = [];
      const watched = overriding(store, {
        commit: async (batch) => {
          commits.push(batch);
          await store.commit(batch);
        },
      });
      const projector = await start([tally()], { store: watched, maxPortion: 2 });
      expect(await projector.waitFor(12n)).toBe(true);
      expect(
        commits.map(({ writes, checkpoints }) => [writes.flatMap((part) => part.writes).length, checkpoints]),
      ).toEqual([[1, [{ name: 'projection:tally@1', position: 12n }]]]);
      expect(await documentsOf(store)).toEqual({ a: { count: 12, sum: 66 } });
    });

    it('what does not change any more is stored before the batch ends, and is right where it changes after all', async () => {
      const { events, store, projector: start } = current();
      const early = 300;
      const late = 300;
      await append(events, 'early', 'Added', { n: 1 });
      for (let n = 0; n < early; n += 1) await append(events, `s${n}`, 'Added', { n });
      // While it is being stored as it was, each portion changes it once more.
      for (let n = 0; n < late; n += 1) await append(events, n % 4 === 0 ? 'early' : `t${n}`, 'Added', { n: 1 });
      const { position } = await append(events, 's0', 'Removed');
      const changing = Promise.withResolvers<void>();
      const checkpoints: number[] = [];
      const slow = overriding(store, {
        commit: async (batch) => {
          checkpoints.push(batch.checkpoints.length);
          await changing.promise;
          await store.commit(batch);
        },
      });
      const seen = tally({
        keys: (event) => {
          if (event.position > early + late / 2) changing.resolve();
          return [event.stream];
        },
      });
      const projector = await start([seen], { store: slow, maxPortion: 16 });
      expect(await projector.waitFor(position, { timeoutMs: 10_000 })).toBe(true);
      expect(checkpoints.length).toBeGreaterThan(1);
      expect(checkpoints).toEqual([...checkpoints.slice(1).fill(0), 1]);
      const documents = await documentsOf(store);
      const changes = 1 + late / 4;
      expect(documents).toMatchObject({ early: { count: changes, sum: changes }, s1: { count: 1, sum: 1 } });
      expect(Object.keys(documents)).toHaveLength(1 + (early - 1) + (late * 3) / 4);
    });

    it('killed between the documents and the checkpoint of a batch it is folded again, to the same', async () => {
      const { events, store, projector: start } = current();
      for (let n = 0; n < 900; n += 1) await append(events, `s${n % 700}`, 'Added', { n });
      let killed = false;
      const dying = overriding(store, {
        commit: async (batch) => {
          killed ||= batch.checkpoints.length > 0;
          if (killed) throw new Error('killed');
          await store.commit(batch);
        },
      });
      const first = await start([tally()], { store: dying, maxPortion: 16, backoff: { initialMs: 1e6, maxMs: 1e6 } });
      await eventually(() => expect(killed).toBe(true));
      await first.stop();
      expect(Object.keys(await documentsOf(store)).length).toBeGreaterThan(0);
      expect(await store.checkpoint('projection:tally@1')).toBeUndefined();
      const second = await start([tally()], { maxPortion: 16 });
      expect(await second.waitFor(900n, { timeoutMs: 10_000 })).toBe(true);
      const documents = await documentsOf(store);
      expect(documents).toMatchObject({ s0: { count: 2, sum: 700 }, s199: { count: 2 }, s200: { count: 1 } });
      expect(Object.keys(documents)).toHaveLength(700);
    });

    it('a document that its first event makes anew is looked for only where it goes again: has it been stored before?', async () => {
      const { events, store, projector: start } = current();
      const anew = tally({
        anew: ['Added'],
        evolve: (_document, { type, data }) => (type === 'Added' ? { count: 1, sum: Number(data.n) } : undefined),
      });
      const killed = { name: 'tally', version: 1 };
      await append(events, 'stays', 'Added', { n: 1 });
      for (const stream of ['goes', 'stored']) {
        await append(events, stream, 'Added', { n: 2 });
        await append(events, stream, 'Removed');
      }
      await store.ensure(killed, anew.indexes);
      const document = { count: 1, sum: 2 };
      await store.commit({
        writes: [{ collection: killed, writes: [{ id: 'stored', position: 4n, document }] }],
        checkpoints: [],
      });
      const looked: string[] = [];
      const sole = overriding(store, {
        leases: Object.create(store.leases, { exclusive: { value: true } }),
        loadMany: async (collection, ids) => {
          looked.push(...ids);
          return store.loadMany(collection, ids);
        },
      });
      const projector = await start([anew], { store: sole, fence: 1 });
      expect(await projector.waitFor(5n)).toBe(true);
      expect(looked).toEqual(['goes', 'stored']);
      expect(await documentsOf(store)).toEqual({ stays: { count: 1, sum: 1 } });
      expect((await store.loadMany(killed, ['goes', 'stored'])).get('stored')).toMatchObject({ document: undefined });
      expect((await store.loadMany(killed, ['goes', 'stored'])).size).toBe(1);
    });

    it('a source that breaks has its events folded up to there', async () => {
      const { events, store, projector: start } = current();
      for (const n of [1, 2, 3]) await append(events, 'a', 'Added', { n });
      async function* broken() {
        for await (const batch of events.subscribeAll()) {
          if (batch.kind === 'events') yield batch;
          throw new Error('an event that only a newer version knows');
        }
      }
      const source = Object.assign(Object.create(events), { subscribeAll: broken });
      const projector = await start([tally()], { events: source });
      await eventually(async () => expect(await store.checkpoint('projection:tally@1')).toBe(3n));
      expect((await projector.health())[0]?.error).toContain('newer version');
      expect(Object.keys(await documentsOf(store))).toEqual(['a']);
    });

    it('a document that is no JSON parks its event, wherever in the batch it is met', async () => {
      const { events, store, projector: start } = current();
      const bad = (stream: string) => stream === 's2' || stream === 's6';
      for (let n = 0; n < 9; n += 1) await append(events, `s${n}`, 'Added', { n });
      const projector = await start(
        [
          tally({
            evolve: (_document, { stream, position }) =>
              Object.assign({ count: 1, sum: 1 }, bad(stream) && { at: position }),
          }),
        ],
        { maxPortion: 2 },
      );
      expect(await projector.waitFor(9n)).toBe(true);
      expect(Object.keys(await documentsOf(store))).toEqual(['s0', 's1', 's3', 's4', 's5', 's7', 's8']);
      expect((await projector.parked()).map(({ key }) => key).sort()).toEqual(['s2', 's6']);
    });
  });
}
