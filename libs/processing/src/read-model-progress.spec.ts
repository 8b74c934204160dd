import { SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../event-store/test/memory-event-store.js';
import { append, eventually, overriding, tally } from '../test/fixtures.js';
import { createProjector, type Projector } from './projector/projector.js';
import { createReadModelProgress, LocalJobs } from './read-model-progress.js';
import { SagaRunner } from './sagas/saga-runner.js';

describe('how far the read models are', () => {
  let events: MemoryEventStore;
  let store: SqliteReadModels;
  let local: LocalJobs;
  const ends: (() => Promise<unknown>)[] = [];

  beforeEach(() => {
    events = new MemoryEventStore();
    store = SqliteReadModels.open(':memory:');
    local = new LocalJobs();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await store.close();
  });

  const projections = [tally(), tally({ name: 'other' })];
  const progressOf = () => createReadModelProgress({ events, store, projections, local });
  async function project(options: { on?: typeof store; as?: typeof projections } = {}): Promise<Projector> {
    const { on = store, as = projections } = options;
    const projector = createProjector({ events, store: on, projections: as, flushMs: 5 });
    await projector.start();
    ends.push(() => projector.stop());
    return projector;
  }

  it('where another node brings them up to date, the stored checkpoints answer, and are read only while somebody waits', async () => {
    let polls = 0;
    const counting = overriding(store, {
      checkpoints: (names) => {
        polls += 1;
        return store.checkpoints(names);
      },
    });
    const progress = createReadModelProgress({ events, store: counting, projections, local });
    await project();
    const waits = Array.from({ length: 200 }, () => progress.waitFor(1n));
    await append(events, 'a', 'Added', { n: 1 });
    expect(new Set(await Promise.all(waits))).toEqual(new Set([true]));
    const needed = polls;
    expect(needed).toBeLessThan(50);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(polls).toBe(needed);
    expect(await progress.waitFor(9n, { timeoutMs: 40 })).toBe(false);
    expect(await progress.waitFor(1n, { names: ['other'] })).toBe(true);
    expect(await progress.status()).toMatchObject([{ name: 'tally', position: 1n, lag: 0 }, { name: 'other' }]);
  });

  it('the longer nothing comes, the less often it is asked for', async () => {
    let reads = 0;
    const counting = overriding(store, {
      checkpoints: (names) => {
        reads += 1;
        return store.checkpoints(names);
      },
    });
    const progress = createReadModelProgress({ events, store: counting, projections, local });
    await project();
    const waits = [progress.waitFor(1n, { timeoutMs: 20_000 })];
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // One every 15 ms would be 100; on a slower machine there are fewer of either.
    expect(reads).toBeLessThan(40);
    waits.push(progress.waitFor(1n, { timeoutMs: 20_000 }));
    await append(events, 'a', 'Added', { n: 1 });
    expect(await Promise.all(waits)).toEqual([true, true]);
  });

  it('where its own projector runs, that one answers; when it hands over, its successor’s checkpoints do', async () => {
    const progress = progressOf();
    const first = createProjector({ events, store, projections, flushMs: 5 });
    await first.start();
    local.projector = first;
    await append(events, 'a', 'Added', { n: 1 });
    expect(await progress.waitFor(1n)).toBe(true);
    const waiting = progress.waitFor(2n);
    local.projector = undefined;
    await first.stop();
    await project();
    await append(events, 'a', 'Added', { n: 2 });
    expect(await waiting).toBe(true);
  });

  it('a read model whose old version serves meanwhile is said not to show it, once the others do', async () => {
    await append(events, 'a', 'Added', { n: 1 });
    const old = await project();
    await old.waitFor(1n);
    await old.stop();
    const held = overriding(store, {
      loadMany: async (collection, ids) =>
        collection.version === 2 ? new Promise(() => undefined) : store.loadMany(collection, ids),
    });
    const next = createProjector({
      events,
      store: held,
      projections: [tally({ version: 2 }), tally({ name: 'other' })],
    });
    await next.start();
    ends.push(() => next.stop(10));
    await append(events, 'a', 'Added', { n: 2 });
    const since = performance.now();
    expect(await progressOf().waitFor(2n, { timeoutMs: 5_000 })).toBe(false);
    expect(performance.now() - since).toBeLessThan(4_000);
    expect(await progressOf().waitFor(2n, { names: ['other'] })).toBe(true);
  });

  it.each([true, false])('an erasure waits for rebuilds and for every saga but its own (here: %s)', async (here) => {
    const release: (() => void)[] = [];
    const handle = () => new Promise<void>((resolve) => release.push(resolve));
    const saga = { name: 'settle', types: ['Added'], partition: () => 'p', handle };
    const runner = new SagaRunner(saga, { events, store, flushMs: 5 });
    await runner.start();
    ends.push(() => runner.stop(50));
    const opened = Promise.withResolvers<void>();
    const held = overriding(store, {
      loadMany: async (collection, ids) => {
        if (collection.build === 1) await opened.promise;
        return store.loadMany(collection, ids);
      },
    });
    const projector = createProjector({ events, store: held, projections, flushMs: 5 });
    await projector.start();
    ends.push(() => projector.stop());
    local.sagaNames = ['erase', 'settle'];
    if (here) local.projector = projector;
    if (here) local.sagas.set('settle', runner);
    await append(events, 'a', 'Added', { n: 1 });
    const steps: string[] = [];
    const progress = progressOf();
    await projector.waitFor(1n);
    const rebuilt = projector.rebuild('tally');
    await eventually(async () => expect(await store.collections()).toHaveLength(3));
    const { signal } = new AbortController();
    const past = progress.allPast(1n, { exceptSaga: 'erase', signal }).then(() => steps.push('past'));
    await new Promise((resolve) => setTimeout(resolve, 150));
    steps.push('handled');
    release[0]?.();
    await new Promise((resolve) => setTimeout(resolve, 150));
    steps.push('rebuilt');
    opened.resolve();
    await Promise.all([past, rebuilt]);
    expect(steps).toEqual(['handled', 'rebuilt', 'past']);
  });

  it('an erasure that waits lets go when it is told to', async () => {
    const stop = new AbortController();
    const waiting = progressOf().allPast(1n, { exceptSaga: 'erase', signal: stop.signal });
    stop.abort(new Error('shutdown'));
    await expect(waiting).rejects.toThrow('shutdown');
  });
});
