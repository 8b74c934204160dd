import type { ReadModelStore } from '../../src/port.js';

/** Compare-and-set over small values: what leases and heartbeats are built on (design section 9). */
export function leasesContract(current: () => ReadModelStore): void {
  describe('leases', () => {
    it('a value is set where the version is the one expected, and each compareAndSet raises it by one', async () => {
      const { leases } = current();
      expect(await leases.read('lease:a')).toBeUndefined();
      expect(await leases.compareAndSet('lease:a', 0, { holder: 'nod_1', beats: [1, null] })).toEqual({
        name: 'lease:a',
        version: 1,
        value: { holder: 'nod_1', beats: [1, null] },
      });
      expect(await leases.compareAndSet('lease:a', 1, { holder: 'nod_2' })).toMatchObject({ version: 2 });
      expect(await leases.read('lease:a')).toEqual({ name: 'lease:a', version: 2, value: { holder: 'nod_2' } });
    });

    it('a compareAndSet that expects another version changes nothing', async () => {
      const { leases } = current();
      await leases.compareAndSet('lease:a', 0, { holder: 'nod_1' });
      expect(await leases.compareAndSet('lease:a', 0, { holder: 'late' })).toBeUndefined();
      expect(await leases.compareAndSet('lease:a', 2, { holder: 'early' })).toBeUndefined();
      expect(await leases.compareAndSet('lease:b', 1, { holder: 'nobody' })).toBeUndefined();
      expect(await leases.list('lease:')).toEqual([{ name: 'lease:a', version: 1, value: { holder: 'nod_1' } }]);
    });

    it('of many writes at once one wins, at the first and at every later version', async () => {
      const { leases } = current();
      for (let version = 0; version < 4; version += 1) {
        const writes = ['a', 'b', 'c', 'd', 'e'].map((holder) =>
          leases.compareAndSet('lease:race', version, { holder }),
        );
        const won = (await Promise.all(writes)).filter((record) => record !== undefined);
        expect(won).toHaveLength(1);
        expect(await leases.read('lease:race')).toEqual(won[0]);
      }
    });

    it('are listed by prefix in the order of their names, which is no pattern', async () => {
      const { leases } = current();
      for (const name of ['node:b', 'node:a', 'node', 'nodes:x', 'nod%:c', 'NODE:d', 'node:я']) {
        await leases.compareAndSet(name, 0, {});
      }
      const names = async (prefix: string) => (await leases.list(prefix)).map(({ name }) => name);
      expect(await names('node:')).toEqual(['node:a', 'node:b', 'node:я']);
      expect(await names('nod%')).toEqual(['nod%:c']);
      expect(await names('node.')).toEqual([]);
      expect(await names('')).toHaveLength(7);
    });

    it('are removed at the version expected, and begin anew at one', async () => {
      const { leases } = current();
      await leases.compareAndSet('node:a', 0, { at: 1 });
      await leases.compareAndSet('node:a', 1, { at: 2 });
      expect(await leases.remove('node:a', 1)).toBe(false);
      expect(await leases.remove('node:a', 2)).toBe(true);
      expect(await leases.remove('node:a', 2)).toBe(false);
      expect(await leases.compareAndSet('node:a', 0, { at: 3 })).toMatchObject({ version: 1 });
    });
  });
}
