import { jest } from '@jest/globals';
import { type Problem, uuidv7 } from '#libs/kernel';
import { FaultyEventStore } from '../../test/faulty-event-store.js';
import { turnsDuring } from '../../test/loop-turns.js';
import { MemoryEventStore } from '../../test/memory-event-store.js';
import { type PurseCommand, purse } from '../../test/purse.js';
import type { EventStore } from '../port.js';
import { type AggregateOptions, createAggregates } from './aggregates.js';

const STREAM = 'coins-cmp_1-2026-01';

function given(options: AggregateOptions = {}) {
  const store = new FaultyEventStore(new MemoryEventStore());
  const aggregates = createAggregates(store, options);
  const handle = (command: PurseCommand) => aggregates.handle(STREAM, purse, command, {});
  return { store, aggregates, handle };
}

/** A purse that was filled by one coin so many times. */
async function longStream(store: EventStore, length: number): Promise<void> {
  const metadata = { at: '2026-01-01T00:00:00.000Z', schema: 1 };
  const filled = Array.from({ length }, () => ({ id: uuidv7(), type: 'Filled', data: { coins: 1 }, metadata }));
  await store.append(STREAM, 'no-stream', filled);
}

const problem = (promise: Promise<unknown>): Promise<Problem['code'] | undefined> =>
  promise.then(
    () => undefined,
    (error: Problem) => error.code,
  );

describe('aggregates of long streams', () => {
  it('leave the event loop its turns while a long stream is read from this thread', async () => {
    const { store, aggregates } = given();
    await longStream(store, 5_000);
    const { result, turns } = await turnsDuring(aggregates.load(STREAM, purse));
    expect(result).toMatchObject({ state: { coins: 5_000 }, revision: 4_999 });
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('read a long stream once, in pages, however many ask for it at once', async () => {
    const { store, aggregates, handle } = given();
    const last = 2_345;
    await longStream(store.inner, last + 1);
    const loads = jest.spyOn(store, 'load');
    const [spent, ...loaded] = await Promise.all([
      handle({ kind: 'spend', coins: 1 }),
      ...Array.from({ length: 50 }, () => aggregates.load(STREAM, purse, { fresh: true })),
    ]);
    expect(spent).toMatchObject({ state: { coins: last }, revision: last + 1 });
    for (const { revision } of loaded) expect(revision).toBeGreaterThanOrEqual(last);
    expect(loads.mock.calls.slice(0, 3).map(([, from]) => from)).toEqual([0, 1_000, 2_000]);
    // What was asked for while the stream was being read comes with one more read, of its end.
    expect(loads.mock.calls.length).toBeLessThanOrEqual(5);
  });

  it('go on where a read broke off, and decide nothing on half a stream meanwhile', async () => {
    const { store, aggregates, handle } = given({ giveUpMs: 100 });
    await longStream(store.inner, 1_500);
    const { load } = store;
    const hang = jest.spyOn(store, 'load').mockImplementation((stream, from, limit) => {
      return from === 0 ? load.call(store, stream, from, limit) : new Promise(() => undefined);
    });
    const over = new AbortController();
    const following = aggregates.follow(store, over.signal);
    for (let tries = 0; tries < 2; tries += 1)
      expect(await problem(aggregates.load(STREAM, purse))).toBe('unavailable');
    expect(await problem(handle({ kind: 'spend', coins: 1_200 }))).toBe('unavailable');
    over.abort();
    await following;
    hang.mockReset().mockImplementation((...args) => load.apply(store, args));
    expect((await handle({ kind: 'spend', coins: 1_200 })).state.coins).toBe(300);
    expect(hang.mock.calls[0]?.[1]).toBe(1_000);
  });
});
