import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuthenticateKey, AuthenticateKeyHandler } from '#libs/companies';
import { ownedConversation } from '#libs/conversations';
import type { Aggregates } from '#libs/event-store';
import type { Environment } from '#libs/platform';
import { type Log, nestLogger } from '#libs/platform';
import { createApp } from '../http/app.js';
import { createLinkSigner } from '../http/links.js';
import type { Metrics } from '../http/metrics.js';
import type { Visibility } from '../http/visibility.js';
import { HttpModule } from './http.module.js';
import { keepLinkSecret } from './link-secret.js';
import { WorkerHttpModule } from './worker-http.module.js';

export interface Edge {
  readonly core: DynamicModule;
  readonly metrics: Metrics;
  readonly visibility: Visibility;
  /** Known once the service listens. */
  publicUrl(): string;
}

/** What this node answers: the API, or, as a worker, its health and metrics alone. Not listening yet. */
export function createEdge(
  environment: Environment,
  { core, metrics, visibility, publicUrl }: Edge,
  aggregates: Aggregates,
  log: Log,
): Promise<NestFastifyApplication> {
  const { linkSecret, linkTtlMs, dataDir, role } = environment;
  const links = () => {
    const secret = linkSecret ?? keepLinkSecret(join(dataDir, 'link-secret'));
    return { signer: createLinkSigner(secret), ttlMs: linkTtlMs, publicUrl };
  };
  const module =
    role === 'worker'
      ? WorkerHttpModule.with({ core, metrics })
      : HttpModule.with({ core, metrics, visibility, links: links() });
  return createApp(module, {
    logger: nestLogger(log),
    metrics,
    onDefect: (error, request) =>
      log.error({ err: error, request_id: request.id, path: request.url }, 'a request failed'),
    gate: gateOf(aggregates),
  });
}

/** Requests under way are answered; one that still sends its body by the drop is cut off after the time. */
export async function closeWithin(app: NestFastifyApplication, ms: number): Promise<void> {
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), ms);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

function gateOf(aggregates: Aggregates) {
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
