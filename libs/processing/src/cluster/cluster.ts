import { type Clock, systemClock } from '#libs/kernel';
import type { LeaseStore } from '#libs/read-models';
import { messageOf, type ProcessingLog, silent } from '../log.js';
import { sleep } from '../supervisor/backoff.js';
import { ClusterMembership, NODE_TIMES, type NodeTimes } from './cluster-membership.js';
import { FailureDetector } from './failure-detector.js';
import { LEASE_TIMES, type LeaseTimes } from './lease.js';
import { LEASE_PREFIX, LeaseKeeper } from './lease-keeper.js';
import type { NodeIdentity } from './node-record.js';
import type { SingletonJob } from './singleton-job.js';
import { within, withTimeLimit } from './time-limit.js';

export interface ClusterOptions {
  readonly self: NodeIdentity;
  readonly leases: LeaseStore;
  readonly clock?: Clock;
  readonly log?: ProcessingLog;
  readonly nodeTimes?: NodeTimes;
  readonly leaseTimes?: LeaseTimes;
  /** What one answer of the store may take, ms. */
  readonly answerMs?: number;
  /** Rejects while this node cannot do its jobs although it beats: another store that they need is out of its reach. */
  readonly fit?: () => Promise<void>;
}

/** Beats in a row without being fit before a node leaves its jobs to others: a short break is waited out. */
const UNFIT_BEATS = 3;

/** This node among those that share its stores: beats, sees the others, and does the jobs whose leases it gains. */
export class Cluster {
  readonly nodes: ClusterMembership;
  private readonly leases: LeaseStore;
  private readonly clock: Clock;
  private readonly log: ProcessingLog;
  private readonly times: { readonly node: NodeTimes; readonly lease: LeaseTimes };
  private readonly failureDetector: FailureDetector;
  private keepers: readonly LeaseKeeper[] = [];
  private readonly closing = new AbortController();
  private beating: Promise<void> = Promise.resolve();
  private away = false;
  private readonly fit: () => Promise<void>;
  private unfit = 0;
  private asking = false;

  constructor(options: ClusterOptions) {
    this.clock = options.clock ?? systemClock;
    this.log = options.log ?? silent;
    this.times = { node: options.nodeTimes ?? NODE_TIMES, lease: options.leaseTimes ?? LEASE_TIMES };
    const answerMs = options.answerMs ?? 2 * this.times.node.beatMs;
    this.leases = withTimeLimit(options.leases, answerMs);
    this.fit = () => within(answerMs, options.fit?.() ?? Promise.resolve());
    this.nodes = new ClusterMembership(options.self, this.leases, this.times.node);
    this.failureDetector = new FailureDetector(2.5 * this.times.node.beatMs);
  }

  /** Resolves after the first look at the others. An api node has no jobs. */
  async start(jobs: readonly SingletonJob[]): Promise<void> {
    const { clock, log, nodes, leases } = this;
    this.keepers = jobs.map((job) => new LeaseKeeper(job, { nodes, leases, clock, log, times: this.times.lease }));
    await this.look(true);
    this.beating = this.keep();
  }

  /** Names of the jobs that this node does. */
  get jobs(): readonly string[] {
    return this.keepers.filter(({ held }) => held).map(({ name }) => name.slice(LEASE_PREFIX.length));
  }

  private async keep(): Promise<void> {
    const { signal } = this.closing;
    let beatAtMs = this.clock.monotonicMs() + this.times.node.beatMs;
    while (!signal.aborted) {
      await sleep(this.times.node.lookMs, signal);
      if (signal.aborted) return;
      const nowMs = this.clock.monotonicMs();
      const due = nowMs >= beatAtMs;
      if (due) beatAtMs = nowMs + this.times.node.beatMs;
      // Beside the beat: a store that answers slowly must not slow it down.
      if (due) void this.askFitness();
      await this.look(due);
    }
  }

  private async askFitness(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const before = this.unfit;
    this.unfit = await this.fit().then(
      () => 0,
      () => before + 1,
    );
    if (this.unfit === UNFIT_BEATS)
      this.log.warn({}, 'this node sees its peers and cannot do its jobs: it leaves them to others');
    if (before >= UNFIT_BEATS && this.unfit === 0) this.log.info({}, 'this node can do its jobs again');
    this.nodes.rest(this.unfit >= UNFIT_BEATS);
    this.asking = false;
  }

  /** A store that is away is told of once; the leases' own deadlines do the rest. */
  private async look(due: boolean): Promise<void> {
    try {
      if (due) await this.nodes.beat();
      const [leases] = await Promise.all([
        this.leases.list(LEASE_PREFIX),
        this.nodes.look(() => this.clock.monotonicMs()),
      ]);
      this.failureDetector.look(new Map(leases.map(({ name, version }) => [name, version])), this.clock.monotonicMs());
      const byName = new Map(leases.map((register) => [register.name, register]));
      const step = (keeper: LeaseKeeper) =>
        keeper.step(byName.get(keeper.name), this.failureDetector.of(keeper.name), due);
      await Promise.all(this.keepers.map(step));
      if (this.away) this.log.info({}, 'this node sees the others again');
      this.away = false;
    } catch (error) {
      if (!this.away)
        this.log.warn({ error: messageOf(error) }, 'this node cannot see the others: it gives up its jobs in time');
      this.away = true;
    }
  }

  /** Others see that this node takes nothing more; its jobs end and are free for them. It goes on beating. */
  async leave(): Promise<void> {
    this.nodes.leave();
    await this.nodes.beat().catch(() => undefined);
    await Promise.all(this.keepers.map((keeper) => keeper.handOver().catch(() => undefined)));
  }

  /** After `leave`, when nothing of this node runs any more. */
  async stop(): Promise<void> {
    this.closing.abort();
    await this.beating;
    await this.nodes.remove().catch(() => undefined);
  }
}
