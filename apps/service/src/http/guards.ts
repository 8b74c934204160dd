import { Readable } from 'node:stream';
import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { Reflector } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { type Caller as Authenticated, AuthenticateKey } from '#libs/companies';
import { GetTurn, loadOwnedConversation, type OwnedConversation } from '#libs/conversations';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { isInherited, readJsonBody } from './json-body.js';
import { fieldsProblem } from './problems.js';

/** A request and what the guards have found out about it; they run in the order of this file, contract.md's (401, 404, 400). */
interface GuardedRequest extends FastifyRequest<{ Params: { id: string } }> {
  /** By ApiKeyGuard, on every route that is not `@Public()`. */
  caller?: Authenticated;
  /** By OwnedConversationGuard, on `@LoadOwned()` routes. */
  owned?: OwnedConversation;
}

function requestOf(context: ExecutionContext): GuardedRequest {
  return context.switchToHttp().getRequest<GuardedRequest>();
}

/** @throws on a `@Public()` route, which has no caller. */
function callerOf({ caller, url }: GuardedRequest): Authenticated {
  if (!caller) throw new Error(`${url} is public: it has no caller`);
  return caller;
}

/** Requests admitted at each turn of the event loop. */
const MAX_ADMITTED = 32;

/**
 * Requests that arrive together go on together, so that their appends share a commit and their events a batch (a third
 * less work than one by one); and however many arrive at once, timers and I/O get their turn in between.
 */
@Injectable()
export class AdmissionControl {
  private waiting: (() => void)[] = [];

  /** Resolves at one of the next turns of the event loop, for at most MAX_ADMITTED callers a turn. */
  admission(): Promise<void> {
    return new Promise((resolve) => {
      if (this.waiting.push(resolve) === 1) setImmediate(() => this.admit());
    });
  }

  private admit(): void {
    const admitted = this.waiting.slice(0, MAX_ADMITTED);
    this.waiting = this.waiting.slice(MAX_ADMITTED);
    if (this.waiting.length > 0) setImmediate(() => this.admit());
    for (const resolve of admitted) resolve();
  }
}

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

/** Routes whose query parameters are not looked at; on all others those that no DTO takes are refused. */
export const AnyQuery = Reflector.createDecorator<void, true>({ transform: () => true });

/**
 * What a request may carry: no query parameter without a `@Query()` DTO, and a body only as JSON within its limits, also
 * where the handler takes none. The last of the guards: until the others have let a request pass, its body is an unread
 * stream. (A guard, because an interceptor would wrap every answer into an Observable.)
 */
@Injectable()
export class InputGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    this.refuseUnknownParameters(context, request);
    if (request.body instanceof Readable) request.body = await readJsonBody(request.headers, request.body);
    return true;
  }

  private refuseUnknownParameters(context: ExecutionContext, { query }: FastifyRequest): void {
    const names = typeof query === 'object' && query !== null ? Object.keys(query) : [];
    if (names.length === 0 || this.reflector.get(AnyQuery, context.getHandler())) return;
    // The DTO names the rest, except what every object inherits.
    const refused = hasQueryDto(context) ? names.filter(isInherited) : names;
    if (refused.length > 0)
      throw fieldsProblem(refused.map((path) => ({ path, message: 'is not a field of this request' })));
  }
}

function hasQueryDto(context: ExecutionContext): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ?? {};
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}

/** Parameter: the partner behind the API key. */
export const Caller = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Authenticated => callerOf(requestOf(context)),
);
export type Caller = Authenticated;

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
