import type { ReadModelStore, Write } from '../../src/port.js';
import { adminRequestsContract } from './admin-requests.js';
import { leasesContract } from './leases.js';
import { pagingContract } from './paging.js';
import { parkingContract } from './parking.js';
import { rebuildsContract } from './rebuilds.js';
import { shapesContract } from './shapes.js';
import { snapshotsContract } from './snapshots.js';
import { NOTES, type StoreFactory, type StoreUnderTest, write } from './subject.js';

/** Everything that a read-model store promises (design section 10, "Read models"). */
export function readModelContract(name: string, factory: StoreFactory): void {
  describe(`read models: ${name}`, () => {
    let under: StoreUnderTest;
    let store: ReadModelStore;
    const put = (...writes: Write[]) => store.commit({ writes: [{ collection: NOTES, writes }], checkpoints: [] });

    beforeEach(async () => {
      under = await factory();
      store = under.store;
      await store.ensure(NOTES, [['owner', 'at']]);
      await store.serve(NOTES);
    });
    afterEach(() => under.dispose());

    it('keeps a document with its position', async () => {
      await put(write('n1', 7, { owner: 'мама', at: 1, deep: { list: [1, { a: null }] } }));
      expect(await store.get('notes', 'n1')).toEqual({
        id: 'n1',
        position: 7n,
        document: { owner: 'мама', at: 1, deep: { list: [1, { a: null }] } },
      });
      expect(await store.get('notes', 'n2')).toBeUndefined();
    });

    it('writes the same event twice as one', async () => {
      await put(write('n1', 7, { owner: 'a' }));
      await put(write('n1', 7, { owner: 'b' }));
      expect((await store.get('notes', 'n1'))?.document).toEqual({ owner: 'a' });
    });

    it('leaves a document alone that is newer than the write', async () => {
      await put(write('n1', 9, { owner: 'new' }), write('n2', 9, undefined));
      await put(write('n1', 8, { owner: 'old' }), write('n2', 8, { owner: 'old' }));
      expect(await store.get('notes', 'n1')).toMatchObject({ position: 9n, document: { owner: 'new' } });
      expect(await store.get('notes', 'n2')).toBeUndefined();
    });

    it('two owners: the stale one writes nothing and moves no checkpoint back', async () => {
      const checkpoint = { name: 'projection:notes@1', position: 20n };
      await store.commit({
        writes: [{ collection: NOTES, writes: [write('n1', 20, { by: 'new owner' })] }],
        checkpoints: [checkpoint],
      });
      await store.commit({
        writes: [{ collection: NOTES, writes: [write('n1', 15, { by: 'stale owner' })] }],
        checkpoints: [{ ...checkpoint, position: 15n }],
      });
      expect((await store.get('notes', 'n1'))?.document).toEqual({ by: 'new owner' });
      expect(await store.checkpoint('projection:notes@1')).toBe(20n);
    });

    it('two owners: a fencing number that was overtaken writes nothing at all', async () => {
      const commit = (id: string, position: number, fence: number | undefined) =>
        store.commit({
          writes: [{ collection: NOTES, writes: [write(id, position, { fence: fence ?? null })] }],
          checkpoints: [
            { name: 'other', position: BigInt(position) },
            { name: 'projection:notes@1', position: BigInt(position), fence },
          ],
        });
      await commit('n1', 1, undefined);
      await commit('n2', 2, 1);
      await commit('n3', 3, 1);
      await commit('n4', 4, 3);
      await expect(commit('n5', 5, 2)).rejects.toMatchObject({
        name: 'StaleOwner',
        message: expect.stringContaining('projection:notes@1'),
      });
      expect(await store.get('notes', 'n5')).toBeUndefined();
      expect(await store.checkpoints(['other', 'projection:notes@1', 'none'])).toEqual(
        new Map([
          ['other', 4n],
          ['projection:notes@1', 4n],
        ]),
      );
      store = await under.reopen();
      await expect(commit('n5', 5, 1)).rejects.toMatchObject({ name: 'StaleOwner' });
      await commit('n5', 5, 3);
      expect(await store.checkpoint('projection:notes@1')).toBe(5n);
    });

    it('crash between document and checkpoint: the repeated batch changes nothing but the checkpoint', async () => {
      await put(write('n1', 5, { count: 1 }));
      store = await under.reopen();
      expect(await store.checkpoint('projection:notes@1')).toBeUndefined();
      await store.commit({
        writes: [{ collection: NOTES, writes: [write('n1', 5, { count: 2 })] }],
        checkpoints: [{ name: 'projection:notes@1', position: 5n }],
      });
      expect((await store.get('notes', 'n1'))?.document).toEqual({ count: 1 });
      expect(await store.checkpoint('projection:notes@1')).toBe(5n);
    });

    it('a batch that cannot be stored is named by its document and leaves nothing behind', async () => {
      const failing = store.commit({
        writes: [{ collection: NOTES, writes: [write('n1', 1, { a: 1 }), write('n2', 1, { a: 1n })] }],
        checkpoints: [{ name: 'projection:notes@1', position: 1n }],
      });
      await expect(failing).rejects.toMatchObject({ name: 'UnstorableDocument', id: 'n2' });
      expect(await store.get('notes', 'n1')).toBeUndefined();
      expect(await store.checkpoint('projection:notes@1')).toBeUndefined();
    });

    it('keeps positions beyond 2^53 exactly', async () => {
      const position = 9_007_199_254_740_993n;
      await store.commit({
        writes: [{ collection: NOTES, writes: [{ id: 'n1', position, document: {} }] }],
        checkpoints: [{ name: 'far', position: position + 2n }],
      });
      expect((await store.get('notes', 'n1'))?.position).toBe(position);
      expect(await store.checkpoint('far')).toBe(position + 2n);
    });

    it('a removed document leaves a tombstone that holds late writers off, until it is swept', async () => {
      await put(write('n1', 5, { owner: 'a' }));
      await put(write('n1', 6, undefined));
      expect(await store.loadMany(NOTES, ['n1', 'n9'])).toEqual(
        new Map([['n1', { position: 6n, document: undefined }]]),
      );
      await put(write('n1', 5, { owner: 'late' }));
      expect(await store.get('notes', 'n1')).toBeUndefined();
      expect(await store.sweepTombstones(new Date(Date.now() - 60_000))).toBe(0);
      expect(await store.sweepTombstones(new Date(Date.now() + 60_000))).toBe(1);
      expect((await store.loadMany(NOTES, ['n1'])).size).toBe(0);
    });

    it('a document may come back after its removal', async () => {
      await put(write('n1', 5, undefined));
      await put(write('n1', 6, { owner: 'b' }));
      expect((await store.get('notes', 'n1'))?.document).toEqual({ owner: 'b' });
    });

    it('a checkpoint goes back by a reset alone', async () => {
      await store.commit({ writes: [], checkpoints: [{ name: 'saga:x', position: 4n }] });
      await store.resetCheckpoint('saga:x');
      expect(await store.checkpoint('saga:x')).toBeUndefined();
    });

    it('an unknown name reads as empty', async () => {
      expect(await store.get('nothing', 'n1')).toBeUndefined();
      expect(await store.find('nothing', {})).toEqual({ documents: [], next: undefined });
      expect(await store.serving('nothing')).toBeUndefined();
    });

    it('missing indexes are added to a collection that has documents', async () => {
      await put(write('n1', 1, { owner: 'a', deep: { x: 2 } }), write('n2', 1, { owner: 'a', deep: { x: 1 } }));
      await store.ensure(NOTES, [['owner', 'at'], ['deep.x']]);
      await put(write('n3', 2, { deep: { x: 0 } }));
      const page = await store.find('notes', { sort: [['deep.x', 'asc']] });
      expect(page.documents.map(({ id }) => id)).toEqual(['n3', 'n2', 'n1']);
    });

    it('a stream of thousands comes whole, once each and in order, while documents change', async () => {
      const writes = Array.from({ length: 2_500 }, (_, at) => write(`n${String(at).padStart(5, '0')}`, 1, { at }));
      await put(...writes);
      const seen: string[] = [];
      for await (const { id } of store.stream('notes')) {
        seen.push(id);
        if (seen.length === 700) await put(write('n00100', 2, { at: -1 }), write('n02000', 2, { at: -1 }));
      }
      expect(seen).toEqual(writes.map(({ id }) => id));
      const some: string[] = [];
      for await (const { id } of store.stream('notes')) {
        some.push(id);
        if (some.length === 10) break;
      }
      expect(some).toHaveLength(10);
    });

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });

    rebuildsContract(
      () => store,
      async () => {
        store = await under.reopen();
      },
    );
    pagingContract(() => store);
    parkingContract(() => store);
    adminRequestsContract(() => store);
    leasesContract(() => store);
    snapshotsContract(() => store);
    shapesContract(() => store);
  });
}
