import type { ReadModelStore } from '../../src/port.js';

/** What is kept of folded states, by stream. */
export function snapshotsContract(current: () => ReadModelStore): void {
  describe('snapshots', () => {
    const bytes = (length: number, of: number) => new Uint8Array(length).fill(of);

    it('the last that was kept of a stream is given as it was', async () => {
      const { snapshots } = current();
      expect(await snapshots.load('coins-cmp_1-1')).toBeUndefined();
      await snapshots.keep('coins-cmp_1-1', bytes(3, 255));
      await snapshots.keep('coins-cmp_1-2', bytes(3, 0));
      await snapshots.keep('coins-cmp_1-1', bytes(1_000_000, 7));
      const [first, second] = [await snapshots.load('coins-cmp_1-1'), await snapshots.load('coins-cmp_1-2')];
      expect(Buffer.compare(first ?? bytes(0, 0), bytes(1_000_000, 7))).toBe(0);
      expect([...(second ?? [])]).toEqual([0, 0, 0]);
    });
  });
}
