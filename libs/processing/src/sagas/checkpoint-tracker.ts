interface Entry {
  readonly position: bigint;
  done: boolean;
}

/**
 * How far everything is done when work is begun in order and ends in any order: the only position that a checkpoint may
 * have, since a restart skips what is before it.
 */
export class CheckpointTracker {
  private entries: Entry[] = [];
  private first = 0;
  private open = 0;

  constructor(private reached: bigint) {}

  get position(): bigint {
    return this.reached;
  }

  /** Begun and not ended. */
  get inFlight(): number {
    return this.open;
  }

  /** Begun since the first that has not ended. */
  get width(): number {
    return this.entries.length - this.first;
  }

  /** Returns what ends it. Positions grow from call to call. */
  begin(position: bigint): () => void {
    const entry = { position, done: false };
    this.entries.push(entry);
    this.open += 1;
    return () => {
      if (entry.done) return;
      entry.done = true;
      this.open -= 1;
      this.advance();
    };
  }

  /** Nothing was to be done up to here. */
  skip(position: bigint): void {
    this.begin(position)();
  }

  private advance(): void {
    for (let entry = this.entries[this.first]; entry?.done; entry = this.entries[this.first]) {
      if (entry.position > this.reached) this.reached = entry.position;
      this.first += 1;
    }
    if (this.first < 1_024 && this.first < this.entries.length) return;
    this.entries = this.entries.slice(this.first);
    this.first = 0;
  }
}
