import { deferred } from '../deferred.js';

/** One at a time, in the order of asking. */
export class Lock {
  private tail: Promise<void> = Promise.resolve();

  /** Resolves with the release when it is this one's turn. */
  async acquire(): Promise<() => void> {
    const before = this.tail;
    const { promise, resolve } = deferred<void>();
    this.tail = promise;
    await before;
    return resolve;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
