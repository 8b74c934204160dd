import { type Clock, sleep, systemClock, withTimeout } from '#libs/kernel';
import type { LeaseStore } from '#libs/read-models';
import { logged, messageOf, type ProcessingLog, silent } from '../log.js';
import { ClusterMembership, NODE_PREFIX, NODE_TIMES, type NodeIdentity, type NodeTimes } from './cluster-membership.js';
import { FailureDetector } from './failure-detector.js';
import { freed, LEASE_PREFIX, LEASE_TIMES, type LeaseTimes, leaseJson, leaseValue } from './lease.js';
import { LeaseKeeper } from './lease-keeper.js';
import type { SingletonJob } from './singleton-job.js';

export interface ClusterOptions {
  readonly self: NodeIdentity;
  readonly leases: LeaseStore;
  readonly clock?: Clock;
  readonly log?: ProcessingLog;
  readonly nodeTimes?: NodeTimes;
  readonly leaseTimes?: LeaseTimes;
  /** What one call of the lease store may take, ms; two heartbeats. */
  readonly timeoutMs?: number;
  /** Rejects while this node cannot do its jobs although it can renew its leases: another store is out of its reach. */
  readonly healthCheck?: () => Promise<void>;
  /** Called after each look at the others. */
  readonly onSeen?: (nodes: ClusterMembership) => void;
}

/** Failed health checks in a row before a node leaves its jobs to others: a short break is waited out. */
const MAX_UNHEALTHY = 6;

/** This node among those that share its stores: renews its record, sees the others, and does the jobs whose leases it gains. */
export class Cluster {
  readonly nodes: ClusterMembership;
  private readonly leases: LeaseStore;
  private readonly clock: Clock;
  private readonly log: ProcessingLog;
  private readonly times: { readonly node: NodeTimes; readonly lease: LeaseTimes };
  private readonly detector: FailureDetector;
  private keepers: readonly LeaseKeeper[] = [];
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Whether the lease store did not answer the last time. */
  private away = false;
  private readonly healthCheck: () => Promise<void>;
  private readonly onSeen: (nodes: ClusterMembership) => void;
  private unhealthy = 0;
  private checking = false;

  constructor(options: ClusterOptions) {
    this.clock = options.clock ?? systemClock;
    this.log = options.log ?? silent;
    this.times = { node: options.nodeTimes ?? NODE_TIMES, lease: options.leaseTimes ?? LEASE_TIMES };
    const { heartbeatMs } = this.times.node;
    this.onSeen = options.onSeen ?? (() => undefined);
    const { timeoutMs = 2 * heartbeatMs, healthCheck = async () => undefined } = options;
    this.leases = withCallTimeout(options.leases, timeoutMs);
    this.healthCheck = () => withTimeout(healthCheck(), timeoutMs, () => new Error(`no answer within ${timeoutMs} ms`));
    this.nodes = new ClusterMembership(options.self, this.leases, this.times.node);
    this.detector = new FailureDetector(2.5 * heartbeatMs);
  }

  /** Resolves after the leases were asked for once. An api node has no jobs. */
  async start(jobs: readonly SingletonJob[]): Promise<void> {
    const { clock, log, nodes, leases } = this;
    this.keepers = jobs.map((job) => new LeaseKeeper(job, { nodes, leases, clock, log, times: this.times.lease }));
    if (leases.exclusive) await this.voidFormerOwners();
    await this.step(true);
    this.running = this.run();
  }

  /** Whether no other node can share the stores. */
  get exclusive(): boolean {
    return this.leases.exclusive;
  }

  /** Names of the jobs that this node does. */
  get jobs(): readonly string[] {
    return this.keepers.filter(({ held }) => held).map(({ name }) => name.slice(LEASE_PREFIX.length));
  }

