import { systemClock } from '#libs/kernel';
import { until } from '../../test/contract/subject.js';
import { FaultyEventStore } from '../../test/faulty-event-store.js';
import { MemoryEventStore } from '../../test/memory-event-store.js';
import { type PurseCommand, purse } from '../../test/purse.js';
import { eraseStream } from '../log-heads/erase-stream.js';
import { createAggregates } from './aggregates.js';

const STREAM = 'coins-cmp_1-2026-01';

function given() {
  const store = new FaultyEventStore(new MemoryEventStore());
  const aggregates = createAggregates(store);
  const handle = (command: PurseCommand) => aggregates.handle(STREAM, purse, command, {});
  /** Another process, with a cache of its own. */
  const elsewhere = createAggregates(store.inner);
  const other = (command: PurseCommand) => elsewhere.handle(STREAM, purse, command, {});
  return { store, aggregates, handle, other };
}

describe('aggregates that follow', () => {
  it('keep loaded states fresh while they follow, and read every time while they do not', async () => {
    const { store, aggregates, handle, other } = given();
    await handle({ kind: 'fill', coins: 1 });
    await other({ kind: 'fill', coins: 1 });
    expect((await aggregates.load(STREAM, purse)).state.coins).toBe(2);
    const abort = new AbortController();
    const following = aggregates.follow(store, abort.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await aggregates.load(STREAM, purse);
    store.loads = 0;
    await other({ kind: 'fill', coins: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await aggregates.load(STREAM, purse)).toEqual({ state: { coins: 3, keys: [] }, revision: 2 });
    expect(store.loads).toBe(0);
    expect(await aggregates.load('none', purse)).toEqual({ state: purse.initial, revision: 'no-stream' });
    abort.abort();
    await following;
    store.loads = 0;
    await aggregates.load(STREAM, purse);
    expect(store.loads).toBe(1);
  });

  it('read on for whoever was handed an event that what is kept does not show yet', async () => {
    const { store, aggregates, handle, other } = given();
    await handle({ kind: 'fill', coins: 1 });
    // Live, and behind: nothing of what others append has arrived.
    store.subscribeAll = async function* () {
      yield { kind: 'caught-up', position: 0n };
      await new Promise(() => undefined);
    };
    void aggregates.follow(store, new AbortController().signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await aggregates.load(STREAM, purse);
    await other({ kind: 'fill', coins: 1 });
    expect((await aggregates.load(STREAM, purse)).state.coins).toBe(1);
    expect((await aggregates.load(STREAM, purse, { atLeast: 1 })).state.coins).toBe(2);
  });

  it('know nothing of a stream that was erased while the subscription was away', async () => {
    const { store, aggregates, handle, other } = given();
    const { subscribeAll } = store;
    const cut = Promise.withResolvers<never>();
    store.subscribeAll = async function* () {
      yield { kind: 'caught-up', position: await store.head() };
      await cut.promise;
    };
    const abort = new AbortController();
    const following = aggregates.follow({ subscribeAll: (options) => store.subscribeAll(options) }, abort.signal);
    await handle({ kind: 'fill', coins: 5 });
    await other({ kind: 'spend', coins: 5 });
    await eraseStream(store.inner, STREAM, { clock: systemClock, actor: 'saga:erase' });
    const resumed = Promise.withResolvers<void>();
    store.subscribeAll = async function* (options) {
      for await (const batch of subscribeAll(options)) {
        yield batch;
        if (batch.kind === 'caught-up') resumed.resolve();
      }
    };
    cut.reject(new Error('cut'));
    await resumed.promise;
    for (const fresh of [false, true])
      expect(await aggregates.load(STREAM, purse, { fresh })).toEqual({ state: purse.initial, revision: 'no-stream' });
    abort.abort();
    await following;
  });

  it('go on following after the subscription broke', async () => {
    const { store, other } = given();
    const broke: unknown[] = [];
    const aggregates = createAggregates(store, { onFollowError: (error) => broke.push(error) });
    const subscribeAll = store.subscribeAll;
    let breaks = 1;
    store.subscribeAll = (options) => {
      if (breaks-- > 0) throw new Error('cut');
      return subscribeAll(options);
    };
    const abort = new AbortController();
    const following = aggregates.follow(store, abort.signal);
    await other({ kind: 'fill', coins: 1 });
    await until(() => broke.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await aggregates.load(STREAM, purse);
    store.loads = 0;
    await other({ kind: 'fill', coins: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await aggregates.load(STREAM, purse)).state.coins).toBe(2);
    expect(store.loads).toBe(0);
    abort.abort();
    await following;
  });
});
