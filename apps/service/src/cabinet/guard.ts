import {
  applyDecorators,
  type CanActivate,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthenticateSession, type CabinetRole, cabinetActor, type SignedIn } from '#libs/companies';
import type { CommandContext } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { networkOf } from '../http/connections.js';
import { type GuardedRequest, LongLived, Public } from '../http/guards.js';
import { AdmissionControl, RequestRates } from '../http/limits.js';
import { LINKS, type Links } from '../http/links.js';
import { credentialOf } from './cookie.js';

/** Controllers whose callers are people with a session instead of partners with a key. */
const InCabinet = Reflector.createDecorator<void, true>({ transform: () => true });

/** A controller of the cabinet: its routes need a session, and let in the roles that they name by `@Roles()`. */
export function CabinetController(path: string): ClassDecorator {
  return applyDecorators(Controller(`cabinet/api/${path}`), Public(), InCabinet(), ApiExcludeController());
}

/** Controllers whose session stands for a key: the company itself is the partner, with its own coins. */
const AsPartner = Reflector.createDecorator<void, true>({ transform: () => true });

/** A controller of `/v1` for somebody who is signed in, under `/cabinet/api/try/v1`. */
export function TryController(path: string): ClassDecorator {
  return applyDecorators(CabinetController(`try/v1${path}`), AsPartner(), Roles(['owner']));
}

/** Who may use a route, or all routes of a controller. Nobody, where neither says anything. */
export const Roles = Reflector.createDecorator<readonly CabinetRole[]>();

/** The one route that makes a session. */
export const SignIn = Reflector.createDecorator<void, true>({ transform: () => true });

interface CabinetRequest extends GuardedRequest {
  session?: SignedIn;
}

/** What a page of ours sends along with whatever changes something; another site's form or picture cannot. */
const PAGE_HEADER = 'x-cabinet';
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];

/** 401 without a session, 403 for a role or a site that may not. Runs before the body is read, as the key's guard does. */
@Injectable()
export class CabinetGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admissions: AdmissionControl,
    private readonly rates: RequestRates,
    private readonly queries: QueryBus,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return !this.reflector.get(InCabinet, context.getClass()) || this.admit(context);
  }

  private async admit(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CabinetRequest>();
    const { raw: answer } = context.switchToHttp().getResponse<FastifyReply>();
    const credential = credentialOf(request.headers.cookie);
    const session =
      credential === undefined ? undefined : await this.queries.execute(new AuthenticateSession(credential));
    const counts = !this.reflector.get(LongLived, context.getHandler());
    const network = networkOf(request.ip);
    await this.admissions.admission(session?.session_id ?? network, counts ? answer : undefined);
    if (this.reflector.get(SignIn, context.getHandler())) {
      refuseOtherSites(request, this.links.publicUrl());
      return true;
    }
    if (!session) {
      await this.rates.countFailure(network);
      throw new Problem('unauthorized', 'nobody is signed in: open a link of access (garnitur company access)');
    }
    await this.rates.countSession(session.session_id);
    refuseOtherSites(request, this.links.publicUrl());
    const roles = this.reflector.getAllAndOverride(Roles, [context.getHandler(), context.getClass()]) ?? [];
    if (!roles.includes(session.role)) throw new Problem('forbidden', `the role ${session.role} may not do this`);
    request.session = session;
    if (this.reflector.get(AsPartner, context.getClass())) request.caller = asPartner(session);
    return true;
  }
}

/** The company's own conversations are no partner's: no list of events or webhook of a partner tells of them. */
function asPartner(session: SignedIn): GuardedRequest['caller'] {
  const { company_id } = session;
  return { partner_id: company_id, company_id, webhook_url: undefined, actor: cabinetActor(session) };
}

/**
 * Of what changes something, only what a page of this service sends: the cookie is SameSite=Strict, and beyond it a header
 * that needs a script of ours, and what the browser says of the sender.
 * @throws {Problem} `forbidden`
 */
function refuseOtherSites({ method, headers }: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.includes(method)) return;
  const { origin, host, 'sec-fetch-site': site } = headers;
  const own = origin === undefined || origin === new URL(publicUrl).origin || hostOf(origin) === host;
  if (headers[PAGE_HEADER] === undefined || !own || (site !== undefined && site !== 'same-origin'))
    throw new Problem('forbidden', 'only the pages of the cabinet may do this');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** @throws on a route that is not the cabinet's, or signs in. */
function sessionOf(context: ExecutionContext): SignedIn {
  const { session, url } = context.switchToHttp().getRequest<CabinetRequest>();
  if (!session) throw new Error(`${url} has no session`);
  return session;
}

/** Parameter: who is signed in. */
export const Session = createParamDecorator((_data: undefined, context: ExecutionContext) => sessionOf(context));
export type Session = SignedIn;

/** Parameter: what the metadata of the events say of this request: the person who acts. */
export const Context = createParamDecorator((_data: undefined, context: ExecutionContext): CommandContext => {
  const { id } = context.switchToHttp().getRequest<CabinetRequest>();
  return { correlationId: id, actor: cabinetActor(sessionOf(context)) };
});
