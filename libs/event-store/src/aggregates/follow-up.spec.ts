import { FaultyEventStore } from '../../test/faulty-event-store.js';
import { MemoryEventStore } from '../../test/memory-event-store.js';
import { type PurseCommand, purse } from '../../test/purse.js';
import { type AggregateOptions, createAggregates } from './aggregates.js';

const LEDGER = 'coins-cmp_1-2026-01';
const context = { actor: 'cli' };

/** A ledger with five coins, and purses of one coin each that the aggregates know. */
async function given(options: AggregateOptions = {}) {
  const store = new FaultyEventStore(new MemoryEventStore());
  const aggregates = createAggregates(store, options);
  await aggregates.handle(LEDGER, purse, { kind: 'fill', coins: 5 }, context);
  for (const name of ['a', 'b']) await aggregates.handle(name, purse, { kind: 'fill', coins: 1 }, context);
  store.appends = 0;
  /** A coin from the ledger, and behind it a command on a purse. */
  const spend = (key: string, name: string, command: PurseCommand = { kind: 'fill', coins: 1 }, coins = 1) => {
    const { followUp, result } = aggregates.followUp(name, purse, command, context);
    const first = aggregates.handle(LEDGER, purse, { kind: 'spend', coins, key }, context, { followUp });
    return { first, result };
  };
  /** Another process, with a cache of its own. */
  const elsewhere = createAggregates(store.inner);
  const other = (name: string) => elsewhere.handle(name, purse, { kind: 'fill', coins: 10 }, context);
  const coinsIn = async (name: string) => (await elsewhere.load(name, purse, { fresh: true })).state.coins;
  return { store, aggregates, spend, other, coinsIn };
}

describe('a command behind another one', () => {
  it('shares its append, also where several go at once', async () => {
    const { store, spend } = await given();
    const [one, two] = [spend('one', 'a'), spend('two', 'b')];
    expect(await one.first).toMatchObject({ state: { coins: 4 }, revision: 1 });
    expect(await one.result).toMatchObject({ state: { coins: 2 }, revision: 1 });
    expect((await two.result).position).toBeGreaterThan((await two.first).position ?? 0n);
    expect(store.appends).toBe(1);
  });

  it('goes by itself where its stream is not known here, and where something else is under way on it', async () => {
    const { store, aggregates, spend } = await given();
    aggregates.forget('a');
    const busy = aggregates.handle('b', purse, { kind: 'fill', coins: 1 }, context);
    const both = [spend('one', 'a'), spend('two', 'b')];
    const results = await Promise.all(both.map(({ result }) => result));
    expect(results.map(({ state }) => state.coins)).toEqual([2, 3]);
    await busy;
    expect(store.appends).toBe(4);
  });

  it('is not handled where the first is refused, and its stream is free', async () => {
    const { store, aggregates, spend, coinsIn } = await given();
    const { first, result } = spend('one', 'a', { kind: 'fill', coins: 1 }, 9);
    let settled = false;
    void result.finally(() => {
      settled = true;
    });
    await expect(first).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(store.appends).toBe(0);
    await aggregates.handle('a', purse, { kind: 'fill', coins: 1 }, context);
    expect(await coinsIn('a')).toBe(2);
    expect(settled).toBe(false);
  });

  it('is handled where the first was done before', async () => {
    const { spend, coinsIn } = await given();
    await spend('one', 'a').result;
    await spend('one', 'a').result;
    expect([await coinsIn(LEDGER), await coinsIn('a')]).toEqual([4, 3]);
  });

  it('that is refused leaves the first as it stands', async () => {
    const { spend, coinsIn } = await given();
    const { first, result } = spend('one', 'a', { kind: 'spend', coins: 7 });
    expect(await first).toMatchObject({ state: { coins: 4 } });
    await expect(result).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await coinsIn(LEDGER)).toBe(4);
  });

  it('is decided again by itself where another process was on its stream', async () => {
    const { store, spend, other, coinsIn } = await given();
    await other('a');
    const { first, result } = spend('one', 'a');
    expect(await first).toMatchObject({ state: { coins: 4 } });
    expect(await result).toMatchObject({ state: { coins: 12 }, revision: 2 });
    expect([await coinsIn(LEDGER), await coinsIn('a')]).toEqual([4, 12]);
    expect(store.appends).toBe(2);
  });

  it('waits where another process was on the first stream, and is handled once', async () => {
    const { spend, other, coinsIn } = await given();
    await other(LEDGER);
    const { first, result } = spend('one', 'a');
    expect(await first).toMatchObject({ state: { coins: 14 } });
    expect(await result).toMatchObject({ state: { coins: 2 }, revision: 1 });
    expect([await coinsIn(LEDGER), await coinsIn('a')]).toEqual([14, 2]);
  });

  it('stands once, as the first does, where the answer was lost', async () => {
    const { store, spend, coinsIn } = await given();
    store.losses.push('answered', 'asked');
    const { first, result } = spend('one', 'a');
    await Promise.all([first, result]);
    expect([await coinsIn(LEDGER), await coinsIn('a')]).toEqual([4, 2]);
  });

  it('has its stream free again where the store does not answer at all', async () => {
    const { store, aggregates, spend, coinsIn } = await given({ giveUpMs: 50 });
    store.down = true;
    await expect(spend('one', 'a').first).rejects.toMatchObject({ code: 'unavailable' });
    store.down = false;
    expect(await aggregates.handle('a', purse, { kind: 'fill', coins: 1 }, context)).toMatchObject({ revision: 1 });
    expect(await coinsIn('a')).toBe(2);
  });
});
