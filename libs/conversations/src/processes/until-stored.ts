import { type Backoff, backoffMs, isStoreUnavailable, sleep } from '#libs/processing';

const BACKOFF: Backoff = { initialMs: 200, maxMs: 2_000 };

/**
 * What a running turn has to say is said for as long as a store is away: a node that let go would leave its turn
 * running in nobody's hands, since the node itself still beats. `call` decides anew each time, so a repeat of what was
 * stored after all does nothing. When `over`, the last error is thrown.
 * @param call told which try it is, from 0.
 */
export async function untilStored<Result>(
  over: AbortSignal,
  call: (tries: number) => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call(tries);
    } catch (error) {
      if (!isStoreUnavailable(error) || over.aborted) throw error;
      await sleep(backoffMs(tries, BACKOFF), over);
      if (over.aborted) throw error;
    }
  }
}
