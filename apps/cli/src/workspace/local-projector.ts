import type { DataFolderLock } from '#libs/event-store';
import { sleep } from '#libs/kernel';
import type { Stores } from '#libs/platform';
import { createProjector, type Projector, storedStatus } from '#libs/processing';
import { projections } from '#projections';
import { Failure } from '../errors.js';

const POLL_MS = 5;
/** Failures in a row after which waiting is given up. */
const MAX_FAILURES = 3;

/** The projector of a command that holds the data folder's lock because no service runs. */
export class LocalProjector {
  private constructor(
    private readonly stores: Stores,
    private readonly lock: DataFolderLock,
    readonly projector: Projector,
  ) {}

  static async start(stores: Stores, lock: DataFolderLock): Promise<LocalProjector> {
    const projector = createProjector({
      events: stores.events,
      store: stores.readModels,
      projections,
      flushMs: POLL_MS,
    });
    await projector.start();
    return new LocalProjector(stores, lock, projector);
  }

  /** Resolves when every read model, also one that is being rebuilt, shows everything stored. */
  async catchUp(): Promise<void> {
    const { events, readModels } = this.stores;
    const head = await events.head();
    for (;;) {
      const statuses = await storedStatus(readModels, projections, head);
      if (statuses.every(({ lag, rebuild }) => lag === 0 && !rebuild)) return;
      const stuck = (await this.projector.health()).find(({ failures }) => failures >= MAX_FAILURES);
      if (stuck) throw new Failure(`the read models cannot be brought up to date: ${stuck.error}`);
      await sleep(POLL_MS);
    }
  }

  async stop(): Promise<void> {
    await this.projector.stop();
  }

  /** Only once the stores are closed. */
  release(): void {
    this.lock.release();
  }
}
