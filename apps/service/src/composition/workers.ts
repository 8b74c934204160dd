import type { CommandBus } from '@nestjs/cqrs';
import type { Assistant } from '#libs/assistant';
import type { Directory } from '#libs/companies';
import {
  type ConversationSettings,
  failOrphan,
  ORPHANED,
  TurnExecution,
  type TurnFeed,
  TurnRunner,
} from '#libs/conversations';
import type { Clock } from '#libs/kernel';
import {
  createTimer,
  type Projector,
  SagaRunner,
  Supervisor,
  serveRequests,
  type TimedWork,
  type Timer,
} from '#libs/processing';
import type { Egress, WebhookSettings } from '#libs/webhooks';
import type { TurnDocument } from '#projections';
import type { Log } from '../config/log.js';
import { deliverWebhooks } from './deliveries.js';
import { createSagas } from './sagas.js';
import type { Stores } from './stores.js';
import { expireConversations, failOverdue, releaseOrphans, sweepBlobs, sweepTombstones } from './timers.js';

export interface WorkerParts {
  readonly stores: Stores;
  readonly commands: CommandBus;
  readonly directory: Directory;
  readonly projector: Projector;
  readonly feed: TurnFeed;
  readonly assistant: Assistant;
  readonly conversations: ConversationSettings;
  readonly webhooks: WebhookSettings;
  readonly egress: Egress;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Workers {
  runningTurns(): number;
  /** Running turns have `graceMs` to end by themselves. */
  stop(graceMs: number): Promise<void>;
}

/** Webhooks under way at once, and sagas' events handled at once. */
const DELIVERIES = 512;
const SAGA_EVENTS = 256;
/** What sagas and timers have to end in, ms. */
const DRAIN_MS = 2_000;

/** Everything that works without being asked: sagas, timers, and the runner of turns. */
export async function startWorkers(parts: WorkerParts): Promise<Workers> {
  const { stores, clock, log, projector, feed } = parts;
  const supervisor = new Supervisor({ log });
  const runners: SagaRunner[] = [];
  const allPast = async (position: bigint, except: string, signal: AbortSignal) => {
    while (!signal.aborted) {
      const others = runners.filter((runner) => runner.status().name !== except);
      const past = await Promise.all([
        projector.waitFor(position),
        ...others.map((runner) => runner.waitFor(position, 1_000)),
      ]);
      if (past.every(Boolean)) return;
    }
    throw signal.reason;
  };
  for (const saga of createSagas({ stores, commands: parts.commands, allPast })) {
    runners.push(
      new SagaRunner(saga, { events: stores.events, store: stores.readModels, log, concurrency: SAGA_EVENTS }),
    );
  }
  const timers: Timer[] = [];
  const timed = <Item>(work: TimedWork<Item>, concurrency: number) => {
    const timer = createTimer(work, { clock, log, concurrency });
    timers.push(timer);
    return timer;
  };
  const secretOf = (partnerId: string) => parts.directory.webhookSecret(partnerId);
  const delivery = { aggregates: stores.aggregates, clock, egress: parts.egress, settings: parts.webhooks, secretOf };
  const deliveries = timed(deliverWebhooks(stores.readModels, delivery), DELIVERIES);
  timed(expireConversations(parts), 16);
  timed(releaseOrphans(parts), 16);
  timed(failOverdue(parts, { directory: parts.directory, deadlineMs: parts.conversations.deadlineMs }), 16);
  timed(sweepBlobs(parts), 2);
  timed(sweepTombstones(parts, clock), 1);

  const turns = new TurnRunner({
    execution: new TurnExecution({ ...parts, ...stores, settings: parts.conversations }),
    feed,
    concurrency: parts.conversations.concurrency,
    queued: async (limit) => {
      const page = await stores.readModels.find<TurnDocument>('turns', {
        where: { state: 'queued' },
        sort: [['queued_at', 'asc']],
        limit,
      });
      return page.documents.map(({ document }) => ({
        conversation_id: document.conversation_id,
        turn_id: document.id,
      }));
    },
    onError: (error, work) => log.error({ err: error, ...work }, 'a turn could not be run or recorded'),
  });

  const head = await stores.events.head();
  supervisor.start({ name: 'turn feed', run: (signal) => feed.follow(head, signal).then(() => 'ended' as const) });
  supervisor.start({ name: 'webhooks wake', run: (signal) => wakeDeliveries(stores, deliveries, head, signal) });
  supervisor.start(serveRequests({ mailbox: stores.readModels.mailbox, projector, sagas: runners }));
  for (const runner of runners) await runner.start();
  for (const timer of timers) timer.start();
  const begun = begin(parts, turns, log);
  return {
    runningTurns: () => turns.running,
    async stop(graceMs) {
      await turns.stop(graceMs);
      await begun;
      await Promise.all([
        ...timers.map((timer) => timer.stop(DRAIN_MS)),
        ...runners.map((runner) => runner.stop(DRAIN_MS)),
        supervisor.stop(DRAIN_MS),
      ]);
    },
  };
}

/** Once the read models show where the last process stopped: its running turns fail, the queued ones run. */
async function begin(
  { stores, projector, directory, conversations }: WorkerParts,
  turns: TurnRunner,
  log: Log,
): Promise<void> {
  try {
    await projector.ready();
    const where = { state: 'running' };
    for await (const { document } of stores.readModels.stream<TurnDocument>('turns', { where })) {
      if (document.node_id === conversations.nodeId) continue;
      const orphan = {
        conversation_id: document.conversation_id,
        turn_id: document.id,
        partner_id: document.partner_id,
      };
      await failOrphan({ aggregates: stores.aggregates, directory }, orphan, ORPHANED.restarted);
    }
    turns.start();
  } catch (error) {
    log.warn({ err: error }, 'turns of an earlier process were not looked at');
  }
}

/** A scheduled webhook goes out at once; later attempts at their time. */
async function wakeDeliveries(stores: Stores, timer: Timer, after: bigint, signal: AbortSignal): Promise<'ended'> {
  const types = ['WebhookScheduled', 'WebhookAttempted', 'RedeliveryRequested'];
  for await (const delivery of stores.events.subscribeAll({ after, filter: { types }, signal })) {
    if (delivery.kind !== 'events') continue;
    for (const { data } of delivery.events) {
      const due = data.next_attempt_at ?? data.due_at;
      if (typeof due === 'string') timer.wakeAt(new Date(due));
    }
  }
  return 'ended';
}
