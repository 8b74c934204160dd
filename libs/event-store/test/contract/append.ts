import { uuidv7 } from '#libs/kernel';
import { DuplicateEventId, StreamDeleted, WrongExpectedRevision } from '../../src/errors.js';
import type { ExpectedRevision } from '../../src/port.js';
import { collect, note, notes, numbersOf, type Subject, withCase } from './subject.js';

export function appendContract(subject: () => Subject): void {
  describe('append', () => {
    it(
      'to a new stream starts at revision 0',
      withCase(subject, async ({ store, stream, type }) => {
        const before = await store.head();
        const { revision, position } = await store.append(stream, 'no-stream', [note(type, 1)]);
        expect(revision).toBe(0);
        expect(position).toBeGreaterThan(before);
        expect(await store.head()).toBeGreaterThanOrEqual(position);
        const [event] = await store.load(stream);
        expect(event?.position).toBe(position);
        expect(event?.revision).toBe(0);
      }),
    );

    it(
      'of many keeps their order',
      withCase(subject, async ({ store, stream, type }) => {
        expect((await store.append(stream, 'no-stream', notes(type, 20))).revision).toBe(19);
        expect((await store.append(stream, 19, notes(type, 20, 20))).revision).toBe(39);
        const events = await store.load(stream);
        expect(numbersOf(events)).toEqual(Array.from({ length: 40 }, (_, n) => n));
        expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 40 }, (_, n) => n));
        for (let n = 1; n < 40; n += 1) expect(events[n]?.position).toBeGreaterThan(events[n - 1]?.position ?? 0n);
      }),
    );

    it(
      'of none is a no-op',
      withCase(subject, async ({ store, stream, type }) => {
        expect((await store.append(stream, 7, [])).revision).toBe(-1);
        await store.append(stream, 'no-stream', notes(type, 2));
        expect((await store.append(stream, 'no-stream', [])).revision).toBe(1);
        expect(await store.load(stream)).toHaveLength(2);
      }),
    );

    it(
      'holds where the expectation is exact, no-stream or any',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', [note(type, 0)]);
        await store.append(stream, 0, [note(type, 1)]);
        await store.append(stream, 'any', [note(type, 2)]);
        await store.append(`${stream}-b`, 'any', [note(type, 3)]);
        expect(numbersOf(await store.load(stream))).toEqual([0, 1, 2]);
        expect(numbersOf(await store.load(`${stream}-b`))).toEqual([3]);
      }),
    );

    it(
      'with a wrong expectation reports the actual revision, also "no stream", and leaves nothing behind',
      withCase(subject, async ({ store, stream, type }) => {
        const missing = await failureOf(store.append(stream, 0, [note(type, 0)]));
        expect(missing).toMatchObject({ name: 'WrongExpectedRevision', stream, expected: 0, actual: 'no-stream' });
        await store.append(stream, 'no-stream', notes(type, 3));
        for (const expected of ['no-stream', 0, 1, 3, 17] as const) {
          const wrong = await failureOf(store.append(stream, expected, [note(type, 9), note(type, 9)]));
          expect(wrong).toBeInstanceOf(WrongExpectedRevision);
          expect(wrong).toMatchObject({ expected, actual: 2 });
        }
        expect(numbersOf(await store.load(stream))).toEqual([0, 1, 2]);
      }),
    );

    it(
      'by two writers with one expectation: one wins, the other is refused',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', [note(type, 0)]);
        const tries = await Promise.allSettled(notes(type, 8, 1).map((event) => store.append(stream, 0, [event])));
        expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const refused = tries.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
        for (const reason of refused) expect(reason).toMatchObject({ name: 'WrongExpectedRevision', actual: 1 });
        expect(await store.load(stream)).toHaveLength(2);
      }),
    );

    it(
      'of the same ids with the same expectation again returns the same result and writes nothing',
      withCase(subject, async ({ store, stream, type }) => {
        const opening = notes(type, 3);
        const more = notes(type, 2, 3);
        const first = await store.append(stream, 'no-stream', opening);
        const second = await store.append(stream, 2, more);
        await store.append(stream, 4, [note(type, 5)]);
        expect(await store.append(stream, 'no-stream', opening)).toMatchObject(place(first));
        expect(await store.append(stream, 2, more)).toMatchObject(place(second));
        const anywhere = notes(type, 2, 6);
        const third = await store.append(stream, 'any', anywhere);
        expect(await store.append(stream, 'any', anywhere)).toMatchObject(place(third));
        expect(numbersOf(await store.load(stream))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      }),
    );

    it(
      'of which only some ids are known is refused as a whole',
      withCase(subject, async ({ store, stream, type }) => {
        const known = note(type, 0);
        await store.append(stream, 'no-stream', [known]);
        const mixed = [
          () => store.append(stream, 'no-stream', [known, note(type, 1)]),
          () => store.append(stream, 0, [known]),
          () => store.append(stream, 0, [note(type, 1), known]),
          () => store.append(stream, 'any', [note(type, 1), known]),
        ];
        for (const append of mixed) expect(await failureOf(append())).toBeInstanceOf(DuplicateEventId);
        expect(numbersOf(await store.load(stream))).toEqual([0]);
        expect((await store.append(stream, 0, [note(type, 1)])).revision).toBe(1);
      }),
    );

    it(
      'with an id that stands in another stream is refused, where the store knows ids across streams',
      withCase(subject, async ({ store, stream, type, idsAreKnownIn }) => {
        const known = note(type, 0);
        await store.append(stream, 'no-stream', [known]);
        const elsewhere = [
          () => store.append(`${stream}-b`, 'no-stream', [note(type, 1), known, note(type, 2)]),
          () => store.append(`${stream}-c`, 'any', [known]),
        ];
        for (const append of elsewhere) {
          const failure = await failureOf(append());
          if (idsAreKnownIn === 'store') expect(failure).toBeInstanceOf(DuplicateEventId);
          else expect(failure).toBeUndefined();
        }
        expect(numbersOf(await store.load(stream))).toEqual([0]);
        expect(await store.load(`${stream}-b`)).toHaveLength(idsAreKnownIn === 'store' ? 0 : 3);
      }),
    );

    it(
      'with an id twice is refused',
      withCase(subject, async ({ store, stream, type }) => {
        const twice = note(type, 0);
        expect(await failureOf(store.append(stream, 'no-stream', [twice, note(type, 1), twice]))).toBeInstanceOf(
          DuplicateEventId,
        );
        expect(await store.load(stream)).toHaveLength(0);
      }),
    );

    it(
      'after delete is refused, and what was there is gone',
      withCase(subject, async ({ store, stream, type }) => {
        const events = notes(type, 3);
        await store.append(stream, 'no-stream', events);
        await store.append(`${stream}-stays`, 'no-stream', [note(type, 9)]);
        expect(await store.delete(`${stream}-unknown`)).toBe(false);
        expect(await failureOf(store.delete(stream, 1))).toBeInstanceOf(WrongExpectedRevision);
        expect(await store.load(stream)).toHaveLength(3);
        const head = await store.head();
        expect(await store.delete(stream, 2)).toBe(true);
        expect(await store.delete(stream)).toBe(false);
        expect(await store.head()).toBeGreaterThanOrEqual(head);
        for (const expected of ['no-stream', 2, 'any'] as const) {
          expect(await failureOf(store.append(stream, expected, [note(type, 4)]))).toBeInstanceOf(StreamDeleted);
        }
        expect(await failureOf(store.append(stream, 'no-stream', events))).toBeInstanceOf(StreamDeleted);
        expect(await collect(store.read(stream))).toHaveLength(0);
        expect(await store.load(stream)).toHaveLength(0);
        expect(numbersOf(await collect(store.readAll({ filter: { types: [type] } })))).toEqual([9]);
      }),
    );

    it(
      'refuses what is no event: an id that is no UUID, metadata with a hash of its own',
      withCase(subject, async ({ store, stream, type }) => {
        const good = note(type, 0);
        const forged = { ...good.metadata, hash: 'ff' };
        expect(await failureOf(store.append(stream, 'any', [{ ...good, id: 'evt_1' }]))).toBeInstanceOf(TypeError);
        expect(await failureOf(store.append(stream, 'any', [{ ...good, metadata: forged }]))).toBeInstanceOf(TypeError);
        expect(await store.load(stream)).toHaveLength(0);
      }),
    );

    it(
      'of a thousand at once, a third of them in conflict, writes exactly the others',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(`${stream}-taken`, 'no-stream', [note(type, -1)]);
        const tries = await Promise.allSettled(
          Array.from({ length: 999 }, (_, n) =>
            n % 3 === 0
              ? store.append(`${stream}-taken`, 'no-stream', [note(type, n), { ...note(type, n), id: uuidv7() }])
              : store.append(`${stream}-${n}`, 'no-stream', [note(type, n), note(type, n)]),
          ),
        );
        const refused = tries.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''));
        expect(refused.filter((reason, n) => n % 3 !== 0 && reason !== '')).toEqual([]);
        expect(refused.filter((_, n) => n % 3 === 0).every((reason) => /^WrongExpectedRevision/.test(reason))).toBe(
          true,
        );
        expect(await store.load(`${stream}-taken`)).toHaveLength(1);
        expect(numbersOf(await store.load(`${stream}-500`))).toEqual([500, 500]);
      }),
      60_000,
    );
  });

  describe('appends to several streams', () => {
    const noteTo = (stream: string, expected: ExpectedRevision, type: string, n: number) => ({
      stream,
      expected,
      events: [note(type, n)],
    });

    it(
      'stand in their order, the first before all others',
      withCase(subject, async ({ store, stream, type }) => {
        const others = [1, 2].map((n) => noteTo(`${stream}-${n}`, 'no-stream', type, n));
        const { first, others: appended } = await store.appendAll(noteTo(stream, 'no-stream', type, 0), others);
        expect(first.revision).toBe(0);
        const positions = appended.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.position : 0n));
        for (const position of positions) expect(position).toBeGreaterThan(first.position);
        const all = await collect(store.readAll({ filter: { types: [type] } }));
        expect(all[0]?.position).toBe(first.position);
        expect(numbersOf(all).sort()).toEqual([0, 1, 2]);
      }),
    );

    it(
      'are not made where the first is refused',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', [note(type, 0)]);
        const others = [noteTo(`${stream}-1`, 'no-stream', type, 1)];
        const refusal = await failureOf(store.appendAll(noteTo(stream, 'no-stream', type, 2), others));
        expect(refusal).toMatchObject({ name: 'WrongExpectedRevision', stream, actual: 0 });
        expect(await store.load(`${stream}-1`)).toEqual([]);
        expect(await store.load(stream)).toHaveLength(1);
      }),
    );

    it(
      'are refused each by itself',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(`${stream}-1`, 'no-stream', [note(type, 1)]);
        const others = [1, 2].map((n) => noteTo(`${stream}-${n}`, 'no-stream', type, n));
        const { others: outcomes } = await store.appendAll(noteTo(stream, 'no-stream', type, 0), others);
        expect(outcomes).toMatchObject([
          { status: 'rejected', reason: { name: 'WrongExpectedRevision', stream: `${stream}-1`, actual: 0 } },
          { status: 'fulfilled', value: { revision: 0 } },
        ]);
        for (const name of [stream, `${stream}-1`, `${stream}-2`]) expect(await store.load(name)).toHaveLength(1);
      }),
    );

    it(
      'that are repeated as they were come to the same, also where only the first was stored',
      withCase(subject, async ({ store, stream, type }) => {
        const first = noteTo(stream, 'no-stream', type, 0);
        const others = [noteTo(`${stream}-1`, 'no-stream', type, 1)];
        await store.append(first.stream, first.expected, first.events);
        const results = [await store.appendAll(first, others), await store.appendAll(first, others)];
        const places = results.map(({ first, others: [other] }) => [
          place(first),
          other?.status === 'fulfilled' && place(other.value),
        ]);
        expect(places[1]).toEqual(places[0]);
        expect(await store.load(stream)).toHaveLength(1);
        expect(await store.load(`${stream}-1`)).toHaveLength(1);
      }),
    );
  });
}

const place = ({ revision, position }: { revision: number; position: bigint }) => ({ revision, position });

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
