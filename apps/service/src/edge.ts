import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Environment, keepSecret, type Log, nestLogger } from '#libs/platform';
import { createApp } from './http/app.js';
import { HttpModule } from './http/http.module.js';
import { createLinkSigner } from './http/links.js';
import type { Metrics } from './metrics.js';

export interface Edge {
  readonly core: DynamicModule;
  readonly metrics: Metrics;
  /** Known once the service listens. */
  publicUrl(): string;
}

/** What this node answers: the API, or, as a worker, its health and metrics alone. Not listening yet. */
export function createEdge(
  { linkSecret, linkTtlMs, dataDir, role }: Environment,
  { core, metrics, publicUrl }: Edge,
  log: Log,
): Promise<NestFastifyApplication> {
  const signer = createLinkSigner(linkSecret ?? keepSecret(join(dataDir, 'link-secret')));
  const parts = { core, metrics, links: { signer, ttlMs: linkTtlMs, publicUrl } };
  return createApp(role === 'worker' ? HttpModule.forWorker(parts) : HttpModule.forApi(parts), {
    logger: nestLogger(log),
    metrics,
    onDefect: (error, request) =>
      log.error({ err: error, request_id: request.id, path: request.url }, 'a request failed'),
  });
}

/** Requests under way are answered; connections of those that still send their body are cut off after the time. */
export async function closeWithin(app: NestFastifyApplication, ms: number): Promise<void> {
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), ms);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
