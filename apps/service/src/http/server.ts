import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Problem } from '#libs/kernel';
import { errorAnswer } from './problems.js';
import { readJson } from './read-json.js';
import { RouteTable } from './routes.js';

/** Two pictures of 5 MB in base64, their frame, and 4,000 characters of text. */
export const BODY_LIMIT = 15 * 1024 * 1024;
/** What a caller may call a request. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

export interface Server {
  readonly instance: FastifyInstance;
  readonly routes: RouteTable;
}

/**
 * The HTTP edge beneath Nest: request ids, the one JSON parser, the one error envelope, also for unknown paths and for
 * requests that are no HTTP. `log` is told of defects.
 */
export function createServer(log: (error: unknown, request: FastifyRequest) => void): Server {
  const instance = Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: (raw) => {
      const given = raw.headers['x-request-id'];
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: 1_000 },
    // A client that sends its headers or body by the drop must not hold a connection for ever.
    requestTimeout: 60_000,
    // A request that is under way when the service stops is answered.
    forceCloseConnections: 'idle',
    // Node would refuse a request without Host by itself, without the envelope.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendError(error, request, reply, log);
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) return socket.destroy();
      const tooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
      socket.end(refusalBeneath(tooLarge ? 431 : 400, 'the request is not valid HTTP'));
    },
  });
  instance.server.on('checkExpectation', ({ socket }) => {
    socket.end(refusalBeneath(417, 'the only expectation that can be met is 100-continue'));
  });
  const routes = new RouteTable();
  instance.addHook('onRoute', (route) => routes.add(route.method, route.url));
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(/^application\/json\b/i, { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    try {
      done(null, readBody(body));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  instance.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new Problem('invalid_request', 'the request has no Host header');
    }
  });
  return { instance, routes };
}

/** The envelope where there is no reply to send it with: beneath Fastify, as plain HTTP. */
function refusalBeneath(status: number, message: string): string {
  const body = JSON.stringify(errorAnswer(new Problem('invalid_request', message)).body);
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `X-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}

/** Every body of this API is a JSON object; one that is empty counts as none. */
function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const body = readJson(bytes);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new Problem('invalid_request', 'the body must be a JSON object');
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: (error: unknown, request: FastifyRequest) => void,
): void {
  const answer = errorAnswer(error);
  if (answer.defect) log(error, request);
  reply.status(answer.status).headers(answer.headers).type('application/json; charset=utf-8').send(answer.body);
}
