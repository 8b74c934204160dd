import type { CheckpointMove, Collection, ReadModelStore, Write } from '#libs/read-models';
import type { Folded } from './fold.js';
import type { ProjectionInstance } from './projection-instance.js';
import type { TimeSlice } from './time-slice.js';

/** Commits of a batch that the store may be writing while the next part is folded. */
const MAX_UNDER_WAY = 4;
const MIN_WRITES = 16;
const MAX_WRITES = 2_048;

/** What waits so long for more of its collection, characters of the events that made it: kept for longer, it would cost the collector more than it saves. */
const MAX_WAITING_SIZE = 2 * 1024 * 1024;

type Chunk = readonly { readonly collection: Collection; readonly writes: readonly Write[] }[];
/** What waits to be stored, of one collection. */
interface Part {
  readonly collection: Collection;
  readonly writes: Write[];
  size: number;
}
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
 * The commits of one batch. A small batch is one commit; of a large one, commits begin while its later events are still
 * folded, each of one collection: rows of one table share its pages. The checkpoints come last, once every document and
 * every parked event is stored: whenever the process dies, no event was passed over, and what is folded again is refused by
 * the documents' positions.
 */
export class BatchCommit {
  private readonly waiting = new Map<ProjectionInstance, Part>();
  private written = 0;
  private readonly underWay = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly store: ReadModelStore,
    private readonly maxWrites: number,
    private readonly send: Send,
    private readonly moves: (instances: readonly ProjectionInstance[], position: bigint) => readonly CheckpointMove[],
  ) {}

  /** @param stored called with what is stored before the batch ends. */
  async add(
    instance: ProjectionInstance,
    { writes, size, park, queue }: Folded,
    stored: (writes: readonly Write[]) => void,
  ): Promise<void> {
    for (const event of park) await this.store.park(event);
    for (const { key, position } of queue) await this.store.queueBehind(instance.label, key, position);
    this.written += writes.length + park.length + queue.length;
    if (writes.length === 0) return;
    const { collection } = instance;
    const part = this.waiting.get(instance) ?? { collection, writes: [], size: 0 };
    part.writes.push(...writes);
    part.size += size;
    this.waiting.set(instance, part);
    if (part.writes.length < this.maxWrites && part.size < MAX_WAITING_SIZE) return;
    this.waiting.delete(instance);
    for (const chunk of inParts([part], this.maxWrites)) {
      await this.sendAhead(chunk, () => stored(chunk.flatMap((one) => one.writes)));
    }
  }

  /**
   * @param move whether the checkpoints move with it; else the caller moves them behind it.
   * @returns false for a batch that concerned nobody: it moves no checkpoint here.
   */
  async end(instances: readonly ProjectionInstance[], position: bigint, move: boolean): Promise<boolean> {
    if (this.written === 0) return false;
    const chunks = inParts([...this.waiting.values()], this.maxWrites);
    const last = chunks.pop() ?? [];
    for (const chunk of chunks) await this.sendAhead(chunk, () => undefined);
    await this.settled();
    if (this.failure) throw this.failure.error;
    const { stored } = await this.send(last, move ? this.moves(instances, position) : []);
    await stored;
    return true;
  }

  /** Resolves when no commit of the batch is under way; never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async sendAhead(chunk: Chunk, after: () => void): Promise<void> {
    while (this.underWay.size >= MAX_UNDER_WAY) await Promise.race(this.underWay);
    if (this.failure) throw this.failure.error;
    const { stored } = await this.send(chunk, []);
    const done: Promise<void> = stored
      .then(after)
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }
}

/** Chunks of so many writes at most. */
function inParts(parts: readonly Part[], maxWrites: number): Chunk[] {
  const chunks: Chunk[] = [];
  let chunk: { collection: Part['collection']; writes: readonly Write[] }[] = [];
  let room = maxWrites;
  for (const { collection, writes } of parts) {
    for (let at = 0; at < writes.length; ) {
      const some = writes.slice(at, at + room);
      chunk.push({ collection, writes: some });
      at += some.length;
      room -= some.length;
      if (room > 0) continue;
      chunks.push(chunk);
      chunk = [];
      room = maxWrites;
    }
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks;
}
