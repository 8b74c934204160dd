import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Assistant } from '#libs/assistant';
import { type EventRegistry, SharedSubscription } from '#libs/event-store';
import { builtAddress, type Clock, systemClock } from '#libs/kernel';
import {
  BackgroundProcesses,
  Computing,
  CoreModule,
  chooseAssistant,
  type Environment,
  installationKey,
  registry as knownEvents,
  type Log,
  readSideSettings,
  type Stores,
  settingsOf,
  snapshotsOf,
  startTracing,
  TracedComputing,
  tracedAggregates,
  tracedAssistant,
  tracedProcesses,
  unusable,
  VERSION,
} from '#libs/platform';
import {
  ClockMonitor,
  Cluster,
  type ClusterOptions,
  createReadModelProgress,
  LocalJobs,
  ProcessHost,
  ProjectorThreads,
  type ReadModelProgress,
} from '#libs/processing';
import { projections } from '#projections';
import { isFirstStart } from './greeting.js';
import { createHealth } from './health.js';
import { closeWithin, createApp } from './http/app.js';
import { createMetrics } from './metrics.js';
import { openInTime } from './open-stores.js';

export interface ServiceOptions {
  readonly environment: Environment;
  readonly log: Log;
  readonly clock?: Clock;
  /** Tests and benchmarks bring their own. */
  readonly assistant?: Assistant;
  /** Tests of several nodes bring stores that these share; they are closed with the service. */
  readonly stores?: Stores;
  /** Version of the code and the events that it knows: tests of an update bring an older one's. */
  readonly version?: string;
  readonly registry?: EventRegistry;
  /** Shorter ones are for tests; all nodes of a cluster have the same. */
  readonly times?: Pick<ClusterOptions, 'nodeTimes' | 'leaseTimes'>;
  /** Part of the 10 s of a stop that running turns have to end by themselves, ms; TURN_GRACE_MS by default. */
  readonly turnGraceMs?: number;
  /** Scheduled tasks look at least so often, ms; each as often as it says by default. */
  readonly maxEveryMs?: number;
}

/** One node: the whole service, or its part of it (ROLE). */
export interface Service {
  /** Where it listens, or PUBLIC_URL. */
  readonly url: string;
  readonly commands: CommandBus;
  readonly queries: QueryBus;
  readonly clock: Clock;
  readonly progress: ReadModelProgress;
  /** Whether nothing had ever been stored, and it is this node's to greet whoever starts it. */
  readonly isFresh: boolean;
  /** Names of the singleton jobs that this node does now. */
  jobs(): readonly string[];
  /** True once the read models show the position; false after 2 s. */
  visible(position: bigint | undefined): Promise<boolean>;
  /** Drains within 10 s: no new work, running turns end or are recorded as failed, read models and stores close. */
  stop(): Promise<void>;
}

const TURN_GRACE_MS = 5_000;
/** Part of the 10 s of a stop that requests under way have, ms. */
const CLOSE_MS = 1_500;

