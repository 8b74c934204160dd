import type { CommandBus } from '@nestjs/cqrs';
import type { Assistant } from '#libs/assistant';
import type { Directory } from '#libs/companies';
import {
  type ConversationSettings,
  TurnExecution,
  type TurnFeed,
  TurnRunner,
  type TurnWork,
} from '#libs/conversations';
import type { Clock } from '#libs/kernel';
import type { Log, Stores } from '#libs/platform';
import {
  type Projector,
  type RunningJob,
  type SagaRunner,
  type SingletonJob,
  Supervisor,
  serveRequests,
} from '#libs/processing';
import type { Egress, WebhookSettings } from '#libs/webhooks';
import type { TurnDocument } from '#projections';
import { deliveriesJob, sagaJob, timersJob } from './duties.js';
import { failLeftBehind } from './orphans.js';
import { createSagas } from './sagas.js';

export interface WorkerParts {
  readonly stores: Stores;
  readonly commands: CommandBus;
  readonly directory: Directory;
  readonly feed: TurnFeed;
  readonly assistant: Assistant;
  readonly conversations: ConversationSettings;
  readonly webhooks: WebhookSettings;
  readonly egress: Egress;
  readonly clock: Clock;
  readonly log: Log;
  /** Timers look at least so often, ms. */
  readonly timersEveryMs?: number;
}

export interface Workers {
  runningTurns(): number;
  /** Names of the jobs that this node does. */
  jobs(): readonly string[];
  /** ClusterMembership that this one sees, itself too. */
  nodes(): number;
  /** Running turns have `graceMs` to end by themselves. */
  stop(graceMs: number): Promise<void>;
}

/** What sagas and timers have to end in, ms. */
const DRAIN_MS = 2_000;

/** A node that is alone does everything that works without being asked: sagas, timers, and the runner of turns. */
export async function startAlone(parts: WorkerParts, projector: Projector): Promise<Workers> {
  const { stores, log, feed, conversations } = parts;
  const supervisor = new Supervisor({ log });
  const running = new Set<SagaRunner>();
  const allPast = async (position: bigint, except: string, signal: AbortSignal) => {
    while (!signal.aborted) {
      const others = [...running].filter((runner) => runner.status().name !== except);
      const past = await Promise.all([
        projector.waitFor(position),
        ...others.map((runner) => runner.waitFor(position, 1_000)),
      ]);
      if (past.every(Boolean)) return;
    }
    throw signal.reason;
  };
  const sagas = createSagas({ stores, commands: parts.commands, allPast });
  const jobs: readonly SingletonJob[] = [
    ...sagas.map((saga) => sagaJob(saga, { stores, log, events: stores.events }, running)),
    deliveriesJob(parts),
    timersJob(parts, undefined),
  ];
  const turns = turnRunner(parts);
  const head = await stores.events.head();
  supervisor.start(followTurns(feed, head));
  const shifts: RunningJob[] = [];
  for (const job of jobs) shifts.push(await job.begin(undefined));
  supervisor.start(serveRequests({ adminRequests: stores.readModels.adminRequests, projector, sagas: [...running] }));
  // Once the read models show where the last process stopped: its running turns fail, the queued ones run.
  const begun = projector
    .ready()
    .then(() => failLeftBehind(parts, conversations.nodeId))
    .then(() => turns.start())
    .catch((error) => log.warn({ err: error }, 'turns of an earlier process were not looked at'));
  return {
    runningTurns: () => turns.running,
    jobs: () => jobs.map(({ name }) => name),
    nodes: () => 1,
    async stop(graceMs) {
      await turns.stop(graceMs);
      await begun;
      await Promise.all([...shifts.map((shift) => shift.stop(DRAIN_MS)), supervisor.stop(DRAIN_MS)]);
    },
  };
}

/** The one subscription of all who watch turns: the runner, and open event streams. */
export function followTurns(feed: TurnFeed, after: bigint) {
  return { name: 'turn feed', run: (signal: AbortSignal) => feed.follow(after, signal).then(() => 'ended' as const) };
}

/** @param prefers whether a turn is this node's by preference; every one where it is alone. */
export function turnRunner(parts: WorkerParts, prefers?: (work: TurnWork) => boolean): TurnRunner {
  const { stores, feed, log, conversations } = parts;
  return new TurnRunner({
    execution: new TurnExecution({ ...parts, ...stores, settings: conversations }),
    feed,
    concurrency: conversations.concurrency,
    ...(prefers ? { prefers } : {}),
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
}
