import { append, documentsOf, tally } from '../fixtures.js';
import type { ProjectorUnderTest } from './projections.js';

/** An event that a fold cannot take. */
export function parkingContract(current: () => ProjectorUnderTest): void {
  describe('parking', () => {
    it('a parked key blocks itself alone, also after a restart; retry folds what waits, in order', async () => {
      const { events, store, projector: start } = current();
      const strict = tally({ refuses: (n) => n === 13 });
      const first = await start([strict]);
      for (const n of [1, 13, 2]) await append(events, 'a', 'Added', { n });
      await append(events, 'b', 'Added', { n: 7 });
      await first.waitFor(4n);
      expect(await documentsOf(store)).toEqual({ a: { count: 1, sum: 1 }, b: { count: 1, sum: 7 } });
      await first.stop();

      const second = await start([strict]);
      await append(events, 'a', 'Added', { n: 3 });
      await second.waitFor(5n);
      expect(await second.parked()).toEqual([
        {
          name: 'tally',
          key: 'a',
          position: 2n,
          event_id: expect.any(String),
          event_type: 'Added',
          error: 'Error: no room for 13',
          waiting: 2,
        },
      ]);
      expect(await second.status()).toMatchObject([{ parked: 1, lag: 0 }]);
      expect(await second.retry('tally')).toEqual({ name: 'tally', retried: 0, left: 1 });
      await second.stop();

      const mended = await start([tally()]);
      expect(await mended.retry('tally', 'a')).toEqual({ name: 'tally', retried: 1, left: 0 });
      await append(events, 'a', 'Added', { n: 4 });
      await mended.waitFor(6n);
      expect(await mended.parked()).toEqual([]);
      expect(await documentsOf(store)).toEqual({ a: { count: 5, sum: 23 }, b: { count: 1, sum: 7 } });
    });

    it('retry stops at the next event that cannot be folded and keeps what it gained', async () => {
      const { events, store, projector: start } = current();
      const first = await start([tally({ refuses: (n) => n > 10 })]);
      for (const n of [11, 1, 12, 2]) await append(events, 'a', 'Added', { n });
      await first.waitFor(4n);
      await first.stop();
      const second = await start([tally({ refuses: (n) => n === 12 })]);
      expect(await second.retry('tally')).toEqual({ name: 'tally', retried: 0, left: 1 });
      expect(await documentsOf(store)).toEqual({ a: { count: 2, sum: 12 } });
      expect(await second.parked()).toMatchObject([
        { key: 'a', position: 3n, error: 'Error: no room for 12', waiting: 1 },
      ]);
    });

    it('what was erased while it was parked needs no retry', async () => {
      const { events, projector: start } = current();
      const projector = await start([tally({ refuses: () => true })]);
      await append(events, 'a', 'Added');
      await projector.waitFor(1n);
      await events.delete('a');
      expect(await projector.retry('tally')).toEqual({ name: 'tally', retried: 1, left: 0 });
    });

    it('where the keys cannot be told, the stream waits and the others flow', async () => {
      const { events, store, projector: start } = current();
      const blind = (broken: boolean) =>
        tally({
          keys: (event) => {
            if (broken && event.data.n === 13) throw new Error('which document?');
            return [event.stream];
          },
        });
      const first = await start([blind(true)]);
      for (const n of [1, 13, 2]) await append(events, 'a', 'Added', { n });
      await append(events, 'b', 'Added', { n: 7 });
      await first.waitFor(4n);
      expect(await documentsOf(store)).toEqual({ a: { count: 1, sum: 1 }, b: { count: 1, sum: 7 } });
      expect(await first.parked()).toMatchObject([{ key: 'stream:a', position: 2n, waiting: 1 }]);
      await first.stop();
      const second = await start([blind(false)]);
      expect(await second.retry('tally')).toMatchObject({ retried: 1, left: 0 });
      expect(await documentsOf(store)).toEqual({ a: { count: 3, sum: 16 }, b: { count: 1, sum: 7 } });
    });

    it('a document that is no JSON parks its event, not the batch', async () => {
      const { events, store, projector: start } = current();
      for (const n of [1, 2, 3]) await append(events, n === 2 ? 'bad' : `s${n}`, 'Added', { n });
      const projector = await start([
        tally({
          evolve: (_document, event) =>
            Object.assign({ count: 1, sum: 1 }, event.stream === 'bad' && { at: event.position }),
        }),
      ]);
      expect(await projector.waitFor(3n)).toBe(true);
      expect(Object.keys(await documentsOf(store))).toEqual(['s1', 's3']);
      expect(await projector.parked()).toMatchObject([
        { key: 'bad', position: 2n, error: expect.stringContaining('no JSON') },
      ]);
    });

    it('an unknown name is refused', async () => {
      const projector = await current().projector([tally()]);
      await expect(projector.retry('talley')).rejects.toThrow('no read model is called talley');
      await expect(projector.rebuild('talley')).rejects.toThrow('no read model is called talley');
    });
  });
}
