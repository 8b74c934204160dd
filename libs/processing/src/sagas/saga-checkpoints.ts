import type { CheckpointMove, ReadModelStore } from '#libs/read-models';
import { logged, type ProcessingLog, silent } from '../log.js';

/** A saga whose checkpoint is kept. */
export interface CheckpointedSaga {
  /** Where its checkpoint is to be moved; undefined where it stands there already. */
  readonly checkpointMove: CheckpointMove | undefined;
  checkpointStored(position: bigint): void;
}

export interface SagaCheckpointsOptions {
  readonly store: Pick<ReadModelStore, 'commit'>;
  readonly log?: ProcessingLog;
  /** How long a checkpoint may trail, ms: so much is handled again after a crash, harmlessly. */
  readonly flushMs?: number;
}

const FLUSH_MS = 500;
/** Pause after a commit that failed, ms. */
const RETRY_MS = 2_000;

/** Stores how far the sagas of a node are: all in one commit, now and then. */
export class SagaCheckpoints {
  private readonly sagas = new Set<CheckpointedSaga>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SagaCheckpointsOptions) {}

  add(saga: CheckpointedSaga): void {
    this.sagas.add(saga);
    this.timer ??= this.later(this.flushMs);
  }

  /** Stores its checkpoint for the last time; with the last saga nothing keeps the process alive. */
  async remove(saga: CheckpointedSaga): Promise<void> {
    this.sagas.delete(saga);
    if (this.sagas.size === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
    await this.commit([saga]);
  }

  private get flushMs(): number {
    return this.options.flushMs ?? FLUSH_MS;
  }

  private later(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.flush(), ms);
  }

  private async flush(): Promise<void> {
    const { log = silent } = this.options;
    const { timer } = this;
    const sagas = [...this.sagas];
    let pauseMs = this.flushMs;
    try {
      await this.commit(sagas);
    } catch {
      pauseMs = RETRY_MS;
      // One that another node has taken over must not hold back the others.
      const failed = logged(log, {}, 'a checkpoint of a saga could not be stored, tried again');
      await Promise.all(sagas.map((saga) => this.commit([saga]).catch(failed)));
    }
    // Not where the last saga was removed meanwhile: one that came after it has begun anew.
    if (this.timer === timer) this.timer = this.later(pauseMs);
  }

  private async commit(sagas: readonly CheckpointedSaga[]): Promise<void> {
    const moves = sagas.flatMap((saga) => {
      const move = saga.checkpointMove;
      return move ? [{ saga, move }] : [];
    });
    if (moves.length === 0) return;
    await this.options.store.commit({ writes: [], checkpoints: moves.map(({ move }) => move) });
    for (const { saga, move } of moves) saga.checkpointStored(move.position);
  }
}
