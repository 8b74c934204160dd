import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Assistant } from '#libs/assistant';
import { AuthenticateKey, AuthenticateKeyHandler, Directory } from '#libs/companies';
import { type ConversationSettings, ownedConversation, TurnFeed } from '#libs/conversations';
import { type Clock, newId, systemClock } from '#libs/kernel';
import { createProjector, type Projector } from '#libs/processing';
import { createEgress } from '#libs/webhooks';
import { projections } from '#projections';
import type { Environment } from '../config/environment.js';
import { type Log, nestLogger } from '../config/log.js';
import { createApp } from '../http/app.js';
import { useWebhookRules } from '../http/dto/rules.js';
import { createLinkSigner } from '../http/links.js';
import { createMetrics } from '../http/metrics.js';
import { VISIBLE_WITHIN_MS } from '../http/visibility.js';
import { chooseAssistant } from './assistant.js';
import { CoreModule } from './core.module.js';
import { HttpModule } from './http.module.js';
import { keepLinkSecret } from './link-secret.js';
import { openStores } from './stores.js';
import { startWorkers } from './workers.js';

export interface ServiceOptions {
  readonly environment: Environment;
  readonly log: Log;
  readonly clock?: Clock;
  /** Tests and benchmarks bring their own. */
  readonly assistant?: Assistant;
}

/** The whole service in one process (ROLE=all). */
export interface Service {
  /** Where it listens, or PUBLIC_URL. */
  readonly url: string;
  readonly commands: CommandBus;
  readonly queries: QueryBus;
  readonly clock: Clock;
  readonly projector: Projector;
  /** Whether nothing has ever been stored in the data folder. */
  isFresh(): Promise<boolean>;
  visible(position: bigint | undefined): Promise<void>;
  /** Drains within 10 s: no new work, running turns end or are recorded as failed, read models and stores close. */
  stop(): Promise<void>;
}

/** Part of the 10 s that running turns have to end by themselves, ms. */
const TURN_GRACE_MS = 5_000;
/** Part of them that requests under way have, ms. */
const CLOSE_MS = 1_500;

/** @throws what main.ts tells in one line: a folder that is taken, a newer store, an address that cannot be had. */
export async function startService({
  environment,
  log,
  clock = systemClock,
  assistant,
}: ServiceOptions): Promise<Service> {
  const stores = await openStores(environment.dataDir, true, clock);
  const fresh = (await stores.events.head()) === 0n;
  const life = new AbortController();
  const projector = createProjector({ events: stores.events, store: stores.readModels, projections, log });
  const visible = async (position: bigint | undefined) => {
    if (position === undefined || (await projector.waitFor(position, { timeoutMs: VISIBLE_WITHIN_MS }))) return;
    log.warn({ position: position.toString() }, 'an answer went out before the read models showed it');
  };
  const conversations: ConversationSettings = {
    ttlMs: environment.conversationTtlMs,
    deadlineMs: environment.turnDeadlineMs,
    concurrency: environment.turnConcurrency,
    nodeId: newId('nod'),
  };
  const webhooks = {
    timeoutMs: environment.webhookTimeoutMs,
    retryMs: environment.webhookRetryMs,
    allowPrivate: environment.webhookAllowPrivate,
    ...(environment.publicUrl === undefined ? {} : { ownHost: new URL(environment.publicUrl).hostname }),
  };
  useWebhookRules(webhooks);
  const parts = { stores, clock, assistant: assistant ?? chooseAssistant(environment), conversations, webhooks };
  let url = environment.publicUrl ?? '';
  let workers: Awaited<ReturnType<typeof startWorkers>> | undefined;
  const metrics = createMetrics(
    { projections: () => projector.status(), runningTurns: () => workers?.runningTurns() ?? 0 },
    environment.metricsToken,
  );
  const links = {
    signer: createLinkSigner(environment.linkSecret ?? keepLinkSecret(join(environment.dataDir, 'link-secret'))),
    ttlMs: environment.linkTtlMs,
    publicUrl: () => url,
  };
  void stores.aggregates.follow(life.signal);
  await projector.start();
  const module = HttpModule.with({ core: CoreModule.with(parts), links, visibility: { visible }, metrics });
  const app = await createApp(module, {
    logger: nestLogger(log),
    metrics,
    onDefect: (error, request) =>
      log.error({ err: error, request_id: request.id, path: request.url }, 'a request failed'),
    gate: gateOf(stores.aggregates),
  });
  const egress = createEgress(webhooks);
  workers = await startWorkers({
    ...parts,
    projector,
    egress,
    log,
    commands: app.get(CommandBus),
    feed: app.get(TurnFeed),
    directory: app.get(Directory),
  });
  await app.listen({ port: environment.port, host: environment.host });
  url = environment.publicUrl ?? (await app.getUrl()).replace('[::1]', '127.0.0.1');
  // The CLI beside us makes links of it.
  writeFileSync(join(environment.dataDir, 'service.url'), `${url}\n`);
  const running = workers;
  return {
    url,
    commands: app.get(CommandBus),
    queries: app.get(QueryBus),
    clock,
    projector,
    visible,
    isFresh: async () => fresh,
    async stop() {
      await closeWithin(app, CLOSE_MS);
      await running.stop(TURN_GRACE_MS);
      await egress.close();
      await projector.stop();
      life.abort();
      await stores.close();
    },
  };
}

/** Requests under way are answered; one that still sends its body by the drop is cut off after the time. */
async function closeWithin(app: NestFastifyApplication, ms: number): Promise<void> {
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), ms);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

function gateOf(aggregates: Parameters<typeof ownedConversation>[0]) {
  return (app: NestFastifyApplication) => {
    // Asked by every request: past the bus, which only finds the handler.
    const keys = app.get(AuthenticateKeyHandler);
    return {
      authenticate: (key: string) => keys.execute(new AuthenticateKey(key)),
      requireConversation: async (id: string, { partner_id }: { partner_id: string }) => {
        await ownedConversation(aggregates, id, partner_id);
      },
    };
  };
}
