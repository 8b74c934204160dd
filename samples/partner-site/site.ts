import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// In a project of your own: '@garnitur/client'.
import {
  exchangesOf,
  finishesOf,
  Garnitur,
  GarniturError,
  type OutcomeEvent,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
} from '../../packages/client/src/index.js';
import { type Visitor, Visitors } from './visitors.js';

export interface SiteOptions {
  /** Where Garnitur is. */
  readonly url: string;
  /** `pk_…`: it stays here; the page never sees it. */
  readonly key: string;
  /** `whsec_…` */
  readonly secret: string;
  /** Where this site is, for webhooks. */
  readonly siteUrl: string;
  /** Told of each webhook that was proved genuine, once. */
  readonly onOutcome?: (event: OutcomeEvent) => void;
}

interface Call {
  readonly visitor: Visitor;
  /** Of the conversation or turn that the path names. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const MAX_BODY_BYTES = 64 * 1024;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
/** Where this runs it is dist/samples/partner-site: the page stands beside the source, the client as it was built. */
const PAGE = fileURLToPath(new URL('../../../samples/partner-site/page/', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../packages/client/src/', import.meta.url));

/** A shop's site with a chat: it keeps the key, knows whose conversation is whose, and receives the webhooks. */
export function createSite({ url, key, secret, siteUrl, onOutcome = logOutcome }: SiteOptions): Server {
  const garnitur = new Garnitur({ url, key });
  const visitors = new Visitors();
  const seen = new Set<string>(); // in your database: a table with a unique column

  /** What the page may ask for: of the API's paths these, and of conversations the visitor's own. */
  const routes: readonly (readonly [method: string, path: RegExp, (call: Call) => Promise<void>])[] = [
    ['GET', /^\/api\/history$/, history],
    ['POST', /^\/api\/v1\/conversations$/, begin],
    ['POST', /^\/api\/v1\/conversations\/(?<conversation>[\w-]+)\/turns$/, say],
    ['GET', /^\/api\/v1\/conversations\/(?<conversation>[\w-]+)\/render$/, picture],
    ['GET', /^\/api\/v1\/turns\/(?<turn>[\w-]+)$/, turn],
    ['GET', /^\/api\/v1\/turns\/(?<turn>[\w-]+)\/events$/, events],
    ['POST', /^\/api\/v1\/turns\/(?<turn>[\w-]+)\/stop$/, stop],
  ];

  async function history({ visitor: { conversationId, words }, response }: Call): Promise<void> {
    const { turns } =
      conversationId === undefined ? { turns: [] } : await garnitur.turns(conversationId, { limit: 200 });
    sendJson(response, 200, { conversationId, exchanges: exchangesOf(words, turns) });
  }

  /** The visitor's lead has one conversation: asked for again, it is the same. */
  async function begin({ visitor, response }: Call): Promise<void> {
    const webhook_url = new URL('/webhook', siteUrl).href;
    const conversation = await garnitur.createConversation({ external_id: visitor.lead, webhook_url });
    visitor.conversationId = conversation.id;
    sendJson(response, 201, { ok: true, conversation });
  }

  async function say({ visitor, id, request, response }: Call): Promise<void> {
    const { text } = JSON.parse((await bodyOf(request)).toString());
    const idempotencyKey = request.headers['idempotency-key']?.toString() ?? crypto.randomUUID();
    const queued = await garnitur.send(id, { text, idempotencyKey });
    if (!visitor.words.some(({ turnId }) => turnId === queued.id)) visitor.words.push({ turnId: queued.id, text });
    sendJson(response, 202, { ok: true, turn: queued });
  }

  async function turn({ id, response }: Call): Promise<void> {
    sendJson(response, 200, { ok: true, turn: await garnitur.turn(id) });
  }

  async function stop({ id, response }: Call): Promise<void> {
    await garnitur.stop(id);
    sendJson(response, 200, { ok: true });
  }

  /** The steps of a turn as they happen, handed on. */
  async function events({ id, response }: Call): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for await (const { id: cursor, name, data } of garnitur.follow(id, { signal: gone.signal }))
      response.write(`id: ${cursor}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    response.end();
  }

  async function picture({ id, query, response }: Call): Promise<void> {
    const wanted = query.get('view');
    const view = wanted === 'iso' || wanted === 'plan' ? wanted : 'front';
    const finishes = { carcass: 'white', facade: 'sand', ...finishesOf(await garnitur.project(id)) } as const;
    const { type, bytes } = await garnitur.picture(id, { view, ...finishes });
    response.writeHead(200, { 'content-type': type }).end(bytes);
  }

  /** Proved before it is read, answered at once, taken once. */
  async function webhook(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const [signature, previous] = ['x-service-signature', 'x-service-signature-previous'].map((name) =>
      request.headers[name]?.toString(),
    );
    const event: WebhookEvent = await verifyWebhook({ signature, previous, body, secret });
    response.writeHead(204).end();
    if (event.event === 'ping' || seen.has(event.id)) return;
    seen.add(event.id);
    onOutcome(event);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', siteUrl);
    if (request.method === 'POST' && pathname === '/webhook') return webhook(request, response);
    for (const [method, path, handle] of routes) {
      const match = path.exec(pathname);
      if (request.method !== method || !match) continue;
      const visitor = visitors.of(request, response);
      const { conversation, turn } = match.groups ?? {};
      if (!visitors.owns(visitor, { conversation, turn })) return sendError(response, 404, 'not_found');
      return handle({ visitor, id: conversation ?? turn ?? '', query, request, response });
    }
    if (request.method === 'GET') return sendFile(response, pathname);
    sendError(response, 404, 'not_found');
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.end();
      else if (error instanceof WebhookError) response.writeHead(400).end();
      else if (error instanceof GarniturError) sendError(response, error.status, error.code ?? 'unavailable');
      else if (error instanceof SyntaxError) sendError(response, 400, 'invalid_request');
      else sendError(response, 500, 'internal');
    });
  });
}

function logOutcome(event: OutcomeEvent): void {
  const outcome = event.event === 'turn.completed' ? `${event.result.status}: ${event.result.note}` : '';
  console.log(`webhook ${event.event} ${event.external_id} ${outcome}`.trimEnd());
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new SyntaxError('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function sendFile(response: ServerResponse, pathname: string): Promise<void> {
  const [, client, name = ''] = /^\/(client\/)?([\w-]*\.?\w*)$/.exec(pathname) ?? [];
  const file = join(client ? CLIENT : PAGE, name || 'index.html');
  const type = TYPES[extname(file)];
  const content = type && (await readFile(file).catch(() => undefined));
  if (!content) return sendError(response, 404, 'not_found');
  const policy = "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy }).end(content);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** As Garnitur refuses, so that the page reads both alike; the reason is ours to know. */
function sendError(response: ServerResponse, status: number, code: string): void {
  sendJson(response, status, { ok: false, error: { code, message: code } });
}
