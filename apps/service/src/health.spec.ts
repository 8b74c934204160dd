import { systemClock } from '#libs/kernel';
import { createHealth, type Examined } from './health.js';

const NOW = new Date('2026-01-02T03:04:35.000Z');
const never = new Promise<never>(() => undefined);
const secret = new Error('mongodb://user:secret@host does not answer');

function healthOf(change: Partial<Examined> = {}) {
  const none = { documents: [], next: undefined };
  const well: Examined = {
    readModels: { find: async () => none, parked: async () => [], ping: async () => undefined },
    events: { ping: async () => undefined, head: async () => 12n },
    clock: { ...systemClock, now: () => NOW },
    projections: async () => [
      { name: 'turns', lag: 3, parked: 0 },
      { name: 'bom', lag: 1, parked: 0 },
    ],
    runningTurns: () => 2,
    jobs: () => ['projections'],
    nodes: () => 1,
    clockSettled: () => true,
    turnPlaces: 64,
    workers: () => ({ threads: 2, running: 1, waiting: 5 }),
    dataDir: '/',
  };
  return createHealth({ ...well, ...change }).parts();
}

/** A read model with one document that waits since then. */
const waiting = (since: string): Examined['readModels'] => ({
  find: async () => ({
    documents: [{ id: '1', position: 1n, document: { queued_at: since, due_at: since } as never }],
    next: undefined,
  }),
  parked: async () => [],
  ping: async () => undefined,
});

const degraded = async (change: Partial<Examined>) => {
  const { status, parts } = await healthOf(change);
  const names = Object.entries(parts).flatMap(([name, part]) => (part.status === 'degraded' ? [name] : []));
  expect(status).toBe(names.length > 0 ? 'degraded' : 'ok');
  return names;
};

describe('the health of a node, part by part', () => {
  it('says figures of each part', async () => {
    const { status, parts } = await healthOf();
    expect(status).toBe('ok');
    expect(parts).toMatchObject({
      event_store: { status: 'ok', ms: expect.any(Number), position: 12 },
      projections: { lag: 3, parked: 0, models: [{ name: 'turns', lag: 3 }, { name: 'bom' }] },
      turns: { queued: 0, oldest_queued_s: 0, running: 2, places: 64 },
      webhooks: { pending: 0, oldest_due_s: 0 },
      leases: { nodes: 1, jobs: ['projections'] },
      workers: { threads: 2, running: 1, waiting: 5 },
      disk: { free_bytes: expect.any(Number), size_bytes: expect.any(Number) },
    });
    expect(await healthOf({ dataDir: undefined })).not.toHaveProperty('parts.disk');
  });

  it.each<[string[], Partial<Examined>]>([
    [[], { readModels: waiting('2026-01-02T03:04:00.000Z') }],
    [['turns', 'webhooks'], { readModels: waiting('2026-01-02T03:03:00.000Z') }],
    [['projections'], { projections: async () => [{ name: 'turns', lag: 0, parked: 1 }] }],
    [['projections'], { projections: async () => [{ name: 'turns', lag: 10_001, parked: 0 }] }],
    [['leases'], { nodes: () => 0 }],
    [['workers'], { workers: () => ({ threads: 2, running: 2, waiting: 201 }) }],
    [['clock'], { clockSettled: () => false }],
    [['disk'], { dataDir: '/no/such/folder' }],
  ])('%j: degraded', async (names, change) => {
    expect(await degraded(change)).toEqual(names);
  });

  it('says of what does not answer no more than that, and waits no longer than 2 s', async () => {
    const events = { ping: () => never, head: async () => 0n };
    const readModels = { ...waiting(NOW.toISOString()), ping: () => Promise.reject(secret) };
    const { parts } = await healthOf({ events, readModels });
    const silent = { status: 'degraded', error: 'does not answer' };
    expect(parts).toMatchObject({ event_store: silent, read_models: silent, turns: { status: 'ok' } });
    expect(JSON.stringify(parts)).not.toContain('secret');
  });
});
