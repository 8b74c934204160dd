import { createAggregates, MemoryEventStore, StoreUnavailable } from '#libs/event-store';
import { systemClock } from '#libs/kernel';
import { SqliteReadModels } from '#libs/read-models';
import { createEgress } from '#libs/webhooks';
import { deliverWebhooks } from './deliveries.js';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const DUE = '2026-01-02T03:00:00.000Z';

/** So many due deliveries of each partner, the first partner's the longest due. */
async function due(counts: Readonly<Record<string, number>>) {
  const readModels = SqliteReadModels.open(':memory:');
  const collection = { name: 'deliveries', version: 1, build: 0 };
  await readModels.ensure(collection, []);
  const writes = Object.entries(counts).flatMap(([partner_id, count]) =>
    Array.from({ length: count }, (_, n) => {
      const event_id = `evt_${partner_id}-${n}`;
      return { id: event_id, position: 1n, document: { event_id, partner_id, state: 'scheduled', due_at: DUE } };
    }),
  );
  await readModels.commit({ writes: [{ collection, writes }], checkpoints: [] });
  await readModels.serve(collection);
  const away = Object.assign(new MemoryEventStore(), {
    load: async () => {
      throw new StoreUnavailable('away');
    },
  });
  const settings = { timeoutMs: 100, retryMs: [100], allowPrivate: true };
  const egress = createEgress(settings);
  const aggregates = createAggregates(away, { giveUpMs: 5 });
  const work = deliverWebhooks(readModels, {
    aggregates,
    clock: systemClock,
    egress,
    settings,
    secretOf: async () => 'secret',
  });
  const end = async () => {
    await egress.close();
    await readModels.close();
  };
  return { work, end };
}

describe('due webhooks', () => {
  it('no partner takes more than its share of a look, however many it has', async () => {
    const { work, end } = await due({ greedy: 100, modest: 3 });
    const found = await work.due(NOW, 1_000);
    expect(found.filter(({ partner_id }) => partner_id === 'greedy')).toHaveLength(32);
    expect(found.filter(({ partner_id }) => partner_id === 'modest')).toHaveLength(3);
    await end();
  });

  it('those that could not be recorded do not stand in the way of those behind them', async () => {
    const { work, end } = await due({ one: 100 });
    const names = (found: readonly { event_id: string }[]) => new Set(found.map(({ event_id }) => event_id));
    const first = await work.due(NOW, 1_000);
    for (const delivery of first)
      await expect(work.run(delivery, new AbortController().signal)).rejects.toMatchObject({ code: 'unavailable' });
    const second = await work.due(NOW, 1_000);
    const fresh = [...names(second)].filter((name) => !names(first).has(name));
    expect(fresh).toHaveLength(32);
    await end();
  });
});
