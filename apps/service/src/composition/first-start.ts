import type { Stores } from '#libs/platform';

/** Whether nothing was ever stored; of several nodes that find that at once, one is told so. */
export async function isFirstStart({ events, readModels }: Stores, shared: boolean): Promise<boolean> {
  for await (const _ of events.readAll()) return false;
  return !shared || (await readModels.leases.compareAndSet('first-start', 0, {})) !== undefined;
}
