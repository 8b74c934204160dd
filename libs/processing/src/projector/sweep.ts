import type { Clock } from '#libs/kernel';
import type { ReadModelStore } from '#libs/read-models';
import { sleep } from '../supervisor/backoff.js';
import type { Task } from '../supervisor/supervisor.js';

/** A late owner cannot bring a removed document back within seven days (design section 5). */
const KEPT_MS = 7 * 86_400_000;

/** Drops old tombstones, a little at a time, so that nobody waits for it. */
export function sweepTombstones(store: ReadModelStore, clock: Clock, everyMs: number): Task {
  return {
    name: 'tombstones',
    run: async (signal) => {
      while (!signal.aborted) {
        const swept = await store.sweepTombstones(new Date(clock.now().getTime() - KEPT_MS));
        await sleep(swept > 0 ? 10 : everyMs, signal);
      }
      return 'ended';
    },
  };
}
