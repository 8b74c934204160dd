import { collect } from '../../../event-store/test/contract/subject.js';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { append } from '../../test/fixtures.js';
import { eventsAt } from './retry-parked.js';

describe('events at parked positions', () => {
  let events: MemoryEventStore;
  const asked: bigint[] = [];
  let underWay = 0;
  let mostUnderWay = 0;
  const source = {
    eventAt: async (position: bigint) => {
      asked.push(position);
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      // The first to be asked is the last to answer.
      await new Promise((resolve) => setTimeout(resolve, asked.length === 1 ? 5 : 0));
      underWay -= 1;
      return events.eventAt(position);
    },
  };
  beforeEach(() => {
    events = new MemoryEventStore();
    asked.length = 0;
    mostUnderWay = 0;
  });

  const found = async (positions: readonly bigint[], types: readonly string[] = ['Added']) =>
    (await collect(eventsAt(source, positions, types))).map(({ position }) => position);

  it('are given in order, and no other event is read, however many lie between', async () => {
    for (let n = 0; n < 200; n += 1) await append(events, `s${n % 7}`, 'Added', { n });
    expect(await found([3n, 50n, 199n])).toEqual([3n, 50n, 199n]);
    expect(asked).toEqual([3n, 50n, 199n]);
    expect(await found([])).toEqual([]);
  });

  it('are left out where they were erased meanwhile, or are of a type that is no longer wanted', async () => {
    for (const stream of ['a', 'gone', 'a']) await append(events, stream, 'Added');
    await append(events, 'a', 'Removed');
    await events.delete('gone');
    expect(await found([1n, 2n, 3n, 4n])).toEqual([1n, 3n]);
    expect(await found([1n, 4n], ['Added', 'Removed'])).toEqual([1n, 4n]);
  });

  it('are asked for some at a time, and no further than they are taken', async () => {
    for (let n = 0; n < 100; n += 1) await append(events, 'a', 'Added', { n });
    const positions = Array.from({ length: 100 }, (_, n) => BigInt(n + 1));
    expect(await found(positions)).toEqual(positions);
    expect(mostUnderWay).toBe(32);
    asked.length = 0;
    for await (const { position } of eventsAt(source, positions, ['Added'])) if (position === 5n) break;
    expect(asked).toHaveLength(32);
  });
});
