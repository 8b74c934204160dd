import { type DataFolderLock, DataFolderLocked } from '#libs/event-store';
import { sleep } from '#libs/kernel';
import { type Environment, openStores, readEnvironment, type Stores, takeDataFolder } from '#libs/platform';
import { storedStatus } from '#libs/processing';
import { projections } from '#projections';
import { LocalProjector } from './local-projector.js';

/** A read beside a service waits so long for what was stored before it, ms; then it shows what there is. */
const READ_WITHIN_MS = 1_000;
/** A write beside a service is shown within this time, ms (contract.md, Commands). */
const WRITE_WITHIN_MS = 5_000;
const POLL_MS = 20;
/** How often a command tries to lock the data folder, in case its service has stopped, ms. */
const TAKE_EVERY_MS = 200;

/**
 * The stores of one command. Whoever holds the lock of a data folder brings its read models up to date: the service, or
 * this command while none runs. Another command that holds the lock for a moment looks like a service until it is done.
 * Shared stores have no such lock: their workers do it.
 */
export class Workspace {
  private constructor(
    readonly environment: Environment,
    readonly stores: Stores,
    private projector: LocalProjector | undefined,
    /** Read models that held nothing of the log when this command opened them, and are filled by it. */
    readonly refilled: readonly string[],
  ) {}

  /** No command signs a link: where the installation's key is given, the secret of the links is not needed. */
  static environmentOf(variables: NodeJS.ProcessEnv = process.env): Environment {
    const LINK_SECRET = variables.LINK_SECRET || variables.INSTALLATION_KEY;
    return readEnvironment({ ...variables, LINK_SECRET });
  }

  static async open(variables: NodeJS.ProcessEnv = process.env): Promise<Workspace> {
    const environment = Workspace.environmentOf(variables);
    const lock = environment.shared ? undefined : takeFolder(environment.dataDir);
    try {
      const stores = await openStores(environment, false);
      const refilled = lock ? await emptyReadModels(stores) : [];
      const projector = lock && (await LocalProjector.start(stores, lock));
      return new Workspace(environment, stores, projector, refilled);
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** Undefined beside a service. */
  get own(): LocalProjector | undefined {
    return this.projector;
  }

  /** Before a read: what was stored until now is in the read models, or as much of it as a service shows in a second. */
  async current(): Promise<void> {
    await this.showing(await this.stores.events.head(), READ_WITHIN_MS);
  }

  /** After a write: waits until the read models show it; a service that is slower than 5 s is told of on stderr. */
  async shown(position: bigint | undefined): Promise<void> {
    if (position === undefined || (await this.showing(position, WRITE_WITHIN_MS))) return;
    process.stderr.write(`stored, but no running service or worker showed it within ${WRITE_WITHIN_MS / 1000} s\n`);
  }

  /** Whether the read models show the position within the time. */
  async showing(position: bigint, withinMs = READ_WITHIN_MS): Promise<boolean> {
    const start = performance.now();
    let takenAt = start;
    while (!this.projector) {
      const statuses = await storedStatus(this.stores.readModels, projections, position);
      if (statuses.every(({ lag }) => lag === 0)) return true;
      if (performance.now() - start > withinMs) return false;
      await sleep(POLL_MS);
      if (performance.now() - takenAt < TAKE_EVERY_MS) continue;
      takenAt = performance.now();
      await this.take();
    }
    await this.projector.catchUp();
    return true;
  }

  /** Locks the data folder, if there is one and it is free, and runs the projector from here on. */
  async take(): Promise<LocalProjector | undefined> {
    if (this.projector || this.environment.shared) return this.projector;
    const lock = takeFolder(this.environment.dataDir);
    if (lock) this.projector = await LocalProjector.start(this.stores, lock);
    return this.projector;
  }

  async close(): Promise<void> {
    await this.projector?.stop();
    await this.stores.close();
    this.projector?.release();
  }
}

/** Read models of which no version serves, although events are stored: lost, or not there yet after an update. */
async function emptyReadModels({ events, readModels }: Stores): Promise<readonly string[]> {
  if ((await events.head()) === 0n) return [];
  const served = await readModels.allServing();
  return projections.filter(({ name, version }) => served.get(name)?.version !== version).map(({ name }) => name);
}

/** Opens the stores for one piece of work, with the read models up to date unless `stale` will do. */
export async function inWorkspace<Result>(
  work: (workspace: Workspace) => Promise<Result>,
  { stale = false }: { readonly stale?: boolean } = {},
): Promise<Result> {
  const workspace = await Workspace.open();
  try {
    if (!stale) await workspace.current();
    return await work(workspace);
  } finally {
    await workspace.close();
  }
}

/** Locks the data folder; undefined where the service, or another command, holds the lock. */
export function takeFolder(dir: string): DataFolderLock | undefined {
  try {
    return takeDataFolder(dir);
  } catch (error) {
    if (error instanceof DataFolderLocked) return undefined;
    throw error;
  }
}
