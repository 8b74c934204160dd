import { z } from 'zod';
import { verifyNext } from '../../src/chain.js';
import { EventRegistry, EventType, MalformedEvent, NewerEvent } from '../../src/event-types.js';
import type { RecordedEvent } from '../../src/port.js';
import { rawOf } from '../../src/stored-event.js';
import {
  collect,
  follow,
  note,
  notes,
  numbersOf,
  recordedOf,
  type Subject,
  type SubjectFactory,
  withCase,
} from './subject.js';

const FAR = 2n ** 53n + 1_000n;

export function readContract(subject: () => Subject, factory: SubjectFactory): void {
  describe('read', () => {
    it(
      'of an unknown stream is empty',
      withCase(subject, async ({ store, stream }) => {
        expect(await collect(store.read(stream))).toEqual([]);
        expect(await collect(store.read(stream, { backwards: true }))).toEqual([]);
        expect(await store.load(stream)).toEqual([]);
      }),
    );

    it(
      'goes forwards and backwards, within bounds',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', notes(type, 10));
        const read = async (options: object) => numbersOf(await collect(store.read(stream, options)));
        expect(await read({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        expect(await read({ from: 7 })).toEqual([7, 8, 9]);
        expect(await read({ from: 2, to: 4 })).toEqual([2, 3, 4]);
        expect(await read({ to: 1 })).toEqual([0, 1]);
        expect(await read({ limit: 3 })).toEqual([0, 1, 2]);
        expect(await read({ from: 3, limit: 2 })).toEqual([3, 4]);
        expect(await read({ limit: 0 })).toEqual([]);
        expect(await read({ from: 10 })).toEqual([]);
        expect(await read({ backwards: true })).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        expect(await read({ backwards: true, limit: 1 })).toEqual([9]);
        expect(await read({ backwards: true, from: 4, to: 2 })).toEqual([4, 3, 2]);
        expect(numbersOf(await store.load(stream, 8))).toEqual([8, 9]);
        expect(numbersOf(await store.load(stream, 3, 2))).toEqual([3, 4]);
        expect(numbersOf(await store.load(stream, 9, 2))).toEqual([9]);
      }),
    );

    it(
      'keeps unicode, emoji and large payloads byte for byte',
      withCase(subject, async ({ store, stream, type }) => {
        const words = 'Кухня «три двадцать» ёж\u2028\u0000 ﷽ 👨‍👩‍👧‍👦 \u{10FFFF} "\\';
        const large = 'щ'.repeat(300_000);
        await store.append(stream, 'no-stream', [note(type, 0, { words }), note(type, 1, { large })]);
        const [first, second] = await store.load(stream);
        expect(first?.data).toEqual({ n: 0, words });
        expect(second?.data.large === large).toBe(true);
      }),
    );

    it(
      'gives back id, type, data and metadata as they were written',
      withCase(subject, async ({ store, stream, type }) => {
        const event = {
          ...note(type, 1),
          data: { n: 1, nested: { list: [1, null, 'x', { deep: true }], empty: {} }, big: 1e300, ratio: 0.1 },
          metadata: {
            at: '2026-01-02T03:04:05.678Z',
            schema: 1,
            correlation_id: 'req_1',
            causation_id: 'evt_2',
            actor: 'partner:prt_3',
            external_id: null,
            webhook_url: 'https://example.com/хук',
          },
        };
        await store.append(stream, 'no-stream', [event]);
        const [read] = await collect(store.read(stream));
        expect(read?.id).toBe(event.id);
        expect(read?.stream).toBe(stream);
        expect(read?.type).toBe(type);
        expect(read?.data).toEqual(event.data);
        expect(read?.metadata).toEqual({ ...event.metadata, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      }),
    );

    it(
      'of all goes in order of position, after a position (exclusive), filtered by type',
      withCase(subject, async ({ store, stream, type }) => {
        const first = await store.append(stream, 'no-stream', notes(type, 3));
        await store.append(`${stream}-b`, 'no-stream', [note(`${type}Else`, 3), note(type, 4)]);
        const all = await collect(store.readAll({ filter: { types: [type] } }));
        expect(numbersOf(all)).toEqual([0, 1, 2, 4]);
        const after = await collect(store.readAll({ after: first.position, filter: { types: [type, `${type}Else`] } }));
        expect(numbersOf(after)).toEqual([3, 4]);
        expect(after.map((event) => event.stream)).toEqual([`${stream}-b`, `${stream}-b`]);
        const unfiltered = await collect(store.readAll({ after: first.position }));
        expect(unfiltered.map(({ id }) => id)).toEqual(after.map(({ id }) => id));
      }),
    );

    it(
      'of all and a subscription go on exactly after any event, also after one in the middle of an append',
      withCase(subject, async ({ store, stream, type }) => {
        const filter = { types: [type] };
        await store.append(stream, 'no-stream', notes(type, 4));
        await store.append(`${stream}-b`, 'no-stream', notes(type, 2, 4));
        const all = await collect(store.readAll({ filter }));
        expect(new Set(all.map(({ position }) => position)).size).toBe(6);
        for (const [index, { position }] of all.entries()) {
          const due = [0, 1, 2, 3, 4, 5].slice(index + 1);
          expect(numbersOf(await collect(store.readAll({ after: position, filter })))).toEqual(due);
          const following = follow(store, { after: position, filter });
          await following.caughtUp();
          await following.stop();
          expect(numbersOf(following.events())).toEqual(due);
        }
      }),
    );

    it(
      'of a position gives the event that stands there, and none once its stream is deleted',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', notes(type, 3));
        await store.append(`${stream}-b`, 'no-stream', notes(type, 2, 3));
        await store.append(stream, 2, [note(type, 5)]);
        const all = await collect(store.readAll({ filter: { types: [type] } }));
        const at = (positions: readonly bigint[]) => Promise.all(positions.map((position) => store.eventAt(position)));
        const positions = all.map(({ position }) => position);
        expect((await at(positions)).map(contentOf)).toEqual(all.map(contentOf));
        await store.delete(`${stream}-b`);
        const left = await at(positions);
        expect(left.map((event) => event?.data.n)).toEqual([0, 1, 2, undefined, undefined, 5]);
        expect(await store.eventAt(0n)).toBeUndefined();
      }),
    );

    it(
      'of the newest event gives the last one that stands, however many behind it are deleted',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', notes(type, 2));
        const [, second] = await store.load(stream);
        expect(contentOf(await store.newest())).toEqual(contentOf(second));
        await store.append(`${stream}-b`, 'no-stream', notes(type, 100, 2));
        expect((await store.newest())?.data.n).toBe(101);
        await store.delete(`${stream}-b`);
        expect(await store.head()).toBeGreaterThan(second?.position ?? 0n);
        expect(contentOf(await store.newest())).toEqual(contentOf(second));
        await store.delete(stream);
        expect((await store.newest())?.type).not.toBe(type);
      }),
    );

    it(
      'that is aborted throws the reason',
      withCase(subject, async ({ store, stream, type }) => {
        await store.append(stream, 'no-stream', notes(type, 5));
        const abort = new AbortController();
        const seen: unknown[] = [];
        const reading = (async () => {
          for await (const event of store.read(stream, { signal: abort.signal })) {
            seen.push(event.data.n);
            if (seen.length === 2) abort.abort(new Error('enough'));
          }
        })();
        await expect(reading).rejects.toThrow('enough');
        expect(seen).toEqual([0, 1]);
        await expect(collect(store.readAll({ signal: abort.signal }))).rejects.toThrow('enough');
      }),
    );

    it(
      'of a stream of 10,000 is whole',
      withCase(subject, async ({ store, stream, type }) => {
        for (let first = 0; first < 10_000; first += 500) {
          await store.append(stream, first === 0 ? 'no-stream' : first - 1, notes(type, 500, first));
        }
        const due = Array.from({ length: 10_000 }, (_, n) => n);
        expect(numbersOf(await collect(store.read(stream)))).toEqual(due);
        expect(numbersOf(await collect(store.read(stream, { backwards: true })))).toEqual(due.toReversed());
        expect(numbersOf(await store.load(stream))).toEqual(due);
        expect(numbersOf(await collect(store.readAll({ filter: { types: [type] } })))).toEqual(due);
      }),
      60_000,
    );

    it(
      'gives the exact text, and every event is chained to the one before it in its stream',
      withCase(subject, async ({ store, stream, type }) => {
        for (let n = 0; n < 3; n += 1) {
          await Promise.all([
            store.append(stream, n === 0 ? 'no-stream' : 2 * n - 1, notes(type, 2, 2 * n)),
            store.append(`${stream}-b`, 'any', [note(type, n)]),
          ]);
        }
        let before: { revision: number; hash: Uint8Array } | undefined;
        for (const event of await store.load(stream)) {
          const raw = rawOf(event);
          if (!raw) throw new Error('no exact text');
          expect(JSON.parse(raw.data)).toEqual(event.data);
          expect(raw.metadata).not.toContain('"hash"');
          expect(verifyNext(before, raw)).toBeUndefined();
          expect(event.metadata.hash).toBe(raw.hash);
          before = { revision: raw.revision, hash: Buffer.from(raw.hash, 'hex') };
        }
        expect(before?.revision).toBe(5);
      }),
    );

    it('upcasts an event of an older version to the latest, and leaves its text as it was', async () => {
      const type = `Sized${Date.now()}`;
      const sized = EventType.of(z.strictObject({ n: z.number(), cm: z.number() }))
        .next(z.strictObject({ n: z.number(), mm: z.number() }), ({ n, cm }) => ({ n, mm: cm * 10 }))
        .next(z.strictObject({ n: z.number(), width: z.strictObject({ mm: z.number() }) }), ({ n, mm }) => ({
          n,
          width: { mm },
        }));
      const registry = new EventRegistry({ [type]: sized });
      const { store, dispose } = await factory({ registry });
      try {
        const at = '2026-01-02T03:04:05.678Z';
        const events = [
          { ...note(type, 0), data: { n: 0, cm: 60 }, metadata: { at, schema: 1 } },
          { ...note(type, 1), data: { n: 1, mm: 450 }, metadata: { at, schema: 2 } },
          { ...note(type, 2), data: { n: 2, width: { mm: 300 } }, metadata: { at, schema: 3 } },
        ];
        const written = await store.append(`sizes-${type}`, 'no-stream', events);
        const read = await store.load(`sizes-${type}`);
        for (const event of [...read, ...(recordedOf(written) ?? [])]) {
          expect(event.data.width).toEqual({ mm: [600, 450, 300][event.revision] });
          expect(event.metadata.schema).toBe(3);
        }
        expect(rawOf(read[0] ?? fail())?.data).toBe('{"n":0,"cm":60}');
      } finally {
        await dispose();
      }
    });

    it('refuses data that breaks its schema or is of a newer version, and gives a type that nobody declares as it is', async () => {
      const type = `Strict${Date.now()}`;
      const registry = new EventRegistry({ [type]: EventType.of(z.strictObject({ n: z.number() })) });
      const { store, dispose } = await factory({ registry });
      try {
        const stream = `strict-${type}`;
        const broken = { ...note(type, 0), data: { n: 'секрет' } };
        const newer = { ...note(type, 1), metadata: { at: '2026-01-02T03:04:05.678Z', schema: 2 } };
        await store.append(stream, 'no-stream', [broken, newer, note(`${type}Else`, 2)]);
        const [first, second, third] = await store.load(stream);
        expect(() => first?.data).toThrow(MalformedEvent);
        expect(() => first?.data).toThrow(`revision 0 of ${stream} breaks its schema: n: `);
        expect(() => first?.data).not.toThrow(/секрет/);
        expect(() => second?.data).toThrow(NewerEvent);
        expect(third?.data).toEqual({ n: 2 });
      } finally {
        await dispose();
      }
    });

    if (factory.startingAt) {
      const startingAt = factory.startingAt;
      it('and everything else holds with positions beyond 2^53', async () => {
        const { store, dispose } = await startingAt(FAR);
        try {
          expect(await store.newest()).toBeUndefined();
          const first = await store.append('far', 'no-stream', notes('Far', 3));
          expect(first.position).toBe(FAR + 2n);
          expect((await store.load('far')).map(({ position }) => position)).toEqual([FAR, FAR + 1n, FAR + 2n]);
          expect(numbersOf(await collect(store.readAll({ after: FAR })))).toEqual([1, 2]);
          const following = follow(store, { after: FAR + 1n });
          await following.caughtUp();
          await store.append('far', 2, [note('Far', 3)]);
          await following.seen(2);
          expect(following.events().map(({ position }) => position)).toEqual([FAR + 2n, FAR + 3n]);
          expect(await store.head()).toBe(FAR + 3n);
          expect((await store.newest())?.position).toBe(FAR + 3n);
          expect((await store.eventAt(FAR + 1n))?.data.n).toBe(1);
          await following.stop();
        } finally {
          await dispose();
        }
      });
    }
  });
}

/** All that an event tells, also what is decoded late. */
function contentOf(event: RecordedEvent | undefined) {
  if (!event) return undefined;
  const { id, stream, revision, position, type, data, metadata } = event;
  return { id, stream, revision, position, type, data, metadata };
}

function fail(): never {
  throw new Error('nothing was read');
}
