import type { Query, ReadModelStore } from '../../src/port.js';

const PEOPLE = { name: 'people', version: 1 };

interface Person {
  name: string;
  age?: number | null;
  town?: string;
  active?: boolean;
  home?: { flat: number };
}

const people: readonly Person[] = [
  { name: 'Анна', age: 31, town: 'Омск', active: true, home: { flat: 7 } },
  { name: 'Борис', age: 31, town: 'Уфа', active: false },
  { name: 'Вера', age: null, town: 'Омск', active: true, home: { flat: 1 } },
  { name: 'Глеб', age: 8, active: false },
  { name: 'Дина', age: 64, town: 'Уфа' },
  { name: 'Егор', town: "О'Мск", active: true },
];

/** Cursors, filters, sort, paging: the indexed fields and the others answer alike. */
export function pagingContract(current: () => ReadModelStore): void {
  describe.each([
    ['with an index', [['town', 'age'], ['age'], ['active'], ['home.flat']]],
    ['without', []],
  ])('queries %s', (_case, indexes) => {
    let store: ReadModelStore;

    beforeEach(async () => {
      store = current();
      await store.ensure(PEOPLE, indexes);
      await store.serve(PEOPLE);
      const writes = people.map((document, at) => ({ id: `p${at}`, position: 1n, document }));
      await store.commit({ writes: [{ collection: PEOPLE, writes }], checkpoints: [] });
    });

    const names = async (query: Query) =>
      (await store.find<Person>('people', query)).documents.map(({ document }) => document.name.slice(0, 1)).join('');

    it.each<[string, Query['where'], string]>([
      ['equality', { town: 'Омск' }, 'АВ'],
      ['a quote in a value', { town: "О'Мск" }, 'Е'],
      ['two fields', { town: 'Омск', age: 31 }, 'А'],
      ['null and missing alike', { age: null }, 'ВЕ'],
      ['booleans', { active: false }, 'БГ'],
      ['a nested field', { 'home.flat': 1 }, 'В'],
      ['gt', { age: { gt: 31 } }, 'Д'],
      ['gte', { age: { gte: 31 } }, 'АБД'],
      ['lt', { age: { lt: 31 } }, 'Г'],
      ['lte', { age: { lte: 31 } }, 'АБГ'],
      ['a range', { age: { gt: 8, lt: 64 } }, 'АБ'],
      ['in', { age: { in: [8, 64] } }, 'ГД'],
      ['in with one', { town: { in: ['Уфа'] } }, 'БД'],
      ['in with null', { age: { in: [8, null] } }, 'ВГЕ'],
      ['in nothing', { age: { in: [] } }, ''],
      ['the id', { _id: { gte: 'p4' } }, 'ДЕ'],
    ])('filters by %s', async (_name, where, expected) => {
      expect(await names({ where })).toBe(expected);
    });

    it.each<[Query['sort'], string]>([
      [undefined, 'АБВГДЕ'],
      [[['_id', 'desc']], 'ЕДГВБА'],
      [[['age', 'asc']], 'ВЕГАБД'],
      [[['age', 'desc']], 'ДАБГВЕ'],
      [
        [
          ['town', 'asc'],
          ['age', 'desc'],
        ],
        'ГЕАВДБ',
      ],
      [
        [
          ['age', 'desc'],
          ['_id', 'desc'],
        ],
        'ДБАГЕВ',
      ],
    ])('sorts by %j, every page size gives the same order', async (sort, expected) => {
      expect(await names({ sort })).toBe(expected);
      for (let limit = 1; limit <= people.length; limit += 1) {
        let seen = '';
        let after: string | undefined;
        do {
          const page = await store.find<Person>('people', { sort, limit, after });
          expect(page.documents.length).toBeLessThanOrEqual(limit);
          seen += page.documents.map(({ document }) => document.name.slice(0, 1)).join('');
          after = page.next;
        } while (after !== undefined);
        expect(seen).toBe(expected);
      }
    });

    it('numbers sort before text, null and missing before both; a range finds its own type alone', async () => {
      const mixed = ['б', 7, null, 'Я', -1, undefined, 'z', 'Z', 1e20, 0.5, ''];
      const writes = mixed.map((age, at) => ({
        id: `m${String.fromCharCode(97 + at)}`,
        position: 1n,
        document: { age },
      }));
      const gone = people.map((_person, at) => ({ id: `p${at}`, position: 2n, document: undefined }));
      await store.commit({ writes: [{ collection: PEOPLE, writes: [...writes, ...gone] }], checkpoints: [] });
      const letters = async (query: Query) =>
        (await store.find('people', query)).documents.map(({ id }) => id.slice(1)).join('');
      expect(await letters({ where: { age: { gt: 0 } }, sort: [['age', 'asc']] })).toBe('jbi');
      expect(await letters({ where: { age: { lt: 8 } }, sort: [['age', 'asc']] })).toBe('ejb');
      expect(await letters({ where: { age: { gte: 'Z' } }, sort: [['age', 'asc']] })).toBe('hgda');
      expect(await letters({ where: { age: { lte: 'z' } }, sort: [['age', 'asc']] })).toBe('khg');
      for (const [direction, expected] of [['asc', 'cfejbikhgda'] as const, ['desc', 'adghkibjecf'] as const]) {
        for (const limit of [1, 2, 3, 100]) {
          let seen = '';
          let after: string | undefined;
          do {
            const page = await store.find('people', { sort: [['age', direction]], limit, after });
            seen += page.documents.map(({ id }) => id.slice(1)).join('');
            after = page.next;
          } while (after !== undefined);
          expect(seen).toBe(expected);
        }
      }
    });

    it('a cursor continues where it ended while documents come and go', async () => {
      const first = await store.find<Person>('people', { limit: 2 });
      await store.commit({
        writes: [
          {
            collection: PEOPLE,
            writes: [
              { id: 'p00', position: 2n, document: { name: 'Я' } },
              { id: 'p2', position: 2n, document: undefined },
            ],
          },
        ],
        checkpoints: [],
      });
      expect(await names({ after: first.next ?? '' })).toBe('ГДЕ');
    });

    it('a cursor of another list, or none, is refused as an invalid request', async () => {
      const page = await store.find('people', { limit: 1, sort: [['age', 'asc']] });
      for (const after of [page.next ?? '', 'nonsense', Buffer.from('[1]').toString('base64url')]) {
        await expect(store.find('people', { after })).rejects.toMatchObject({ code: 'invalid_request' });
      }
    });

    it('a field that is no path is refused', async () => {
      for (const field of ['a"b', "x') --", 'a..b', '$', 'a b', '_doc']) {
        await expect(store.find('people', { where: { [field]: 1 } })).rejects.toThrow('expected a path');
        await expect(store.find('people', { sort: [[field, 'asc']] })).rejects.toThrow('expected a path');
      }
    });

    it.each<[string, Query, string]>([
      ['all', {}, 'АБВГДЕ'],
      ['those that match, in order', { where: { town: { in: ['Омск', 'Уфа'] } }, sort: [['age', 'desc']] }, 'ДАБВ'],
      ['at most the limit', { limit: 2 }, 'АБ'],
      ['at most the limit, in order', { limit: 2, sort: [['age', 'desc']] }, 'ДА'],
    ])('streams %s', async (_name, query, expected) => {
      let seen = '';
      for await (const { document } of store.stream<Person>('people', query)) seen += document.name.slice(0, 1);
      expect(seen).toBe(expected);
    });
  });
}
