import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { AuthenticateKey } from '#libs/companies';
import { ownedConversation } from '#libs/conversations';
import { AGGREGATES, type Aggregates } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { admission } from './admission-control.js';
import { callerOf, requestOf } from './request.js';

/** Routes that need no API key. */
export const Public = Reflector.createDecorator<void, true>({ transform: () => true });

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** Every route needs an API key unless it is `@Public()`. Guards run before the body is read (BodyInterceptor). */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly queries: QueryBus,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()])) return true;
    await admission();
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

/** 404 before the body is looked at (contract.md's order of checks): `:id` is a conversation of the caller's. */
@Injectable()
export class OwnedConversationGuard implements CanActivate {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<RequestWithId>();
    await ownedConversation(this.aggregates, request.params.id, callerOf(requestOf(context)).partner_id);
    return true;
  }
}

interface RequestWithId {
  readonly params: { readonly id: string };
}
