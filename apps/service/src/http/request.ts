import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller as Authenticated } from '#libs/companies';
import type { OwnedConversation } from '#libs/conversations';
import type { CommandContext } from '#libs/event-store';

/** The partner behind the API key. */
export type Caller = Authenticated;

/** A request and what the guards have found out about it. */
export interface GuardedRequest extends FastifyRequest<{ Params: { id: string } }> {
  /** By ApiKeyGuard, on every route that is not `@Public()`. */
  caller?: Caller;
  /** By OwnedConversationGuard, on `@LoadOwned()` routes. */
  owned?: OwnedConversation;
}

export function requestOf(context: ExecutionContext): GuardedRequest {
  return context.switchToHttp().getRequest<GuardedRequest>();
}

/** @throws on a `@Public()` route, which has no caller. */
export function callerOf({ caller, url }: GuardedRequest): Caller {
  if (!caller) throw new Error(`${url} is public: it has no caller`);
  return caller;
}

/** Parameter: who calls. */
export const Caller = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Caller => callerOf(requestOf(context)),
);

/** Parameter: the caller's conversation, as a guard has loaded it. */
export const Owned = createParamDecorator((_data: undefined, context: ExecutionContext): OwnedConversation => {
  const { owned, url } = requestOf(context);
  if (!owned) throw new Error(`${url} is not marked with @LoadOwned()`);
  return owned;
});
export type Owned = OwnedConversation;

/** Parameter: what the metadata of the events say of this request. */
export const Context = createParamDecorator((_data: undefined, context: ExecutionContext): CommandContext => {
  const request = requestOf(context);
  return { correlationId: request.id, actor: `partner:${callerOf(request).partner_id}` };
});
