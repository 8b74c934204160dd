import fc from 'fast-check';
import type { Collection, ReadModelStore } from '../../src/port.js';

const SHAPES: Collection = { name: 'shapes', version: 1 };

/** What partners put into `meta` and customers into their words comes back as it was, whatever a store makes of it. */
export function shapesContract(current: () => ReadModelStore): void {
  describe('documents come back as JSON would give them', () => {
    let position = 0n;

    const kept = async (document: object): Promise<unknown> => {
      const store = current();
      position += 1n;
      await store.commit({
        writes: [{ collection: SHAPES, writes: [{ id: 'one', position, document }] }],
        checkpoints: [],
      });
      const loaded = (await store.loadMany(SHAPES, ['one'])).get('one')?.document;
      expect((await store.get('shapes', 'one'))?.document).toEqual(loaded);
      return loaded;
    };

    beforeEach(async () => {
      await current().ensure(SHAPES, []);
      await current().serve(SHAPES);
      position = 0n;
    });

    it.each<[string, object]>([
      ['keys of an operator', { $set: 1, meta: { $where: '1', a$b: 2, $: 3 } }],
      ['keys with dots', { 'a.b': 1, meta: { 'x.y.z': { '.': 1 } } }],
      ['keys of a prototype', JSON.parse('{"__proto__": 1, "meta": {"__proto__": {"x": 1}, "constructor": 2}}')],
      ['keys of the store', { _id: 'x', _position: 'y', _deleted: true, _doc: 1, meta: { _id: 1 } }],
      [
        'empty, odd and numbered keys',
        { '': 1, ' ': 2, '%': 3, '%24': 4, 'a\0b': 5, 7: 6, ключ: 7, '\ud83d\ude00': 8 },
      ],
      ['halves of characters', { words: 'a\ud83d', list: ['\udc00'], '\ud83d': 1, whole: '\ud83d\ude00' }],
      ['text of any kind', { words: '\0 \u2028 \'"$.\\', empty: '' }],
      ['values that look like ours', { '%json': '1', meta: { '%json': '{"a":1}' } }],
      ['numbers', { numbers: [0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e300, 5e-324, 0.1 + 0.2] }],
      ['nothing', { nothing: null, list: [null, []], object: {} }],
    ])('%s', async (_case, document) => {
      expect(JSON.stringify(await kept(document))).toBe(JSON.stringify(document));
    });

    it('what JSON leaves out or rewrites', async () => {
      const document = {
        at: new Date(0),
        none: undefined,
        list: [undefined, Number.NaN, -0],
        meta: { at: new Date(1), none: undefined },
        endless: Number.POSITIVE_INFINITY,
      };
      expect(JSON.stringify(await kept(document))).toBe(JSON.stringify(document));
    });

    it('values far deeper than a store nests', async () => {
      const deep = JSON.parse(`${'{"a":['.repeat(400)}"\ud83d\ude00"${']}'.repeat(400)}`);
      expect(JSON.stringify(await kept({ meta: deep }))).toBe(JSON.stringify({ meta: deep }));
    });

    it('a document that contains itself is refused', async () => {
      const round: { self?: object } = {};
      round.self = round;
      await expect(kept(round)).rejects.toMatchObject({ name: 'UnstorableDocument', id: 'one' });
    });

    it('any JSON', async () => {
      const document = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
      await fc.assert(
        fc.asyncProperty(document, async (any) => {
          expect(inOrder(await kept(any))).toBe(inOrder(any));
        }),
        { numRuns: 60 },
      );
    });
  });
}

/** Fields sorted by name: a server that replaces a document may keep the order that the one before had. */
function inOrder(document: unknown): string {
  return JSON.stringify(document, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
