import { START } from './projection-instance.js';

interface Waiter {
  readonly position: bigint;
  readonly settle: (reached: boolean) => void;
}

/** Who waits until a position is reached, ascending: a move costs one comparison while it reaches nobody. */
export class PositionWaiters {
  private readonly waiters: Waiter[] = [];

  get size(): number {
    return this.waiters.length;
  }

  /** False after the time. */
  wait(position: bigint, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        resolve(false);
      }, timeoutMs);
      const settle = (reached: boolean) => {
        clearTimeout(timer);
        resolve(reached);
      };
      const waiter: Waiter = { position, settle };
      // From the end: what is waited for mostly grows.
      const before = this.waiters.findLastIndex((other) => other.position <= position);
      this.waiters.splice(before + 1, 0, waiter);
    });
  }

  /** Resolves everyone who waits for this position or an earlier one. */
  reached(position: bigint): void {
    const left = this.waiters.findIndex((waiter) => waiter.position > position);
    for (const { settle } of this.waiters.splice(0, left === -1 ? this.waiters.length : left)) settle(true);
  }

  /** Resolves everyone with false: nothing moves any more. */
  end(): void {
    for (const { settle } of this.waiters.splice(0)) settle(false);
  }
}

/** Further than any event. */
const MAX_POSITION = (1n << 63n) - 1n;

/** Waiting until several named things all stand at a position (design rule 7); one list of waiters a set of names. */
export class PositionBoard {
  private readonly sets = new Map<string, { readonly names: readonly string[]; readonly waiters: PositionWaiters }>();
  private over = false;

  /** `positionOf`: undefined for what does not move now, a read model whose old version serves during a rebuild. */
  constructor(private readonly positionOf: (name: string) => bigint | undefined) {}

  /**
   * False after the time, after the end, or as soon as all that move have reached it where some do not move; unless
   * those that move are all that is asked for.
   */
  async waitFor(position: bigint, names: readonly string[], timeoutMs: number, movingOnly = false): Promise<boolean> {
    const isReached = () => movingOnly || this.lowestOf(names).all;
    if (this.lowestOf(names).position >= position) return isReached();
    if (this.over) return false;
    const key = names.join('\n');
    const set = this.sets.get(key) ?? { names, waiters: new PositionWaiters() };
    this.sets.set(key, set);
    return (await set.waiters.wait(position, timeoutMs)) && isReached();
  }

  /** To be called whenever a position has changed. */
  moved(): void {
    for (const { names, waiters } of this.sets.values()) {
      if (waiters.size > 0) waiters.reached(this.lowestOf(names).position);
    }
  }

  get isWaitedFor(): boolean {
    return [...this.sets.values()].some(({ waiters }) => waiters.size > 0);
  }

  end(): void {
    this.over = true;
    for (const { waiters } of this.sets.values()) waiters.end();
  }

  /** The lowest position of those that move, and whether that is all of them. */
  private lowestOf(names: readonly string[]): { readonly position: bigint; readonly all: boolean } {
    let position: bigint | undefined;
    let all = true;
    for (const name of names) {
      const own = this.positionOf(name);
      if (own === undefined) all = false;
      else if (position === undefined || own < position) position = own;
    }
    return { position: position ?? (names.length === 0 ? START : MAX_POSITION), all };
  }
}
