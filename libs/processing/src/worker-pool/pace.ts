/** What the thread that answers requests and those of the stores need of a machine's processors beside a pool's threads. */
const KEPT_PROCESSORS = 1.75;
/** An owner without end of work gets at least so much of a processor. */
const MIN_SHARE = 0.25;
/** What an owner may be ahead of its share, so that a few tasks at once wait for nothing, ms. */
const MAX_AHEAD_MS = 250;
/** The longest that one task makes its owner wait, ms. */
const MAX_WAIT_MS = 1_000;
/** Owners whose tasks began within so long of each other share the machine, ms. */
const SHARED_MS = 1_000;

/**
 * How fast an owner may begin one task after another. Owners that are served in turn still slow each other where one of them
 * keeps a processor busy without a pause: the threads that answer the others wait for it. So whoever has work without end
 * gets what the rest of the service does not need, and all of it while nobody else has any (a generic cell rate algorithm,
 * ITU-T I.371, over time on threads).
 */
export class Pace {
  /** Processors that one owner may keep busy while there are others. */
  private readonly share: number;
  /** When an owner will have had its share for what it computed; of those that are ahead of it. */
  private readonly due = new Map<string, number>();
  private latest: string | undefined;
  private changedAt = Number.NEGATIVE_INFINITY;

  /** @param threads of the pool: as many as the machine has processors. */
  constructor(threads: number) {
    this.share = Math.max(MIN_SHARE, threads - KEPT_PROCESSORS);
  }

  /** A task of the owner begins. @param now ms of a monotonic clock. */
  began(owner: string, now: number): void {
    if (owner === this.latest) return;
    // The first owner of all shares with nobody.
    if (this.latest !== undefined) this.changedAt = now;
    this.latest = owner;
  }

  /** A task of the owner ended. @param ms how long it ran. */
  ended(owner: string, ms: number, now: number): void {
    for (const [other, at] of this.due) if (at <= now) this.due.delete(other);
    if (!this.isShared(now)) return;
    const due = Math.max(this.due.get(owner) ?? 0, now - ms) + ms / this.share;
    this.due.set(owner, Math.min(due, now + MAX_AHEAD_MS + MAX_WAIT_MS));
  }

  /** How long until the owner may begin its next task, ms; 0 where it may now. */
  waitMs(owner: string, now: number): number {
    if (!this.isShared(now)) return 0;
    return Math.max(0, (this.due.get(owner) ?? 0) - MAX_AHEAD_MS - now);
  }

  private isShared(now: number): boolean {
    return now - this.changedAt < SHARED_MS;
  }
}
