import { createAggregates, StoreUnavailable } from '#libs/event-store';
import { systemClock } from '#libs/kernel';
import { silent } from '#libs/processing';
import { type ReadModels, SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { createEgress } from '../egress.js';
import { DeliverWebhooks } from './deliver-webhooks.js';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const DUE = '2026-01-02T03:00:00.000Z';

/** So many due deliveries of each partner, the first partner's the longest due, on stores whose events are away. */
async function due(counts: Readonly<Record<string, number>>) {
  const readModels = SqliteReadModels.open(':memory:');
  const collection = { name: 'deliveries', version: 1, build: 0 };
  await readModels.ensure(collection, [
    ['state', 'due_at'],
    ['state', 'partner_id', 'due_at'],
  ]);
  const writes = Object.entries(counts).flatMap(([partner_id, count], place) =>
    Array.from({ length: count }, (_, n) => {
      const event_id = `evt_${partner_id}-${n}`;
      const due_at = DUE.replace('00.000', `0${place}.000`);
      return { id: event_id, position: 1n, document: { event_id, partner_id, state: 'scheduled', due_at } };
    }),
  );
  await readModels.commit({ writes: [{ collection, writes }], checkpoints: [] });
  await readModels.serve(collection);
  const read = { documents: 0 };
  const counting: Pick<ReadModels, 'find'> = {
    async find(name, query) {
      const page = await readModels.find<never>(name, query);
      read.documents += page.documents.length;
      return page;
    },
  };
  const away = Object.assign(new MemoryEventStore(), {
    load: async () => {
      throw new StoreUnavailable('away');
    },
  });
  const settings = { timeoutMs: 100, retryMs: [100], allowPrivate: true };
  const egress = createEgress(settings);
  const aggregates = createAggregates(away, { giveUpMs: 5 });
  const secrets = { webhookSecret: async () => 'secret' };
  const job = new DeliverWebhooks(aggregates, away, counting, systemClock, settings, secrets, silent);
  const end = async () => {
    await egress.close();
    await readModels.close();
  };
  return { work: job.task(egress), read, end };
}

const ofPartner = (found: readonly { partner_id: string }[], partner: string) =>
  found.filter(({ partner_id }) => partner_id === partner);

describe('due webhooks', () => {
  it('no partner takes more than its share of a look, however many it has', async () => {
    const { work, end } = await due({ greedy: 100, modest: 3 });
    const found = await work.due(NOW, 1_000);
    expect(ofPartner(found, 'greedy')).toHaveLength(32);
    expect(ofPartner(found, 'modest')).toHaveLength(3);
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

  it("a dead receiver's backlog costs the others nothing: what a look reads does not grow with it", async () => {
    const { work, read, end } = await due({ dead: 10_000, alive: 3, quiet: 1 });
    const found = await work.due(NOW, 1_000);
    expect(ofPartner(found, 'dead')).toHaveLength(32);
    expect(ofPartner(found, 'alive')).toHaveLength(3);
    expect(ofPartner(found, 'quiet')).toHaveLength(1);
    expect(read.documents).toBeLessThan(300);
    await end();
  });

  it('behind a backlog every partner has its turn, however many there are', async () => {
    const partners = Array.from({ length: 40 }, (_, number) => [`p${number}`, 1] as const);
    const { work, end } = await due({ dead: 1_000, ...Object.fromEntries(partners) });
    const served = new Set<string>();
    for (let look = 0; look < 4; look += 1)
      for (const { partner_id } of await work.due(NOW, 1_000)) served.add(partner_id);
    expect(served.size).toBe(41);
    await end();
  });
});
