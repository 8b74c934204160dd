import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { notFound, Problem } from '#libs/kernel';
import { type ConnectionLimits, limitConnections, refuseInTurn, timeoutsOf } from './connections.js';
import { isJson } from './json-body.js';
import { errorAnswer, fieldsProblem } from './problems.js';

/** What a caller may call a request. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** Told of an error that is a defect of ours, which the caller sees as `internal` only. */
export type OnDefect = (error: unknown, request: FastifyRequest) => void;

export interface Server {
  readonly instance: FastifyInstance;
  readonly routes: RouteTable;
}

/** What no answer may do in a browser; pages that show something say more (docs/security.md). */
const HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
/** Swagger's page: its own scripts, and styles that it writes as it goes. */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const DOCS_PATH = /^\/docs(?![^/?])/;

/**
 * Fastify as it runs beneath Nest: request ids, bodies handed on unread (`InputGuard` reads them), connections within
 * their limits, and the one error envelope also where Nest is not reached: requests that are no HTTP, that Fastify itself
 * refuses, or that come while the service stops.
 */
export function createServer(limits: ConnectionLimits, onDefect: OnDefect): Server {
  let stopping = false;
  const { requestTimeout, keepAliveTimeout, connectionTimeout, ...timeouts } = timeoutsOf(limits.requestTimeoutMs);
  const instance = Fastify({
    // What is stored carries an id of ours: a caller's may tell whose request it is, and could not be erased.
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PATH },
    ...{ requestTimeout, keepAliveTimeout, connectionTimeout },
    // A request that is under way when the service stops is answered; one that comes later is refused below.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Node would refuse a request without Host by itself, without the envelope. A request whose headers announce no body is a
    // stream that has ended (`readJsonBody` knows): most requests are such, and a stream's events cost each a fifth of its time.
    http: { requireHostHeader: false, optimizeEmptyRequests: true, ...timeouts },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...HEADERS, 'x-request-id': requestIdOf(request) });
      sendError(error, request, reply, onDefect);
    },
    clientErrorHandler: (error, socket) => {
      const code = 'code' in error ? error.code : undefined;
      if (!socket.writable || code === 'ECONNRESET') return socket.destroy();
      const refusal = CLIENT_ERRORS.find((one) => one.code === code) ?? NO_HTTP;
      refuse(socket, rawRefusal(refusal.status, refusal.message));
    },
  });
  const refuse = refuseInTurn(instance.server);
  limitConnections(instance.server, limits.maxConnections);
  instance.server.on('checkExpectation', ({ socket }) => {
    refuse(socket, rawRefusal(417, 'the only expectation that can be met is 100-continue'));
  });
  instance.server.on('connect', (_request, socket) => {
    refuse(socket, rawRefusal(400, 'the service is no proxy'));
  });
  const routes = new RouteTable();
  instance.addHook('onRoute', (route) => routes.add(route.method, route.url));
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  instance.addHook('preClose', async () => {
    stopping = true;
  });
  instance.addHook('onRequest', (request, reply, done) => {
    const { raw, headers, url } = request;
    reply.headers(HEADERS).header('x-request-id', requestIdOf(request));
    if (DOCS_PATH.test(url)) reply.header('content-security-policy', DOCS_POLICY);
    if (stopping) return done(new Problem('unavailable', 'this node stops: repeat the request'));
    if (raw.httpVersion === '1.1' && headers.host === undefined)
      return done(new Problem('invalid_request', 'the request has no Host header'));
    const refusal = refusalOfUrl(url);
    if (refusal) return done(refusal);
    // Fastify would refuse a malformed media type before the caller is known; `InputGuard` does it in its turn.
    if (headers['content-type'] !== undefined && !isJson(headers['content-type']))
      headers['content-type'] = 'application/octet-stream';
    done();
  });
  return { instance, routes };
}

/** What the answer and the log call a request: as the caller does, if that is sane. Events carry `request.id`. */
export function requestIdOf({ id, headers }: FastifyRequest): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : id;
}

/** Codes of Node's and llhttp's errors on a connection. */
const CLIENT_ERRORS = [
  { code: 'HPE_HEADER_OVERFLOW', status: 431, message: 'the URL or the headers are too long' },
  { code: 'ERR_HTTP_REQUEST_TIMEOUT', status: 408, message: 'the request did not arrive in time' },
];
const NO_HTTP = { status: 400, message: 'the request is not valid HTTP' };

/** Longer than any path of ours; beyond some length a file system has other errors than that there is no such file. */
const MAX_PATH = 1_000;

/** Of a NUL, or of what is no UTF-8: `not_found` in the path, `invalid_request` in a query parameter. */
function refusalOfUrl(url: string): Problem | undefined {
  if (url.length <= MAX_PATH && !url.includes('%')) return undefined;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  if (path.length > MAX_PATH || damageOf(path)) return pathNotFound(path);
  const fields = query.split('&').flatMap((parameter) => {
    const message = damageOf(parameter);
    return message ? [{ path: parameter.split('=')[0] ?? '', message }] : [];
  });
  return fields.length > 0 ? fieldsProblem(fields) : undefined;
}

function pathNotFound(path: string): Problem {
  return notFound(`path ${path.slice(0, 200)}`);
}

function damageOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text).includes('\0') ? 'holds a NUL character' : undefined;
  } catch {
    return 'is not valid in its percent-encoding';
  }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, onDefect: OnDefect): void {
  const answer = errorAnswer(error);
  if (answer.defect) onDefect(error, request);
  // The rest of the body is left unread: the next request could not be told from it.
  if (request.raw.isPaused()) reply.header('connection', 'close');
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
    if (allowed.size === 0 || allowed.has(method)) return pathNotFound(path);
    const allow = [...allowed].sort().join(', ');
    return new Problem('method_not_allowed', `${method} is not allowed here; allowed: ${allow}`, { allow });
  }
}
