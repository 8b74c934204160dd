import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { coinStepsOf } from './coin-steps.js';

const LEDGER = 'coins-cmp_1-1';
const balance = { included: 1, extra: 0, reserved: { included: 0, extra: 0 }, used: 0 };

type Entry = readonly ['CoinsReserved' | 'CoinsCharged' | 'CoinsReleased' | 'TurnQueued', turnId: string];

/** A ledger and the turns that were queued meanwhile, in this order of the log. */
async function logOf(entries: readonly Entry[]) {
  const store = new MemoryEventStore();
  const queuedAt = new Map<string, bigint>();
  for (const [type, turn_id] of entries) {
    const event = { id: randomUUID(), type, data: { turn_id, coins: 1, balance }, metadata: { at: 'now', schema: 1 } };
    const stream = type === 'TurnQueued' ? `conversation-${turn_id}` : LEDGER;
    const { position } = await store.append(stream, 'any', [event]);
    if (type === 'TurnQueued') queuedAt.set(turn_id, position);
  }
  let read = 0;
  const counted = new Proxy(store, {
    get(target, property) {
      if (property === 'load')
        return (...args: Parameters<MemoryEventStore['load']>) => {
          read += args[2] ?? Number.POSITIVE_INFINITY;
          return target.load(...args);
        };
      if (property === 'read')
        return async function* (...args: Parameters<MemoryEventStore['read']>) {
          for await (const event of target.read(...args)) {
            read += 1;
            yield event;
          }
        };
      return Reflect.get(target, property, target);
    },
  });
  const stepsOf = async (turn_id: string) => {
    const position = queuedAt.get(turn_id) ?? 0n;
    return (await coinStepsOf(counted, { turn_id, ledger: LEDGER, position })).map(({ step }) => step);
  };
  return { stepsOf, read: () => read };
}

const turn = (id: string): Entry[] => [
  ['CoinsReserved', id],
  ['TurnQueued', id],
  ['CoinsCharged', id],
];

describe('the steps of a turn’s coins', () => {
  it('are found among any number of others without reading those', async () => {
    const others = (from: number) => Array.from({ length: 2_000 }, (_, n) => turn(`t${from + n}`)).flat();
    const log = await logOf([...others(0), ...turn('mine'), ...others(5_000)]);
    expect(await log.stepsOf('mine')).toEqual(['reserved', 'charged']);
    expect(log.read()).toBeLessThan(30);
  });

  it('are those of its own, however turns fall among each other', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const order = fc.shuffledSubarray([...ids, ...ids, ...ids], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), fc.subarray(ids), async (drawn, queuedFirst, released) => {
        const next = new Map<string, number>();
        const entries = drawn.map((id): Entry => {
          const end = released.includes(id) ? 'CoinsReleased' : 'CoinsCharged';
          const steps = queuedFirst
            ? (['TurnQueued', 'CoinsReserved', end] as const)
            : (['CoinsReserved', 'TurnQueued', end] as const);
          const at = next.get(id) ?? 0;
          next.set(id, at + 1);
          return [steps[at] ?? end, id];
        });
        const log = await logOf(entries);
        for (const id of ids.filter((one) => entries.some(([type, of]) => type === 'TurnQueued' && of === one))) {
          const own = entries.filter(([type, of]) => type !== 'TurnQueued' && of === id);
          expect(await log.stepsOf(id)).toEqual(own.map(([type]) => type.replace('Coins', '').toLowerCase()));
        }
      }),
      { numRuns: 200 },
    );
  });
});
