import { SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { append, documentsOf, eventually, tally } from '../../test/fixtures.js';
import { ThreadDouble, threadedProjector } from '../../test/thread-double.js';
import type { Projector } from '../projector/projector.js';
import type { Question } from './protocol.js';

describe('a projector in a thread', () => {
  let events: MemoryEventStore;
  let store: SqliteReadModels;
  let threads: ThreadDouble[];
  let heard: Question['request'][];
  let projector: Projector;
  beforeEach(() => {
    events = new MemoryEventStore();
    store = SqliteReadModels.open(':memory:');
    threads = [];
    heard = [];
  });
  afterEach(async () => {
    await projector.stop(100);
    await store.close();
  });

  function create(projections = [tally()], stores = store): Projector {
    const options = { events, store: stores, projections, backoff: { initialMs: 1, maxMs: 5 }, flushMs: 5 };
    projector = threadedProjector(options, () => {
      const thread = new ThreadDouble(options);
      const post = thread.postMessage.bind(thread);
      thread.postMessage = (question) => {
        heard.push(question.request);
        post(question);
      };
      threads.push(thread);
      return thread;
    });
    return projector;
  }

  function kill(): void {
    const thread = threads.at(-1);
    thread?.emit('error', new Error('out of memory'));
    void thread?.terminate();
  }

  it('is started again where it dies, and goes on behind what it stored; who waits sees nothing of it', async () => {
    await create().start();
    const { position } = await append(events, 'a', 'Added', { n: 1 });
    expect(await projector.waitFor(position)).toBe(true);
    kill();
    const later = await append(events, 'a', 'Added', { n: 2 });
    expect(await projector.waitFor(later.position)).toBe(true);
    expect(threads).toHaveLength(2);
    expect(await documentsOf(store)).toEqual({ a: { count: 2, sum: 3 } });
  });

  it('hears whether other nodes ask for checkpoints, and so does the next after it', async () => {
    await create().start();
    for (const watched of [true, false, false]) projector.watch(watched);
    const told = { kind: 'watch', watched: false };
    expect(heard).toEqual([told]);
    kill();
    await eventually(() => expect(heard).toEqual([told, told]));
  });

  it('while it is dead, what is shown stays shown, and nothing is sworn about rebuilds', async () => {
    await create().start();
    const { position } = await append(events, 'a', 'Added', { n: 1 });
    await projector.waitFor(position);
    kill();
    expect(projector.positions().get('tally')).toEqual({ serving: position, rebuilding: -1n });
    expect(await projector.waitFor(position, { timeoutMs: 0 })).toBe(true);
    await eventually(() => expect(projector.positions().get('tally')).toEqual({ serving: position }));
  });

  it('is asked again, when it died, for what it had not answered', async () => {
    await create().start();
    const { position } = await append(events, 'a', 'Added', { n: 1 });
    await projector.waitFor(position);
    const rebuilt = projector.rebuild('tally');
    kill();
    await expect(rebuilt).resolves.toMatchObject({ name: 'tally' });
    expect(await documentsOf(store)).toEqual({ a: { count: 1, sum: 1 } });
  });

  it('a rebuild counts from the moment that it is asked for, so that no erasure overtakes it', async () => {
    await create().start();
    const { position } = await append(events, 'a', 'Added', { n: 1 });
    await projector.waitFor(position);
    const rebuilt = projector.rebuild('tally');
    expect(projector.positions().get('tally')).toEqual({ serving: position, rebuilding: -1n });
    await rebuilt;
    expect(projector.positions().get('tally')?.rebuilding).toBeUndefined();
  });

  it('does not begin where its thread cannot open its stores', async () => {
    const broken = Object.assign(Object.create(store), {
      serving: () => Promise.reject(new Error('the store is away')),
    });
    await expect(create([tally()], broken).start()).rejects.toThrow('the store is away');
  });

  it('a stop refuses what is still asked, and asks nothing any more', async () => {
    await create().start();
    const thread = threads.at(-1);
    // It hears nothing any more.
    if (thread) thread.postMessage = () => undefined;
    const rebuilt = projector.rebuild('tally');
    const refused = expect(rebuilt).rejects.toThrow('a rebuild goes on at the next start');
    await expect(projector.stop(0)).resolves.toEqual(['projector thread']);
    await refused;
    await expect(projector.rebuild('tally')).rejects.toThrow('stopped');
    expect(threads).toHaveLength(1);
  });
});
