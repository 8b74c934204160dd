import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { AuthenticateKey } from '#libs/companies';
import { GetTurn, loadOwnedConversation } from '#libs/conversations';
import { AGGREGATES, type Aggregates } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { AdmissionControl } from './admission-control.js';
import { callerOf, requestOf } from './request.js';

/** Routes that need no API key. */
export const Public = Reflector.createDecorator<void, true>({ transform: () => true });

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** Every route needs an API key unless it is `@Public()`. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admissions: AdmissionControl,
    private readonly queries: QueryBus,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()])) return true;
    await this.admissions.admission();
    const request = requestOf(context);
    const { authorization } = request.headers;
    if (authorization === undefined)
      throw new Problem('unauthorized', 'an API key is needed: Authorization: Bearer pk_…');
    const key = BEARER.exec(authorization)?.[1];
    const caller = key === undefined ? undefined : await this.queries.execute(new AuthenticateKey(key));
    if (!caller) throw new Problem('unauthorized', 'the API key is malformed, unknown or revoked');
    request.caller = caller;
    return true;
  }
}

/** What `:id` names on a route whose command is about a conversation of the caller's: it, or one of its turns. */
export const LoadOwned = Reflector.createDecorator<'conversation' | 'turn'>();

/**
 * Loads the conversation of a `@LoadOwned()` route, once: 404 comes before the body is looked at (contract.md's order of
 * checks), and the command takes the conversation as it was loaded here (`@Owned()`).
 */
@Injectable()
export class OwnedConversationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly queries: QueryBus,
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const named = this.reflector.get(LoadOwned, context.getHandler());
    if (named === undefined) return true;
    const request = requestOf(context);
    const { id } = request.params;
    const { partner_id } = callerOf(request);
    const conversationId =
      named === 'turn' ? (await this.queries.execute(new GetTurn(id, partner_id))).conversation_id : id;
    request.owned = await loadOwnedConversation(this.aggregates, conversationId, partner_id);
    return true;
  }
}
