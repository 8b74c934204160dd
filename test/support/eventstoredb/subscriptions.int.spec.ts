import { StoreUnavailable } from '../../../libs/event-store/src/errors.js';
import { verify } from '../../../libs/event-store/src/verify.js';
import { collect, follow, note, notes, numbersOf, until } from '../../../libs/event-store/test/contract/subject.js';
import { all, count, storeOnDouble } from './store-on-double.js';

describe('the EventStoreDB adapter', () => {
  const given = storeOnDouble();

  describe('a subscription', () => {
    it.each(['cut', 'half-closed', 'refused for a while'])('that is %s goes on after the last event', async (how) => {
      const following = follow(given.store, all);
      await following.caughtUp();
      await given.store.append('s', 'no-stream', notes('Told', 3));
      await following.seen(3);
      if (how === 'half-closed') given.double.subscribers.halfClose();
      else given.double.cut();
      if (how === 'refused for a while') given.double.faults.refuseSubscriptions = 3;
      await given.store.append('s', 2, notes('Told', 3, 3));
      await following.seen(6);
      await until(() => given.double.subscribers.count === 1);
      await given.store.append('s', 5, [note('Told', 6)]);
      await following.seen(7);
      await following.stop();
      expect(numbersOf(following.events())).toEqual(count(7));
      expect(given.interruptions.length).toBeGreaterThan(0);
      expect(given.interruptions[0]).toMatchObject({ attempt: 1, reason: expect.stringMatching(/./) });
    });

    it('that the server drops as too slow, as 23.10 does after one large append, loses and repeats nothing', async () => {
      // Nothing but the server's own words may be what begins a new round here.
      await given.open({ idleMs: 10_000 });
      const following = follow(given.store, all);
      await following.caughtUp();
      for (let n = 0; n < 5; n += 1) {
        await given.store.append('s', n === 0 ? 'no-stream' : 100 * n - 1, notes('Told', 100, 100 * n));
        await following.seen(100 * (n + 1));
      }
      await following.stop();
      expect(numbersOf(following.events())).toEqual(count(500));
      expect(given.interruptions).toEqual([]);
    });

    it('that is forgotten without a word is noticed and taken up again', async () => {
      const following = follow(given.store, all);
      await following.caughtUp();
      given.double.subscribers.forget();
      await given.store.append('s', 'no-stream', notes('Told', 2));
      await following.seen(2);
      await until(() => given.double.subscribers.count === 1);
      await following.stop();
      expect(numbersOf(following.events())).toEqual(count(2));
    });

    it('goes by no marker that overtakes the events, and yields what comes twice once', async () => {
      given.double.faults.markersFirst = true;
      given.double.faults.repeatEvents = true;
      const following = follow(given.store, all);
      await following.caughtUp();
      await given.store.append('s', 'no-stream', notes('Told', 3));
      for (let n = 3; n < 20; n += 1) await given.store.append('s', n - 1, [note('Told', n)]);
      await following.seen(20);
      await following.stop();
      expect(numbersOf(following.events())).toEqual(count(20));
      let yielded = 0n;
      for (const batch of following.batches) {
        if (batch.kind === 'caught-up') {
          const later = following.events().filter(({ position }) => position > yielded && position <= batch.position);
          expect(later).toEqual([]);
        } else yielded = batch.events.at(-1)?.position ?? yielded;
      }
    });

    it.each(['was deleted', 'is a link to nothing', "is the server's own"])(
      'from the position of an event that %s leaves none out',
      async (what) => {
        await given.store.append('s', 'no-stream', notes('Told', 2));
        if (what === 'was deleted') await given.store.append('gone', 'no-stream', [note('Told', 9)]);
        else if (what === 'is a link to nothing') given.double.writeHole();
        else given.double.writeForeign('$stats', '$statsCollected', '{}');
        const after = await given.store.head();
        await given.store.append('s', 1, notes('Told', 2, 2));
        await given.store.delete('gone');
        const following = follow(given.store, { ...all, after });
        await following.caughtUp();
        await following.stop();
        expect(numbersOf(following.events())).toEqual([2, 3]);
      },
    );

    it('goes past holes, system events and what other programs write', async () => {
      await given.store.append('s', 'no-stream', [note('Told', 0)]);
      const following = follow(given.store);
      await following.caughtUp();
      given.double.writeForeign('other', 'Told', '');
      given.double.writeForeign('other', 'Told', '{"not":"ours"}');
      given.double.writeForeign('$stats', '$statsCollected', '{"at":"2026-01-02T03:04:05.678Z"}');
      given.double.writeHole();
      const { position } = await given.store.append('s', 0, [note('Told', 1)]);
      await following.seen(2);
      await until(() => following.batches.at(-1)?.kind === 'caught-up');
      await following.stop();
      const marker = following.batches.at(-1);
      expect(marker?.kind === 'caught-up' && marker.position).toBe(position);
      expect(numbersOf(following.events())).toEqual([0, 1]);
      expect(numbersOf(await collect(given.store.readAll()))).toEqual([0, 1]);
      expect(await verify(given.store)).toEqual({ streams: 1, events: 2, broken: [] });
    });

    it('that is aborted leaves nothing behind on the server', async () => {
      const followings = [follow(given.store), follow(given.store, all)];
      for (const following of followings) await following.caughtUp();
      expect(given.double.subscribers.count).toBe(2);
      for (const following of followings) await following.stop();
      await until(() => given.double.subscribers.count === 0);
    });

    it('ends with a refusal where its user may no longer read', async () => {
      const following = follow(given.store);
      await following.caughtUp();
      given.double.faults.refuseUser = 'forbidden';
      given.double.cut();
      await following.done;
      expect(following.failure()).toMatchObject({ name: 'StoreRefused' });
    });

    it('of a store that is closed ends with that, like every other call', async () => {
      const other = follow(given.store);
      await other.caughtUp();
      await given.store.close();
      await other.done;
      expect(other.failure()).toBeInstanceOf(StoreUnavailable);
      await expect(given.store.append('a', 'any', [note('Told', 0)])).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(given.store.load('a')).rejects.toBeInstanceOf(StoreUnavailable);
    });
  });
});
