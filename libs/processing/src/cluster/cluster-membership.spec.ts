import fc from 'fast-check';
import { MemoryLeaseStore } from '../../test/memory-lease-store.js';
import { ClusterMembership, compareVersions, preferredOf } from './cluster-membership.js';
import { FailureDetector } from './failure-detector.js';

describe('rendezvous', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 });

  it('is the same for everybody, in whatever order they see the nodes', () => {
    fc.assert(
      fc.property(fc.string(), ids, (key, nodes) => {
        expect(preferredOf(key, [...nodes].reverse())).toBe(preferredOf(key, nodes));
      }),
    );
  });

  it('a node that goes changes only what it had', () => {
    fc.assert(
      fc.property(fc.string(), ids, fc.nat(), (key, nodes, pick) => {
        const gone = nodes[pick % nodes.length];
        const before = preferredOf(key, nodes);
        if (before === gone) return;
        const left = nodes.filter((id) => id !== gone);
        expect(preferredOf(key, left)).toBe(before);
      }),
    );
  });

  it('spreads: of 3,000 keys over three nodes none has more than 1,150', () => {
    const counts = new Map<string | undefined, number>();
    for (let n = 0; n < 3_000; n++) {
      const id = preferredOf(`trn_${n}`, ['one', 'two', 'three']);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBeLessThan(1_150);
  });
});

describe('the failure detector', () => {
  it('counts time between observations: a gap is one step, however long', () => {
    const detector = new FailureDetector(2_500);
    const observe = (version: number, nowMs: number) => detector.observe([{ name: 'a', version }], nowMs);
    observe(1, 0);
    observe(1, 1_000);
    expect(detector.unchangedMs('a')).toBe(1_000);
    observe(1, 600_000);
    expect(detector.unchangedMs('a')).toBe(3_500);
    observe(2, 601_000);
    expect(detector.unchangedMs('a')).toBe(0);
  });

  it('goes on counting for a record that is gone, and counts the watch for one never seen', () => {
    const detector = new FailureDetector(2_500);
    detector.observe([{ name: 'a', version: 1 }], 0);
    detector.observe([], 2_000);
    detector.observe([], 4_000);
    expect(detector.unchangedMs('a')).toBe(4_000);
    expect(detector.unchangedMs('never')).toBe(4_000);
  });
});

describe('nodes', () => {
  const times = { heartbeatMs: 1_000, pollMs: 250, aliveMs: 5_000, goneMs: 15_000 };
  let leases: MemoryLeaseStore;
  let nowMs = 0;
  const node = (id: string, role: 'api' | 'worker' = 'worker', version = '1.0.0') =>
    new ClusterMembership({ id, role, version }, leases, times);
  const second = async (watcher: ClusterMembership, ...others: ClusterMembership[]) => {
    nowMs += 1_000;
    for (const one of [watcher, ...others]) await one.heartbeat();
    await watcher.refresh(await leases.list(''), nowMs);
  };

  beforeEach(() => {
    leases = new MemoryLeaseStore();
    nowMs = 0;
  });

  it('one without heartbeats gets no work after 5 s, and its turns are orphans after 15 s', async () => {
    const [me, other] = [node('me'), node('other')];
    await second(me, other);
    expect(me.workers).toHaveLength(2);
    for (let s = 0; s < 5; s++) await second(me);
    expect(me.workers.map(({ id }) => id)).toEqual(['me']);
    expect(me.isGone('other')).toBe(false);
    for (let s = 0; s < 10; s++) await second(me);
    expect(me.isGone('other')).toBe(true);
    await second(me, other);
    expect(me.isGone('other')).toBe(false);
  });

  it('one whose heartbeat was stored without an answer goes on', async () => {
    const me = node('me');
    await me.heartbeat();
    await leases.compareAndSet('node:me', 1, { role: 'worker', version: '1.0.0', heartbeats: 2 });
    await me.heartbeat();
    expect((await leases.read('node:me'))?.version).toBe(3);
  });

  it('api nodes, leaving nodes and older versions are not preferred for anything', async () => {
    const me = node('me', 'worker', '1.0.0');
    const [api, newer, leaving] = [node('api', 'api', '9.0.0'), node('newer', 'worker', '1.10.0'), node('leaving')];
    leaving.leave();
    await second(me, api, newer, leaving);
    expect(me.newestVersion).toBe('1.10.0');
    for (const key of ['a', 'b', 'c', 'd']) expect(me.preferred(key)).toBe('newer');
  });

  it('a record that nobody has renewed for ten minutes is removed', async () => {
    const me = node('me');
    await second(me, node('dead'));
    for (let s = 0; s < 601; s++) await second(me);
    expect([...leases.all.keys()]).toEqual(['node:me']);
  });

  it('versions are compared by their numbers', () => {
    expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0);
    expect(compareVersions('1.0', '1.0.0')).toBe(0);
    expect(compareVersions('0.9.0', '1.0.0')).toBeLessThan(0);
  });
});
