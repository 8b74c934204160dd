import { type CheckpointMove, type ReadModelStore, UnstorableDocument, type Write } from '#libs/read-models';
import type { Folded } from './fold.js';
import type { ProjectionInstance } from './projection-instance.js';
import type { TimeSlice } from './time-slice.js';

/** Commits handed over and not yet answered: the store writes one while the next one is folded. */
const MAX_UNDER_WAY = 4;

type Chunk = { collection: ProjectionInstance['collection']; writes: readonly Write[] }[];
/** Resolves when the commit is on its way; `stored`, when it is done. */
type Send = (chunk: Chunk, checkpoints: readonly CheckpointMove[]) => Promise<{ readonly stored: Promise<void> }>;

/** Stores what instances' folds came to, in commits of a size that keeps this thread busy for `sliceMs` each. */
export class Committer {
  private most = 256;

  constructor(
    private readonly store: ReadModelStore,
    private readonly sliceMs: number,
    private readonly fence: number | undefined,
  ) {}

  begin(slice: TimeSlice): BatchCommit {
    const send: Send = async (chunk, checkpoints) => {
      if (slice.over()) await slice.rest();
      const start = performance.now();
      const stored = this.store.commit({ writes: chunk, checkpoints });
      // The part before the first await is what others wait for.
      this.adapt(
        chunk.reduce((sum, { writes }) => sum + writes.length, 0),
        performance.now() - start,
      );
      return { stored };
    };
    return new BatchCommit(this.store, this.most, send, (instances, position) => this.moves(instances, position));
  }

  /** Checkpoints alone, over events that concerned nobody. */
  async move(instances: readonly ProjectionInstance[], position: bigint): Promise<void> {
    await this.store.commit({ writes: [], checkpoints: this.moves(instances, position) });
  }

  private moves(instances: readonly ProjectionInstance[], position: bigint): CheckpointMove[] {
    const { fence } = this;
    return instances.map(({ checkpoint: name }) => ({ name, position, ...(fence !== undefined && { fence }) }));
  }

  private adapt(count: number, ms: number): void {
    if (count < this.most) return;
    const fit = Math.round((this.most * this.sliceMs) / Math.max(0.05, ms));
    this.most = Math.min(2_048, Math.max(16, Math.round((this.most + fit) / 2)));
  }
}

/**
 * One batch on its way into the store. A small one is a single commit; of a large one, commits go ahead while later
 * instances are folded, and what was stored before a crash is guarded by its positions. The checkpoints come last, when
 * every document, and everything that was parked, is stored: whenever the process dies, no event was passed over.
 */
export class BatchCommit {
  private chunk: Chunk = [];
  private room: number;
  private written = 0;
  private readonly underWay = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly store: ReadModelStore,
    private readonly most: number,
    private readonly send: Send,
    private readonly moves: (instances: readonly ProjectionInstance[], position: bigint) => readonly CheckpointMove[],
  ) {
    this.room = most;
  }

  async add(instance: ProjectionInstance, { writes, park, queue }: Folded): Promise<void> {
    for (const event of park) await this.store.park(event);
    for (const { key, position } of queue) await this.store.queueBehind(instance.label, key, position);
    this.written += writes.length + park.length + queue.length;
    const { collection } = instance;
    for (let at = 0; at < writes.length; ) {
      if (this.room === 0) await this.goAhead();
      const part = writes.slice(at, at + this.room);
      this.chunk.push({ collection, writes: part });
      at += part.length;
      this.room -= part.length;
    }
  }

  /** @returns whether there was anything to store; a batch that concerned nobody moves no checkpoint here. */
  async end(instances: readonly ProjectionInstance[], position: bigint): Promise<boolean> {
    if (this.written === 0) return false;
    await this.settled();
    if (this.failure) throw this.failure.error;
    const { stored } = await this.send(this.chunk, this.moves(instances, position));
    await stored;
    return true;
  }

  /** Resolves when nothing is under way any more, however it went. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async goAhead(): Promise<void> {
    const { chunk } = this;
    this.chunk = [];
    this.room = this.most;
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

/** Which document could not be stored, when that is what an error says. */
export function unstorable(error: unknown): UnstorableDocument | undefined {
  return error instanceof UnstorableDocument ? error : undefined;
}
