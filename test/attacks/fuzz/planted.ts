import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** What is wrong with it: one thing, or nothing. */
const DEFECTS = [
  'none',
  'a 5xx',
  'a stack',
  'a leak',
  'a hang',
  'a quadratic field',
  'no answer',
  'an end',
  'a held socket',
] as const;
type Defect = (typeof DEFECTS)[number];

const MAX_BODY_BYTES = 2 ** 20;
const MAX_FIELDS = 20;
const LEAKED_BYTES = 300_000;
const HANG_MS = 700;
/** Compared each with each: a second or two. */
const MAX_COMPARED = 25_000;
/** What sets most defects off: a letter that is rare, as such inputs are. */
const ODD = 'ﷺ';

/** So long that on a busy machine no request of the watcher's is late, ms. */
const TIMES = {
  requireHostHeader: false,
  headersTimeout: 1_000,
  requestTimeout: 1_100,
  connectionsCheckingInterval: 100,
};

const isDefect = (text: string | undefined): text is Defect => DEFECTS.some((one) => one === text);
const name = { type: 'string', maxLength: 200 };
const body = {
  type: 'object',
  properties: { external_id: name, order_id: name, meta: { additionalProperties: true } },
};
const DOCUMENT = {
  openapi: '3.0.0',
  paths: {
    '/v1/conversations': { post: { requestBody: { content: { 'application/json': { schema: body } } } } },
    '/v1/health': { get: {} },
  },
};

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: object,
  ) {
    super(message);
  }
}

const defect = process.env.DEFECT;
if (!isDefect(defect)) throw new Error(`DEFECT=${defect}: one of these was expected: ${DEFECTS.join(', ')}`);
const leaked: Buffer[] = [];

/** A server that looks like the service, with a defect that the attacker must find. */
const server = createServer(TIMES, (request, response) => {
  answer(request).then(
    (body) => send(response, body === undefined ? 404 : 200, body ?? envelope('not_found', 'nothing is here')),
    (error: unknown) => {
      if (!(error instanceof Refusal)) return send(response, 500, envelope('internal', 'it failed'));
      if (error.status === 413) response.setHeader('connection', 'close');
      send(response, error.status, envelope(error.code, error.message, error.details));
    },
  );
});
server.on('clientError', (_error, socket) => refuseRaw(socket, 400));
server.on('checkExpectation', ({ socket }: IncomingMessage) => refuseRaw(socket, 417));
server.on('connect', (_request, socket) => refuseRaw(socket, 400));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Garnitur listens on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});

async function answer(request: IncomingMessage): Promise<object | undefined> {
  if (defect === 'a leak') leaked.push(Buffer.alloc(LEAKED_BYTES, 1));
  if (request.httpVersion === '1.1' && request.headers.host === undefined) throw invalid('no Host');
  const [path, query] = (request.url ?? '').split('?');
  if (path === '/docs-json') return DOCUMENT;
  if (path === '/v1/health' && request.method === 'GET' && query === undefined) return { ok: true };
  if (path === '/v1/health' && query !== undefined) throw invalid('no parameter is known');
  if (path !== '/v1/conversations' || request.method !== 'POST') return undefined;
  const text = await read(request);
  if (defect === 'no answer' && text.includes(ODD)) await new Promise(() => {});
  check(text);
  return { ok: true, conversation: { id: 'cnv_1' } };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Refusal(413, 'payload_too_large', 'too large');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid('not UTF-8');
  }
}

function check(text: string): void {
  if (text === '') return;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw invalid('no JSON');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid('no object');
  const names = Object.keys(given);
  misbehave(text, names);
  const unknown = names.filter((one) => !['external_id', 'order_id', 'meta'].includes(one));
  const wrong = Object.entries(given).filter(
    ([one, value]) => one !== 'meta' && (typeof value !== 'string' || [...value].length > 200),
  );
  if (Buffer.byteLength(text) > 64 * 1024) throw new Refusal(413, 'payload_too_large', 'too large');
  const fields = [...unknown, ...wrong.map(([one]) => one)].slice(0, MAX_FIELDS);
  if (fields.length > 0) throw new Refusal(400, 'invalid_request', 'fields are wrong', { fields });
}

function misbehave(text: string, names: readonly string[]): void {
  const isOdd = text.includes(ODD);
  if (defect === 'a 5xx' && isOdd) throw new Error('not expected');
  if (defect === 'a stack' && isOdd) throw new Refusal(400, 'invalid_request', String(new Error('no').stack));
  if (defect === 'an end' && isOdd) process.exit(7);
  if (defect === 'a hang' && isOdd) compute(HANG_MS);
  if (defect === 'a quadratic field') compareEach(names.slice(0, MAX_COMPARED));
}

/** So much time of a processor, however many programs share it. */
function compute(ms: number): void {
  const usedMs = ({ user, system } = process.cpuUsage()) => (user + system) / 1_000;
  for (const until = usedMs() + ms; usedMs() < until; );
}

function compareEach(parts: readonly string[]): void {
  for (const one of parts) parts.filter((other) => other === one);
}

function invalid(message: string): Refusal {
  return new Refusal(400, 'invalid_request', message);
}

function envelope(code: string, message: string, details?: object) {
  return { ok: false, error: { code, message, ...(details ? { details } : {}) } };
}

function send(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': randomUUID() });
  response.end(JSON.stringify(json));
}

function refuseRaw(socket: Duplex, status: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const json = JSON.stringify(envelope('invalid_request', 'no request'));
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nX-Request-Id: ${randomUUID()}`;
  const bytes = `${head}\r\nContent-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`;
  if (defect === 'a held socket') socket.end(bytes);
  else socket.end(bytes, () => socket.destroy());
}
