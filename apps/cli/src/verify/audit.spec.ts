import type { RecordedEvent } from '#libs/event-store';
import type { Projection } from '#libs/read-models';
import { recorded } from '../../test/recorded.js';
import { Audit, digestOf, type Holdings, type Suspect } from './audit.js';

interface Counter {
  count: number;
}

/** Counts what is added to a key; `Removed` ends it; an addition of less than nothing cannot be folded. */
const counters: Projection<Counter> = {
  name: 'counters',
  version: 1,
  types: ['Added', 'Removed'],
  keys: ({ data }) => ('key' in data && typeof data.key === 'string' ? [data.key] : []),
  evolve(document, { type, data }) {
    if (type === 'Removed') return undefined;
    const by = Number(data.by);
    if (by < 0) throw new Error('less than nothing');
    return { count: (document?.count ?? 0) + by };
  },
  indexes: [],
};

const added = (position: number, by = 1, key = 'a') => recorded('Added', { key, by }, { position });
const removed = (position: number, key = 'a') => recorded('Removed', { key }, { position });

type Holding = readonly [id: string, position: bigint, document: Counter];

function suspects(
  events: readonly RecordedEvent<string, object>[],
  held: readonly Holding[],
  { checkpoint = 100n, parked = new Map<string, bigint>() }: Partial<Omit<Holdings, 'documents'>> = {},
): readonly Suspect[] {
  const documents = new Map(held.map(([id, position, document]) => [id, { position, digest: digestOf(document) }]));
  const audit = new Audit(counters, { documents, checkpoint, parked });
  for (const event of events) audit.see({ ...event, data: { ...event.data } });
  return audit.finish();
}

describe('an audit of documents', () => {
  it('finds nothing where every document says what its events say', () => {
    expect(
      suspects(
        [added(1), added(2, 5), added(3, 7, 'b')],
        [
          ['a', 2n, { count: 6 }],
          ['b', 3n, { count: 7 }],
        ],
      ),
    ).toEqual([]);
  });

  it('finds a document that was changed behind its events', () => {
    expect(suspects([added(1), added(2)], [['a', 2n, { count: 3 }]])).toMatchObject([
      { id: 'a', of: 'document', position: 2n },
    ]);
  });

  it('compares at the position of the document, also where that is behind the end or ahead of the checkpoint', () => {
    const events = [added(1), added(2), added(3)];
    expect(suspects(events, [['a', 2n, { count: 2 }]], { checkpoint: 2n })).toEqual([]);
    expect(suspects(events, [['a', 3n, { count: 3 }]], { checkpoint: 1n })).toEqual([]);
  });

  it('finds a document that the checkpoint has passed and left behind', () => {
    expect(suspects([added(1), added(2)], [['a', 1n, { count: 1 }]])).toMatchObject([
      { id: 'a', reason: 'lacks the event at 2' },
    ]);
  });

  it('finds a document that is missing, but not one that is only on its way', () => {
    expect(suspects([added(1)], [])).toMatchObject([{ id: 'a', of: 'absence', reason: 'is missing' }]);
    expect(suspects([added(5)], [], { checkpoint: 4n })).toEqual([]);
    expect(suspects([added(1), added(5)], [], { checkpoint: 4n })).toMatchObject([{ id: 'a', of: 'absence' }]);
    expect(suspects([added(1), removed(2)], [])).toEqual([]);
  });

  it('finds a document that should be gone: its events are erased, or say so', () => {
    expect(suspects([], [['a', 1n, { count: 1 }]])).toMatchObject([{ id: 'a', of: 'document' }]);
    expect(suspects([added(1), removed(2)], [['a', 2n, { count: 1 }]])).toMatchObject([{ id: 'a', of: 'document' }]);
  });

  it('finds a document whose position no event of its own has, though it says what a later one says', () => {
    expect(suspects([added(1), added(4)], [['a', 3n, { count: 2 }]])).toMatchObject([
      { id: 'a', of: 'document', reason: 'no event of its own stands at its position' },
    ]);
  });

  it('finds an event that does not fold, unless it is parked', () => {
    const events = [added(1), added(2, -1), added(3)];
    expect(suspects(events, [['a', 1n, { count: 1 }]], { parked: new Map([['a', 2n]]) })).toEqual([]);
    expect(suspects([added(2, -1)], [])).toMatchObject([{ id: 'a', of: 'event', position: 2n }]);
  });

  it('begins a document anew after its end', () => {
    expect(suspects([added(1), removed(2), added(3, 4)], [['a', 3n, { count: 4 }]])).toEqual([]);
  });
});

describe('a digest of a document', () => {
  it('does not depend on the order of fields, nor on fields without a value', () => {
    expect(digestOf({ a: 1, b: { c: [1, null], d: undefined } })).toBe(digestOf({ b: { c: [1, null] }, a: 1 }));
  });

  it('tells documents apart', () => {
    const all = [{}, { a: null }, { a: '' }, { a: 0 }, { a: '0' }, { a: [] }, { a: {} }, { a: [0] }, { 'a":0,"b': 1 }];
    expect(new Set(all.map(digestOf)).size).toBe(all.length);
  });
});
