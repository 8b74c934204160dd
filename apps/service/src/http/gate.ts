import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#libs/kernel';
import { fieldsProblem } from './fields.js';
import { isInherited } from './read-json.js';
import type { Caller } from './request.js';
import { turnstile } from './turnstile.js';

/** What the gate asks, before a body is read: contract.md's order of checks is 401, 404, 400. */
export interface GatePorts {
  /** Undefined for a key that is unknown, malformed or revoked. */
  authenticate(apiKey: string): Promise<Caller | undefined>;
  /** @throws {Problem} `not_found` for a conversation that is not there or is another partner's. */
  requireConversation(conversationId: string, caller: Caller): Promise<void>;
}

const OPEN_PATHS = new Set(['/v1/health']);
/** Paths whose parameters a DTO checks; all others take none (contract.md). */
const WITH_PARAMETERS = new Set(['/v1/conversations/:id/render', '/v1/conversations/:id/turns', '/v1/events']);
const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

export function addGate(instance: FastifyInstance, ports: GatePorts): void {
  instance.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url;
    if (route === undefined || request.is404 || !route.startsWith('/v1/')) return;
    if (OPEN_PATHS.has(route)) return refuseParameters(request, route);
    await turnstile();
    const caller = await identify(request, ports);
    request.caller = caller;
    if (request.method === 'POST' && route.startsWith('/v1/conversations/:id/')) {
      await ports.requireConversation(conversationOf(request), caller);
    }
    refuseParameters(request, route);
  });
}

/** Where a DTO checks them, it still cannot tell the names that every object inherits. */
function refuseParameters({ query, method }: FastifyRequest, route: string): void {
  const names = typeof query === 'object' && query !== null ? Object.keys(query) : [];
  const checked = method === 'GET' && WITH_PARAMETERS.has(route);
  const refused = checked ? names.filter(isInherited) : names;
  if (refused.length > 0)
    throw fieldsProblem(refused.map((path) => ({ path, message: 'is not a field of this request' })));
}

async function identify(request: FastifyRequest, ports: GatePorts): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) throw new Problem('unauthorized', 'an API key is needed: Authorization: Bearer pk_…');
  const key = BEARER.exec(header)?.[1];
  const caller = key === undefined ? undefined : await ports.authenticate(key);
  if (!caller) throw new Problem('unauthorized', 'the API key is malformed, unknown or revoked');
  return caller;
}

function conversationOf(request: FastifyRequest): string {
  const { params } = request;
  return typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string'
    ? params.id
    : '';
}
