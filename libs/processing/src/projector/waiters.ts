interface Waiter {
  readonly position: bigint;
  readonly timer: NodeJS.Timeout;
  readonly settle: (reached: boolean) => void;
  over: boolean;
}

/** Waiters for positions, the lowest on top (binary heap): thousands cost a comparison each time the place moves. */
export class PositionWaiters {
  private heap: Waiter[] = [];
  private over = 0;

  get size(): number {
    return this.heap.length - this.over;
  }

  wait(position: bigint, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (reached: boolean) => {
        waiter.over = true;
        clearTimeout(waiter.timer);
        resolve(reached);
      };
      const timer = setTimeout(() => this.expire(waiter), timeoutMs);
      const waiter: Waiter = { position, timer, settle, over: false };
      this.push(waiter);
    });
  }

  /** Everyone who waits for this position or an earlier one goes on. */
  reached(position: bigint): void {
    for (let top = this.heap[0]; top && top.position <= position; top = this.heap[0]) {
      this.pop();
      if (top.over) this.over -= 1;
      else top.settle(true);
    }
  }

  /** Nothing will come any more. */
  end(): void {
    const { heap } = this;
    this.heap = [];
    this.over = 0;
    for (const waiter of heap) if (!waiter.over) waiter.settle(false);
  }

  private expire(waiter: Waiter): void {
    waiter.settle(false);
    this.over += 1;
    if (this.over < 1_024 || this.over * 2 < this.heap.length) return;
    const left = this.heap.filter(({ over }) => !over);
    this.heap = [];
    this.over = 0;
    for (const one of left) this.push(one);
  }

  private push(waiter: Waiter): void {
    const { heap } = this;
    let at = heap.push(waiter) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up];
      if (!parent || parent.position <= waiter.position) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = waiter;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      if (!left) break;
      const [child, next]: [Waiter, number] =
        right && right.position < left.position ? [right, 2 * at + 2] : [left, 2 * at + 1];
      if (child.position >= last.position) break;
      heap[at] = child;
      at = next;
    }
    heap[at] = last;
  }
}
