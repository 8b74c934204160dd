/**
 * How long leases have not changed, by one's own monotonic clock. Only time in which the store answered counts: a
 * gap between two looks (the store was away, this process was frozen) counts as one step, since nobody could have beaten
 * or been seen meanwhile. So a returning store, or a returning node, never finds everybody dead.
 */
export class FailureDetector {
  private readonly seen = new Map<string, { version: number; stillMs: number; listed: boolean }>();
  private lookedAtMs: number | undefined;
  private watched = 0;

  /** @param stepMostMs what a gap between two looks may count for at most, ms. */
  constructor(private readonly stepMostMs: number) {}

  /** One look at all leases, after the store has answered. */
  look(versions: ReadonlyMap<string, number>, nowMs: number): void {
    const stepMs = this.lookedAtMs === undefined ? 0 : Math.min(nowMs - this.lookedAtMs, this.stepMostMs);
    this.lookedAtMs = nowMs;
    this.watched += stepMs;
    for (const [name, register] of this.seen) {
      register.stillMs += stepMs;
      register.listed = versions.has(name);
      if (!register.listed && register.stillMs > FORGET_MS) this.seen.delete(name);
    }
    for (const [name, version] of versions) {
      const known = this.seen.get(name);
      if (known?.version !== version) this.seen.set(name, { version, stillMs: 0, listed: true });
    }
  }

  /** ms without a change; of a register that was never seen: since the watch began. */
  of(name: string): number {
    return this.seen.get(name)?.stillMs ?? this.watched;
  }

  /** ms since the watch began. */
  get watchedMs(): number {
    return this.watched;
  }
}

/** A register that was removed is remembered for so long, ms. */
const FORGET_MS = 3_600_000;
