import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { notFound, Problem } from '#libs/kernel';
import { errorAnswer } from './problems.js';

/** What a caller may call a request. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** Told of an error that is a defect of ours, which the caller sees as `internal` only. */
export type OnDefect = (error: unknown, request: FastifyRequest) => void;

export interface Server {
  readonly instance: FastifyInstance;
  readonly routes: RouteTable;
}

/**
 * Fastify as it runs beneath Nest: request ids, bodies handed on unread (`InputGuard` reads them),
 * and the one error envelope also where Nest is not reached: requests that are no HTTP, or that Fastify itself refuses.
 */
export function createServer(onDefect: OnDefect): Server {
  const instance = Fastify({
    genReqId: (raw) => {
      const given = raw.headers['x-request-id'];
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: 1_000 },
    // Slowloris: whoever has not sent headers and body by then is cut off, ms.
    requestTimeout: 60_000,
    // A request that is under way when the service stops is answered.
    forceCloseConnections: 'idle',
    // Node would refuse a request without Host by itself, without the envelope.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendError(error, request, reply, onDefect);
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) return socket.destroy();
      const tooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
      socket.end(rawRefusal(tooLarge ? 431 : 400, 'the request is not valid HTTP'));
    },
  });
  instance.server.on('checkExpectation', ({ socket }) => {
    socket.end(rawRefusal(417, 'the only expectation that can be met is 100-continue'));
  });
  const routes = new RouteTable();
  instance.addHook('onRoute', (route) => routes.add(route.method, route.url));
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  instance.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new Problem('invalid_request', 'the request has no Host header');
    }
  });
  return { instance, routes };
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, onDefect: OnDefect): void {
  const answer = errorAnswer(error);
  if (answer.defect) onDefect(error, request);
  reply.status(answer.status).headers(answer.headers).type('application/json; charset=utf-8').send(answer.body);
}

/** The envelope where Fastify has made no reply object: written to the socket. */
function rawRefusal(status: number, message: string): string {
  const body = JSON.stringify(errorAnswer(new Problem('invalid_request', message)).body);
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `X-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}

/** Tells a wrong method from an unknown path: Fastify looks routes up by method first, and says 404 for both. */
class RouteTable {
  private readonly routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];

  add(method: string | readonly string[], url: string): void {
    const source = url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
      .join('/');
    this.routes.push({ pattern: new RegExp(`^${source}$`), methods: [method].flat() });
  }

  /** What to throw where no route took a request: 405 with `Allow`, or 404. */
  refusal(method: string, path: string): Problem {
    const allowed = new Set(this.routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    if (allowed.size === 0 || allowed.has(method)) return notFound(`path ${path.slice(0, 200)}`);
    const allow = [...allowed].sort().join(', ');
    return new Problem('method_not_allowed', `${method} is not allowed here; allowed: ${allow}`, { allow });
  }
}
