import { randomUUID } from 'node:crypto';
import { derivedUuid, uuidv7 } from '#libs/kernel';
import type { AppendResult, EventStore, NewEvent } from '../../src/port.js';
import { verify } from '../../src/verify.js';
import { note, numbersOf, recordedOf, type TwoNodes } from './subject.js';

/** Two nodes that do the same, each in its own words: the ids follow from the cause, the rest is whoever was first. */
export function nodesContract(open: () => Promise<TwoNodes>): void {
  describe('two nodes', () => {
    let nodes: TwoNodes;
    let stream: string;
    const type = `Shared${randomUUID().replaceAll('-', '')}`;
    beforeAll(async () => {
      nodes = await open();
    });
    afterAll(() => nodes.dispose());
    beforeEach(() => {
      stream = `nodes-${randomUUID()}`;
    });

    /** What both derive from one cause, each with words of its own. */
    const derived = (cause: string, count: number, node: string): NewEvent[] =>
      Array.from({ length: count }, (_, n) => ({
        ...note(type, n, { by: node, words: node.repeat(n + 1) }),
        id: derivedUuid(cause, `step ${n}`),
        metadata: { at: '2026-01-02T03:04:05.678Z', schema: 1, actor: node },
      }));

    /** As a command handler learns it: from the append's result, or by a read where that does not say. */
    const resultOf = async (node: EventStore, appended: AppendResult, count: number) =>
      (recordedOf(appended) ?? (await node.load(stream, appended.revision - count + 1)))
        .slice(0, count)
        .map(({ id, data, metadata }) => ({
          id,
          data,
          metadata,
        }));

    const whole = async () => {
      for (const node of [nodes.one, nodes.other]) expect((await verify(node, { stream })).broken).toEqual([]);
    };

    describe.each([1, 3])('of %d events under derived ids', (count) => {
      it.each(['a new stream', 'a stream that is there', 'wherever it ends'])(
        'to %s: the second gets what the first has written, and what follows is chained to that',
        async (where) => {
          const { one, other } = nodes;
          const cause = uuidv7();
          let before = -1;
          if (where !== 'a new stream') {
            before = (await one.append(stream, 'no-stream', [note(type, 0)])).revision;
            await other.append(stream, 0, [note(type, 1)]);
            before += 1;
          }
          const expected = where === 'wherever it ends' ? 'any' : before < 0 ? 'no-stream' : before;
          const first = await one.append(stream, expected, derived(cause, count, 'one'));
          const second = await other.append(stream, expected, derived(cause, count, 'other'));
          expect(second).toMatchObject({ revision: first.revision, position: first.position });
          const [stored, again] = [await resultOf(one, first, count), await resultOf(other, second, count)];
          expect(stored.map(({ data }) => data.by)).toEqual(Array(count).fill('one'));
          expect(again).toEqual(stored);
          expect(await other.load(stream, before + 1)).toHaveLength(count);
          const next = await other.append(stream, second.revision, [note(type, 7)]);
          await other.append(stream, next.revision, [note(type, 8)]);
          await one.append(stream, next.revision + 1, [note(type, 9)]);
          await whole();
          expect(numbersOf(await one.load(stream, second.revision + 1))).toEqual([7, 8, 9]);
        },
      );

      it('at the same moment, again and again: one text is stored, both get it, the chain holds', async () => {
        const sides = [nodes.one, nodes.other];
        const names = ['one', 'other'];
        let revision = -1;
        for (let round = 0; round < 25; round += 1) {
          const cause = uuidv7();
          const expected = revision < 0 ? 'no-stream' : revision;
          const results = await Promise.all(
            sides.map((node, at) => node.append(stream, expected, derived(cause, count, names[at] ?? ''))),
          );
          const texts = await Promise.all(
            sides.map((node, at) => resultOf(node, results[at] ?? { revision: -1, position: 0n }, count)),
          );
          expect(texts[0]).toHaveLength(count);
          expect(texts[1]).toEqual(texts[0]);
          revision += count;
          expect(results.map((result) => result.revision)).toEqual([revision, revision]);
        }
        await whole();
      });
    });

    it('of an append of which the other has written a part is refused, and tells neither a revision that is not', async () => {
      const { one, other } = nodes;
      const cause = uuidv7();
      await one.append(stream, 'no-stream', derived(cause, 1, 'one'));
      await expect(other.append(stream, 'no-stream', derived(cause, 2, 'other'))).rejects.toMatchObject({
        name: 'DuplicateEventId',
      });
      await other.append(stream, 0, [note(type, 5)]);
      await whole();
    });

    it('one behind the other goes on where the other has written, without a conflict of its own making', async () => {
      const { one, other } = nodes;
      await one.append(stream, 'no-stream', [note(type, 0)]);
      for (let n = 1; n < 20; n += 1) {
        const node = n % 2 === 0 ? one : other;
        expect((await node.append(stream, n - 1, [note(type, n)])).revision).toBe(n);
      }
      await whole();
      expect(numbersOf(await one.load(stream))).toEqual(Array.from({ length: 20 }, (_, n) => n));
    });
  });
}
