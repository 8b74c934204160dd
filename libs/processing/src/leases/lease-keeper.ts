import type { Clock } from '#libs/kernel';
import type { Register, Registers } from '#libs/read-models';
import type { ProcessingLog } from '../log.js';
import type { Nodes } from '../nodes/nodes.js';
import type { Duty } from './duty.js';
import { decideLease, freed, type LeaseTimes, type LeaseValue, leaseJson, leaseValue } from './lease.js';
import { Tenure } from './tenure.js';

export const LEASE_PREFIX = 'lease:';
const GIVE_BACK_TRIES = 3;

export interface LeasePorts {
  readonly nodes: Nodes;
  readonly registers: Registers;
  readonly clock: Clock;
  readonly log: ProcessingLog;
  readonly times: LeaseTimes;
}

/** One duty's lease on one node: carries out what `decideLease` says, and stops in time when it cannot beat. */
export class LeaseKeeper {
  readonly name: string;
  private tenure: Tenure | undefined;
  /** When the stretch before has wholly ended. */
  private before: Promise<unknown> = Promise.resolve();
  private deadline: NodeJS.Timeout | undefined;
  private handing: Promise<void> | undefined;
  private other: { readonly id: string; readonly sinceMs: number } | undefined;

  constructor(
    private readonly duty: Duty,
    private readonly ports: LeasePorts,
  ) {
    this.name = LEASE_PREFIX + duty.name;
  }

  get held(): boolean {
    return this.tenure !== undefined;
  }

  /** One look: the register as it was just read, for how long it has not changed, and whether a beat is due. */
  async step(register: Register | undefined, stillMs: number, due: boolean): Promise<void> {
    if (this.handing) return;
    const { nodes, times } = this.ports;
    const value = register && leaseValue(register.value);
    const mine = value?.owner === nodes.self.id;
    if (this.tenure && !(mine && value.fence === this.tenure.fence)) this.lose('another node has taken it');
    const preferred = nodes.preferred(this.duty.name);
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
    if (move.do === 'take' || (move.do === 'renew' && (due || !this.tenure)))
      await this.claim(move.version, move.value);
  }

  private othersMs(preferred: string | undefined): number {
    const nowMs = this.ports.clock.monotonicMs();
    if (preferred === undefined || preferred === this.ports.nodes.self.id) this.other = undefined;
    else if (this.other?.id !== preferred) this.other = { id: preferred, sinceMs: nowMs };
    return this.other ? nowMs - this.other.sinceMs : 0;
  }

  private async claim(version: number, value: LeaseValue): Promise<void> {
    const { clock, registers, log } = this.ports;
    const sentMs = clock.monotonicMs();
    const stands = await registers.swap(this.name, version, leaseJson(value));
    // Somebody was faster, or an earlier swap of ours landed late: the next look tells. Or we are leaving meanwhile.
    if (!stands || this.handing || this.ports.nodes.isLeaving) return;
    this.renewed(sentMs);
    if (this.tenure) return;
    log.info({ duty: this.duty.name, fence: value.fence }, 'this node does this duty now');
    this.tenure = new Tenure(this.duty, value.fence, this.before, log);
    this.before = this.tenure.ended;
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
    if (!this.tenure) return;
    this.ports.log.warn({ duty: this.duty.name, fence: this.tenure.fence, why }, 'this node lost a duty');
    void this.tenure.stop(this.ports.times.marginMs / 2);
    this.tenure = undefined;
  }

  /** Its work ends first, then the lease is free: at no moment do two nodes do it. */
  handOver(): Promise<void> {
    this.handing ??= this.giveBack().finally(() => {
      this.handing = undefined;
    });
    return this.handing;
  }

  private async giveBack(): Promise<void> {
    const { nodes, registers, log, times } = this.ports;
    const worked = this.tenure !== undefined;
    await this.tenure?.stop(times.ttlMs - 2 * times.marginMs);
    this.tenure = undefined;
    clearTimeout(this.deadline);
    for (let tries = 0; tries < GIVE_BACK_TRIES; tries++) {
      const register = await registers.read(this.name);
      const value = register && leaseValue(register.value);
      if (value?.owner !== nodes.self.id) return;
      // A beat of ours may have been on its way: then it stands one further than we read.
      if (!(await registers.swap(this.name, register?.version ?? 0, leaseJson(freed(value))))) continue;
      if (worked) log.info({ duty: this.duty.name, fence: value.fence }, 'this node has handed a duty over');
      return;
    }
  }
}
