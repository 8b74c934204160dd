import type { Clock } from '#libs/kernel';
import type { LeaseRecord, LeaseStore } from '#libs/read-models';
import type { ProcessingLog } from '../log.js';
import type { ClusterMembership } from './cluster-membership.js';
import { decideLease, freed, type LeaseTimes, type LeaseValue, leaseJson, leaseValue } from './lease.js';
import { LeaseTerm } from './lease-term.js';
import type { SingletonJob } from './singleton-job.js';

export const LEASE_PREFIX = 'lease:';
const GIVE_BACK_TRIES = 3;

export interface LeasePorts {
  readonly nodes: ClusterMembership;
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly log: ProcessingLog;
  readonly times: LeaseTimes;
}

/** One job's lease on one node: carries out what `decideLease` says, and stops in time when it cannot beat. */
export class LeaseKeeper {
  readonly name: string;
  private term: LeaseTerm | undefined;
  /** When the stretch before has wholly ended. */
  private before: Promise<unknown> = Promise.resolve();
  private deadline: NodeJS.Timeout | undefined;
  private handing: Promise<void> | undefined;
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

  /** One look: the register as it was just read, for how long it has not changed, and whether a beat is due. */
  async step(register: LeaseRecord | undefined, stillMs: number, due: boolean): Promise<void> {
    if (this.handing) return;
    const { nodes, times } = this.ports;
    const value = register && leaseValue(register.value);
    const mine = value?.owner === nodes.self.id;
    if (this.term && !(mine && value.fence === this.term.fence)) this.lose('another node has taken it');
    const preferred = nodes.preferred(this.job.name);
    const move = decideLease({
      me: nodes.self.id,
      register,
      stillMs,
      may: !nodes.isLeaving && nodes.self.role !== 'api' && nodes.newestVersion === nodes.self.version,
      leaving: nodes.isLeaving,
      preferred: preferred === nodes.self.id,
      othersMs: this.othersMs(preferred),
      times,
    });
    // Not awaited: what takes its time to end must not keep this node from beating for all else.
    if (move.do === 'hand over') void this.handOver().catch(() => undefined);
    // A lease that the register calls ours and that we do not work under was dropped, or won late: no need to wait.
    if (move.do === 'take' || (move.do === 'renew' && (due || !this.term))) await this.claim(move.version, move.value);
  }

  private othersMs(preferred: string | undefined): number {
    const nowMs = this.ports.clock.monotonicMs();
    if (preferred === undefined || preferred === this.ports.nodes.self.id) this.other = undefined;
    else if (this.other?.id !== preferred) this.other = { id: preferred, sinceMs: nowMs };
    return this.other ? nowMs - this.other.sinceMs : 0;
  }

  private async claim(version: number, value: LeaseValue): Promise<void> {
    const { clock, leases, log } = this.ports;
    const sentMs = clock.monotonicMs();
    const stands = await leases.compareAndSet(this.name, version, leaseJson(value));
    // Somebody was faster, or an earlier compareAndSet of ours landed late: the next look tells. Or we are leaving meanwhile.
    if (!stands || this.handing || this.ports.nodes.isLeaving) return;
    this.renewed(sentMs);
    if (this.term) return;
    log.info({ job: this.job.name, fence: value.fence }, 'this node does this job now');
    this.term = new LeaseTerm(this.job, value.fence, this.before, log);
    this.before = this.term.ended;
  }

  /** Counted from before the beat was sent, so that we stop before anybody who saw it may take over. */
  private renewed(sentMs: number): void {
    const { clock, times } = this.ports;
    clearTimeout(this.deadline);
    const leftMs = times.ttlMs - times.marginMs - (clock.monotonicMs() - sentMs);
    this.deadline = setTimeout(() => this.lose('it could not be renewed in time'), Math.max(0, leftMs));
  }

  private lose(why: string): void {
    clearTimeout(this.deadline);
    if (!this.term) return;
    this.ports.log.warn({ job: this.job.name, fence: this.term.fence, why }, 'this node lost a job');
    void this.term.stop(this.ports.times.marginMs / 2);
    this.term = undefined;
  }

  /** Its work ends first, then the lease is free: at no moment do two nodes do it. */
  handOver(): Promise<void> {
    this.handing ??= this.giveBack().finally(() => {
      this.handing = undefined;
    });
    return this.handing;
  }

  private async giveBack(): Promise<void> {
    const { nodes, leases, log, times } = this.ports;
    const worked = this.term !== undefined;
    await this.term?.stop(times.ttlMs - 2 * times.marginMs);
    this.term = undefined;
    clearTimeout(this.deadline);
    for (let tries = 0; tries < GIVE_BACK_TRIES; tries++) {
      const register = await leases.read(this.name);
      const value = register && leaseValue(register.value);
      if (value?.owner !== nodes.self.id) return;
      // A beat of ours may have been on its way: then it stands one further than we read.
      if (!(await leases.compareAndSet(this.name, register?.version ?? 0, leaseJson(freed(value))))) continue;
      if (worked) log.info({ job: this.job.name, fence: value.fence }, 'this node has handed a job over');
      return;
    }
  }
}
