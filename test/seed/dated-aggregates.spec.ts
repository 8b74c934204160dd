import { createAggregates } from '#libs/event-store';
import { MemoryEventStore } from '../../libs/event-store/test/memory-event-store.js';
import { purse } from '../../libs/event-store/test/purse.js';
import { datedAggregates } from './dated-aggregates.js';
import { StoryClock } from './story-clock.js';

const LEDGER = 'coins-cmp_1-2026-01';
const CONTEXT = { actor: 'seed' };
const DAY_MS = 86_400_000;

describe('aggregates of stories that are told at once', () => {
  it('date what each story does by its own clock, where they share an append too', async () => {
    const clock = new StoryClock(0);
    const store = new MemoryEventStore();
    const aggregates = datedAggregates(createAggregates(store, { clock }), clock);
    const fill = { kind: 'fill' as const, coins: 1 };
    for (const stream of [LEDGER, 'a', 'b']) await aggregates.handle(stream, purse, fill, CONTEXT);
    const story = (name: string) => {
      const { followUp, result } = aggregates.followUp(name, purse, fill, CONTEXT);
      const spent = { kind: 'spend' as const, coins: 0, key: name };
      return aggregates.handle(LEDGER, purse, spent, CONTEXT, { followUp }).then(() => result);
    };
    await Promise.all(['a', 'b'].map((name, at) => clock.tell((at + 1) * DAY_MS, () => story(name))));
    const days = async (stream: string) =>
      (await store.load(stream, 1)).map(({ metadata }) => Date.parse(metadata.at) / DAY_MS);
    expect([await days(LEDGER), await days('a'), await days('b')]).toEqual([[1, 2], [1], [2]]);
  });
});
