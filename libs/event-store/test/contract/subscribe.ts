import { setTimeout as sleep } from 'node:timers/promises';
import { collect, follow, note, notes, numbersOf, type Subject, until, withCase } from './subject.js';

const count = (length: number, first = 0) => Array.from({ length }, (_, n) => first + n);

export function subscribeContract(subject: () => Subject): void {
  describe('subscribe', () => {
    it(
      'from the start yields what is there, then says that it caught up',
      withCase(subject, async ({ store, stream, type }) => {
        const { position } = await store.append(stream, 'no-stream', notes(type, 5));
        const following = follow(store, { filter: { types: [type] } });
        await following.caughtUp();
        await following.stop();
        expect(numbersOf(following.events())).toEqual(count(5));
        const marker = following.batches.at(-1);
        expect(marker?.kind === 'caught-up' && marker.position).toBeGreaterThanOrEqual(position);
      }),
    );

    it(
      'from a position leaves that one out',
      withCase(subject, async ({ store, stream, type }) => {
        const first = await store.append(stream, 'no-stream', notes(type, 3));
        await store.append(stream, 2, notes(type, 3, 3));
        const following = follow(store, { after: first.position, filter: { types: [type] } });
        await following.caughtUp();
        await following.stop();
        expect(numbersOf(following.events())).toEqual([3, 4, 5]);
      }),
    );

    it(
      'yields live what is appended later, in order',
      withCase(subject, async ({ store, stream, type }) => {
        const following = follow(store, { after: await store.head(), filter: { types: [type] } });
        await following.caughtUp();
        for (let n = 0; n < 20; n += 1) await store.append(`${stream}-${n % 3}`, 'any', [note(type, n)]);
        await following.seen(20);
        await following.stop();
        expect(numbersOf(following.events())).toEqual(count(20));
      }),
    );

    it(
      'goes from history to live without gap or repeat while others write',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', notes(type, 700));
        const writing = (async () => {
          for (let n = 0; n < 150; n += 1) {
            await Promise.all(notes(type, 4, n * 4).map((event, k) => store.append(`${stream}-${k}`, 'any', [event])));
            if (n % 10 === 0) await sleep(1);
          }
        })();
        const followings = [];
        for (let n = 0; n < 5; n += 1) {
          followings.push(follow(store, { filter: { types: [type] } }));
          await sleep(3);
        }
        await writing;
        const due = (await collect(store.readAll({ filter: { types: [type] } }))).map(({ position }) => position);
        expect(due).toHaveLength(1_300);
        for (const following of followings) {
          await following.seen(1_300);
          await following.stop();
          expect(following.events().map(({ position }) => position)).toEqual(due);
        }
      }),
      60_000,
    );

    it(
      'filters by type and says how far it looked',
      withCase(subject, async ({ store, stream, type }) => {
        const after = await store.head();
        const following = follow(store, { after, filter: { types: [`${type}B`] } });
        await following.caughtUp();
        await store.append(stream, 'no-stream', [note(`${type}A`, 0), note(`${type}B`, 1), note(`${type}A`, 2)]);
        const { position } = await store.append(stream, 2, [note(`${type}A`, 3)]);
        await until(() => {
          const last = following.batches.at(-1);
          return last?.kind === 'caught-up' && last.position >= position;
        });
        await following.stop();
        expect(numbersOf(following.events())).toEqual([1]);
      }),
    );

    it(
      'never hands out events of a stream that was deleted before, and goes past them',
      withCase(subject, async ({ store, stream, type }) => {
        const after = await store.head();
        await store.append(stream, 'no-stream', notes(type, 3));
        await store.append(`${stream}-stays`, 'no-stream', [note(type, 3)]);
        const live = follow(store, { after, filter: { types: [type] } });
        await live.seen(4);
        await store.delete(stream);
        await store.append(`${stream}-stays`, 0, [note(type, 4)]);
        await live.seen(5);
        await live.stop();
        for (const options of [{ filter: { types: [type] } }, { after }]) {
          const later = follow(store, options);
          await later.caughtUp();
          await later.stop();
          expect(numbersOf(later.events())).toEqual([3, 4]);
        }
      }),
    );

    it(
      'by a slow consumer holds the source back, and costs it nothing',
      withCase(subject, async ({ store, stream, type }) => {
        for (let first = 0; first < 6_000; first += 1_000) {
          await store.append(stream, first === 0 ? 'no-stream' : first - 1, notes(type, 1_000, first));
        }
        const abort = new AbortController();
        const seen: unknown[] = [];
        let largest = 0;
        let asleep = 0;
        for await (const batch of store.subscribeAll({ filter: { types: [type] }, signal: abort.signal })) {
          if (batch.kind === 'caught-up') break;
          largest = Math.max(largest, batch.events.length);
          seen.push(...numbersOf(batch.events));
          if (asleep < 5) await sleep(20);
          asleep += 1;
        }
        abort.abort();
        expect(seen).toEqual(count(6_000));
        expect(largest).toBeLessThanOrEqual(6_000);
      }),
      60_000,
    );

    it(
      'and a slow consumer never slows another one down',
      withCase(subject, async ({ store, stream, type }) => {
        const options = { after: await store.head(), filter: { types: [type] } };
        const abort = new AbortController();
        const slow = store.subscribeAll({ ...options, signal: abort.signal })[Symbol.asyncIterator]();
        expect((await slow.next()).value?.kind).toBe('caught-up');
        const quick = follow(store, options);
        await quick.caughtUp();
        for (let n = 0; n < 50; n += 1) await store.append(stream, 'any', [note(type, n)]);
        await quick.seen(50);
        const late: unknown[] = [];
        while (late.length < 50) {
          const { value } = await slow.next();
          if (value?.kind === 'events') late.push(...numbersOf(value.events));
        }
        expect(late).toEqual(numbersOf(quick.events()));
        abort.abort();
        expect((await slow.next()).done).toBe(true);
        await quick.stop();
      }),
    );

    it(
      'that is aborted ends quietly, whether it waits, reads or has not begun',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', notes(type, 10));
        const waiting = follow(store, { filter: { types: [type] } });
        await waiting.caughtUp();
        await waiting.stop();
        const early = follow(store);
        await early.stop();
        const before = waiting.batches.length;
        await store.append(stream, 9, [note(type, 10)]);
        await sleep(60);
        expect(waiting.failure()).toBeUndefined();
        expect(early.failure()).toBeUndefined();
        expect(waiting.batches).toHaveLength(before);
      }),
    );

    it(
      'goes on after the last processed event when the connection breaks or the reader starts again',
      withCase(subject, async ({ store, stream, type, breakConnection }) => {
        const filter = { types: [type] };
        const start = await store.head();
        const first = follow(store, { after: start, filter });
        await first.caughtUp();
        await store.append(stream, 'no-stream', notes(type, 3));
        await first.seen(3);
        await breakConnection?.();
        await store.append(stream, 2, notes(type, 3, 3));
        await first.seen(6);
        await first.stop();
        expect(numbersOf(first.events())).toEqual(count(6));
        await store.append(stream, 5, notes(type, 2, 6));
        const again = follow(store, { after: first.events().at(3)?.position ?? start, filter });
        await again.seen(4);
        await again.stop();
        expect(numbersOf(again.events())).toEqual([4, 5, 6, 7]);
      }),
    );

    it(
      'says that it caught up only after everything that was buffered before',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', notes(type, 900));
        const following = follow(store, { filter: { types: [type] } });
        for (let n = 0; n < 30; n += 1) await store.append(stream, 899 + n, [note(type, 900 + n)]);
        await following.seen(930);
        await following.caughtUp();
        await following.stop();
        let yielded = 0n;
        for (const batch of following.batches) {
          if (batch.kind === 'events') {
            expect(batch.events[0]?.position).toBeGreaterThan(yielded);
            yielded = batch.events.at(-1)?.position ?? yielded;
          } else {
            expect(batch.position).toBeGreaterThanOrEqual(yielded);
            const skipped = following
              .events()
              .filter(({ position }) => position > yielded && position <= batch.position);
            expect(skipped).toEqual([]);
            yielded = batch.position;
          }
        }
      }),
    );
  });
}