/** @throws what main.ts tells in one line: a folder that is taken, a store that cannot be had, an address likewise. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { environment, log, clock = systemClock } = options;
  const stores = options.stores ?? (await openInTime(environment, clock, log));
  // What was begun, ended in the reverse order: by `stop`, or where the start itself fails.
  const begun: (() => unknown)[] = [() => stores.close()];
  const stop = async () => {
    for (const end of begun.splice(0).reverse()) await end();
  };
  try {
    return { ...(await start({ ...options, clock }, stores, begun)), stop };
  } catch (error) {
    await stop();
    throw environment.shared ? error : unusable(environment.dataDir, error);
  }
}

/** The same composition for one node and for many (docs/decisions/0014-one-composition.md). */
async function start(
  { environment, log, clock, ...options }: ServiceOptions & { readonly clock: Clock },
  stores: Stores,
  begun: (() => unknown)[],
): Promise<Omit<Service, 'stop'>> {
  const { role, shared } = environment;
  const isFresh = role === 'all' && (await isFirstStart(stores));
  const { conversations, webhooks } = settingsOf(environment);
  const { readModels: store } = stores;
  const registry = options.registry ?? knownEvents;
  const self = { id: conversations.nodeId, role, version: options.version ?? VERSION };
  const { tracing, close } = await startTracing(environment.tracing, self, log);
  begun.push(close);
  const aggregates = tracing.enabled
    ? tracedAggregates(stores.events, tracing, { clock, registry, snapshots: snapshotsOf(environment, stores) })
    : stores.aggregates;

  const source = new SharedSubscription(stores.events, {
    registry,
    onInterruption: (interruption) =>
      log.warn(interruption, 'the subscription to the event store broke, it is resumed'),
    onResumed: () => log.info({}, 'the subscription to the event store goes on'),
  });
  // Another thread can open what the environment names, and nothing else.
  const given = options.stores !== undefined || options.registry !== undefined;
  const threads = given
    ? undefined
    : new ProjectorThreads({
        modules: {
          stores: builtAddress('libs/platform/src/stores/read-side'),
          projections: builtAddress('projections/index'),
        },
        settings: () => readSideSettings(environment, stores),
        ...{ projections, store, log },
      });
  // Where nobody else can have the lease it is needed at once.
  if (store.leases.exclusive) threads?.prepare();
  begun.push(() => threads?.close());
  const life = new AbortController();
  begun.push(async () => {
    life.abort();
    await source.close();
  });
  void aggregates.follow(source.unguarded, life.signal);

  const healthCheck = () => stores.events.ping();
  const local = new LocalJobs();
  const { onSeen } = local;
  const cluster = new Cluster({ self, leases: store.leases, clock, log, healthCheck, onSeen, ...options.times });
  const progress = createReadModelProgress({ events: stores.events, store, projections, local });

  let url = environment.publicUrl ?? '';
  let host: ProcessHost | undefined;
  let clockMonitor: ClockMonitor | undefined;
  const watched = {
    readModels: store,
    clock,
    projections: () => progress.status(),
    runningTurns: () => host?.running ?? 0,
    jobs: () => host?.jobs() ?? [],
    nodes: () => cluster.nodes.alive.length,
    clockSettled: () => clockMonitor?.isSettled() ?? true,
  };
  const metrics = createMetrics(watched, environment.metricsToken);
  const chosen = options.assistant ?? (await chooseAssistant(environment, log));
  const assistant = tracing.enabled ? tracedAssistant(chosen, tracing) : chosen;
  const { turnCpuBudgetMs } = environment;
  const computing = tracing.enabled ? new TracedComputing(turnCpuBudgetMs, tracing) : new Computing(turnCpuBudgetMs);
  begun.push(() => computing.close());
  const health = createHealth({
    ...watched,
    events: stores.events,
    turnPlaces: environment.turnConcurrency,
    workers: () => computing.load,
    dataDir: shared ? undefined : environment.dataDir,
  });
  const core = CoreModule.with({
    ...{ stores: { ...stores, aggregates }, source: source.unguarded, progress, cluster: cluster.nodes },
    ...{ clock, log, tracing, assistant, computing, conversations, webhooks },
    installationKey: installationKey(environment),
    anchorFile: environment.anchorFile,
  });
  const app = await createApp(environment, { core, metrics, health, tracing, publicUrl: () => url }, log);
  clockMonitor = app.get(ClockMonitor, { strict: false });
  const { maxEveryMs } = options;
  const found = app.get(BackgroundProcesses, { strict: false }).find();
  host = new ProcessHost({
    ...{ cluster, projections, progress, events: source, store, local, log, clock },
    createProjector: threads && ((fence) => threads.projector(fence)),
    ...(tracing.enabled ? tracedProcesses(found, tracing) : found),
    ...(maxEveryMs === undefined ? {} : { maxEveryMs }),
  });
  const processes = host;
  begun.push(() => processes.stop(options.turnGraceMs ?? TURN_GRACE_MS));
  await processes.start();

  begun.push(() => closeWithin(app, CLOSE_MS));
  await app.listen({ port: environment.port, host: environment.host });
  url = environment.publicUrl ?? (await app.getUrl()).replace('[::1]', '127.0.0.1');
  // The command line beside us makes links of it.
  if (!shared) writeFileSync(join(environment.dataDir, 'service.url'), `${url}\n`);
  return {
    url,
    commands: app.get(CommandBus),
    queries: app.get(QueryBus),
    clock,
    progress,
    isFresh,
    jobs: () => processes.jobs(),
    visible: async (position) => position === undefined || progress.waitFor(position),
  };
}
