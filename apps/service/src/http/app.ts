import 'reflect-metadata';
import { join } from 'node:path';
import { type ArgumentsHost, Catch, type DynamicModule, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Environment, keepSecret, type Log, nestLogger } from '#libs/platform';
import type { Tracing } from '#libs/processing';
import type { Health } from '../health.js';
import type { Metrics } from '../metrics.js';
import { HttpModule } from './http.module.js';
import { createLinkSigner } from './links.js';
import { openApiDocument } from './openapi/document.js';
import { createServer, type OnDefect, requestIdOf, type Server, sendError } from './server.js';
import { traceRequests } from './traced-requests.js';

export interface AppParts {
  readonly core: DynamicModule;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly tracing: Tracing;
  /** Known once the service listens. */
  publicUrl(): string;
}

/** What this node answers: the API, or, as a worker, its health and metrics alone. Not listening yet. */
export async function createApp(
  { linkSecret, linkTtlMs, dataDir, role, rateLimit, maxConnections, requestTimeoutMs }: Environment,
  { core, metrics, health, tracing, publicUrl }: AppParts,
  log: Log,
): Promise<NestFastifyApplication> {
  const onDefect: OnDefect = (error, request) =>
    // A query may hold the token of a link of access.
    log.error({ err: error, ...idsOf(request), path: request.url.split('?')[0] }, 'a request failed');
  const signer = createLinkSigner(linkSecret ?? keepSecret(join(dataDir, 'link-secret')));
  const { requestsPerSecond } = rateLimit;
  const parts = { core, metrics, health, links: { signer, ttlMs: linkTtlMs, publicUrl }, requestsPerSecond };
  const module = role === 'worker' ? HttpModule.forWorker(parts) : HttpModule.forApi(parts);
  const server = createServer({ maxConnections, requestTimeoutMs }, onDefect);
  if (tracing.enabled) traceRequests(server.instance, tracing);
  server.instance.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.requestEnded(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
    if (request.method !== 'GET' && request.headers['x-request-id'] !== undefined && reply.statusCode < 300)
      log.info(idsOf(request), 'a request that its caller named');
    done();
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(server.instance), {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(log),
  });
  app.useGlobalFilters(new EnvelopeFilter(server, onDefect));
  SwaggerModule.setup('docs', app, () => openApiDocument(app), { jsonDocumentUrl: 'docs-json' });
  return app.init();
}

/** A caller's id leads to the events, which carry ours, by the log alone. */
function idsOf(request: FastifyRequest) {
  return { request_id: requestIdOf(request), correlation_id: request.id };
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

/** Whatever is thrown leaves in the one error envelope; an unknown path may be a known one's wrong method. */
@Catch()
class EnvelopeFilter implements ExceptionFilter {
  constructor(
    private readonly server: Server,
    private readonly onDefect: OnDefect,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const [path = '/'] = request.url.split('?');
    const error = thrown instanceof NotFoundException ? this.server.routes.refusal(request.method, path) : thrown;
    sendError(error, request, reply, this.onDefect);
  }
}
