import { type Environment, openStores, readEnvironment, type Stores } from '#libs/platform';
import { sleep, storedStatus } from '#libs/processing';
import { projections } from '#projections';
import { makeFolder, takeFolder } from './folder.js';
import { Keeper } from './keeper.js';

/** A read beside a service waits so long for what was stored before it, ms; then it shows what there is. */
const READ_WITHIN_MS = 1_000;
/** A write beside a service is shown within this time, ms (contract.md, Commands). */
const WRITE_WITHIN_MS = 5_000;
const POLL_MS = 20;
/** How often a command looks whether whoever kept the folder has gone, ms. */
const TAKE_EVERY_MS = 200;

/** No command signs a link, so none needs the secret that nodes on shared stores have in common. */
const NO_LINKS = 'no command signs links';

/**
 * The stores as one command works on them. A data folder: beside the service that keeps it, or keeping it where nobody
 * does; the lock tells which, and another command that keeps the folder for a moment looks like a service until it lets
 * go. Shared stores: always beside their nodes.
 */
export class Workspace {
  private constructor(
    readonly environment: Environment,
    readonly stores: Stores,
    private keeper: Keeper | undefined,
  ) {}

  static async open(variables: NodeJS.ProcessEnv = process.env): Promise<Workspace> {
    const environment = readEnvironment({ ...variables, LINK_SECRET: variables.LINK_SECRET || NO_LINKS });
    if (!environment.shared) makeFolder(environment.dataDir);
    const lock = environment.shared ? undefined : takeFolder(environment.dataDir);
    try {
      const stores = await openStores(environment, false);
      const keeper = lock && (await Keeper.start(stores, lock));
      return new Workspace(environment, stores, keeper);
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** This command's own keeper; undefined beside a service. */
  get own(): Keeper | undefined {
    return this.keeper;
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
    while (!this.keeper) {
      const places = await storedStatus(this.stores.readModels, projections, position);
      if (places.every(({ lag }) => lag === 0)) return true;
      if (performance.now() - start > withinMs) return false;
      await sleep(POLL_MS);
      if (performance.now() - takenAt < TAKE_EVERY_MS) continue;
      takenAt = performance.now();
      await this.take();
    }
    await this.keeper.catchUp();
    return true;
  }

  /** Keeps the folder from here on, if there is one and whoever kept it has gone. */
  async take(): Promise<Keeper | undefined> {
    if (this.keeper || this.environment.shared) return this.keeper;
    const lock = takeFolder(this.environment.dataDir);
    if (lock) this.keeper = await Keeper.start(this.stores, lock);
    return this.keeper;
  }

  async close(): Promise<void> {
    await this.keeper?.stop();
    await this.stores.close();
    this.keeper?.release();
  }
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
