import { append, overriding, tally } from '../fixtures.js';
import type { ProjectorUnderTest } from './projections.js';

/** Who waits until a read model shows a position. */
export function waitingContract(current: () => ProjectorUnderTest): void {
  describe('waiting for a position', () => {
    it('thousands who wait in any order go on right after the commit, and only then', async () => {
      const { events, store, projector: start } = current();
      const projector = await start([tally()]);
      await projector.ready();
      const seen: boolean[] = [];
      const waits = Array.from({ length: 3_000 }, async (_, at) => {
        const position = BigInt(((at * 7919) % 300) + 1);
        seen.push(await projector.waitFor(position, { timeoutMs: 60_000 }));
        const document = (await store.get<{ count: number }>('tally', 'a'))?.document;
        expect(BigInt(document?.count ?? 0)).toBeGreaterThanOrEqual(position);
      });
      for (let n = 0; n < 300; n += 1) await append(events, 'a', 'Added', { n });
      await Promise.all(waits);
      expect(seen).toEqual(Array.from({ length: 3_000 }, () => true));
    });

    it('a position that does not come is false after the time, never an error', async () => {
      const { projector: start } = current();
      const projector = await start([tally()]);
      await projector.ready();
      expect(await projector.waitFor(9n, { timeoutMs: 20 })).toBe(false);
    });

    it('names narrow what is waited for', async () => {
      const { events, store, projector: start } = current();
      const stuck = overriding(store, {
        loadMany: async (collection, ids) => {
          if (collection.name === 'slow') await new Promise((resolve) => setTimeout(resolve, 400));
          return store.loadMany(collection, ids);
        },
      });
      await append(events, 'a', 'Added');
      const before = await start([tally()]);
      await before.waitFor(1n);
      await before.stop();
      const projector = await start([tally(), tally({ name: 'slow' })], { store: stuck });
      expect(await projector.waitFor(1n, { names: ['tally'], timeoutMs: 100 })).toBe(true);
      expect(await projector.waitFor(1n, { names: ['slow'], timeoutMs: 50 })).toBe(false);
    });

    it('the stop lets everyone go', async () => {
      const { projector: start } = current();
      const projector = await start([tally()]);
      const wait = projector.waitFor(9n, { timeoutMs: 60_000 });
      await projector.stop();
      expect(await wait).toBe(false);
      expect(await projector.waitFor(9n)).toBe(false);
    });
  });
}
