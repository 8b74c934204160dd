import 'reflect-metadata';
import {
  type ArgumentsHost,
  Catch,
  type DynamicModule,
  type ExceptionFilter,
  type LoggerService,
  NotFoundException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics.js';
import { createServer, type OnDefect, type Server, sendError } from './server.js';

export interface AppOptions {
  readonly logger: LoggerService;
  readonly metrics: Metrics;
  readonly onDefect: OnDefect;
}

/** The Nest application over Fastify; not listening yet. */
export async function createApp(
  module: DynamicModule,
  { logger, metrics, onDefect }: AppOptions,
): Promise<NestFastifyApplication> {
  const server = createServer(onDefect);
  server.instance.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.requestEnded(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(server.instance), {
    bodyParser: false,
    abortOnError: false,
    logger,
  });
  app.useGlobalFilters(new EnvelopeFilter(server, onDefect));
  addDocs(app);
  return app.init();
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

function addDocs(app: NestFastifyApplication): void {
  const config = new DocumentBuilder()
    .setTitle('Garnitur')
    .setDescription("Turns a customer's Russian words into an assembled, checked and drawn kitchen.")
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'API key, pk_…' })
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), { jsonDocumentUrl: 'docs-json' });
}
