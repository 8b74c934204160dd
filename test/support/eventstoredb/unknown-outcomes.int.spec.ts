import { setTimeout as sleep } from 'node:timers/promises';
import { derivedUuid, uuidv7 } from '#libs/kernel';
import { StoreUnavailable } from '../../../libs/event-store/src/errors.js';
import { verify } from '../../../libs/event-store/src/verify.js';
import { note, notes, numbersOf, recordedOf, until } from '../../../libs/event-store/test/contract/subject.js';
import { count, openRetrying, storeOnDouble } from './store-on-double.js';

describe('the EventStoreDB adapter', () => {
  const given = storeOnDouble();

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
      await given.open({ callMs: 300 });
      const first = await given.store.append('s', 'no-stream', notes('Told', 2));
      given.double.faults[fault] = 2;
      const second = await given.store.append('s', 1, notes('Told', 3, 2));
      expect(second.revision).toBe(4);
      const third = await given.store.append('s', 4, [note('Told', 5)]);
      const events = await given.store.load('s');
      expect(numbersOf(events)).toEqual(count(6));
      expect([first, second, third].map(({ position }) => position)).toEqual(
        [1, 4, 5].map((index) => events[index]?.position),
      );
      expect((await verify(given.store)).broken).toEqual([]);
    });

    it('also by a store that remembers nothing, and when the server does not say where it stands', async () => {
      const events = notes('Told', 2);
      const first = await given.store.append('s', 'no-stream', events);
      const more = [note('Told', 2)];
      const second = await given.store.append('s', 1, more);
      await given.store.append('s', 2, [note('Told', 3)]);
      await given.open();
      given.double.faults.hidePositions = 2;
      expect(await given.store.append('s', 'no-stream', events)).toEqual(first);
      expect(await given.store.append('s', 1, more)).toMatchObject({ revision: 2, position: second.position });
      expect(numbersOf(await given.store.load('s'))).toEqual(count(4));
    });

    it('with eighty under way on a line that is cut: each is written once, none is lost', async () => {
      given.double.faults.cutAfterCommit = 1;
      const under = count(80).map((n) => given.store.append(`s-${n}`, 'no-stream', [note('Told', n)]));
      await sleep(5);
      given.double.faults.cutBeforeCommit = 1;
      const results = await Promise.all(under);
      expect(results.every(({ revision }) => revision === 0)).toBe(true);
      expect(given.double.log.records.filter(({ type }) => type === 'Told')).toHaveLength(80);
      expect((await verify(given.store)).broken).toEqual([]);
    });

    it('with many at once on a server that is slow and answers: nothing is sent a second time', async () => {
      await given.open({ callMs: 1_500 });
      const { append } = given.double.calls;
      given.double.faults.paceMs = 40;
      await Promise.all(count(120).map((n) => given.store.append(`s-${n}`, 'no-stream', [note('Told', n)])));
      expect(given.double.calls.append - append).toBe(120);
      expect((await verify(given.store)).streams).toBe(120);
    });

    it('by a look where one answer is lost among others', async () => {
      await given.open({ callMs: 400 });
      given.double.faults.swallowAnswers = 1;
      const lost = given.store.append('lost', 'no-stream', [note('Told', 0)]);
      let answered = false;
      const known = lost.finally(() => {
        answered = true;
      });
      for (let n = 0; !answered; n += 1) await given.store.append(`s-${n}`, 'no-stream', [note('Told', n)]);
      expect(await known).toMatchObject({ revision: 0 });
      expect((await given.store.append('lost', 0, [note('Told', 1)])).revision).toBe(1);
      expect((await verify(given.store, { stream: 'lost' })).broken).toEqual([]);
    });

    it('by a look where another node writes the same at the same moment, which the server leaves without an answer', async () => {
      const other = await openRetrying(given.double.url);
      const event = { ...note('Told', 1), id: derivedUuid(uuidv7(), 'told') };
      await other.append('s', 'no-stream', [event]);
      given.double.faults.muteRepeats = 100;
      const begun = performance.now();
      const again = await given.store.append('s', 'no-stream', [{ ...event, data: { n: 2 } }]);
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(again).toMatchObject({ revision: 0 });
      expect(numbersOf(recordedOf(again) ?? (await given.store.load('s')))).toEqual([1]);
      await other.close();
    });

    it('and given up when the time is over: the store is unavailable, and a later repeat finds what was written', async () => {
      await given.open({ callMs: 500, giveUpMs: 1_500 });
      const event = note('Told', 0);
      given.double.faults.swallowAnswers = 1;
      const appending = given.store.append('s', 'no-stream', [event]);
      const refused = expect(appending).rejects.toBeInstanceOf(StoreUnavailable);
      await until(() => given.double.log.streams.has('s'));
      given.double.freeze();
      await refused;
      given.double.thaw();
      expect(await given.store.append('s', 'no-stream', [event])).toMatchObject({ revision: 0 });
      expect(await given.store.load('s')).toHaveLength(1);
    });
  });
});
