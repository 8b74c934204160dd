import { type Clock, type JsonObject, systemClock } from '#libs/kernel';
import type { AdminRequest, AdminRequestQueue } from '#libs/read-models';
import { messageOf } from '../log.js';
import type { Projector } from '../projector/projector.js';
import type { SagaRunner } from '../sagas/saga-runner.js';
import { sleep } from '../supervisor/backoff.js';
import type { Task } from '../supervisor/supervisor.js';

const POLL_MS = 100;

export interface RequestsServed {
  readonly adminRequests: AdminRequestQueue;
  /** Absent on a node that has sagas only. */
  readonly projector?: Pick<Projector, 'rebuild' | 'retry'>;
  readonly sagas: readonly SagaRunner[];
  /** What this node owns, where nodes share the store: others' requests are left to them. */
  readonly names?: readonly string[];
  readonly clock?: Clock;
  /** How often the adminRequests is looked into, ms. */
  readonly pollMs?: number;
}

/** Carries out what the CLI asks of the running service; a long rebuild holds up no other request. */
export function serveRequests(served: RequestsServed): Task {
  const { adminRequests, projector, sagas, names, clock = systemClock, pollMs = POLL_MS } = served;
  const carryOut = async (request: AdminRequest): Promise<JsonObject> => {
    const saga = sagas.find((runner) => runner.status().name === request.name);
    if (saga && request.kind === 'retry') return { ...(await saga.retry(request.key)) };
    if (!projector) throw new Error(`${request.name} is no saga of this node`);
    const { name, key } = request;
    return { ...(await (request.kind === 'rebuild' ? projector.rebuild(name) : projector.retry(name, key))) };
  };
  const answer = async (request: AdminRequest, signal: AbortSignal): Promise<void> => {
    const outcome = await carryOut(request).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: messageOf(error) }),
    );
    // It broke off because this node was told to stop: it stays taken, and whoever serves these names next does it.
    if ('error' in outcome && signal.aborted) return;
    await adminRequests.finish(request.id, outcome);
  };
  let recovered = false;
  return {
    name: 'requests of the CLI',
    run: async (signal) => {
      // A service that died had taken some: whoever owns these names now carries them out.
      if (!recovered) await adminRequests.recover(clock.now(), names);
      recovered = true;
      while (!signal.aborted) {
        const request = await adminRequests.take(names);
        // An answer that cannot be written leaves the request taken: the next start takes it again.
        if (request) answer(request, signal).catch(() => undefined);
        else await sleep(pollMs, signal);
      }
      return 'ended';
    },
  };
}
