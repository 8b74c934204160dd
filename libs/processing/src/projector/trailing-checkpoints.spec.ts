import type { Projection, ReadModelStore } from '#libs/read-models';
import { SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { append, documentsOf, eventually, overriding, type Tally, tally } from '../../test/fixtures.js';
import { createProjector, type Projector } from './projector.js';

const CHECKPOINT = 'projection:tally@1';
/** Longer than a stored checkpoint proves who the owner is. */
const UNPROVEN_MS = 1_100;
/** How long a checkpoint trails where nobody asks for it. */
const TRAILS_MS = 200;
type Commit = Parameters<ReadModelStore['commit']>[0];

/** The first event counts as one, whatever was there. */
const begin: Projection<Tally>['evolve'] = (document, { type, data }) => {
  if (type === 'Began') return { count: 1, sum: 0 };
  return document && { count: document.count + 1, sum: document.sum + Number(data.n) };
};

describe('on a store where a checkpoint costs a step of its own', () => {
  let events: MemoryEventStore;
  let database: SqliteReadModels;
  let commits: Commit[];
  let projector: Projector;
  /** How many documents and checkpoints each commit had. */
  const sizes = () => commits.map(({ writes, checkpoints }) => [writes.length, checkpoints.length]);

  beforeEach(async () => {
    events = new MemoryEventStore();
    database = SqliteReadModels.open(':memory:');
    commits = [];
    const commit = async (batch: Commit) => {
      await database.commit(batch);
      commits.push(batch);
    };
    const store = overriding(database, { transactional: false, commit });
    const backoff = { initialMs: 1, maxMs: 5 };
    projector = createProjector({ events, store, projections: [tally()], fence: 1, backoff });
    await projector.start();
    await projector.ready();
  });
  afterEach(async () => {
    await projector.stop();
    await database.close();
  });

  it('the documents are shown first, and one checkpoint follows several batches', async () => {
    await projector.waitFor((await append(events, 'a', 'Added')).position);
    expect(sizes()).toEqual([[1, 1]]);
    for (let n = 0; n < 20; n += 1) await projector.waitFor((await append(events, 'a', 'Added')).position);
    const head = await events.head();
    await eventually(async () => expect(await database.checkpoint(CHECKPOINT)).toBe(head));
    const [, ...later] = sizes();
    expect(later.filter(([documents]) => documents === 1)).toHaveLength(20);
    for (const [documents, checkpoints] of later) expect([documents, checkpoints]).not.toEqual([1, 1]);
    expect(await documentsOf(database)).toEqual({ a: { count: 21, sum: 0 } });
  });

  it('where no other node asks for it, the checkpoint follows in its own time', async () => {
    projector.watch(false);
    await projector.waitFor((await append(events, 'a', 'Added')).position);
    const began = performance.now();
    let last = began;
    while (last - began < 2 * TRAILS_MS) {
      await projector.waitFor((await append(events, 'a', 'Added')).position);
      last = performance.now();
    }
    const moves = commits.filter(({ checkpoints }) => checkpoints.length > 0);
    // Where they are asked for, there would be ten times as many.
    expect(moves.length).toBeLessThanOrEqual(2 + (performance.now() - began) / TRAILS_MS);
    await projector.stop();
    expect(await database.checkpoint(CHECKPOINT)).toBe(await events.head());
  });

  it('an event that makes its document anew is folded without a look, and a later document stands', async () => {
    let looks = 0;
    const counting = overriding(database, {
      transactional: false,
      loadMany: (...wanted) => {
        looks += 1;
        return database.loadMany(...wanted);
      },
    });
    const begun = tally({ name: 'begun', types: ['Began', 'Added'], anew: ['Began'], evolve: begin });
    await append(events, 'a', 'Began');
    await append(events, 'a', 'Added', { n: 2 });
    // As after a crash behind a later document: it is in the store, its checkpoint is not.
    await database.ensure({ name: 'begun', version: 1 }, []);
    const later = { id: 'a', position: 9n, document: { count: 9, sum: 9 } };
    await database.commit({
      writes: [{ collection: { name: 'begun', version: 1 }, writes: [later] }],
      checkpoints: [],
    });
    const other = createProjector({ events, store: counting, projections: [begun] });
    await other.start();
    await other.waitFor(await events.head());
    await other.waitFor((await append(events, 'b', 'Began')).position);
    await other.waitFor((await append(events, 'b', 'Added', { n: 3 })).position);
    await other.stop();
    expect(looks).toBe(0);
    expect(await documentsOf(database, 'begun')).toEqual({ a: { count: 9, sum: 9 }, b: { count: 2, sum: 3 } });
  });

  it('a stop leaves the checkpoint where the documents are', async () => {
    for (let n = 0; n < 5; n += 1) await projector.waitFor((await append(events, 'a', 'Added')).position);
    await projector.stop();
    expect(await database.checkpoint(CHECKPOINT)).toBe(5n);
  });

  it('a node that was overtaken while it did nothing writes no document', async () => {
    await projector.waitFor((await append(events, 'a', 'Added')).position);
    await new Promise((resolve) => setTimeout(resolve, UNPROVEN_MS));
    await database.commit({ writes: [], checkpoints: [{ name: CHECKPOINT, position: 1n, fence: 2 }] });
    const { position } = await append(events, 'a', 'Added');
    await eventually(async () => expect((await projector.health())[0]?.error).toMatch('StaleOwner'));
    expect(await projector.waitFor(position, { timeoutMs: 50 })).toBe(false);
    expect(await documentsOf(database)).toEqual({ a: { count: 1, sum: 0 } });
  });
});
