import type { Document, Projection } from '#libs/read-models';
import { collect } from '../../../../libs/event-store/test/contract/subject.js';
import { MemoryEventStore } from '../../../../libs/event-store/test/memory-event-store.js';
import { append } from '../../../../libs/processing/test/fixtures.js';
import { readModelsOf } from '../../test/read-models-of.js';
import { Audit, digestOf, type Held } from './audit.js';
import { confirmed } from './read-models.js';

/** The last number that each stream was told; none below nothing. */
const last: Projection<{ n: number }> = {
  name: 'last',
  version: 1,
  types: ['Told'],
  keys: ({ stream }) => [stream],
  evolve(_, { data }) {
    const n = Number(data.n);
    if (n < 0) throw new Error('less than nothing');
    return { n };
  },
  indexes: [],
};

/** What a read model holds, looked at again later. */
type Holding = Readonly<Record<string, { readonly position: bigint; readonly document: Document }>>;

describe('what an audit suspects', () => {
  let store: MemoryEventStore;
  beforeEach(() => {
    store = new MemoryEventStore();
  });

  async function audited(held: Holding): Promise<Audit> {
    const documents = new Map<string, Held>(
      Object.entries(held).map(([id, { position, document }]) => [id, { position, digest: digestOf(document) }]),
    );
    const audit = new Audit(last, { documents, checkpoint: await store.head(), parked: new Map() });
    for (const event of await collect(store.readAll())) audit.see(event);
    return audit;
  }
  const looked = (held: Holding) => ({
    ...readModelsOf({}),
    get: async <Doc extends Document>(_name: string, id: string) => {
      const found = held[id];
      return found && { id, position: found.position, document: found.document as Doc };
    },
  });
  const told = async (stream: string, n: number) => (await append(store, stream, 'Told', { n })).position;

  it('is broken where it is still so: a document that differs, one that is missing, an event that does not fold', async () => {
    const held = { a: { position: await told('a', 1), document: { n: 7 } } };
    const missing = await told('b', 2);
    const unfolded = await told('c', -1);
    expect(await confirmed(await audited(held), looked(held), store)).toEqual([
      { read_model: 'last', id: 'a', position: 1, reason: expect.stringContaining('differs') },
      { read_model: 'last', id: 'c', position: Number(unfolded), reason: expect.stringContaining('does not fold') },
      { read_model: 'last', id: 'b', position: Number(missing), reason: 'is missing' },
    ]);
  });

  it('is nothing where its conversation was erased meanwhile', async () => {
    const held = { a: { position: await told('a', 1), document: { n: 7 } } };
    await told('b', 2);
    await told('c', -1);
    const audit = await audited(held);
    for (const stream of ['a', 'b', 'c']) await store.delete(stream);
    await told('d', 4);
    expect(await confirmed(audit, looked({}), store)).toEqual([]);
  });

  it('is nothing where the service has folded on meanwhile', async () => {
    const position = await told('a', 1);
    await told('b', 2);
    const audit = await audited({ a: { position, document: { n: 7 } } });
    const later = { a: { position: 9n, document: { n: 9 } }, b: { position: 2n, document: { n: 2 } } };
    expect(await confirmed(audit, looked(later), store)).toEqual([]);
  });
});
