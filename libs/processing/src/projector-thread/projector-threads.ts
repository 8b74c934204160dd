import type { MessagePort, Worker } from 'node:worker_threads';
import { builtAddress, startThread } from '#libs/kernel';
import type { Projection, ReadModelStore } from '#libs/read-models';
import type { ProcessingLog } from '../log.js';
import type { Projector } from '../projector/projector.js';
import type { Begin, ThreadModules } from './protocol.js';
import { ThreadedProjector } from './threaded-projector.js';

/**
 * Documents in use and a portion of events: far more than a service at work needs. Some 700 events are decoded between two
 * collections of the young heap, which is as large only while history is read: of a portion little survives one.
 */
const HEAP = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

export interface ProjectorThreadsOptions {
  readonly modules: { readonly stores: URL; readonly projections: URL };
  /** What a thread opens its stores by, anew for each; `commits` is handed over. */
  readonly settings: () => { readonly commits: MessagePort | undefined };
  readonly projections: readonly Pick<Projection, 'name'>[];
  readonly store: Pick<ReadModelStore, 'refresh'>;
  readonly log: ProcessingLog;
}

/** Makes projectors in threads, one after another, as the lease comes and goes. */
export class ProjectorThreads {
  private prepared: Worker | undefined;

  constructor(private readonly options: ProjectorThreadsOptions) {}

  /** Starts the first thread already, which loads its modules meanwhile. */
  prepare(): void {
    const thread = this.spawn();
    this.prepared = thread;
    // One that cannot be started is started again by who needs it, who then hears why not.
    const forget = () => {
      if (this.prepared === thread) this.prepared = undefined;
    };
    thread.on('error', forget);
    thread.on('exit', forget);
  }

  /** @param fence number of the lease under which it folds. */
  projector(fence: number): Projector {
    const { projections, store, log } = this.options;
    return new ThreadedProjector({
      names: projections.map(({ name }) => name),
      store,
      log,
      startThread: () => {
        const thread = this.prepared ?? this.spawn();
        this.prepared = undefined;
        const settings = this.options.settings();
        thread.postMessage({ settings, fence } satisfies Begin, settings.commits ? [settings.commits] : []);
        return thread;
      },
    });
  }

  /** Ends a thread that nobody needed. */
  async close(): Promise<void> {
    await this.prepared?.terminate();
  }

  private spawn(): Worker {
    const { stores, projections } = this.options.modules;
    const workerData: ThreadModules = { stores: stores.href, projections: projections.href };
    const address = builtAddress('libs/processing/src/projector-thread/projector.entry');
    return startThread(address, { workerData, resourceLimits: HEAP });
  }
}
