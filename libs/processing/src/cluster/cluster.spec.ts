import { MemoryLeaseStore } from '../../test/memory-lease-store.js';
import { Cluster } from './cluster.js';
import { type ClusterMembership, type NodeRole, preferredOf } from './cluster-membership.js';

const { jest } = import.meta;

/** Time goes by only here, a millisecond at a time: how busy the machine is does not matter. */
async function pause(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) await jest.advanceTimersByTimeAsync(1);
}

/** Lets time go by until work has ended. */
async function ended<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) await pause(1);
  return work;
}

async function eventually(check: () => void, ms = 5_000): Promise<void> {
  for (let passed = 0; ; passed++) {
    try {
      return check();
    } catch (error) {
      if (passed >= ms) throw error;
      await pause(1);
    }
  }
}

const nodeTimes = { heartbeatMs: 50, pollMs: 12, aliveMs: 250, goneMs: 750 };
const leaseTimes = { ttlMs: 250, marginMs: 75, graceMs: 75, settledMs: 500 };

interface Node {
  readonly role?: NodeRole;
  readonly version?: string;
  readonly healthCheck?: () => Promise<void>;
}

describe('nodes that share a store', () => {
  let shared: MemoryLeaseStore;
  /** `job` → who does it now; a second one at the same time is a violation. */
  const doing = new Map<string, Set<string>>();
  let violations: string[] = [];
  const fences: number[] = [];
  const clusters: Cluster[] = [];
  /** How many nodes the first sees, look for look. */
  const seen: number[] = [];

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    shared = new MemoryLeaseStore();
    doing.clear();
    violations = [];
    fences.length = 0;
    seen.length = 0;
  });
  afterEach(async () => {
    await ended(Promise.all(clusters.splice(0).map((cluster) => cluster.stop())));
    jest.useRealTimers();
  });

  const job = (name: string, node: string) => ({
    name,
    async begin(fence: number) {
      const doers = doing.get(name) ?? new Set();
      doing.set(name, doers.add(node));
      if (doers.size > 1) violations.push(`${name} by ${[...doers].join(' and ')}`);
      fences.push(fence);
      return {
        async stop() {
          await new Promise((resolve) => setTimeout(resolve, 5));
          doers.delete(node);
        },
      };
    },
  });

  async function join(
    id: string,
    { role = 'worker', version = '1.0.0', healthCheck = async () => undefined }: Node = {},
  ) {
    const leases = shared.view();
    const self = { id, role, version };
    const onSeen = ({ alive }: ClusterMembership) => id === 'one' && seen.push(alive.length);
    const cluster = new Cluster({ self, leases, nodeTimes, leaseTimes, timeoutMs: 100, healthCheck, onSeen });
    clusters.push(cluster);
    await ended(cluster.start(role === 'api' ? [] : ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => job(name, id))));
    return { cluster, leases };
  }
  const doerOf = (name: string) => [...(doing.get(name) ?? [])].join();
  const all = ['a', 'b', 'c', 'd', 'e', 'f'];

  it('one alone does every job at once', async () => {
    const { cluster } = await join('one');
    expect(cluster.jobs).toEqual(all);
    await eventually(() => expect(all.map(doerOf)).toEqual(all.map(() => 'one')));
  });

  it('each job has one node; those that joined later take over what is theirs by preference', async () => {
    await join('one');
    await join('two');
    await join('api', { role: 'api' });
    const wanted = all.map((name) => preferredOf(name, ['one', 'two']));
    expect(new Set(wanted).size).toBe(2);
    await eventually(() => expect(all.map(doerOf)).toEqual(wanted), 2_000);
    expect(violations).toEqual([]);
    expect([seen[0], seen.at(-1)]).toEqual([1, 3]);
  });

  it('what a node that died did is done by another once its lease is over, under a higher number', async () => {
    const { cluster, leases } = await join('one');
    await join('two');
    leases.hangs = true;
    const since = performance.now();
    await eventually(() => expect(all.map(doerOf)).toEqual(all.map(() => 'two')), 2_000);
    expect(performance.now() - since).toBeGreaterThan(leaseTimes.ttlMs - leaseTimes.marginMs);
    expect(violations).toEqual([]);
    expect(cluster.jobs).toEqual([]);
    expect(Math.max(...fences)).toBe(2);
  });

  it('one that cannot reach the store stops before others may take over, and takes nothing back by force', async () => {
    const { leases } = await join('one');
    await eventually(() => expect(doerOf('a')).toBe('one'));
    leases.refuses = true;
    await eventually(() => expect(doerOf('a')).toBe(''), leaseTimes.ttlMs);
    leases.refuses = false;
    await eventually(() => expect(doerOf('a')).toBe('one'));
    expect(violations).toEqual([]);
  });

  it('a store that was away for all of them does not make anybody dead', async () => {
    const one = await join('one');
    const two = await join('two');
    for (const { leases } of [one, two]) leases.refuses = true;
    await pause(nodeTimes.goneMs * 2);
    for (const { leases } of [one, two]) leases.refuses = false;
    for (let round = 0; round < 10; round++) {
      expect(one.cluster.nodes.isGone('two') || two.cluster.nodes.isGone('one')).toBe(false);
      await pause(10);
    }
  });

  it('one that leaves hands over at once: nobody waits for its leases to run out', async () => {
    const { cluster } = await join('one');
    await eventually(() => expect(doerOf('a')).toBe('one'));
    await join('two');
    const since = performance.now();
    await ended(cluster.leave());
    await eventually(() => expect(all.map(doerOf)).toEqual(all.map(() => 'two')));
    expect(performance.now() - since).toBeLessThan(leaseTimes.ttlMs);
    expect(violations).toEqual([]);
  });

  it('an older version hands over to a newer one, and takes nothing while one lives', async () => {
    const older = await join('one');
    const newer = await join('two', { version: '1.1.0' });
    await eventually(() => expect(all.map(doerOf)).toEqual(all.map(() => 'two')), 2_000);
    newer.leases.hangs = true;
    await eventually(() => expect(older.cluster.jobs).toEqual(all), 2_000);
    expect(violations).toEqual([]);
  });

  it('a job that ends slowly is handed over late, and costs its node no other one', async () => {
    const leases = shared.view();
    const cluster = new Cluster({
      self: { id: 'one', role: 'worker', version: '1.0.0' },
      leases,
      nodeTimes,
      leaseTimes,
      timeoutMs: 100,
    });
    clusters.push(cluster);
    const slow = {
      name: 'slow',
      begin: async () => ({ stop: () => new Promise<void>((resolve) => setTimeout(resolve, leaseTimes.ttlMs * 3)) }),
    };
    await ended(cluster.start([slow, ...all.map((name) => job(name, 'one'))]));
    await eventually(() => expect(cluster.jobs).toHaveLength(all.length + 1));
    // One that is preferred for all of them: every job is to be handed over, the slow one among them.
    const { cluster: two } = await join('two', { version: '1.1.0' });
    for (let round = 0; round < leaseTimes.ttlMs / 2; round++, await pause(10))
      expect(two.nodes.alive.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(cluster.jobs).toEqual([]);
    expect(all.map(doerOf)).toEqual(all.map(() => 'two'));
    expect(violations).toEqual([]);
  });

  it.each(['refuses', 'is silent'])(
    'one that renews its record and cannot work leaves its jobs to others: its store %s',
    async (how) => {
      let works = true;
      const silence = new Promise<void>(() => undefined);
      const refusal = () => (how === 'refuses' ? Promise.reject(new Error('no way to the event store')) : silence);
      const one = await join('one', { healthCheck: () => (works ? Promise.resolve() : refusal()) });
      await eventually(() => expect(all.map(doerOf)).toEqual(all.map(() => 'one')));
      works = false;
      await join('two');
      await eventually(() => expect(all.map(doerOf)).toEqual(all.map(() => 'two')), 2_000);
      expect(one.cluster.nodes.workers.map(({ id }) => id)).toEqual(['two']);
      expect(one.cluster.nodes.alive.map(({ id }) => id)).toEqual(['one', 'two']);
      works = true;
      const wanted = all.map((name) => preferredOf(name, ['one', 'two']));
      await eventually(() => expect(all.map(doerOf)).toEqual(wanted), 3_000);
      expect(violations).toEqual([]);
    },
  );

  it('one alone that cannot work takes its jobs up again as soon as it can', async () => {
    let works = true;
    const { cluster } = await join('one', {
      healthCheck: () => (works ? Promise.resolve() : Promise.reject(new Error('no'))),
    });
    works = false;
    await eventually(() => expect(cluster.jobs).toEqual([]), 2_000);
    works = true;
    const since = performance.now();
    await eventually(() => expect(cluster.jobs).toEqual(all), 2_000);
    expect(performance.now() - since).toBeLessThan(4 * nodeTimes.heartbeatMs);
  });

  it('a node is gone once it has had no heartbeat for the time; one that was never seen by the same count', async () => {
    const one = await join('one');
    const two = await join('two');
    await pause(nodeTimes.heartbeatMs * 3);
    expect(one.cluster.nodes.workers.map(({ id }) => id)).toEqual(['one', 'two']);
    two.leases.hangs = true;
    await eventually(() => expect(one.cluster.nodes.workers.map(({ id }) => id)).toEqual(['one']));
    expect(one.cluster.nodes.isGone('two')).toBe(false);
    await eventually(() => expect(one.cluster.nodes.isGone('two')).toBe(true));
    expect(one.cluster.nodes.isGone('one')).toBe(false);
    // Never seen: counted from when it would have been.
    expect(one.cluster.nodes.isGone('three')).toBe(true);
    expect((await join('four')).cluster.nodes.isGone('three')).toBe(false);
  });
});
