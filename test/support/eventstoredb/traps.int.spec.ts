import { StoreUnavailable } from '../../../libs/event-store/src/errors.js';
import { collect, follow, note, notes, numbersOf } from '../../../libs/event-store/test/contract/subject.js';
import { pause } from '../api.js';
import { EventStoreDouble } from './double.js';
import { openRetrying, storeOnDouble } from './store-on-double.js';

describe('the EventStoreDB adapter in trouble', () => {
  const given = storeOnDouble();

  it('a frozen server holds nobody longer than our own time limit, and is used again when it thaws', async () => {
    await given.store.append('s', 'no-stream', [note('Told', 0)]);
    await given.open({ callMs: 1_000, giveUpMs: 2_000 });
    given.double.freeze();
    const calls = [
      () => given.store.append('s', 0, [note('Told', 1)]),
      () => given.store.append('new', 'no-stream', [note('Told', 1)]),
      () => given.store.load('s'),
      () => collect(given.store.read('s')),
      () => collect(given.store.readAll()),
      () => given.store.eventAt(1_000n),
      () => given.store.newest(),
      () => given.store.head(),
      () => given.store.delete('s'),
      () => given.store.ping(),
    ];
    const begun = performance.now();
    const outcomes = await Promise.allSettled(calls.map((call) => call()));
    expect(performance.now() - begun).toBeLessThan(10_000);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { name: 'StoreUnavailable' } });
    given.double.thaw();
    expect(numbersOf(await given.store.load('s'))).toContain(0);
    await given.store.ping();
  });

  it('a slow server is waited for: everything is answered, live events too', async () => {
    given.double.faults.slowMs = 250;
    const following = follow(given.store);
    await given.store.append('s', 'no-stream', [note('Told', 0)]);
    await following.seen(1);
    await given.store.append('s', 0, [note('Told', 1)]);
    await following.seen(2);
    expect(await given.store.delete('s')).toBe(true);
    expect(await given.store.load('s')).toEqual([]);
    await following.stop();
    expect(given.interruptions).toEqual([]);
  });

  it('a change of leader is followed', async () => {
    const leader = await EventStoreDouble.start();
    await given.store.append('s', 'no-stream', [note('Told', 0)]);
    given.double.faults.leader = { host: '127.0.0.1', port: leader.port };
    given.double.faults.notLeader = 1;
    await given.store.append('t', 'no-stream', [note('Told', 1)]);
    expect(leader.log.streams.has('t')).toBe(true);
    expect(given.double.log.streams.has('t')).toBe(false);
    await leader.stop();
  });

  it('a cluster that never finds its leader is unavailable after a while', async () => {
    await given.open({ giveUpMs: 400 });
    given.double.faults.notLeader = 10_000;
    await expect(given.store.append('s', 'no-stream', [note('Told', 0)])).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(given.store.load('s')).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('an append that is too large is refused before it is sent', async () => {
    const { append } = given.double.calls;
    const text = 'щ'.repeat(600_000);
    await expect(given.store.append('s', 'no-stream', [note('Told', 0, { text })])).rejects.toThrow(
      /append of 1200\d+ bytes to s; the event store takes at most 1048576/,
    );
    expect(given.double.calls.append).toBe(append);
  });

  describe('a deletion', () => {
    it('whose answer is lost is done once, and nothing of it is handed out again, by other nodes neither', async () => {
      const other = await openRetrying(given.double.url);
      await given.store.append('gone', 'no-stream', notes('Told', 3));
      await given.store.append('stays', 'no-stream', [note('Told', 3)]);
      given.double.faults.cutAfterCommit = 1;
      expect(await given.store.delete('gone')).toBe(true);
      expect(await given.store.delete('gone')).toBe(false);
      for (const node of [given.store, other]) {
        expect(numbersOf(await collect(node.readAll()))).toEqual([3]);
        expect(await node.load('gone')).toEqual([]);
        const following = follow(node);
        await following.caughtUp();
        await following.stop();
        expect(numbersOf(following.events())).toEqual([3]);
      }
      expect(given.double.log.records.filter(({ stream }) => stream === 'gone')).toHaveLength(4);
      await other.close();
    });

    it('that broke off half way is seen by whoever has to finish it, and then hides the events from all', async () => {
      const other = await openRetrying(given.double.url);
      await other.append('gone', 'no-stream', notes('Told', 3));
      await given.open({ giveUpMs: 2_000, callMs: 1_000 });
      // Appends wait for ever: the stream ends, and nobody has written down that it did.
      given.double.faults.paceMs = 60_000;
      await expect(given.store.delete('gone')).rejects.toBeInstanceOf(StoreUnavailable);
      // The last try goes on by itself for a moment: what it sends is to wait for ever too.
      await pause(2_000);
      given.double.faults.paceMs = 0;
      await given.open();
      expect(given.double.log.tombstones.has('gone')).toBe(true);
      for (const node of [given.store, other]) {
        expect(await node.load('gone')).toEqual([]);
        expect(numbersOf(await collect(node.readAll()))).toEqual([0, 1, 2]);
      }
      expect(await other.delete('gone')).toBe(false);
      for (const node of [given.store, other]) expect(await collect(node.readAll())).toEqual([]);
      await other.close();
    });
  });
});
