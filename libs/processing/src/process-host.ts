import type { EventSource } from '#libs/event-store';
import { type Clock, sleep, systemClock } from '#libs/kernel';
import type { Projection, ReadModelStore } from '#libs/read-models';
import { RequestServer } from './admin-requests.js';
import type { NodeProcess } from './background-process.js';
import type { Cluster } from './cluster/cluster.js';
import type { SingletonJob } from './cluster/singleton-job.js';
import { type ProcessingLog, silent } from './log.js';
import { createProjector, type Projector } from './projector/projector.js';
import { sweepTombstones } from './projector/sweep-tombstones.js';
import type { LocalJobs, ReadModelProgress } from './read-model-progress.js';
import type { Saga } from './sagas/saga.js';
import { SagaCheckpoints } from './sagas/saga-checkpoints.js';
import { SagaRunner } from './sagas/saga-runner.js';
import { createScheduler, type ScheduledTask } from './scheduling/scheduler.js';

/** How long sagas, and then read models, may take for what the workers ended with at a stop, ms. */
const SETTLE_MS = 1_000;
/** How long scheduled tasks wait for read models that are being built, and how often the wait is looked at, ms. */
const BUILT_WITHIN_MS = 10 * 60_000;
const BUILT_LOOK_MS = 250;
/** Events that one saga handles at the same time. */
const SAGA_CONCURRENCY = 256;

export interface JobPorts {
  readonly events: EventSource;
  readonly store: ReadModelStore;
  readonly local: LocalJobs;
  readonly log?: ProcessingLog;
  readonly clock?: Clock;
}

/** What all jobs of a node share, so that the store is asked and written once for all of them. */
interface SharedByJobs {
  readonly requests: RequestServer;
  readonly checkpoints: SagaCheckpoints;
}

export interface ProcessHostOptions extends JobPorts {
  readonly cluster: Cluster;
  readonly projections: readonly Projection[];
  readonly progress: Pick<ReadModelProgress, 'waitFor'>;
  /** Where they are folded, under the lease's number: in this thread by default. */
  readonly createProjector?: ((fence: number) => Projector) | undefined;
  readonly sagas: readonly Saga[];
  readonly scheduled: readonly ScheduledTask<unknown>[];
  readonly singletons: readonly SingletonJob[];
  /** Run on every node that works. */
  readonly workers: readonly NodeProcess[];
  /** Run on every node. */
  readonly nodes: readonly NodeProcess[];
  /** Scheduled tasks look at least so often, ms: for tests. */
  readonly maxEveryMs?: number;
}

/**
 * Runs everything that happens without being asked: projections, sagas, scheduled tasks and singleton jobs each under a
 * lease, so on one node at a time; node processes on every node that works, or on every one. Alike on one node and on many.
 */
export class ProcessHost {
  private readonly cluster: Cluster;
  private readonly workers: readonly NodeProcess[];
  private readonly singletonJobs: readonly SingletonJob[];
  private readonly requests: RequestServer;

  constructor(private readonly options: ProcessHostOptions) {
    const { cluster, projections, sagas, scheduled, singletons, workers, store, local } = options;
    this.requests = new RequestServer({ ...options, adminRequests: store.adminRequests });
    const shared = { ...options, requests: this.requests, checkpoints: new SagaCheckpoints(options) };
    const isApi = cluster.nodes.self.role === 'api';
    local.sagaNames = sagas.map(({ name }) => name);
    const tasks = [...scheduled, sweepTombstones(store, options.clock ?? systemClock)];
    this.cluster = cluster;
    this.workers = isApi ? [] : workers;
    this.singletonJobs = isApi
      ? []
      : [
          projectionsJob(projections, shared),
          ...sagas.map((saga) => sagaJob(saga, shared)),
          scheduledTasksJob(tasks, options),
          ...singletons,
        ];
  }

  /** Resolves once the leases were asked for; the jobs begin beside it. */
  async start(): Promise<void> {
    for (const node of this.options.nodes) await node.start();
    await this.cluster.start(this.singletonJobs);
    if (this.singletonJobs.length > 0) this.requests.start();
    for (const worker of this.workers) await worker.start();
  }

  /** Items that workers work on, on this node. */
  get running(): number {
    return this.workers.reduce((sum, { running = 0 }) => sum + running, 0);
  }

  /** Names of the jobs that this node does now. */
  jobs(): readonly string[] {
    return this.cluster.jobs;
  }

