/** A bounded number of places; whoever finds none waits in line. */
export class Semaphore {
  private readonly line: (() => void)[] = [];

  constructor(private free: number) {}

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.line.push(resolve));
    try {
      return await work();
    } finally {
      // Handed over, not freed, so that nobody overtakes the line.
      const next = this.line.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

/** Work of one key in order, of different keys at the same time. */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<void>>();

  /** `work` must not reject. */
  add(key: string, work: () => Promise<void>): Promise<void> {
    const tail = (this.tails.get(key) ?? Promise.resolve()).then(work);
    this.tails.set(key, tail);
    return tail.finally(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
  }
}
