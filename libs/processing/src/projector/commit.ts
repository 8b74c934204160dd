import { type CheckpointMove, type ReadModelStore, UnstorableDocument } from '#libs/read-models';
import type { Folded } from './fold.js';
import type { Member } from './member.js';
import type { TimeSlice } from './time-slice.js';

/**
 * Stores what members' folds came to. First what is parked: an event is parked or folded before the checkpoint passes
 * it, whenever the process dies. Then the documents, and the checkpoints with the last of them: a small batch is one
 * commit; of a large one, what was stored before a crash is guarded by its positions.
 */
export class Committer {
  /** Documents in one commit, so that it takes about `sliceMs`. */
  private most = 256;

  constructor(
    private readonly store: ReadModelStore,
    private readonly sliceMs: number,
    private readonly fence: number | undefined,
  ) {}

  async commit(results: readonly (readonly [Member, Folded])[], position: bigint, slice: TimeSlice): Promise<void> {
    for (const [member, { park, queue }] of results) {
      for (const event of park) await this.store.park(event);
      for (const { key, position: at } of queue) await this.store.queueBehind(member.label, key, at);
    }
    const chunks = this.chunks(results);
    const last = chunks.pop() ?? [];
    for (const chunk of chunks) await this.timed({ writes: chunk, checkpoints: [] }, slice);
    const members = results.map(([member]) => member);
    await this.timed({ writes: last, checkpoints: this.moves(members, position) }, slice);
  }

  /** Checkpoints alone, over events that concerned nobody. */
  async move(members: readonly Member[], position: bigint): Promise<void> {
    await this.store.commit({ writes: [], checkpoints: this.moves(members, position) });
  }

  private moves(members: readonly Member[], position: bigint): CheckpointMove[] {
    const { fence } = this;
    return members.map(({ checkpoint: name }) => ({ name, position, ...(fence !== undefined && { fence }) }));
  }

  private async timed(batch: Parameters<ReadModelStore['commit']>[0], slice: TimeSlice): Promise<void> {
    if (slice.over()) await slice.rest();
    const start = performance.now();
    await this.store.commit(batch);
    const count = batch.writes.reduce((sum, { writes }) => sum + writes.length, 0);
    if (count < this.most) return;
    const fit = Math.round((this.most * this.sliceMs) / Math.max(0.05, performance.now() - start));
    this.most = Math.min(2_048, Math.max(16, Math.round((this.most + fit) / 2)));
  }

  private chunks(results: readonly (readonly [Member, Folded])[]) {
    type Writes = { collection: Member['collection']; writes: Folded['writes'] }[];
    const chunks: Writes[] = [];
    let chunk: Writes = [];
    let room = this.most;
    for (const [{ collection }, { writes }] of results) {
      for (let at = 0; at < writes.length; ) {
        const part = writes.slice(at, at + room);
        chunk.push({ collection, writes: part });
        at += part.length;
        room -= part.length;
        if (room > 0) continue;
        chunks.push(chunk);
        chunk = [];
        room = this.most;
      }
    }
    if (chunk.length > 0) chunks.push(chunk);
    return chunks;
  }
}

/** Which document could not be stored, when that is what an error says. */
export function unstorable(error: unknown): UnstorableDocument | undefined {
  return error instanceof UnstorableDocument ? error : undefined;
}