  /** No process but this one has the store: former nodes are dead, and what they held is free. Fences stay. */
  private async voidFormerOwners(): Promise<void> {
    for (const { name, version } of await this.leases.list(NODE_PREFIX)) await this.leases.remove(name, version);
    for (const { name, version, value } of await this.leases.list(LEASE_PREFIX)) {
      await this.leases.compareAndSet(name, version, leaseJson(freed(leaseValue(value))));
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    const { heartbeatMs, pollMs } = this.times.node;
    let heartbeatAtMs = this.clock.monotonicMs() + heartbeatMs;
    for (;;) {
      await sleep(this.exclusive ? heartbeatMs : pollMs, signal);
      if (signal.aborted) return;
      const nowMs = this.clock.monotonicMs();
      // No other node reads an exclusive store: there a heartbeat only makes up for one that failed.
      const due = this.exclusive ? this.away : nowMs >= heartbeatAtMs;
      if (due) heartbeatAtMs = nowMs + heartbeatMs;
      // Not awaited: a store that answers slowly must not delay the heartbeat. Where there is no other node to leave the jobs to, it is not asked.
      if (due && !this.exclusive) void this.checkHealth();
      await this.step(due);
    }
  }

  private async checkHealth(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    const before = this.unhealthy;
    this.unhealthy = await this.healthCheck().then(
      () => 0,
      () => before + 1,
    );
    if (this.unhealthy === MAX_UNHEALTHY)
      this.log.warn({}, 'this node sees its peers and cannot do its jobs: it leaves them to others');
    if (before >= MAX_UNHEALTHY && this.unhealthy === 0) this.log.info({}, 'this node can do its jobs again');
    this.nodes.setUnfit(this.unhealthy >= MAX_UNHEALTHY);
    this.checking = false;
  }

  /** A store that is away is logged once; the leases' own expiry does the rest. */
  private async step(due: boolean): Promise<void> {
    try {
      if (due) await this.nodes.heartbeat();
      const now = () => this.clock.monotonicMs();
      const records = await this.leases.list('');
      const leases = records.filter(({ name }) => name.startsWith(LEASE_PREFIX));
      await this.nodes.refresh(records, now());
      this.onSeen(this.nodes);
      this.detector.observe(leases, now());
      const byName = new Map(leases.map((record) => [record.name, record]));
      const steps = this.keepers.map((keeper) =>
        keeper.step(byName.get(keeper.name), this.detector.unchangedMs(keeper.name), due),
      );
      await Promise.all(steps);
      if (this.away) this.log.info({}, 'this node sees the others again');
      this.away = false;
    } catch (error) {
      if (!this.away)
        this.log.warn({ error: messageOf(error) }, 'this node cannot see the others: it gives up its jobs in time');
      this.away = true;
    }
  }

  /** Others see that this node takes nothing more; its jobs end and are free for them. Its heartbeats go on. */
  async leave(): Promise<void> {
    this.nodes.leave();
    await this.nodes.heartbeat().catch(logged(this.log, {}, 'others could not be told that this node leaves'));
    await Promise.all(this.keepers.map((keeper) => keeper.handOver()));
  }

  /** After `leave`, when nothing of this node runs any more. */
  async stop(): Promise<void> {
    this.closing.abort();
    await this.running;
    await this.nodes.remove().catch(logged(this.log, {}, "this node's record could not be removed"));
  }
}

/** A store that is frozen answers nothing, for as long as it likes: no call lasts longer than this. */
function withCallTimeout(leases: LeaseStore, ms: number): LeaseStore {
  const within = <Result>(call: Promise<Result>) =>
    withTimeout(call, ms, () => new Error(`the lease store did not answer within ${ms} ms`));
  return {
    exclusive: leases.exclusive,
    read: (name) => within(leases.read(name)),
    list: (prefix) => within(leases.list(prefix)),
    compareAndSet: (name, version, value) => within(leases.compareAndSet(name, version, value)),
    remove: (name, version) => within(leases.remove(name, version)),
  };
}
