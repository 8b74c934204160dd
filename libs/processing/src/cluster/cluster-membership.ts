import { hash } from 'node:crypto';
import type { JsonObject } from '#libs/kernel';
import type { LeaseRecord, LeaseStore } from '#libs/read-models';
import { FailureDetector } from './failure-detector.js';

export type NodeRole = 'all' | 'api' | 'worker';

/** Who a node says it is, in its record `node:<id>`. */
export interface NodeIdentity {
  /** Made anew at each start. */
  readonly id: string;
  readonly role: NodeRole;
  /** Version of its code, `1.12.0`. */
  readonly version: string;
}

export interface NodeRecord extends NodeIdentity {
  /** It drains: it takes nothing more. */
  readonly leaving: boolean;
}

export interface NodeTimes {
  /** How often a node renews its record and its leases, ms. */
  readonly heartbeatMs: number;
  /** How often it reads the others' records: what one hands over, another takes within this time, ms. */
  readonly pollMs: number;
  /** Without a heartbeat for so long, a node is given no more work, ms. */
  readonly aliveMs: number;
  /** Without a heartbeat for so long, a node's turns are orphans, ms (design section 6). */
  readonly goneMs: number;
}

export const NODE_TIMES: NodeTimes = { heartbeatMs: 500, pollMs: 250, aliveMs: 3_000, goneMs: 15_000 };
export const NODE_PREFIX = 'node:';

/** The record of a node without a heartbeat for so long is removed, ms. */
const SWEEP_MS = 600_000;

/**
 * The nodes that share a store, as this one sees them (design section 9). Each renews its record twice a second; whether
 * another one lives is told by its record's version changing, measured on one's own clock, so that no two clocks must agree.
 */
export class ClusterMembership {
  private readonly detector: FailureDetector;
  private records: readonly NodeRecord[] = [];
  /** Ids of the newest workers, as the last refresh has shown them: each queued turn asks for one. */
  private newest: readonly string[] = [];
  private version = 0;
  private heartbeats = 0;
  private leaving = false;
  private unfit = false;

  constructor(
    readonly self: NodeIdentity,
    private readonly leases: LeaseStore,
    private readonly times: NodeTimes = NODE_TIMES,
  ) {
    this.detector = new FailureDetector(2.5 * times.heartbeatMs);
  }

  /** After one whose outcome is unknown, the record may be a version further than we know: then it is read first. */
  async heartbeat(): Promise<void> {
    const name = NODE_PREFIX + this.self.id;
    this.heartbeats += 1;
    const { role, version } = this.self;
    const value = { role, version, leaving: this.isLeaving, heartbeats: this.heartbeats };
    const written =
      (await this.leases.compareAndSet(name, this.version, value)) ??
      (await this.leases.compareAndSet(name, (await this.leases.read(name))?.version ?? 0, value));
    if (written) this.version = written.version;
  }

  /** @param records of all nodes, among others, as the store has just answered; `nowMs` on the monotonic clock. */
  async refresh(records: readonly LeaseRecord[], nowMs: number): Promise<void> {
    const listed = records.filter(({ name }) => name.startsWith(NODE_PREFIX));
    this.detector.observe(listed, nowMs);
    this.records = listed.flatMap((record) => nodeRecord(record) ?? []);
    const { workers, newestVersion } = this;
    this.newest = workers.filter(({ version }) => version === newestVersion).map(({ id }) => id);
    const dead = listed.filter(({ name }) => this.detector.unchangedMs(name) > SWEEP_MS);
    await Promise.all(dead.map(({ name, version }) => this.leases.remove(name, version)));
  }

  /** Nodes with a recent heartbeat, this one too. */
  get alive(): readonly NodeRecord[] {
    return this.records.filter(
      ({ id }) => id === this.self.id || this.detector.unchangedMs(NODE_PREFIX + id) < this.times.aliveMs,
    );
  }

  /** Nodes that take work: alive, with a worker's part, and not on their way out. */
  get workers(): readonly NodeRecord[] {
    return this.alive.filter(({ role, leaving }) => role !== 'api' && !leaving);
  }

  /** Id of the node that should do this, of the newest workers; undefined while there is none. */
  preferred(key: string): string | undefined {
    return preferredOf(key, this.newest);
  }

  /** The newest version among live workers; this node's own where there is none. */
  get newestVersion(): string {
    return this.workers.reduce(
      (newest, { version }) => (compareVersions(version, newest) > 0 ? version : newest),
      this.self.version,
    );
  }

  /**
   * Whether a node's work is nobody's any more. One that was never seen is gone once it would have been seen; on an
   * exclusive store no other node can live, so every other one is gone.
   */
  isGone(nodeId: string): boolean {
    if (nodeId === this.self.id) return false;
    return this.leases.exclusive || this.detector.unchangedMs(NODE_PREFIX + nodeId) >= this.times.goneMs;
  }

  /** This node takes nothing more; others see it with its next heartbeat. */
  leave(): void {
    this.leaving = true;
  }

  /** The same for as long as this node cannot do its work. */
  setUnfit(unfit: boolean): void {
    this.unfit = unfit;
  }

  get isLeaving(): boolean {
    return this.leaving || this.unfit;
  }

  /** So that others see at once that this node is no more. */
  async remove(): Promise<void> {
    await this.leases.remove(NODE_PREFIX + this.self.id, this.version);
  }
}

/** Undefined for a record that this version cannot read: it counts as no node. */
function nodeRecord({ name, value }: LeaseRecord): NodeRecord | undefined {
  const { role, version, leaving }: JsonObject = value;
  if (role !== 'all' && role !== 'api' && role !== 'worker') return undefined;
  if (typeof version !== 'string') return undefined;
  return { id: name.slice(NODE_PREFIX.length), role, version, leaving: leaving === true };
}

/** Above zero when `one` is newer. Parts that are no numbers count as 0. */
export function compareVersions(one: string, other: string): number {
  const parts = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [mine, others] = [parts(one), parts(other)];
  for (let at = 0; at < Math.max(mine.length, others.length); at++) {
    const difference = (mine[at] ?? 0) - (others[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Rendezvous hashing: every node comes to the same answer by itself, and a node that comes or goes changes only what it
 * gains or had. Undefined when there is nobody.
 */
export function preferredOf(key: string, nodeIds: readonly string[]): string | undefined {
  if (nodeIds.length === 1) return nodeIds[0];
  let best: { readonly id: string; readonly weight: string } | undefined;
  for (const id of nodeIds) {
    const weight = hash('sha256', `${key}\0${id}`, 'hex');
    if (!best || weight > best.weight) best = { id, weight };
  }
  return best?.id;
}
