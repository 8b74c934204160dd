import type { TurnWork } from '#libs/conversations';
import type { EventStore } from '#libs/event-store';
import type { Environment } from '#libs/platform';
import { withoutSkipping } from '#libs/platform';
import {
  Cluster,
  type ClusterOptions,
  createProjector,
  type SingletonJob,
  type StoredProgress,
  Supervisor,
  serveRequests,
} from '#libs/processing';
import { projections } from '#projections';
import { deliveriesJob, MAILBOX_MS, sagaJob, timersJob } from './duties.js';
import { createSagas } from './sagas.js';
import { followTurns, turnRunner, type WorkerParts, type Workers } from './workers.js';

export interface MemberParts extends WorkerParts {
  readonly role: Environment['role'];
  readonly version: string;
  /** Event types that this version knows. */
  readonly known: ReadonlySet<string>;
  readonly progress: StoredProgress;
  readonly times?: ClusterTimes;
}

/** Shorter ones are for tests; those of a cluster's nodes must be the same. */
export type ClusterTimes = Pick<ClusterOptions, 'nodeTimes' | 'leaseTimes'>;

/** What sagas and timers have to end in, ms. */
const DRAIN_MS = 2_000;

/**
 * A node among others on shared stores (design section 9). Each job is done by one worker at a time, through a lease;
 * turns are run by all of them, each by whoever claims it. An api node only watches.
 */
export async function startMember(parts: MemberParts): Promise<Workers> {
  const { stores, log, clock, feed, role, version } = parts;
  const self = { id: parts.conversations.nodeId, role, version };
  const { leases } = stores.readModels;
  const cluster = new Cluster({ self, leases, clock, log, fit: () => stores.events.ping(), ...parts.times });
  const supervisor = new Supervisor({ log });
  supervisor.start(followTurns(feed, await stores.events.head()));
  await cluster.start(role === 'api' ? [] : jobsOf(parts, cluster));
  const preferred = ({ turn_id }: TurnWork) => cluster.nodes.preferred(turn_id) === self.id;
  const turns = role === 'api' ? undefined : turnRunner(parts, preferred);
  turns?.start();
  return {
    runningTurns: () => turns?.running ?? 0,
    jobs: () => cluster.jobs,
    nodes: () => cluster.nodes.alive.length,
    async stop(graceMs) {
      // Its jobs are free at once; it beats until its turns have ended, so that nobody takes them for orphans.
      await Promise.all([cluster.leave(), turns?.stop(graceMs)]);
      await supervisor.stop(DRAIN_MS);
      await cluster.stop();
    },
  };
}

function jobsOf(parts: MemberParts, cluster: Cluster): readonly SingletonJob[] {
  const { stores, log, progress } = parts;
  const events = withoutSkipping(stores.events, parts.known);
  const allPast = (position: bigint, except: string, signal: AbortSignal) =>
    progress.allPast(
      position,
      sagaNames.filter((name) => name !== except),
      signal,
    );
  const sagas = createSagas({ stores, commands: parts.commands, allPast });
  const sagaNames = sagas.map(({ name }) => name);
  return [
    projectionsJob(parts, events),
    ...sagas.map((saga) => sagaJob(saga, { stores, log, events })),
    deliveriesJob(parts),
    timersJob(parts, cluster.nodes),
  ];
}

/** All read models by one reader on one node; what the CLI asks of them is carried out there too. */
function projectionsJob({ stores, log }: MemberParts, events: EventStore): SingletonJob {
  const { adminRequests } = stores.readModels;
  const names = projections.map(({ name }) => name);
  return {
    name: 'projections',
    async begin(fence) {
      const fenced = fence === undefined ? {} : { fence };
      const projector = createProjector({ events, store: stores.readModels, projections, log, ...fenced });
      const supervisor = new Supervisor({ log });
      await projector.start();
      supervisor.start(serveRequests({ adminRequests, projector, sagas: [], names, pollMs: MAILBOX_MS }));
      return { stop: (ms) => Promise.all([supervisor.stop(ms), projector.stop(ms)]) };
    },
  };
}
