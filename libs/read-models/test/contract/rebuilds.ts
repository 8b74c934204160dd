import type { Collection, ReadModelStore, Write } from '../../src/port.js';
import { NOTES, write } from './subject.js';

/** Two versions or rebuilds of one read model beside each other: one serves, one is built. */
export function rebuildsContract(current: () => ReadModelStore, reopen: () => Promise<void>): void {
  const put = (...writes: Write[]) => current().commit({ writes: [{ collection: NOTES, writes }], checkpoints: [] });

  describe('two builds of one name', () => {
    const second: Collection = { name: 'notes', version: 1, build: 1 };
    const next: Collection = { name: 'notes', version: 2 };

    it('the old one serves until the switch, then it is gone with its checkpoint and parked events', async () => {
      await put(write('n1', 1, { owner: 'old' }));
      await current().commit({ writes: [], checkpoints: [{ name: 'projection:notes@1', position: 1n }] });
      await current().park({ name: 'notes@1', key: 'k', position: 1n, event_id: 'e', event_type: 'T', error: 'x' });
      await current().ensure(next, []);
      await current().commit({
        writes: [{ collection: next, writes: [write('n1', 1, { owner: 'new' })] }],
        checkpoints: [],
      });
      expect((await current().get('notes', 'n1'))?.document).toEqual({ owner: 'old' });
      await current().serve(next);
      expect((await current().get('notes', 'n1'))?.document).toEqual({ owner: 'new' });
      expect(await current().serving('notes')).toMatchObject({ version: 2 });
      expect([...(await current().allServing()).values()]).toEqual([{ name: 'notes', version: 2, build: 0 }]);
      expect(await current().collections()).toEqual([{ name: 'notes', version: 2, build: 0 }]);
      expect(await current().checkpoint('projection:notes@1')).toBeUndefined();
      expect(await current().parked()).toEqual([]);
    });

    it('a rebuild that was interrupted is found again with what it had', async () => {
      await current().ensure(second, []);
      await current().commit({
        writes: [{ collection: second, writes: [write('n1', 3, { owner: 'half' })] }],
        checkpoints: [{ name: 'projection:notes@1.1', position: 3n }],
      });
      await reopen();
      expect(await current().collections()).toContainEqual({ name: 'notes', version: 1, build: 1 });
      expect(await current().serving('notes')).toEqual({ name: 'notes', version: 1, build: 0 });
      expect(await current().checkpoint('projection:notes@1.1')).toBe(3n);
      expect((await current().loadMany(second, ['n1'])).get('n1')?.document).toEqual({ owner: 'half' });
    });

    it('a dropped build can be built anew from nothing', async () => {
      await current().ensure(second, [['owner']]);
      await current().commit({
        writes: [{ collection: second, writes: [write('n1', 3, { owner: 'half' })] }],
        checkpoints: [{ name: 'projection:notes@1.1', position: 3n }],
      });
      await current().drop(second);
      await current().ensure(second, [['owner']]);
      expect((await current().loadMany(second, ['n1'])).size).toBe(0);
      expect(await current().checkpoint('projection:notes@1.1')).toBeUndefined();
    });

    it('rebuild equals live: one by one or many at once, the same documents', async () => {
      await current().ensure(second, [['owner']]);
      for (const at of [1, 2, 3, 4]) await put(write(`n${at % 3}`, at, { owner: `o${at}` }));
      await current().commit({
        writes: [
          {
            collection: second,
            writes: [write('n1', 4, { owner: 'o4' }), write('n2', 2, { owner: 'o2' }), write('n0', 3, { owner: 'o3' })],
          },
        ],
        checkpoints: [],
      });
      const live = await current().find('notes', {});
      await current().serve(second);
      expect(await current().find('notes', {})).toEqual(live);
    });
  });
}
