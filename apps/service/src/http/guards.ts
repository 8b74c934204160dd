import { Readable } from 'node:stream';
import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { Reflector } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthenticateKey, type Caller as KeyBearer } from '#libs/companies';
import { GetTurn, loadOwnedConversation, type OwnedConversation } from '#libs/conversations';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { networkOf } from './connections.js';
import { isInherited, MAX_BODY_BYTES, readJsonBody } from './json-body.js';
import { AdmissionControl, BodyMemory, RequestRates } from './limits.js';
import { fieldsProblem } from './problems.js';

/** Who calls the API: a partner by its key, or, in the cabinet, the company itself by somebody's session. */
interface Authenticated extends Omit<KeyBearer, 'key_id'> {
  readonly key_id?: string;
  /** Who acts, as the metadata of the events name it. */
  readonly actor: string;
}

/**
 * A request and what the guards have found out about it; they run in the order of this file, contract.md's (401, 404, 400).
 * One that has nothing to do says so at once: a promise for each guard and request is garbage for nothing.
 */
export interface GuardedRequest extends FastifyRequest<{ Params: { id: string } }> {
  /** By ApiKeyGuard, on every route that is not `@Public()`; by CabinetGuard, on those of *Try it*. */
  caller?: Authenticated;
  /** By OwnedConversationGuard, on `@LoadOwned()` routes. */
  owned?: OwnedConversation;
}

function requestOf(context: ExecutionContext): GuardedRequest {
  return context.switchToHttp().getRequest<GuardedRequest>();
}

function answerOf(context: ExecutionContext): FastifyReply['raw'] {
  return context.switchToHttp().getResponse<FastifyReply>().raw;
}

/** Whether all of its body has arrived. A slow one is not under way until then: its caller's other requests go on. */
function isWhole({ raw }: GuardedRequest): boolean {
  return raw.complete;
}

/** @throws on a `@Public()` route, which has no caller. */
function callerOf({ caller, url }: GuardedRequest): Authenticated {
  if (!caller) throw new Error(`${url} is public: it has no caller`);
  return caller;
}

/** Routes that need no API key. */
export const Public = Reflector.createDecorator<void, true>({ transform: () => true });

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** Routes whose answers last as long as their callers listen. */
export const LongLived = Reflector.createDecorator<void, true>({ transform: () => true });

/** Every route needs an API key unless it is `@Public()`. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admissions: AdmissionControl,
    private readonly rates: RequestRates,
    private readonly queries: QueryBus,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()]) || this.admit(context);
  }

  private async admit(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const caller = await this.authenticate(request);
    const counts = isWhole(request) && !this.reflector.get(LongLived, context.getHandler());
    // Refusals wait for their turn too: whoever gets them sends the next request all the sooner.
    await this.admissions.admission(
      caller?.partner_id ?? networkOf(request.ip),
      counts ? answerOf(context) : undefined,
    );
    if (!caller) return this.refuseStranger(request);
    await this.rates.countPartner(caller.partner_id);
    request.caller = caller;
    return true;
  }

  private async authenticate({ headers: { authorization } }: GuardedRequest): Promise<Authenticated | undefined> {
    const key = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    const bearer = key === undefined ? undefined : await this.queries.execute(new AuthenticateKey(key));
    return bearer && { ...bearer, actor: `partner:${bearer.partner_id}` };
  }

  /** @throws {Problem} `unauthorized`, or `rate_limited` where its address has failed too often. */
  private async refuseStranger({ headers: { authorization }, ip }: GuardedRequest): Promise<never> {
    await this.rates.countFailure(networkOf(ip));
    const missing = 'an API key is needed: Authorization: Bearer pk_…';
    const wrong = 'the API key is malformed, unknown or revoked';
    throw new Problem('unauthorized', authorization === undefined ? missing : wrong);
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

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const named = this.reflector.get(LoadOwned, context.getHandler());
    return named === undefined || this.load(named, requestOf(context));
  }

  private async load(named: 'conversation' | 'turn', request: GuardedRequest): Promise<boolean> {
    const { id } = request.params;
    const { partner_id } = callerOf(request);
    const conversationId =
      named === 'turn' ? (await this.queries.execute(new GetTurn(id, partner_id))).conversation_id : id;
    request.owned = await loadOwnedConversation(this.aggregates, conversationId, partner_id);
    return true;
  }
}

/** Bytes of the largest body that a route takes; MAX_BODY_BYTES where nothing is said. */
export const MaxBodyBytes = Reflector.createDecorator<number>();

/** Routes whose query parameters are not looked at; on all others those that no DTO takes are refused. */
export const AnyQuery = Reflector.createDecorator<void, true>({ transform: () => true });

/**
 * What a request may carry: no query parameter without a `@Query()` DTO, and a body only as JSON within its limits, also
 * where the handler takes none. The last of the guards: until the others have let a request pass, its body is an unread
 * stream. (A guard, because an interceptor would wrap every answer into an Observable.)
 */
@Injectable()
export class InputGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly memory: BodyMemory,
    private readonly admissions: AdmissionControl,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    this.refuseUnknownParameters(context, request);
    return !(request.body instanceof Readable) || this.read(context, request, request.body);
  }

  private async read(context: ExecutionContext, request: GuardedRequest, body: Readable): Promise<boolean> {
    const maxBytes = this.reflector.get(MaxBodyBytes, context.getHandler()) ?? MAX_BODY_BYTES;
    const answer = answerOf(context);
    const caller = request.caller?.partner_id ?? networkOf(request.ip);
    const wasWhole = isWhole(request);
    request.body = await readJsonBody(request.headers, body, maxBytes, this.memory.hold(caller, answer));
    if (!wasWhole) await this.admissions.admission(caller, answer);
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
  return { correlationId: request.id, actor: callerOf(request).actor };
});
