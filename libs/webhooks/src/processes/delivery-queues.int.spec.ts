import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#libs/kernel';
import { createScheduler } from '#libs/processing';
import type { ReadModels } from '#libs/read-models';
import type { DeliveryDocument } from '#projections';
import { DeliveryQueues } from './delivery-queues.js';

type Delivery = Pick<DeliveryDocument, 'event_id' | 'partner_id' | 'address' | 'state'> & {
  readonly version: number;
  readonly due_at: string;
};

const LIMITS = { perPartner: 4, perHost: 6, maxPending: 10_000 };
const RUNS = 12;
const DELIVERIES = 40;
/** Within so long all of them are told of, ms. */
const TOLD_MS = 300;
/** A task whose looks fail four times in a row is begun again after seconds (Supervisor), ms. */
const PATIENCE_MS = 20_000;
const chance = (probability: number): boolean => Math.random() < probability;
const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Streams, a read model that trails them, and a receiver that takes every second attempt. @returns what never went out. */
async function deliverAll(): Promise<string[]> {
  const streams = new Map<string, Delivery>();
  const shown = new Map<string, Delivery>();
  const some = (ms: number): Promise<void> => sleep(Math.random() * ms);
  const pending = (): Delivery[] => [...streams.values()].filter(({ state }) => state === 'scheduled');
  const show = async (delivery: Delivery): Promise<void> => {
    await some(30);
    if ((shown.get(delivery.event_id)?.version ?? 0) < delivery.version) shown.set(delivery.event_id, delivery);
  };
  const find = async (_: string, { where, limit = 0, after = '0' }: Parameters<ReadModels['find']>[1]) => {
    await some(6);
    if (chance(0.05)) throw new Error('the store is away');
    const { partner_id, address } = where ?? {};
    const isWanted = (one: Delivery): boolean =>
      one.state === 'scheduled' &&
      (partner_id === undefined || one.partner_id === partner_id) &&
      (address === undefined || one.address === address);
    const all = [...shown.values()].filter(isWanted).sort((a, b) => (a.due_at < b.due_at ? -1 : 1));
    const [from, to] = [Number(after), Number(after) + limit];
    await some(6);
    const documents = all.slice(from, to).map((document) => ({ document }));
    return { documents, ...(to < all.length ? { next: String(to) } : {}) } as never;
  };
  const attempt = async ({ event_id }: DeliveryDocument) => {
    const now = streams.get(event_id);
    if (now?.state !== 'scheduled' || now.due_at > soon(0))
      return { dueAt: now?.state === 'scheduled' ? now.due_at : undefined, shown: Promise.resolve(now && show(now)) };
    await some(15);
    if (chance(0.08)) throw new Error('this cannot be recorded');
    const isTaken = chance(0.5);
    const next: Delivery = isTaken ? { ...now, state: 'delivered' } : { ...now, due_at: soon(5 + Math.random() * 30) };
    const after = { ...next, version: now.version + 1 };
    streams.set(event_id, after);
    return { dueAt: isTaken ? undefined : after.due_at, shown: show(after) };
  };
  const queues: DeliveryQueues = new DeliveryQueues({ find }, LIMITS, (atMs) => {
    if (atMs <= Date.now()) scheduler.wake();
    else scheduler.wakeAt(new Date(atMs));
  });
  const scheduler = createScheduler<DeliveryDocument>(
    {
      name: 'deliver',
      everyMs: 50,
      concurrency: Number.POSITIVE_INFINITY,
      key: ({ event_id }) => event_id,
      due: (now) => queues.take(now),
      run: (document) => queues.begin(document, () => attempt(document)),
    },
    { clock: systemClock, backoff: { initialMs: 5, maxMs: 30 }, settleMs: 0 },
  );
  scheduler.start();
  const told = Array.from({ length: DELIVERIES }, async (_, n) => {
    await some(TOLD_MS);
    const partner_id = `partner-${n % 3}`;
    const address = `https://${partner_id}-${n % 2}.test/`;
    const delivery: Delivery = {
      event_id: `evt_${n}`,
      partner_id,
      address,
      state: 'scheduled',
      version: 1,
      due_at: soon(0),
    };
    streams.set(delivery.event_id, delivery);
    await show(delivery);
    queues.add(delivery);
  });
  await Promise.all(told);
  for (const lateMs = Date.now() + PATIENCE_MS; pending().length > 0 && Date.now() < lateMs; ) await sleep(20);
  await scheduler.stop(1_000);
  return pending().map(({ event_id }) => event_id);
}

it('whatever comes between a look and what is recorded meanwhile, every webhook goes out', async () => {
  // The clock decides what meets what, so a seed would repeat nothing.
  const runs = Array.from({ length: RUNS }, deliverAll);
  expect((await Promise.all(runs)).flat()).toEqual([]);
}, 30_000);

it('a look that fails loses nothing of a queue whose last attempt ends meanwhile', async () => {
  const delivery = (event_id: string, partner_id: string): Delivery => ({
    ...{
      event_id,
      partner_id,
      address: `https://${partner_id}.test/`,
      state: 'scheduled',
      version: 1,
      due_at: soon(-1),
    },
  });
  const [first, second, other] = [delivery('evt_1', 'a'), delivery('evt_2', 'a'), delivery('evt_3', 'b')];
  const [shown, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
  const answers: Record<string, () => Promise<readonly Delivery[]>> = {
    a: async () => [first],
    b: () => answered.promise,
  };
  const find = async (_: string, { where }: Parameters<ReadModels['find']>[1]) => {
    const documents = (await answers[String(where?.partner_id)]?.()) ?? [];
    return { documents: documents.map((document) => ({ document })) } as never;
  };
  const queues = new DeliveryQueues({ find }, LIMITS, () => {});
  queues.add(first);
  const [taken] = await queues.take(new Date());
  await queues.begin(taken as DeliveryDocument, async () => ({ dueAt: undefined, shown: shown.promise }));
  answers['a'] = async () => [second];
  queues.add(second);
  queues.add(other);
  const taking = queues.take(new Date());
  await sleep(5);
  shown.resolve();
  await sleep(5);
  answered.reject(new Error('the store is away'));
  await expect(taking).rejects.toThrow('away');
  answers['b'] = async () => [];
  expect(await queues.take(new Date())).toEqual([second]);
});
