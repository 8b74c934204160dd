import type { FastifyRequest } from 'fastify';
import type { CommandContext } from '#libs/event-store';

/** Who asks, as the API key says. */
export interface Caller {
  readonly partner_id: string;
  readonly company_id: string;
  readonly key_id: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate on every path that needs a key. */
    caller?: Caller;
  }
}

/** The caller of a path that needs a key; the gate has refused everybody else. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.url} was reached without passing the gate`);
  return request.caller;
}

export function contextOf(request: FastifyRequest): CommandContext {
  return { correlationId: request.id, actor: `partner:${callerOf(request).partner_id}` };
}
