import type { Clock } from '#libs/kernel';
import type { ReadModelStore } from '#libs/read-models';
import type { ScheduledTask } from '../scheduling/scheduler.js';

/** A removed document's tombstone stays so long that no late owner can bring the document back (design section 5), ms. */
const TOMBSTONE_MS = 7 * 86_400_000;

/** Drops old tombstones once an hour, some at a time, so that nobody waits for it. */
export function sweepTombstones(store: ReadModelStore, clock: Clock): ScheduledTask<'all'> {
  return {
    name: 'sweep-tombstones',
    everyMs: 60 * 60_000,
    concurrency: 1,
    key: (all) => all,
    due: async () => ['all'],
    async run(_all, signal) {
      const before = new Date(clock.now().getTime() - TOMBSTONE_MS);
      while (!signal.aborted && (await store.sweepTombstones(before)) > 0);
    },
  };
}
