import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '../port.js';

export interface Follower {
  observe(event: RecordedEvent): void;
  /** Whether what is cached is known to be current; the first `true` comes only after `begin`. */
  live(live: boolean): void;
  /** The subscription's starting point is fixed: whatever was cached before may have missed events. */
  begin(): void;
  broke(error: unknown): void;
}

const PAUSE_FIRST_MS = 100;
const MAX_PAUSE_MS = 2_000;

/** Follows all events from now on until aborted; resumes by itself after the last one observed. */
export async function follow(store: EventStore, signal: AbortSignal, follower: Follower): Promise<void> {
  let after: bigint | undefined;
  let pause = PAUSE_FIRST_MS;
  while (!signal.aborted) {
    try {
      if (after === undefined) {
        after = await store.head();
        follower.begin();
      }
      for await (const batch of store.subscribeAll({ after, signal })) {
        if (batch.kind === 'events') {
          for (const event of batch.events) follower.observe(event);
          after = batch.events.at(-1)?.position ?? after;
        } else {
          after = batch.position;
          follower.live(true);
          pause = PAUSE_FIRST_MS;
        }
      }
    } catch (error) {
      follower.live(false);
      if (!signal.aborted) follower.broke(error);
    }
    if (!signal.aborted) await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(2 * pause, MAX_PAUSE_MS);
  }
  follower.live(false);
}
