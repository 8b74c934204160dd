import type { CheckpointMove, ReadModelStore, Write } from '#libs/read-models';
import type { Folded } from './fold.js';
import type { ProjectionInstance } from './projection-instance.js';
import type { TimeSlice } from './time-slice.js';

/** Commits of a batch that the store may be writing while the next part is folded. */
const MAX_UNDER_WAY = 4;
const MIN_WRITES = 16;
const MAX_WRITES = 2_048;

type Chunk = { collection: ProjectionInstance['collection']; writes: readonly Write[] }[];
/** Resolves when the commit is on its way; `stored`, when it is done. */
type Send = (chunk: Chunk, checkpoints: readonly CheckpointMove[]) => Promise<{ readonly stored: Promise<void> }>;

/** Stores what folds came to, in commits whose size is adapted until each keeps this thread busy for `sliceMs`. */
export class Committer {
  private maxWrites = 256;

  constructor(
    private readonly store: ReadModelStore,
    private readonly sliceMs: number,
    private readonly fence: number | undefined,
  ) {}

  begin(slice: TimeSlice): BatchCommit {
    const send: Send = async (chunk, checkpoints) => {
      if (slice.over()) await slice.yield();
      const start = performance.now();
      const stored = this.store.commit({ writes: chunk, checkpoints });
      // Only the synchronous part, up to the store's first await, keeps the event loop waiting.
      this.adapt(
        chunk.reduce((sum, { writes }) => sum + writes.length, 0),
        performance.now() - start,
      );
      return { stored };
    };
    return new BatchCommit(this.store, this.maxWrites, send, (instances, position) => this.moves(instances, position));
  }

  /** Checkpoints alone. */
  async move(instances: readonly ProjectionInstance[], position: bigint): Promise<void> {
    await this.store.commit({ writes: [], checkpoints: this.moves(instances, position) });
  }

  private moves(instances: readonly ProjectionInstance[], position: bigint): CheckpointMove[] {
    const { fence } = this;
    return instances.map(({ checkpoint: name }) => ({ name, position, ...(fence !== undefined && { fence }) }));
  }

  private adapt(count: number, ms: number): void {
    if (count < this.maxWrites) return;
    const fit = Math.round((this.maxWrites * this.sliceMs) / Math.max(0.05, ms));
    this.maxWrites = Math.min(MAX_WRITES, Math.max(MIN_WRITES, Math.round((this.maxWrites + fit) / 2)));
  }
}

/**
 * The commits of one batch. A small batch is one commit; of a large one, commits begin while later instances are still
 * folded. The checkpoints come last, once every document and every parked event is stored: whenever the process dies, no
 * event was passed over, and what is folded again is refused by the documents' positions.
 */
export class BatchCommit {
  private chunk: Chunk = [];
  private room: number;
  private written = 0;
  private readonly underWay = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly store: ReadModelStore,
    private readonly maxWrites: number,
    private readonly send: Send,
    private readonly moves: (instances: readonly ProjectionInstance[], position: bigint) => readonly CheckpointMove[],
  ) {
    this.room = maxWrites;
  }

  async add(instance: ProjectionInstance, { writes, park, queue }: Folded): Promise<void> {
    for (const event of park) await this.store.park(event);
    for (const { key, position } of queue) await this.store.queueBehind(instance.label, key, position);
    this.written += writes.length + park.length + queue.length;
    const { collection } = instance;
    for (let at = 0; at < writes.length; ) {
      if (this.room === 0) await this.sendChunk();
      const part = writes.slice(at, at + this.room);
      this.chunk.push({ collection, writes: part });
      at += part.length;
      this.room -= part.length;
    }
  }

  /**
   * @param move whether the checkpoints move with it; else the caller moves them behind it.
   * @returns false for a batch that concerned nobody: it moves no checkpoint here.
   */
  async end(instances: readonly ProjectionInstance[], position: bigint, move: boolean): Promise<boolean> {
    if (this.written === 0) return false;
    await this.settled();
    if (this.failure) throw this.failure.error;
    const { stored } = await this.send(this.chunk, move ? this.moves(instances, position) : []);
    await stored;
    return true;
  }

  /** Resolves when no commit of the batch is under way; never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async sendChunk(): Promise<void> {
    const { chunk } = this;
    this.chunk = [];
    this.room = this.maxWrites;
    while (this.underWay.size >= MAX_UNDER_WAY) await Promise.race(this.underWay);
    if (this.failure) throw this.failure.error;
    const { stored } = await this.send(chunk, []);
    const done: Promise<void> = stored
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }
}
