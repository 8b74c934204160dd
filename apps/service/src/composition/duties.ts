import type { EventStore } from '#libs/event-store';
import type { Stores } from '#libs/platform';
import {
  type Backoff,
  type ClusterMembership,
  createScheduler,
  type ProcessingLog,
  type Saga,
  SagaRunner,
  type ScheduledTask,
  type Scheduler,
  type SingletonJob,
  Supervisor,
  serveRequests,
} from '#libs/processing';
import { type DeliveryPorts } from '#libs/webhooks';
import { deliverWebhooks } from './deliveries.js';
import { failOrphans } from './orphans.js';
import { expireConversations, failOverdue, releaseOrphans, sweepBlobs, sweepTombstones } from './timers.js';
import type { WorkerParts } from './workers.js';

/** Webhooks under way at once, and sagas' events handled at once. */
const DELIVERIES = 512;
const SAGA_EVENTS = 256;
/** An attempt that could not be recorded is a store's fault, not the receiver's, whose own table is the webhook's: ms. */
const RECORDING: Backoff = { initialMs: 500, maxMs: 5_000 };
/** How often a node among others looks for what the CLI asks of its jobs, ms. */
export const MAILBOX_MS = 500;

/** One saga. On a node that is alone `running` holds all that run; among others it serves the CLI's requests itself. */
export function sagaJob(
  saga: Saga,
  { stores, log, events }: { stores: Stores; log: ProcessingLog; events: EventStore },
  running?: Set<SagaRunner>,
): SingletonJob {
  return {
    name: `saga:${saga.name}`,
    async begin(fence) {
      const fenced = fence === undefined ? {} : { fence };
      const runner = new SagaRunner(saga, {
        events,
        store: stores.readModels,
        log,
        concurrency: SAGA_EVENTS,
        ...fenced,
      });
      await runner.start();
      running?.add(runner);
      const supervisor = new Supervisor({ log });
      const { adminRequests } = stores.readModels;
      if (!running)
        supervisor.start(serveRequests({ adminRequests, sagas: [runner], names: [saga.name], pollMs: MAILBOX_MS }));
      return {
        stop(deadlineMs) {
          running?.delete(runner);
          return Promise.all([supervisor.stop(deadlineMs), runner.stop(deadlineMs)]);
        },
      };
    },
  };
}

/** Attempts of due webhooks: on one node, so that no two make the same attempt. */
export function deliveriesJob(parts: WorkerParts): SingletonJob {
  const { stores, clock, log } = parts;
  const ports: DeliveryPorts = {
    aggregates: stores.aggregates,
    clock,
    egress: parts.egress,
    settings: parts.webhooks,
    secretOf: (partnerId) => parts.directory.webhookSecret(partnerId),
  };
  return {
    name: 'deliveries',
    async begin() {
      const head = await stores.events.head();
      const timer = createScheduler(deliverWebhooks(stores.readModels, ports), {
        clock,
        log,
        concurrency: DELIVERIES,
        backoff: RECORDING,
      });
      const supervisor = new Supervisor({ log });
      timer.start();
      supervisor.start({ name: 'webhooks wake', run: wakeDeliveries(stores, timer, head) });
      return { stop: (ms) => Promise.all([timer.stop(ms), supervisor.stop(ms)]) };
    },
  };
}

/** What falls due by time: a timer's work is harmless where it is done already, one node spares the others the looking. */
export function timersJob(parts: WorkerParts, nodes: ClusterMembership | undefined): SingletonJob {
  const { clock, log, timersEveryMs = Number.POSITIVE_INFINITY } = parts;
  const timer = <Item>(work: ScheduledTask<Item>, concurrency: number) =>
    createScheduler({ ...work, everyMs: Math.min(work.everyMs, timersEveryMs) }, { clock, log, concurrency });
  return {
    name: 'timers',
    async begin() {
      const timers = [
        timer(expireConversations(parts), 16),
        timer(releaseOrphans(parts), 16),
        timer(failOverdue(parts, { directory: parts.directory, deadlineMs: parts.conversations.deadlineMs }), 16),
        timer(sweepBlobs(parts), 2),
        timer(sweepTombstones(parts, clock), 1),
        ...(nodes ? [timer(failOrphans(parts, nodes), 16)] : []),
      ];
      for (const one of timers) one.start();
      return { stop: (ms) => Promise.all(timers.map((one) => one.stop(ms))) };
    },
  };
}

/** A scheduled webhook goes out at once; later attempts at their time. Resumes behind what it has seen. */
function wakeDeliveries({ events }: Stores, timer: Scheduler, head: bigint) {
  const types = ['WebhookScheduled', 'WebhookAttempted', 'RedeliveryRequested'];
  let after = head;
  return async (signal: AbortSignal): Promise<'ended'> => {
    for await (const delivery of events.subscribeAll({ after, filter: { types }, signal })) {
      if (delivery.kind === 'caught-up') {
        after = delivery.position;
        continue;
      }
      for (const { data, position } of delivery.events) {
        const due = data.next_attempt_at ?? data.due_at;
        if (typeof due === 'string') timer.wakeAt(new Date(due));
        after = position;
      }
    }
    return 'ended';
  };
}