  /** What workers run has `graceMs` to end. */
  async stop(graceMs: number): Promise<void> {
    const workersEnded = () => Promise.all(this.workers.map((worker) => worker.stop(graceMs)));
    if (this.cluster.exclusive) {
      // Nobody can take the jobs over: they still process what the workers end with.
      await workersEnded();
      await this.settle();
      await this.cluster.leave();
    } else {
      // The jobs are free at once; heartbeats go on until the workers have ended, so that no turn becomes an orphan.
      await Promise.all([this.cluster.leave(), workersEnded()]);
    }
    await this.requests.stop(graceMs);
    await this.cluster.stop();
    await Promise.all(this.options.nodes.map((node) => node.stop(graceMs)));
  }

  /**
   * What has been stored so far is processed: by the sagas, then, with what they stored, by the read models. So who reads
   * after the next start finds it. Bounded: what is left is done then.
   */
  private async settle(): Promise<void> {
    const { events, local } = this.options;
    const head = await events.head();
    await Promise.all([...local.sagas.values()].map((runner) => runner.waitFor(head, SETTLE_MS)));
    await local.projector?.waitFor(await events.head(), { timeoutMs: SETTLE_MS });
  }
}

/** All read models by one projector; what is asked of them by name is carried out there too. */
export function projectionsJob(
  projections: readonly Projection[],
  ports: JobPorts & SharedByJobs & Pick<ProcessHostOptions, 'createProjector'>,
): SingletonJob {
  const { events, store, local, requests, log = silent } = ports;
  const { createProjector: create = (fence) => createProjector({ events, store, projections, log, fence }) } = ports;
  const names = projections.map(({ name }) => name);
  return {
    name: 'projections',
    async begin(fence) {
      const projector = create(fence);
      await projector.start();
      local.projector = projector;
      const unserved = requests.serve({
        names,
        carryOut: async ({ kind, name, key }) => ({
          ...(await (kind === 'rebuild' ? projector.rebuild(name) : projector.retry(name, key))),
        }),
      });
      return {
        stop(graceMs) {
          if (local.projector === projector) local.projector = undefined;
          return Promise.all([unserved(graceMs), projector.stop(graceMs)]);
        },
      };
    },
  };
}

export function sagaJob(saga: Saga, ports: JobPorts & SharedByJobs): SingletonJob {
  const { events, store, local, requests, checkpoints, log = silent } = ports;
  return {
    name: `saga:${saga.name}`,
    async begin(fence) {
      const runner = new SagaRunner(saga, { events, store, log, concurrency: SAGA_CONCURRENCY, fence, checkpoints });
      await runner.start();
      local.sagas.set(saga.name, runner);
      const unserved = requests.serve({
        names: [saga.name],
        carryOut: async ({ kind, key }) => {
          if (kind !== 'retry') throw new Error(`${saga.name} is a saga: it has no ${kind}`);
          return { ...(await runner.retry(key)) };
        },
      });
      return {
        stop(graceMs) {
          if (local.sagas.get(saga.name) === runner) local.sagas.delete(saga.name);
          return Promise.all([unserved(graceMs), runner.stop(graceMs)]);
        },
      };
    },
  };
}

/**
 * All scheduled tasks under one lease: each item is harmless where it is done already, one node spares the others the looking.
 * Read models that are built from nothing call due what was done long ago: the tasks wait until those show what there was.
 */
export function scheduledTasksJob(
  tasks: readonly ScheduledTask<unknown>[],
  { clock = systemClock, log = silent, maxEveryMs, events, progress }: Omit<ProcessHostOptions, 'cluster'>,
): SingletonJob {
  return {
    name: 'scheduled tasks',
    async begin() {
      const options = { clock, log, ...(maxEveryMs !== undefined && { maxEveryMs }) };
      const schedulers = tasks.map((task) => createScheduler(task, options));
      const stopped = new AbortController();
      const shown = async (position: bigint) => {
        const untilMs = clock.monotonicMs() + BUILT_WITHIN_MS;
        const wait = { timeoutMs: BUILT_LOOK_MS, movingOnly: true };
        while (!stopped.signal.aborted && clock.monotonicMs() < untilMs && !(await progress.waitFor(position, wait)))
          await sleep(BUILT_LOOK_MS, stopped.signal);
        if (!stopped.signal.aborted) for (const scheduler of schedulers) scheduler.start();
      };
      void shown(await events.head());
      return {
        stop(graceMs) {
          stopped.abort();
          return Promise.all(schedulers.map((scheduler) => scheduler.stop(graceMs)));
        },
      };
    },
  };
}
