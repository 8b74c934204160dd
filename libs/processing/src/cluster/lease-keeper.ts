import { type Backoff, type Clock, retry } from '#libs/kernel';
import type { LeaseRecord, LeaseStore } from '#libs/read-models';
import { logged, messageOf, type ProcessingLog } from '../log.js';
import type { ClusterMembership } from './cluster-membership.js';
import { decideLease, freed, LEASE_PREFIX, type LeaseTimes, type LeaseValue, leaseJson, leaseValue } from './lease.js';
import type { SingletonJob } from './singleton-job.js';

const BACKOFF: Backoff = { initialMs: 100, maxMs: 2_000 };
const MAX_RELEASE_TRIES = 3;

export interface LeasePorts {
  readonly nodes: ClusterMembership;
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly log: ProcessingLog;
  readonly times: LeaseTimes;
}

/** One job's lease on one node: carries out what `decideLease` says, and stops in time when it cannot be renewed. */
export class LeaseKeeper {
  readonly name: string;
  private term: LeaseTerm | undefined;
  /** Resolves when the term before has wholly ended. */
  private before: Promise<unknown> = Promise.resolve();
  private expiry: NodeJS.Timeout | undefined;
  private handingOver: Promise<void> | undefined;
  private other: { readonly id: string; readonly sinceMs: number } | undefined;

  constructor(
    private readonly job: SingletonJob,
    private readonly ports: LeasePorts,
  ) {
    this.name = LEASE_PREFIX + job.name;
  }

  get held(): boolean {
    return this.term !== undefined;
  }

  /** `record` as it was just read, unchanged for so long; `due`: whether the lease is to be renewed now. */
  async step(record: LeaseRecord | undefined, unchangedMs: number, due: boolean): Promise<void> {
    if (this.handingOver) return;
    const { nodes, times } = this.ports;
    const value = record && leaseValue(record.value);
    const mine = value?.owner === nodes.self.id;
    if (this.term && !(mine && value.fence === this.term.fence)) this.lose('another node has taken it');
    const preferred = nodes.preferred(this.job.name);
    const move = decideLease({
      me: nodes.self.id,
      record,
      unchangedMs,
      may: !nodes.isLeaving && nodes.self.role !== 'api' && nodes.newestVersion === nodes.self.version,
      leaving: nodes.isLeaving,
      preferred: preferred === nodes.self.id,
      otherPreferredMs: this.otherPreferredMs(preferred),
      times,
    });
    // Not awaited: a job that takes its time to end must not keep this node from renewing the others.
    if (move.do === 'hand over') void this.handOver();
    // A lease that is ours and that we do not work under was lost, or its answer came late: no need to wait.
    if (move.do === 'take' || (move.do === 'renew' && (due || !this.term))) await this.claim(move.version, move.value);
  }

  private otherPreferredMs(preferred: string | undefined): number {
    const nowMs = this.ports.clock.monotonicMs();
    if (preferred === undefined || preferred === this.ports.nodes.self.id) this.other = undefined;
    else if (this.other?.id !== preferred) this.other = { id: preferred, sinceMs: nowMs };
    return this.other ? nowMs - this.other.sinceMs : 0;
  }

  private async claim(version: number, value: LeaseValue): Promise<void> {
    const { clock, leases, log, nodes } = this.ports;
    const sentMs = clock.monotonicMs();
    const written = await leases.compareAndSet(this.name, version, leaseJson(value));
    // Somebody was faster, or an earlier write of ours landed late: the next step tells. Or we began to leave meanwhile.
    if (!written || this.handingOver || nodes.isLeaving) return;
    this.expireAfter(sentMs);
    if (this.term) return;
    // Where no other node can be, it says nothing that an operator would not expect.
    if (!leases.exclusive) log.info({ job: this.job.name, fence: value.fence }, 'this node does this job now');
    this.term = new LeaseTerm(this.job, value.fence, this.before, log);
    this.before = this.term.ended;
  }

  /**
   * Counted from before the renewal was sent, so that we stop before anybody who saw it may take over. On an exclusive
   * store nobody can, so a slow disk costs no lease there.
   */
  private expireAfter(sentMs: number): void {
    const { clock, leases, times } = this.ports;
    clearTimeout(this.expiry);
    if (leases.exclusive) return;
    const leftMs = times.ttlMs - times.marginMs - (clock.monotonicMs() - sentMs);
    this.expiry = setTimeout(() => this.lose('it could not be renewed in time'), Math.max(0, leftMs));
  }

  private lose(why: string): void {
    clearTimeout(this.expiry);
    if (!this.term) return;
    this.ports.log.warn({ job: this.job.name, fence: this.term.fence, why }, 'this node lost a job');
    void this.term.stop(this.ports.times.marginMs / 2);
    this.term = undefined;
  }

  /** Its work ends first, then the lease is free: at no moment do two nodes do it. Never rejects. */
  handOver(): Promise<void> {
    this.handingOver ??= this.release()
      .catch(logged(this.ports.log, { job: this.job.name }, 'a lease could not be given back: it runs out by itself'))
      .finally(() => {
        this.handingOver = undefined;
      });
    return this.handingOver;
  }

  private async release(): Promise<void> {
    const { nodes, leases, log, times } = this.ports;
    const worked = this.term !== undefined;
    await this.term?.stop(times.ttlMs - 2 * times.marginMs);
    this.term = undefined;
    clearTimeout(this.expiry);
    for (let tries = 0; tries < MAX_RELEASE_TRIES; tries++) {
      const record = await leases.read(this.name);
      const value = record && leaseValue(record.value);
      if (value?.owner !== nodes.self.id) return;
      // A renewal of ours may have been on its way: then the record is a version further than we read.
      if (!(await leases.compareAndSet(this.name, record?.version ?? 0, leaseJson(freed(value))))) continue;
      if (worked && !leases.exclusive)
        log.info({ job: this.job.name, fence: value.fence }, 'this node has handed a job over');
      return;
    }
  }
}

/** One stretch of holding a lease: begins its job, trying for as long as the lease is held, and stops it once. */
class LeaseTerm {
  private readonly over = new AbortController();
  private graceMs = 0;
  /** Resolves when nothing of it runs any more. */
  readonly ended: Promise<void>;

  /** @param after this node's own term before, which may still be stopping: two would do the same work. */
  constructor(
    private readonly job: SingletonJob,
    readonly fence: number,
    after: Promise<unknown>,
    private readonly log: ProcessingLog,
  ) {
    this.ended = after.then(() => this.work());
  }

  stop(graceMs: number): Promise<void> {
    this.graceMs = graceMs;
    this.over.abort();
    return this.ended;
  }

  private work(): Promise<void> {
    const { signal } = this.over;
    const failed = (error: unknown) =>
      this.log.warn({ job: this.job.name, error: messageOf(error) }, 'a job did not begin or end as it should');
    const hold = async () => {
      if (signal.aborted) return;
      const running = await this.job.begin(this.fence);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await running.stop(this.graceMs);
    };
    const retryable = (error: unknown) => {
      failed(error);
      return true;
    };
    // Rejects with the last error, logged already, once the term is over.
    return retry(hold, { backoff: BACKOFF, retryable, signal }).catch(() => undefined);
  }
}
