import { type Clock, type JsonObject, sleep, systemClock } from '#libs/kernel';
import type { AdminRequest, AdminRequestQueue } from '#libs/read-models';
import { logged, messageOf, type ProcessingLog, silent } from './log.js';
import type { Task } from './supervisor.js';

/** How often the queue is asked: by whoever waits for an answer, and by whoever serves requests, ms. */
const ANSWER_POLL_MS = 50;
const SERVE_POLL_MS = 250;
const TAKEN_MS = 2_000;

/**
 * Has a request carried out by the process that does the job. Undefined when none took it within `takenMs`: then the
 * caller may do the work itself. Throws what the other process answers when it fails.
 */
export async function requestService(
  adminRequests: AdminRequestQueue,
  request: Pick<AdminRequest, 'kind' | 'name' | 'key'>,
  { takenMs = TAKEN_MS, signal }: { readonly takenMs?: number; readonly signal?: AbortSignal } = {},
): Promise<JsonObject | undefined> {
  const id = await adminRequests.submit(request);
  const start = performance.now();
  for (;;) {
    const now = await adminRequests.read(id);
    if (!now) return undefined;
    if (now.state === 'done') return now.result ?? {};
    if (now.state === 'failed') throw new Error(now.error ?? `${request.kind} of ${request.name} failed`);
    const ignored = now.state === 'open' && performance.now() - start > takenMs;
    if (ignored && (await adminRequests.withdraw(id))) return undefined;
    if (signal?.aborted) throw new Error(`${request.kind} of ${request.name}: stopped waiting for the service`);
    await sleep(ANSWER_POLL_MS, signal);
  }
}

export interface RequestServer {
  readonly adminRequests: AdminRequestQueue;
  /** Read models or sagas that this job owns: requests about others are left to their owners. */
  readonly names: readonly string[];
  carryOut(request: AdminRequest): Promise<JsonObject>;
  readonly log?: ProcessingLog;
  readonly clock?: Clock;
}

/** Carries out what is asked of a job while it runs here; a long rebuild holds up no other request. */
export function serveRequests({
  adminRequests,
  names,
  carryOut,
  log = silent,
  clock = systemClock,
}: RequestServer): Task {
  const answer = async (request: AdminRequest, signal: AbortSignal): Promise<void> => {
    const outcome = await carryOut(request).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: messageOf(error) }),
    );
    // Broken off because the job was told to stop: the request stays taken, and the job's next owner recovers it.
    if ('error' in outcome && signal.aborted) return;
    await adminRequests.finish(request.id, outcome);
  };
  let recovered = false;
  return {
    name: `admin requests for ${names.join(', ')}`,
    run: async (signal) => {
      // Whoever owned these names before may have died with requests taken.
      if (!recovered) await adminRequests.recover(clock.now(), names);
      recovered = true;
      while (!signal.aborted) {
        const request = await adminRequests.take(names);
        const failed = logged(
          log,
          { request: request?.id },
          'an answer could not be stored: the next owner repeats it',
        );
        if (request) answer(request, signal).catch(failed);
        else await sleep(SERVE_POLL_MS, signal);
      }
      return 'ended';
    },
  };
}
