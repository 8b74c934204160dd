import type { DataFolderLock } from '#libs/event-store';
import type { Stores } from '#libs/platform';
import { createProjector, type Projector, sleep, storedStatus } from '#libs/processing';
import { projections } from '#projections';
import { Failure } from '../verdict.js';

const POLL_MS = 5;
/** Failures in a row after which a projector is taken to be unable, not unlucky. */
const MAX_FAILURES = 3;

/** Where no service runs: this command keeps the data folder and brings the read models up to date itself. */
export class Keeper {
  private constructor(
    private readonly stores: Stores,
    private readonly lock: DataFolderLock,
    readonly projector: Projector,
  ) {}

  static async start(stores: Stores, lock: DataFolderLock): Promise<Keeper> {
    const projector = createProjector({
      events: stores.events,
      store: stores.readModels,
      projections,
      flushMs: POLL_MS,
    });
    await projector.start();
    return new Keeper(stores, lock, projector);
  }

  /** Resolves when every read model, also one that a new version of the code fills anew, shows everything stored. */
  async catchUp(): Promise<void> {
    const { events, readModels } = this.stores;
    const head = await events.head();
    for (;;) {
      const places = await storedStatus(readModels, projections, head);
      if (places.every(({ lag, rebuild }) => lag === 0 && !rebuild)) return;
      const stuck = this.projector.health().find(({ failures }) => failures >= MAX_FAILURES);
      if (stuck) throw new Failure(`the read models cannot be brought up to date: ${stuck.error}`);
      await sleep(POLL_MS);
    }
  }

  async stop(): Promise<void> {
    await this.projector.stop();
  }

  /** Once the stores are closed, others may have the folder. */
  release(): void {
    this.lock.release();
  }
}
