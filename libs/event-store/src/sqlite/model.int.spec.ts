import fc from 'fast-check';
import { collect } from '../../test/contract/subject.js';
import { MemoryEventStore } from '../../test/memory-event-store.js';
import { temporaryFolder } from '../../test/processes/spawn.js';
import type { EventStore, ExpectedRevision, NewEvent } from '../port.js';
import { verify } from '../verify.js';
import { openSqliteEventStore } from './sqlite-event-store.js';

type Step =
  | { kind: 'append'; stream: string; expected: ExpectedRevision; ids: number[] }
  | { kind: 'together'; appends: { stream: string; expected: ExpectedRevision; ids: number[] }[] }
  | { kind: 'delete'; stream: string }
  | { kind: 'reopen' };

// Few streams, few ids: repeats, conflicts and known ids are to be common.
const stream = fc.constantFrom('a', 'b', 'c');
const expected = fc.oneof(fc.constantFrom<ExpectedRevision>('no-stream', 'any'), fc.nat(4));
const append = fc.record({ stream, expected, ids: fc.array(fc.nat(15), { maxLength: 3 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: append.map((one) => ({ kind: 'append' as const, ...one })) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('together' as const), appends: fc.array(append, { maxLength: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), stream }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
);

const eventOf = (id: number): NewEvent => ({
  id: `00000000-0000-7000-8000-${String(id).padStart(12, '0')}`,
  type: id % 2 ? 'Odd' : 'Even',
  data: { id },
  metadata: { at: '2026-01-02T03:04:05.678Z', schema: 1 },
});

describe('the embedded event store and its model in memory', () => {
  it('answer every history of appends, repeats, conflicts and deletions alike, and chain alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const folder = temporaryFolder();
        const model = new MemoryEventStore();
        let store = await openSqliteEventStore({ dir: folder.dir });
        try {
          for (const next of steps) {
            if (next.kind === 'reopen') {
              await store.close();
              store = await openSqliteEventStore({ dir: folder.dir });
            } else expect(await take(store, next)).toEqual(await take(model, next));
          }
          expect(await everything(store)).toEqual(await everything(model));
          expect((await verify(store)).broken).toEqual([]);
        } finally {
          await store.close();
          folder.remove();
        }
      }),
      { numRuns: 15 },
    );
  });
});

async function take(store: EventStore, next: Exclude<Step, { kind: 'reopen' }>): Promise<unknown> {
  if (next.kind === 'delete') return store.delete(next.stream);
  const appends = next.kind === 'append' ? [next] : next.appends;
  return Promise.all(
    appends.map(({ stream, expected, ids }) =>
      store.append(stream, expected, ids.map(eventOf)).then(
        ({ revision, position }) => (ids.length === 0 ? 'nothing' : { revision, position }),
        ({ name, actual }: { name: string; actual?: unknown }) => ({ name, actual }),
      ),
    ),
  );
}

async function everything(store: EventStore): Promise<unknown> {
  const seen = [];
  for (const name of ['a', 'b', 'c']) {
    const back = (await collect(store.read(name, { backwards: true, limit: 2 }))).map(({ revision }) => revision);
    seen.push(
      name,
      (await store.load(name)).map((event) => event.metadata.hash),
      back,
    );
  }
  const all = await collect(store.readAll());
  const odd = await collect(store.readAll({ filter: { types: ['Odd'] } }));
  const head = await store.head();
  const positions = Array.from({ length: Number(head) + 2 }, (_, n) => BigInt(n));
  const at = await Promise.all(positions.map(async (position) => JSON.stringify(await store.eventAt(position))));
  const newest = JSON.stringify(await store.newest());
  return [seen, all.map((event) => JSON.stringify(event)), odd.map(({ id }) => id), head, at, newest];
}
