import type { LeaseRecord, LeaseStore } from '#libs/read-models';
import { FailureDetector } from './failure-detector.js';
import {
  compareVersions,
  NODE_PREFIX,
  type NodeIdentity,
  type NodeRecord,
  nodeRecord,
  nodeValue,
} from './node-record.js';
import { preferredOf } from './rendezvous.js';

export interface NodeTimes {
  /** How often a node beats, ms. */
  readonly beatMs: number;
  /** How often it looks at the others: what one hands over, another takes within this time, ms. */
  readonly lookMs: number;
  /** Without a beat for so long, a node is given no more work, ms. */
  readonly aliveMs: number;
  /** Without a beat for so long, a node's turns are orphans, ms (design section 6). */
  readonly goneMs: number;
}

export const NODE_TIMES: NodeTimes = { beatMs: 1_000, lookMs: 250, aliveMs: 5_000, goneMs: 15_000 };

/** A node that has not beaten for so long leaves no register behind, ms. */
const SWEEP_MS = 600_000;

/**
 * The nodes that share a store, as this one sees them (design section 9): each swaps its register `node:<id>` every
 * second; whether another lives is told by its version moving within one's own time, so that no two clocks must agree.
 */
export class ClusterMembership {
  private readonly failureDetector: FailureDetector;
  private records: readonly NodeRecord[] = [];
  private version = 0;
  private beats = 0;
  private leaving = false;
  private retries = false;

  constructor(
    readonly self: NodeIdentity,
    private readonly leases: LeaseStore,
    private readonly times: NodeTimes = NODE_TIMES,
  ) {
    this.failureDetector = new FailureDetector(2.5 * times.beatMs);
  }

  /** One heartbeat. After a beat of unknown outcome the register may stand further than we know: found out by reading. */
  async beat(): Promise<void> {
    const name = NODE_PREFIX + this.self.id;
    this.beats += 1;
    const value = nodeValue({ ...this.self, leaving: this.isLeaving }, this.beats);
    const stands =
      (await this.leases.compareAndSet(name, this.version, value)) ??
      (await this.leases.compareAndSet(name, (await this.leases.read(name))?.version ?? 0, value));
    if (stands) this.version = stands.version;
  }

  /** One look at the others; `nowMs` on the monotonic clock. */
  async look(now: () => number): Promise<void> {
    const listed = await this.leases.list(NODE_PREFIX);
    this.failureDetector.look(new Map(listed.map(({ name, version }) => [name, version])), now());
    this.records = listed.flatMap((register) => nodeRecord(register) ?? []);
    await Promise.all(listed.map((register) => this.sweep(register)));
  }

  private async sweep({ name, version }: LeaseRecord): Promise<void> {
    if (this.failureDetector.of(name) > SWEEP_MS) await this.leases.remove(name, version);
  }

  /** ClusterMembership that beat, this one too. */
  get alive(): readonly NodeRecord[] {
    return this.records.filter(
      ({ id }) => id === this.self.id || this.failureDetector.of(NODE_PREFIX + id) < this.times.aliveMs,
    );
  }

  /** ClusterMembership that take work: live, with a worker's part, and not on their way out. */
  get workers(): readonly NodeRecord[] {
    return this.alive.filter(({ role, leaving }) => role !== 'api' && !leaving);
  }

  /** Who should do this, of the newest workers; undefined while there is none. */
  preferred(key: string): string | undefined {
    const newest = this.newestVersion;
    const candidates = this.workers.filter(({ version }) => version === newest);
    return preferredOf(
      key,
      candidates.map(({ id }) => id),
    );
  }

  /** The newest version that a live worker has; this node's own where there is none. */
  get newestVersion(): string {
    return this.workers.reduce(
      (newest, { version }) => (compareVersions(version, newest) > 0 ? version : newest),
      this.self.version,
    );
  }

  /** Whether a node's work is nobody's any more. Of one that was never seen: once it would have been. */
  isGone(nodeId: string): boolean {
    return nodeId !== this.self.id && this.failureDetector.of(NODE_PREFIX + nodeId) >= this.times.goneMs;
  }

  /** From the next beat on this node takes nothing more; others see it. */
  leave(): void {
    this.leaving = true;
  }

  /** The same for as long as this node cannot do its work. */
  rest(retries: boolean): void {
    this.retries = retries;
  }

  get isLeaving(): boolean {
    return this.leaving || this.retries;
  }

  /** The last goodbye: others need not wait until it is counted out. */
  async remove(): Promise<void> {
    await this.leases.remove(NODE_PREFIX + this.self.id, this.version);
  }
}
