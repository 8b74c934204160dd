import { setTimeout as sleep } from 'node:timers/promises';
import { collect, follow, note, notes, numbersOf, until } from '../../../libs/event-store/src/contract/subject.js';
import { StoreUnavailable } from '../../../libs/event-store/src/errors.js';
import {
  type EventStoreDbEventStore,
  type EventStoreDbOptions,
  openEventStoreDb,
} from '../../../libs/event-store/src/eventstoredb/eventstoredb-event-store.js';
import type { Interruption } from '../../../libs/event-store/src/eventstoredb/following.js';
import { verify } from '../../../libs/event-store/src/verify.js';
import { EventStoreDouble } from './double.js';

const count = (length: number, first = 0) => Array.from({ length }, (_, n) => first + n);
const all = { after: 0n, filter: { types: ['Told'] } };

describe('the EventStoreDB adapter in trouble', () => {
  let double: EventStoreDouble;
  let store: EventStoreDbEventStore;
  let interruptions: Interruption[];
  const open = async (options: EventStoreDbOptions = {}) => {
    const onInterruption = (interruption: Interruption) => interruptions.push(interruption);
    store = await openEventStoreDb(double.url, { onInterruption, idleMs: 100, ...options });
    return store;
  };
  beforeEach(async () => {
    double = await EventStoreDouble.start();
    interruptions = [];
    await open();
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  describe('an append whose outcome is unknown is repeated until it is known, and is written once', () => {
    const faults = [
      'cutBeforeCommit',
      'cutAfterCommit',
      'swallowAnswers',
      'answerTimeout',
      'halfCloseAppends',
      'notLeader',
    ] as const;
    it.each(faults)('%s', async (fault) => {
      await store.close();
      await open({ callMs: 300 });
      const first = await store.append('s', 'no-stream', notes('Told', 2));
      double.faults[fault] = 2;
      const second = await store.append('s', 1, notes('Told', 3, 2));
      expect(second.revision).toBe(4);
      const third = await store.append('s', 4, [note('Told', 5)]);
      const events = await store.load('s');
      expect(numbersOf(events)).toEqual(count(6));
      expect([first, second, third].map(({ position }) => position)).toEqual(
        [1, 4, 5].map((index) => events[index]?.position),
      );
      expect((await verify(store)).broken).toEqual([]);
    });

    it('also by a store that remembers nothing, and when the server does not say where it stands', async () => {
      const events = notes('Told', 2);
      const first = await store.append('s', 'no-stream', events);
      const more = [note('Told', 2)];
      const second = await store.append('s', 1, more);
      await store.append('s', 2, [note('Told', 3)]);
      await store.close();
      await open();
      double.faults.hidePositions = 2;
      expect(await store.append('s', 'no-stream', events)).toEqual(first);
      expect(await store.append('s', 1, more)).toMatchObject({ revision: 2, position: second.position });
      expect(numbersOf(await store.load('s'))).toEqual(count(4));
    });

    it('with eighty under way on a line that is cut: each is written once, none is lost', async () => {
      double.faults.cutAfterCommit = 1;
      const under = count(80).map((n) => store.append(`s-${n}`, 'no-stream', [note('Told', n)]));
      await sleep(5);
      double.faults.cutBeforeCommit = 1;
      const results = await Promise.all(under);
      expect(results.every(({ revision }) => revision === 0)).toBe(true);
      expect(double.log.records.filter(({ type }) => type === 'Told')).toHaveLength(80);
      expect((await verify(store)).broken).toEqual([]);
    });

    it.each([45, 120])(
      'with %d at once on a server that is slow and answers: none is lost for that, or doubled',
      async (many) => {
        await store.close();
        await open({ callMs: 400 });
        const { append } = double.calls;
        double.faults.paceMs = 15;
        await Promise.all(count(many).map((n) => store.append(`s-${n}`, 'no-stream', [note('Told', n)])));
        expect(double.log.records.filter(({ type }) => type === 'Told')).toHaveLength(many);
        // Whoever waits twice as long as a silence may last asks again; nobody does for others.
        if (many * 15 < 2 * 400) expect(double.calls.append - append).toBe(many);
        double.faults.paceMs = 0;
        expect((await verify(store)).broken).toEqual([]);
      },
    );

    it('and given up when the time is over: the store is unavailable, and a later repeat finds what was written', async () => {
      await store.close();
      await open({ callMs: 150, patienceMs: 500 });
      const event = note('Told', 0);
      double.faults.swallowAnswers = 100;
      await expect(store.append('s', 'no-stream', [event])).rejects.toBeInstanceOf(StoreUnavailable);
      double.faults.swallowAnswers = 0;
      expect(await store.append('s', 'no-stream', [event])).toMatchObject({ revision: 0 });
      expect(await store.load('s')).toHaveLength(1);
    });
  });

  it('a frozen server holds nobody longer than our own time limit, and is used again when it thaws', async () => {
    await store.append('s', 'no-stream', [note('Told', 0)]);
    await store.close();
    await open({ callMs: 150, patienceMs: 400 });
    double.freeze();
    const calls = [
      () => store.append('s', 0, [note('Told', 1)]),
      () => store.append('new', 'no-stream', [note('Told', 1)]),
      () => store.load('s'),
      () => collect(store.read('s')),
      () => collect(store.readAll()),
      () => store.head(),
      () => store.delete('s'),
      () => store.ping(),
    ];
    const begun = performance.now();
    const outcomes = await Promise.allSettled(calls.map((call) => call()));
    expect(performance.now() - begun).toBeLessThan(3_000);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { name: 'StoreUnavailable' } });
    double.thaw();
    expect(numbersOf(await store.load('s'))).toContain(0);
    await store.ping();
  });

  it('a change of leader is followed', async () => {
    const leader = await EventStoreDouble.start();
    await store.append('s', 'no-stream', [note('Told', 0)]);
    double.faults.leader = { host: '127.0.0.1', port: leader.port };
    double.faults.notLeader = 1;
    await store.append('t', 'no-stream', [note('Told', 1)]);
    expect(leader.log.streams.has('t')).toBe(true);
    expect(double.log.streams.has('t')).toBe(false);
    await leader.stop();
  });

  it('a cluster that never finds its leader is unavailable after a while', async () => {
    await store.close();
    await open({ patienceMs: 400 });
    double.faults.notLeader = 10_000;
    await expect(store.append('s', 'no-stream', [note('Told', 0)])).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.load('s')).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('an append that is too large is refused before it is sent', async () => {
    const { append } = double.calls;
    const text = 'щ'.repeat(600_000);
    await expect(store.append('s', 'no-stream', [note('Told', 0, { text })])).rejects.toThrow(
      /append of 1200\d+ bytes to s; the event store takes at most 1048576/,
    );
    expect(double.calls.append).toBe(append);
  });

  describe('a subscription', () => {
    it.each(['cut', 'half-closed', 'refused for a while'])('that is %s goes on after the last event', async (how) => {
      const following = follow(store, all);
      await following.caughtUp();
      await store.append('s', 'no-stream', notes('Told', 3));
      await following.seen(3);
      if (how === 'half-closed') double.subscribers.halfClose();
      else double.cut();
      if (how === 'refused for a while') double.faults.refuseSubscriptions = 3;
      await store.append('s', 2, notes('Told', 3, 3));
      await following.seen(6);
      await until(() => double.subscribers.count === 1);
      await store.append('s', 5, [note('Told', 6)]);
      await following.seen(7);
      await following.stop();
      expect(numbersOf(following.events())).toEqual(count(7));
      expect(interruptions.length).toBeGreaterThan(0);
      expect(interruptions[0]).toMatchObject({ attempt: 1, reason: expect.stringMatching(/./) });
    });

    it('that the server drops as too slow, as 23.10 does after one large append, loses and repeats nothing', async () => {
      await store.close();
      // Nothing but the server's own words may be what begins a new round here.
      await open({ idleMs: 10_000 });
      const following = follow(store, all);
      await following.caughtUp();
      for (let n = 0; n < 5; n += 1) {
        await store.append('s', n === 0 ? 'no-stream' : 100 * n - 1, notes('Told', 100, 100 * n));
        await following.seen(100 * (n + 1));
      }
      await following.stop();
      expect(numbersOf(following.events())).toEqual(count(500));
      expect(interruptions).toEqual([]);
    });

    it('that is forgotten without a word is noticed and taken up again', async () => {
      const following = follow(store, all);
      await following.caughtUp();
      double.subscribers.forget();
      await store.append('s', 'no-stream', notes('Told', 2));
      await following.seen(2);
      await until(() => double.subscribers.count === 1);
      await following.stop();
      expect(numbersOf(following.events())).toEqual(count(2));
    });

    it('goes by no marker that overtakes the events, and yields what comes twice once', async () => {
      double.faults.markersFirst = true;
      double.faults.repeatEvents = true;
      const following = follow(store, all);
      await following.caughtUp();
      await store.append('s', 'no-stream', notes('Told', 3));
      for (let n = 3; n < 20; n += 1) await store.append('s', n - 1, [note('Told', n)]);
      await following.seen(20);
      await following.stop();
      expect(numbersOf(following.events())).toEqual(count(20));
      let yielded = 0n;
      for (const delivery of following.deliveries) {
        if (delivery.kind === 'caught-up') {
          const later = following
            .events()
            .filter(({ position }) => position > yielded && position <= delivery.position);
          expect(later).toEqual([]);
        } else yielded = delivery.events.at(-1)?.position ?? yielded;
      }
    });

    it('from a position at which no event stands leaves none out', async () => {
      const { position } = await store.append('s', 'no-stream', notes('Told', 2));
      await store.append('s', 1, notes('Told', 2, 2));
      const following = follow(store, { ...all, after: position + 5n });
      await following.caughtUp();
      await following.stop();
      expect(numbersOf(following.events())).toEqual([2, 3]);
    });

    it('goes past holes, system events and what other programs write', async () => {
      await store.append('s', 'no-stream', [note('Told', 0)]);
      const following = follow(store);
      await following.caughtUp();
      double.writeForeign('other', 'Told', '');
      double.writeForeign('other', 'Told', '{"not":"ours"}');
      double.writeForeign('$stats', '$statsCollected', '{"at":"2026-01-02T03:04:05.678Z"}');
      double.writeHole();
      const { position } = await store.append('s', 0, [note('Told', 1)]);
      await following.seen(2);
      await until(() => following.deliveries.at(-1)?.kind === 'caught-up');
      await following.stop();
      const marker = following.deliveries.at(-1);
      expect(marker?.kind === 'caught-up' && marker.position).toBe(position);
      expect(numbersOf(following.events())).toEqual([0, 1]);
      expect(numbersOf(await collect(store.readAll()))).toEqual([0, 1]);
      expect(await verify(store)).toEqual({ streams: 1, events: 2, broken: [] });
    });

    it('that is aborted leaves nothing behind on the server', async () => {
      const followings = [follow(store), follow(store, all)];
      for (const following of followings) await following.caughtUp();
      expect(double.subscribers.count).toBe(2);
      for (const following of followings) await following.stop();
      await until(() => double.subscribers.count === 0);
    });

    it('ends with a refusal where its user may no longer read', async () => {
      const following = follow(store);
      await following.caughtUp();
      double.faults.refuseUser = 'forbidden';
      double.cut();
      await following.done;
      expect(following.failure()).toMatchObject({ name: 'StoreRefused' });
    });

    it('of a store that is closed is told so, like everybody else', async () => {
      const other = follow(store);
      await other.caughtUp();
      await store.close();
      await other.done;
      expect(other.failure()).toBeInstanceOf(StoreUnavailable);
      await expect(store.append('a', 'any', [note('Told', 0)])).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.load('a')).rejects.toBeInstanceOf(StoreUnavailable);
    });
  });

  describe('a deletion', () => {
    it('whose answer is lost is done once, and nothing of it is handed out again, by other nodes neither', async () => {
      const other = await openEventStoreDb(double.url);
      await store.append('gone', 'no-stream', notes('Told', 3));
      await store.append('stays', 'no-stream', [note('Told', 3)]);
      double.faults.cutAfterCommit = 1;
      expect(await store.delete('gone')).toBe(true);
      expect(await store.delete('gone')).toBe(false);
      for (const node of [store, other]) {
        expect(numbersOf(await collect(node.readAll()))).toEqual([3]);
        expect(await node.load('gone')).toEqual([]);
        const following = follow(node);
        await following.caughtUp();
        await following.stop();
        expect(numbersOf(following.events())).toEqual([3]);
      }
      expect(double.log.records.filter(({ stream }) => stream === 'gone')).toHaveLength(4);
      await other.close();
    });

    it('hides the events from its first step on: a crash before the last one shows none of them to readers of all', async () => {
      await store.close();
      await open({ patienceMs: 300, callMs: 100 });
      await store.append('gone', 'no-stream', notes('Told', 3));
      const removing = store.delete('gone');
      await until(() => double.log.streams.has('garnitur-erased-streams'));
      double.freeze();
      await removing.catch(() => {});
      double.thaw();
      await store.close();
      await open();
      expect(await collect(store.readAll())).toEqual([]);
      await store.delete('gone');
      expect(await store.load('gone')).toEqual([]);
    });
  });
});
