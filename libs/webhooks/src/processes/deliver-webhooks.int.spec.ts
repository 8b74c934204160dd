import { createAggregates, StoreUnavailable } from '#libs/event-store';
import { systemClock } from '#libs/kernel';
import { silent, untraced } from '#libs/processing';
import { type ReadModels, SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import { createEgress } from '../egress.js';
import { DeliverWebhooks } from './deliver-webhooks.js';
import { DeliveryQueues, type Limits } from './delivery-queues.js';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const DUE = '2026-01-02T03:00:00.000Z';
/** Of 64 places a partner has 48 for whoever has most to do, an address 16, and 16 for addresses that have none. */
const LIMITS: Limits = { perPartner: 64, perHost: 1_000, maxPending: 10_000 };

type Counts = Readonly<Record<string, number>>;

const AWAY = Object.assign(new MemoryEventStore(), {
  load: async () => {
    throw new StoreUnavailable('away');
  },
});

/** So many due deliveries of each partner, the first partner's the longest due; until `shown` resolves the read model is behind. */
async function due(
  counts: Counts | readonly (readonly [partner: string, address: string, count: number])[],
  limits = LIMITS,
  store: MemoryEventStore = AWAY,
) {
  const piles = Array.isArray(counts)
    ? counts
    : Object.entries(counts).map(([partner, count]) => [partner, `https://${partner}.test/`, count] as const);
  const readModels = SqliteReadModels.open(':memory:');
  const collection = { name: 'deliveries', version: 1, build: 0 };
  await readModels.ensure(collection, [
    ['state', 'due_at'],
    ['state', 'partner_id', 'address', 'due_at'],
  ]);
  const writes = piles.flatMap(([partner_id, address, count], place) =>
    Array.from({ length: count }, (_, n) => {
      const event_id = `evt_${partner_id}-${place}-${n}`;
      const due_at = DUE.replace('00.000', `${String(place % 60).padStart(2, '0')}.000`);
      const scheduled_at = `2026-01-01T00:00:00.${String(count - n).padStart(6, '0')}Z`;
      return {
        id: event_id,
        position: 1n,
        document: { event_id, partner_id, address, state: 'scheduled', due_at, scheduled_at },
      };
    }),
  );
  await readModels.commit({ writes: [{ collection, writes }], checkpoints: [] });
  await readModels.serve(collection);
  const read = { documents: 0 };
  const broken = { partner: '' };
  const counting: Pick<ReadModels, 'get' | 'find'> = {
    get: (name, id) => readModels.get(name, id),
    async find(name, query) {
      if (broken.partner !== '' && query.where?.partner_id === broken.partner) throw new Error('the store is away');
      const page = await readModels.find<never>(name, query);
      read.documents += page.documents.length;
      return page;
    },
  };
  const settings = { timeoutMs: 100, retryMs: [100], allowPrivate: true, ...limits };
  const egress = createEgress(settings);
  const aggregates = createAggregates(store, { giveUpMs: 5 });
  const secrets = { signingSecrets: async () => ({ current: 'secret', previous: [] }) };
  const shown = Promise.withResolvers<void>();
  const progress = { waitFor: () => shown.promise.then(() => true), status: async () => [] };
  const parts = [aggregates, store, counting, progress, systemClock, settings, secrets, silent, untraced] as const;
  const job = new DeliverWebhooks(...parts);
  const queues = new DeliveryQueues(counting, limits, () => undefined);
  await queues.scan(new AbortController().signal);
  read.documents = 0;
  const end = async () => {
    await egress.close();
    await readModels.close();
  };
  return { work: job.task(queues, egress, new AbortController().signal), queues, read, broken, shown, end };
}

const ofPartner = (found: readonly { partner_id: string }[], partner: string) =>
  found.filter(({ partner_id }) => partner_id === partner);
const ofAddress = (found: readonly { address: string }[], wanted: string) =>
  found.filter(({ address }) => address === wanted);

describe('due webhooks', () => {
  it('no partner takes more than its share of a look, however many it has', async () => {
    const { work, end } = await due({ greedy: 100, modest: 3 });
    const found = await work.due(NOW, 1_000);
    expect(ofPartner(found, 'greedy')).toHaveLength(16);
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
    expect(fresh).toHaveLength(16);
    expect([...names(second)]).toEqual(expect.arrayContaining([...names(first)]));
    await end();
  });

  it('those that could not be recorded are looked for now and then, not all the time', async () => {
    const { work, read, end } = await due({ one: 3 });
    const first = await work.due(NOW, 1_000);
    for (const delivery of first) await work.run(delivery, new AbortController().signal).catch(() => undefined);
    expect(await work.due(NOW, 1_000)).toHaveLength(3);
    read.documents = 0;
    expect(await work.due(NOW, 1_000)).toEqual([]);
    expect(read.documents).toBe(0);
    expect(await work.due(new Date(NOW.getTime() + 500), 1_000)).toHaveLength(3);
    await end();
  });

  it("a dead receiver's backlog costs the others nothing: what a look reads does not grow with it", async () => {
    const { work, read, end } = await due({ dead: 10_000, alive: 3, quiet: 1 });
    const found = await work.due(NOW, 1_000);
    expect(ofPartner(found, 'dead')).toHaveLength(16);
    expect(ofPartner(found, 'alive')).toHaveLength(3);
    expect(ofPartner(found, 'quiet')).toHaveLength(1);
    expect(read.documents).toBeLessThan(30);
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

  it('neither one dead address of a partner nor several take the place of a living one', async () => {
    const dead = Array.from({ length: 8 }, (_, n) => ['one', `https://dead${n}.test/`, 1_000] as const);
    const { queues, end } = await due([...dead, ['one', 'https://alive.test/', 5]]);
    const under = new Map<string, number>();
    const begin = async () => {
      const found = await queues.take(NOW);
      for (const document of found) {
        under.set(document.address, (under.get(document.address) ?? 0) + 1);
        void queues.begin(document, () => new Promise(() => undefined));
      }
      return found;
    };
    while ((await begin()).length > 0);
    expect(under.get('https://alive.test/')).toBeGreaterThanOrEqual(1);
    expect(Math.max(...under.values())).toBe(16);
    expect([...under.values()].reduce((sum, count) => sum + count)).toBeLessThanOrEqual(64);
    await end();
  });

  it('a host has so many at a time and no more, but for a partner that has none under way', async () => {
    const paths = ['a', 'b', 'c'].map((path) => ['greedy', `https://host.test/${path}`, 100] as const);
    const { queues, end } = await due([...paths, ['other', 'https://host.test/o', 100]], { ...LIMITS, perHost: 20 });
    const begun = await queues.take(NOW);
    for (const document of begun) void queues.begin(document, () => new Promise(() => undefined));
    expect(begun.length).toBeLessThanOrEqual(21);
    expect(ofPartner(begun, 'other').length).toBeGreaterThanOrEqual(1);
    expect(await queues.take(NOW)).toEqual([]);
    await end();
  });

  it('what is recorded and not shown yet is not begun again; a place that is free again is given to the next', async () => {
    const { queues, end } = await due({ one: 20 });
    const first = await queues.take(NOW);
    const shown = Promise.withResolvers<void>();
    for (const document of first)
      await queues.begin(document, async () => ({ dueAt: undefined, shown: shown.promise }));
    const second = await queues.take(NOW);
    expect(ofAddress(second, 'https://one.test/')).toHaveLength(4);
    expect(first).not.toContainEqual(second[0]);
    await end();
  });

  it('what its stream says is not due is not asked for again before the read model shows it', async () => {
    // The stream is gone, as after an erasure.
    const { queues, work, shown, end } = await due({ one: 1 }, LIMITS, new MemoryEventStore());
    const [document] = await queues.take(NOW);
    if (!document) throw new Error('nothing is due');
    await work.run(document, new AbortController().signal);
    queues.add(document);
    expect(await queues.take(NOW)).toEqual([]);
    shown.resolve();
    await new Promise(setImmediate);
    // What fell due while the read model trailed is found without being told of again.
    expect(await queues.take(NOW)).toHaveLength(1);
    await end();
  });

  it('an address of which nothing is pending any more is not remembered', async () => {
    const { queues, end } = await due({ one: 3, two: 1 });
    for (const document of await queues.take(NOW))
      await queues.begin(document, async () => ({ dueAt: undefined, shown: Promise.resolve() }));
    expect(Reflect.get(queues, 'partners')).toEqual(new Map());
    await end();
  });

  it('what a look finds is not forgotten where the attempt before it is shown meanwhile', async () => {
    const of = { partner_id: 'one', address: 'https://one.test/', state: 'scheduled', scheduled_at: DUE };
    const [again, other] = [
      { ...of, event_id: 'evt_again' },
      { ...of, event_id: 'evt_other', due_at: DUE },
    ];
    const later = new Date(NOW.getTime() + 60_000);
    let shows: readonly object[] = [{ ...again, due_at: DUE }];
    let looking = Promise.resolve();
    const find = async () => {
      await looking;
      return { documents: shows.map((document) => ({ document })) } as never;
    };
    const queues = new DeliveryQueues({ find }, LIMITS, () => undefined);
    queues.add({ ...again, due_at: DUE });
    const shown = Promise.withResolvers<void>();
    const recorded = { dueAt: later.toISOString(), shown: shown.promise };
    for (const document of await queues.take(NOW)) await queues.begin(document, async () => recorded);
    shows = [other, { ...again, due_at: recorded.dueAt }];
    queues.add(other);
    const gate = Promise.withResolvers<void>();
    looking = gate.promise;
    const found = queues.take(NOW);
    await new Promise(setImmediate);
    shown.resolve();
    await new Promise(setImmediate);
    gate.resolve();
    const nothingMore = { dueAt: undefined, shown: Promise.resolve() };
    for (const document of await found) await queues.begin(document, async () => nothingMore);
    shows = shows.slice(1);
    expect(await queues.take(later)).toMatchObject([{ event_id: 'evt_again' }]);
  });

  it('a look that fails loses nothing: all of it is found by the next', async () => {
    const { queues, broken, end } = await due({ one: 3, two: 1 });
    broken.partner = 'two';
    await expect(queues.take(NOW)).rejects.toThrow('away');
    broken.partner = '';
    expect(await queues.take(NOW)).toHaveLength(4);
    await end();
  });

  it('of more pending than a partner may have the oldest are given up, of the address that has most', async () => {
    const limits = { ...LIMITS, maxPending: 100 };
    const { queues, end } = await due(
      [
        ['one', 'https://dead.test/', 150],
        ['one', 'https://alive.test/', 10],
        ['two', 'https://dead.test/', 90],
      ],
      limits,
    );
    const over = await queues.overflow();
    expect(over).toHaveLength(70);
    expect(new Set(over.map(({ partner_id, address }) => `${partner_id} ${address}`))).toEqual(
      new Set(['one https://dead.test/']),
    );
    expect(over[0]).toMatchObject({ event_id: 'evt_one-0-149' });
    for (const document of over) queues.drop(document);
    expect(await queues.overflow()).toEqual([]);
    await end();
  });
});
