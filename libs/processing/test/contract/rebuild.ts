import fc from 'fast-check';
import type { RecordedEvent } from '#libs/event-store';
import type { Projection } from '#libs/read-models';
import { append, documentsOf, eventually, overriding, type Tally, tally } from '../fixtures.js';
import type { ProjectorUnderTest } from './projections.js';

/** Rebuilding blue-green. */
export function rebuildContract(current: () => ProjectorUnderTest): void {
  describe('rebuild', () => {
    it('fills a fresh collection while the old one serves and live events go on', async () => {
      const { events, store, projector: start } = current();
      const opened = Promise.withResolvers<void>();
      const gated = overriding(store, {
        loadMany: async (collection, ids) => {
          if (collection.build === 1) await opened.promise;
          return store.loadMany(collection, ids);
        },
      });
      const projector = await start([tally()], { store: gated });
      for (const n of [1, 2]) await append(events, 'a', 'Added', { n });
      await projector.waitFor(2n);
      const rebuilding = projector.rebuild('tally');
      await eventually(async () => expect((await projector.status())[0]?.rebuild).toBeDefined());
      await append(events, 'a', 'Added', { n: 3 });
      expect(await projector.waitFor(3n)).toBe(true);
      expect(await documentsOf(store)).toEqual({ a: { count: 3, sum: 6 } });
      expect(await store.serving('tally')).toMatchObject({ build: 0 });
      opened.resolve();
      expect(await rebuilding).toEqual({ name: 'tally', events: expect.any(Number), ms: expect.any(Number) });
      expect(await store.serving('tally')).toMatchObject({ build: 1 });
      expect(await store.collections()).toHaveLength(1);
      const { position } = await append(events, 'a', 'Added', { n: 4 });
      expect(await projector.waitFor(position)).toBe(true);
      expect(await documentsOf(store)).toEqual({ a: { count: 4, sum: 10 } });
    });

    it('asked for twice at a time, it is done once', async () => {
      const { events, store, projector: start } = current();
      const projector = await start([tally()]);
      await append(events, 'a', 'Added', { n: 1 });
      await projector.waitFor(1n);
      const both = await Promise.all([projector.rebuild('tally'), projector.rebuild('tally')]);
      expect(both[0]).toEqual(both[1]);
      expect(await store.serving('tally')).toMatchObject({ build: 1 });
      expect(await store.collections()).toHaveLength(1);
    });

    it('interrupted, it resumes where it was', async () => {
      const { events, store, projector: start } = current();
      const first = await start([tally()]);
      for (let n = 0; n < 40; n += 1) await append(events, `s${n % 4}`, 'Added', { n });
      await first.waitFor(40n);
      await first.stop();
      let commits = 0;
      const dying = overriding(store, {
        commit: async (batch) => {
          const ofRebuild =
            batch.writes.some(({ collection }) => collection.build === 1) ||
            batch.checkpoints.some(({ name }) => name === 'projection:tally@1.1');
          if (ofRebuild && ++commits > 2) throw new Error('killed');
          await store.commit(batch);
        },
      });
      const second = await start([tally()], { store: dying, maxBatch: 8 });
      const lost = second.rebuild('tally');
      await eventually(() => expect(commits).toBeGreaterThan(2));
      await second.stop();
      await expect(lost).rejects.toThrow('goes on at the next start');
      const half = await store.checkpoint('projection:tally@1.1');
      expect(half).toBeGreaterThan(0n);
      const folded: bigint[] = [];
      const watch = (event: RecordedEvent) => {
        folded.push(event.position);
        return [event.stream];
      };
      const third = await start([tally({ keys: watch })]);
      await eventually(async () => expect(await store.serving('tally')).toMatchObject({ build: 1 }));
      expect(folded[0]).toBe((half ?? 0n) + 1n);
      expect(await documentsOf(store)).toMatchObject({ s0: { count: 10 }, s3: { count: 10 } });
      await third.stop();
    });

    it('a changed version starts it by itself; until then the old documents serve, and waiting says so at once', async () => {
      const { events, store, projector: start } = current();
      const first = await start([tally(), tally({ name: 'other' })]);
      await append(events, 'a', 'Added', { n: 2 });
      await first.waitFor(1n);
      await first.stop();
      const opened = Promise.withResolvers<void>();
      const gated = overriding(store, {
        loadMany: async (collection, ids) => {
          if (collection.version === 2) await opened.promise;
          return store.loadMany(collection, ids);
        },
      });
      const doubled: Projection<Tally> = tally({
        version: 2,
        evolve: (document, event) => ({
          count: (document?.count ?? 0) + 1,
          sum: (document?.sum ?? 0) + 2 * Number(event.data.n),
        }),
      });
      const second = await start([doubled, tally({ name: 'other' })], { store: gated });
      await second.ready();
      expect(await documentsOf(store)).toEqual({ a: { count: 1, sum: 2 } });
      expect(await second.status()).toMatchObject([
        { name: 'tally', version: 1, rebuild: { version: 2 } },
        { name: 'other', version: 1 },
      ]);
      expect(await second.waitFor(1n, { timeoutMs: 5_000 })).toBe(false);
      expect(await second.waitFor(1n, { timeoutMs: 5_000, movingOnly: true })).toBe(true);
      opened.resolve();
      await eventually(async () => expect(await documentsOf(store)).toEqual({ a: { count: 1, sum: 4 } }));
      expect(await store.collections()).toHaveLength(2);
      await eventually(async () => expect(await second.waitFor(1n)).toBe(true));
      expect(await second.status()).toMatchObject([{ name: 'tally', version: 2, position: 1n }, { name: 'other' }]);
    });

    it('rebuild equals live, whatever the events, the fold, the batches and the restarts', async () => {
      const arbitrary = fc.record({
        steps: fc.array(fc.record({ stream: fc.nat(3), n: fc.nat(20), removed: fc.boolean() }), {
          minLength: 1,
          maxLength: 60,
        }),
        maxBatch: fc.integer({ min: 1, max: 16 }),
        maxPortion: fc.integer({ min: 1, max: 4 }),
        maxCachedSize: fc.nat(2_000),
        poison: fc.nat(40),
        fan: fc.integer({ min: 1, max: 3 }),
        restartEvery: fc.integer({ min: 5, max: 60 }),
      });
      let run = 0;
      const property = fc.asyncProperty(
        arbitrary,
        async ({ steps, maxBatch, maxPortion, maxCachedSize, poison, fan, restartEvery }) => {
          const { events, store, projector: start } = current();
          run += 1;
          const name = `random${run}`;
          const fold = tally({
            name,
            refuses: (n) => n === poison,
            keys: (event) => {
              if (!event.stream.startsWith(`${name}-`)) return [];
              return Array.from({ length: fan }, (_, at) => `k${(Number(event.data.n) + at) % 5}`);
            },
          });
          let projector = await start([fold], { maxBatch, maxPortion, maxCachedSize });
          let position = 0n;
          for (const [at, { stream, n, removed }] of steps.entries()) {
            ({ position } = await append(events, `${name}-${stream}`, removed ? 'Removed' : 'Added', { n }));
            if (at % restartEvery !== restartEvery - 1) continue;
            await projector.stop();
            projector = await start([fold], { maxBatch, maxPortion, maxCachedSize });
          }
          expect(await projector.waitFor(position)).toBe(true);
          const live = { documents: await documentsOf(store, name), parked: await projector.parked() };
          await projector.rebuild(name);
          const rebuilt = { documents: await documentsOf(store, name), parked: await projector.parked() };
          expect(rebuilt).toEqual(live);
          expect(live.documents).toEqual(model(steps, poison, fan));
          await projector.stop();
          await store.drop({ name, version: 1, build: 1 });
        },
      );
      await fc.assert(property, { numRuns: 40 });
    });
  });
}

/** The same by plain folding: a poisoned key keeps what it had. */
function model(steps: readonly { n: number; removed: boolean }[], poison: number, fan: number): Record<string, Tally> {
  const documents: Record<string, Tally> = {};
  const blocked = new Set<string>();
  for (const { n, removed } of steps) {
    for (let at = 0; at < fan; at += 1) {
      const key = `k${(n + at) % 5}`;
      if (n === poison) blocked.add(key);
      if (blocked.has(key)) continue;
      const before = documents[key] ?? { count: 0, sum: 0 };
      if (removed) delete documents[key];
      else documents[key] = { count: before.count + 1, sum: before.sum + n };
    }
  }
  return documents;
}
