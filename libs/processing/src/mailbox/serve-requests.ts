import { type Clock, type JsonObject, systemClock } from '#libs/kernel';
import type { Mailbox, ServiceRequest } from '#libs/read-models';
import { messageOf } from '../log.js';
import type { Projector } from '../projector/projector.js';
import type { SagaRunner } from '../sagas/saga-runner.js';
import { sleep } from '../supervisor/backoff.js';
import type { Task } from '../supervisor/supervisor.js';

const POLL_MS = 100;

export interface RequestsServed {
  readonly mailbox: Mailbox;
  readonly projector: Projector;
  readonly sagas: readonly SagaRunner[];
  readonly clock?: Clock;
}

/** Carries out what the CLI asks of the running service; a long rebuild holds up no other request. */
export function serveRequests({ mailbox, projector, sagas, clock = systemClock }: RequestsServed): Task {
  const carryOut = async (request: ServiceRequest): Promise<JsonObject> => {
    if (request.kind === 'rebuild') return { ...(await projector.rebuild(request.name)) };
    const saga = sagas.find((runner) => runner.status().name === request.name);
    return { ...(await (saga ? saga.retry(request.key) : projector.retry(request.name, request.key))) };
  };
  const answer = async (request: ServiceRequest): Promise<void> => {
    const outcome = await carryOut(request).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: messageOf(error) }),
    );
    await mailbox.finish(request.id, outcome);
  };
  let recovered = false;
  return {
    name: 'requests of the CLI',
    run: async (signal) => {
      // A service that died had taken some: one service per data folder, so they are ours now.
      if (!recovered) await mailbox.recover(clock.now());
      recovered = true;
      while (!signal.aborted) {
        const request = await mailbox.take();
        // An answer that cannot be written leaves the request taken: the next start takes it again.
        if (request) answer(request).catch(() => undefined);
        else await sleep(POLL_MS, signal);
      }
      return 'ended';
    },
  };
}
