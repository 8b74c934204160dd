import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '#libs/event-store';
import { newId } from '#libs/kernel';
import { SqliteReadModels } from '#libs/read-models';
import { MemoryEventStore } from '../../event-store/test/memory-event-store.js';
import { append, documentsOf, eventually, tally } from '../test/fixtures.js';
import type { NodeProcess } from './background-process.js';
import { Cluster, type ClusterOptions } from './cluster/cluster.js';
import type { NodeRole } from './cluster/cluster-membership.js';
import { ProcessHost, type ProcessHostOptions } from './process-host.js';
import { createReadModelProgress, LocalJobs } from './read-model-progress.js';

/** Far shorter than the real times. */
const TIMES: Pick<ClusterOptions, 'nodeTimes' | 'leaseTimes'> = {
  nodeTimes: { heartbeatMs: 50, pollMs: 12, aliveMs: 250, goneMs: 750 },
  leaseTimes: { ttlMs: 250, marginMs: 75, graceMs: 75, settledMs: 500 },
};

/** Whoever waits for one of these is seen to wait. */
const ENDLESS: Pick<ClusterOptions, 'nodeTimes' | 'leaseTimes'> = {
  nodeTimes: { heartbeatMs: 60_000, pollMs: 60_000, aliveMs: 600_000, goneMs: 600_000 },
  leaseTimes: { ttlMs: 600_000, marginMs: 60_000, graceMs: 600_000, settledMs: 600_000 },
};

class Worker implements NodeProcess {
  readonly calls: string[] = [];

  start(): void {
    this.calls.push('start');
  }

  async stop(graceMs: number): Promise<void> {
    this.calls.push(`stop ${graceMs}`);
  }
}

