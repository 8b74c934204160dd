import type { LeaseRecord } from '#libs/read-models';

/** A record that was removed is remembered for so long, ms. */
const FORGET_MS = 3_600_000;

/**
 * For how long records have not changed, by one's own monotonic clock. Only time in which the store answered counts: a
 * gap between two observations (the store was away, this process was frozen) counts as one step at most, since nobody
 * could have renewed anything meanwhile. So a store, or a node, that returns never finds everybody dead.
 */
export class FailureDetector {
  private readonly seen = new Map<string, { version: number; unchangedMs: number }>();
  private observedAtMs: number | undefined;
  private watchedMs = 0;

  /** @param maxStepMs what a gap between two observations may count for. */
  constructor(private readonly maxStepMs: number) {}

  /** All records as the store has just answered them. */
  observe(records: readonly Pick<LeaseRecord, 'name' | 'version'>[], nowMs: number): void {
    const stepMs = this.observedAtMs === undefined ? 0 : Math.min(nowMs - this.observedAtMs, this.maxStepMs);
    this.observedAtMs = nowMs;
    this.watchedMs += stepMs;
    const versions = new Map(records.map(({ name, version }) => [name, version]));
    for (const [name, record] of this.seen) {
      record.unchangedMs += stepMs;
      if (!versions.has(name) && record.unchangedMs > FORGET_MS) this.seen.delete(name);
    }
    for (const [name, version] of versions) {
      if (this.seen.get(name)?.version !== version) this.seen.set(name, { version, unchangedMs: 0 });
    }
  }

  /** Of a record that was never seen: since the first observation. */
  unchangedMs(name: string): number {
    return this.seen.get(name)?.unchangedMs ?? this.watchedMs;
  }
}
