import 'reflect-metadata';
import {
  type ArgumentsHost,
  Catch,
  type DynamicModule,
  type ExceptionFilter,
  type LoggerService,
  NotFoundException,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fieldProblems, fieldsProblem } from './fields.js';
import { addGate, type GatePorts } from './gate.js';
import type { Metrics } from './metrics.js';
import { createServer, type Server, sendError } from './server.js';

export interface AppParts {
  readonly logger: LoggerService;
  readonly metrics: Metrics;
  /** Told of every defect of ours. */
  readonly onDefect: (error: unknown, request: FastifyRequest) => void;
  /** Asked lazily: what stands behind the gate lives in the module. */
  readonly gate: (app: NestFastifyApplication) => GatePorts;
}

/** The Nest application over the HTTP edge; not listening yet. */
export async function createApp(module: DynamicModule, parts: AppParts): Promise<NestFastifyApplication> {
  const server = createServer(parts.onDefect);
  const adapter = new FastifyAdapter(server.instance);
  let ports: GatePorts | undefined;
  addGate(server.instance, {
    authenticate: (key) => ready(ports).authenticate(key),
    requireConversation: (id, caller) => ready(ports).requireConversation(id, caller),
  });
  server.instance.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    parts.metrics.requestEnded(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: parts.logger,
  });
  app.useGlobalFilters(new EnvelopeFilter(server, parts.onDefect));
  app.useGlobalPipes(
    new ValidationPipe({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => fieldsProblem(fieldProblems(errors)),
    }),
  );
  addDocs(app);
  await app.init();
  ports = parts.gate(app);
  return app;
}

function ready(ports: GatePorts | undefined): GatePorts {
  if (!ports) throw new Error('a request came before the application was put together');
  return ports;
}

/** Whatever is thrown behind the edge leaves in the one envelope; an unknown path may be a known one's wrong method. */
@Catch()
class EnvelopeFilter implements ExceptionFilter {
  constructor(
    private readonly server: Server,
    private readonly onDefect: AppParts['onDefect'],
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
