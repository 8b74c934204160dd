import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller as Authenticated } from '#libs/companies';
import type { CommandContext } from '#libs/event-store';

/** The partner behind the API key. */
export type Caller = Authenticated;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by ApiKeyGuard on every route that is not `@Public()`. */
    caller?: Caller;
  }
}

export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}

/** @throws on a `@Public()` route, which has no caller. */
export function callerOf({ caller, url }: FastifyRequest): Caller {
  if (!caller) throw new Error(`${url} is public: it has no caller`);
  return caller;
}

/** Parameter: who calls. */
export const Caller = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Caller => callerOf(requestOf(context)),
);

/** Parameter: what the metadata of the events say of this request. */
export const Context = createParamDecorator((_data: undefined, context: ExecutionContext): CommandContext => {
  const request = requestOf(context);
  return { correlationId: request.id, actor: `partner:${callerOf(request).partner_id}` };
});
