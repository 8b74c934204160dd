import type { ReadModelStore } from '../../src/port.js';

export function parkingContract(current: () => ReadModelStore): void {
  describe('parking', () => {
    const event = { name: 'notes@1', key: 'k1', position: 3n, event_id: 'e3', event_type: 'Noted', error: 'no room' };

    it('a parked key blocks itself alone', async () => {
      const store = current();
      await store.park(event);
      await store.queueBehind('notes@1', 'k1', 5n);
      await store.queueBehind('notes@1', 'k1', 4n);
      await store.park({ ...event, key: 'k2', position: 6n });
      await store.park({ ...event, name: 'other@1' });
      expect(await store.parkedPositions('notes@1', 'k1')).toEqual([3n, 4n, 5n]);
      expect(await store.parked('notes@1')).toEqual([
        { ...event, waiting: 2 },
        { ...event, key: 'k2', position: 6n, waiting: 0 },
      ]);
      expect(await store.parked()).toHaveLength(3);
    });

    it('parking and queueing again, after a crash, adds nothing', async () => {
      const store = current();
      for (const _time of [1, 2]) {
        await store.park(event);
        await store.queueBehind('notes@1', 'k1', 4n);
      }
      expect(await store.parked('notes@1')).toEqual([{ ...event, waiting: 1 }]);
    });

    it('what has been handled leaves the queue, the next one that fails is first', async () => {
      const store = current();
      await store.park(event);
      for (const position of [4n, 5n]) await store.queueBehind('notes@1', 'k1', position);
      await store.advanceParked('notes@1', 'k1', 4n, { event_id: 'e4', event_type: 'Moved', error: 'too late' });
      expect(await store.parked('notes@1')).toEqual([
        { ...event, position: 4n, event_id: 'e4', event_type: 'Moved', error: 'too late', waiting: 1 },
      ]);
      await store.unpark('notes@1', 'k1');
      expect(await store.parked()).toEqual([]);
      expect(await store.parkedPositions('notes@1', 'k1')).toEqual([]);
    });
  });
}
