import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Assistant } from '#libs/assistant';
import { Directory } from '#libs/companies';
import { TurnFeed } from '#libs/conversations';
import { type Clock, systemClock } from '#libs/kernel';
import type { Environment, Log, Stores } from '#libs/platform';
import { CoreModule, chooseAssistant, KNOWN_EVENTS, settingsOf, VERSION } from '#libs/platform';
import { createProjector, type Projector, StoredProgress } from '#libs/processing';
import { createEgress } from '#libs/webhooks';
import { projections } from '#projections';
import { createMetrics } from '../metrics.js';
import { closeWithin, createEdge } from './edge.js';
import { isFirstStart } from './first-start.js';
import { type ClusterTimes, startMember } from './members.js';
import { openInTime } from './open-stores.js';
import { startAlone, type Workers } from './workers.js';

export interface ServiceOptions {
  readonly environment: Environment;
  readonly log: Log;
  readonly clock?: Clock;
  /** Tests and benchmarks bring their own. */
  readonly assistant?: Assistant;
  /** Tests of several nodes bring stores that these share; they are closed with the service. */
  readonly stores?: Stores;
  /** Version of the code, and the event types that it knows: tests of an update bring an older one's. */
  readonly version?: string;
  readonly known?: ReadonlySet<string>;
  readonly times?: ClusterTimes;
  /** Part of the 10 s of a stop that running turns have to end by themselves, ms; TURN_GRACE_MS if not given. */
  readonly turnGraceMs?: number;
  /** Timers look at least so often, ms; each as often as its work says if not given. */
  readonly timersEveryMs?: number;
}

/** One node: the whole service, or its part of it (ROLE). */
export interface Service {
  /** Where it listens, or PUBLIC_URL. */
  readonly url: string;
  readonly commands: CommandBus;
  readonly queries: QueryBus;
  readonly clock: Clock;
  readonly projector: Pick<Projector, 'waitFor' | 'rebuild' | 'status'>;
  /** Names of the jobs that this node does now. */
  jobs(): readonly string[];
  /** Whether nothing had ever been stored, and it is this node's to greet whoever starts it. */
  isFresh(): Promise<boolean>;
  visible(position: bigint | undefined): Promise<boolean>;
  /** Drains within 10 s: no new work, running turns end or are recorded as failed, read models and stores close. */
  stop(): Promise<void>;
}

/** How long `visible` waits, ms. */
const VISIBLE_WITHIN_MS = 2_000;
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
    throw error;
  }
}

async function start(
  { environment, log, clock, ...options }: ServiceOptions & { readonly clock: Clock },
  stores: Stores,
  begun: (() => unknown)[],
): Promise<Omit<Service, 'stop'>> {
  const { role, shared } = environment;
  const fresh = role === 'all' && (await isFirstStart(stores, shared));
  const progress = progressOf(stores, shared, log);
  const visible = async (position: bigint | undefined) => {
    return position === undefined || progress.waitFor(position, { timeoutMs: VISIBLE_WITHIN_MS });
  };
  const { conversations, webhooks } = settingsOf(environment);
  const assistant = options.assistant ?? (await chooseAssistant(environment, log));
  const parts = { stores, clock, assistant, conversations, webhooks, progress };

  const life = new AbortController();
  begun.push(() => life.abort());
  void stores.aggregates.follow(stores.events, life.signal);
  if (progress instanceof StoredProgress === false) {
    begun.push(() => progress.stop());
    await progress.start();
  }

  let url = environment.publicUrl ?? '';
  let workers: Workers | undefined;
  const watched = {
    readModels: stores.readModels,
    clock,
    projections: () => progress.status(),
    runningTurns: () => workers?.runningTurns() ?? 0,
    jobs: () => workers?.jobs() ?? [],
    nodes: () => workers?.nodes() ?? 0,
  };
  const metrics = createMetrics(watched, environment.metricsToken);
  const core = CoreModule.with(parts);
  const app = await createEdge(environment, { core, metrics, publicUrl: () => url }, log);

  const egress = createEgress(webhooks);
  begun.push(() => egress.close());
  const commands = app.get(CommandBus);
  const { version = VERSION, known = KNOWN_EVENTS, times = {}, turnGraceMs = TURN_GRACE_MS, timersEveryMs } = options;
  const [feed, directory] = [app.get(TurnFeed), app.get(Directory)];
  const workerParts = { ...parts, egress, log, commands, feed, directory, timersEveryMs };
  const running =
    progress instanceof StoredProgress
      ? await startMember({ ...workerParts, role, version, known, progress, times })
      : await startAlone(workerParts, progress);
  workers = running;
  begun.push(() => running.stop(turnGraceMs));

  begun.push(() => closeWithin(app, CLOSE_MS));
  await app.listen({ port: environment.port, host: environment.host });
  url = environment.publicUrl ?? (await app.getUrl()).replace('[::1]', '127.0.0.1');
  // The CLI beside us makes links of it.
  if (!shared) writeFileSync(join(environment.dataDir, 'service.url'), `${url}\n`);
  return {
    url,
    commands,
    queries: app.get(QueryBus),
    clock,
    projector: progress,
    jobs: () => running.jobs(),
    visible,
    isFresh: async () => fresh,
  };
}

/** A node that is alone keeps the read models up to date itself; one among others asks the store how far they are. */
function progressOf({ events, readModels: store }: Stores, shared: boolean, log: Log): Projector | StoredProgress {
  return shared
    ? new StoredProgress({ events, store, projections })
    : createProjector({ events, store, projections, log });
}
