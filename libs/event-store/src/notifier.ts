/** Lets waiters sleep until something changed. Every waiter leaves when it is woken, aborted or the source closes. */
export class Notifier {
  private readonly sleepers = new Set<() => void>();

  get size(): number {
    return this.sleepers.size;
  }

  wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const awake = () => {
        this.sleepers.delete(awake);
        signal?.removeEventListener('abort', awake);
        resolve();
      };
      if (signal?.aborted) return resolve();
      this.sleepers.add(awake);
      signal?.addEventListener('abort', awake);
    });
  }

  wake(): void {
    for (const awake of [...this.sleepers]) awake();
  }
}