describe('the process host', () => {
  let events: MemoryEventStore;
  let store: SqliteReadModels;
  const hosts: ProcessHost[] = [];

  beforeEach(() => {
    events = new MemoryEventStore();
  });
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.stop(100)));
    await store.close();
  });

  function open(exclusive: boolean): void {
    store = SqliteReadModels.open(':memory:', { exclusive });
  }

  async function node(
    { role = 'all', ...options }: Partial<ProcessHostOptions> & { role?: NodeRole } = {},
    times: Pick<ClusterOptions, 'nodeTimes' | 'leaseTimes'> = {},
  ) {
    const self = { id: newId('nod'), role, version: '1.0.0' };
    const cluster = new Cluster({ self, leases: store.leases, ...times });
    const local = new LocalJobs();
    const projections = [tally()];
    const none = { sagas: [], scheduled: [], singletons: [], workers: [], nodes: [] };
    const progress = createReadModelProgress({ events, store, projections, local });
    const host = new ProcessHost({ cluster, local, events, store, projections, progress, ...none, ...options });
    hosts.push(host);
    await host.start();
    return { host, cluster, local, progress };
  }

  const saga = (name: string, handle: (event: RecordedEvent, signal: AbortSignal) => Promise<void>) => ({
    name,
    types: ['Added'],
    partition: (event: RecordedEvent) => event.stream,
    handle,
  });

  it('a node alone on its stores begins every job at once, whoever held the leases before', async () => {
    open(true);
    await store.leases.compareAndSet('lease:projections', 0, { owner: 'nod_dead', fence: 7, renewals: 3 });
    await store.leases.compareAndSet('node:nod_dead', 0, {
      role: 'all',
      version: '9.0.0',
      leaving: false,
      heartbeats: 1,
    });
    const begun: [string, number][] = [];
    const job = (name: string) => ({
      name,
      begin: async (fence: number) => {
        begun.push([name, fence]);
        return { stop: async () => undefined };
      },
    });
    const options = { sagas: [saga('s', async () => undefined)], singletons: [job('a')] };
    // No lease runs out meanwhile, and nobody looks a second time.
    const { host, cluster, local } = await node(options, ENDLESS);
    await eventually(() => expect(local.projector && local.sagas.size === 1 && begun.length === 1).toBe(true));
    expect(host.jobs()).toEqual(['projections', 'saga:s', 'scheduled tasks', 'a']);
    expect(begun).toEqual([['a', 1]]);
    expect((await store.leases.read('lease:projections'))?.value).toMatchObject({ fence: 8 });
    expect(cluster.nodes.isGone('nod_dead')).toBe(true);
    expect(cluster.nodes.alive.map(({ id }) => id)).toEqual([cluster.nodes.self.id]);
  });

  it('on an exclusive store nothing is written while nothing happens, and no lease is lost to a slow disk', async () => {
    open(true);
    const { host } = await node({}, TIMES);
    const before = await store.leases.list('');
    await pause(400);
    expect(await store.leases.list('')).toEqual(before);
    expect(host.jobs()).toEqual(['projections', 'scheduled tasks']);
  });

  it('scheduled tasks wait for read models that do not show yet what was there at the start', async () => {
    open(true);
    await append(events, 'a', 'Added', { n: 1 });
    const asked: bigint[] = [];
    let built = false;
    const waitFor = async (position: bigint) => {
      asked.push(position);
      return built;
    };
    let looks = 0;
    const due = async () => {
      looks += 1;
      return [];
    };
    const task = { name: 'expire', everyMs: 10, due, key: () => '', run: async () => undefined };
    await node({ scheduled: [task], progress: { waitFor } });
    await eventually(() => expect(asked.length).toBeGreaterThan(1));
    expect([asked[0], looks]).toEqual([1n, 0]);
    built = true;
    await eventually(() => expect(looks).toBeGreaterThan(0));
  });

  it('each job is done by one of two nodes, the workers run on both, and all goes on when one stops', async () => {
    open(false);
    const [first, second] = [new Worker(), new Worker()];
    const handled: string[] = [];
    const sagas = [saga('s', async ({ stream }) => void handled.push(stream))];
    const one = await node({ sagas, workers: [first] }, TIMES);
    const two = await node({ sagas, workers: [second] }, TIMES);
    const both = () => [...one.host.jobs(), ...two.host.jobs()].sort();
    await eventually(() => expect(both()).toEqual(['projections', 'saga:s', 'scheduled tasks']));
    expect([first.calls, second.calls]).toEqual([['start'], ['start']]);
    await append(events, 'a', 'Added', { n: 1 });
    for (const { progress } of [one, two]) expect(await progress.waitFor(1n)).toBe(true);
    await one.host.stop(20);
    expect(first.calls).toEqual(['start', 'stop 20']);
    await eventually(() => expect(two.host.jobs()).toHaveLength(3));
    await append(events, 'b', 'Added', { n: 2 });
    expect(await two.progress.waitFor(2n)).toBe(true);
    expect(await documentsOf(store)).toEqual({ a: { count: 1, sum: 1 }, b: { count: 1, sum: 2 } });
    await eventually(() => expect(handled).toEqual(['a', 'b']));
  });

  it('an api node does no job and runs no worker, but what every node runs', async () => {
    open(false);
    const [worker, every] = [new Worker(), new Worker()];
    const { host } = await node({ role: 'api', workers: [worker], nodes: [every] }, TIMES);
    await pause(200);
    expect(host.jobs()).toEqual([]);
    await host.stop(20);
    expect(worker.calls).toEqual([]);
    expect(every.calls).toEqual(['start', 'stop 20']);
  });

  it('scheduled tasks run under one lease, at least as often as they are told', async () => {
    open(true);
    let left = 3;
    const task = {
      name: 'count down',
      everyMs: 60_000,
      due: async () => (left > 0 ? [left] : []),
      key: String,
      run: async () => {
        left -= 1;
      },
    };
    await node({ scheduled: [task], maxEveryMs: 5 });
    await eventually(() => expect(left).toBe(0));
  });

  it('workers end before the jobs where nobody takes those over: what a worker ends with is still processed', async () => {
    open(true);
    const worker: NodeProcess = {
      start: () => undefined,
      stop: async () => {
        await pause(50);
        await append(events, 'last', 'Added', { n: 1 });
        await pause(50);
      },
    };
    const { host, progress } = await node({ workers: [worker] });
    await progress.waitFor(0n);
    await host.stop(200);
    expect(await documentsOf(store)).toEqual({ last: { count: 1, sum: 1 } });
  });
});
