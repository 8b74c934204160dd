import { Body, Delete, Get, HttpCode, Inject, Ip, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  CloseCabinetSession,
  Companies,
  OpenCabinetSession,
  type OpenedSession,
  SESSION_TTL_MS,
  type SignedIn,
} from '#libs/companies';
import type { CommandContext } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { networkOf } from '../http/connections.js';
import { IsName } from '../http/dto/rules.js';
import { InputValidation } from '../http/dto/validation.js';
import { RequestRates } from '../http/limits.js';
import { LINKS, type Links } from '../http/links.js';
import { endedCookie, sessionCookie } from './cookie.js';
import { CabinetController, Context, Roles, Session, SignIn } from './guard.js';

/** What a link of access says: whose cabinet, and its token. */
export class SignInDto {
  @IsName()
  company_id!: string;

  @IsName()
  access!: string;
}

/** Signing in and out. */
@CabinetController('session')
export class SessionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly companies: Companies,
    private readonly rates: RequestRates,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  @Post()
  @SignIn()
  async signIn(
    @Body(InputValidation) { company_id, access: token }: SignInDto,
    @Ip() address: string,
    @Req() { id }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const opened = await this.open({ company_id, token }, { correlationId: id }, networkOf(address));
    reply.header('set-cookie', sessionCookie(opened.credential, SESSION_TTL_MS, this.links.publicUrl()));
    return { ok: true, session: await this.shown(opened) };
  }

  @Get()
  @Roles(['owner', 'auditor', 'workplace'])
  async current(@Session() session: Session) {
    return { ok: true, session: await this.shown(session) };
  }

  @Delete()
  @HttpCode(204)
  @Roles(['owner', 'auditor', 'workplace'])
  async signOut(
    @Session() { company_id, session_id }: Session,
    @Context() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.commands.execute(new CloseCabinetSession({ company_id, session_id }, context));
    reply.header('set-cookie', endedCookie(this.links.publicUrl()));
  }

  /** @throws {Problem} `unauthorized`, or `rate_limited` where its address has failed too often. */
  private async open(
    access: { readonly company_id: string; readonly token: string },
    context: CommandContext,
    network: string,
  ): Promise<OpenedSession> {
    try {
      return await this.commands.execute(new OpenCabinetSession(access, context));
    } catch (error) {
      if (error instanceof Problem && error.code === 'unauthorized') await this.rates.countFailure(network);
      throw error;
    }
  }

  private async shown({ company_id, session_id, role, seat_id, expires_at }: SignedIn) {
    const { title: company_title, seats } = await this.companies.registered(company_id);
    const seat_title = seats.find((seat) => seat.seat_id === seat_id)?.title ?? null;
    return { session_id, company_id, company_title, role, seat_id: seat_id ?? null, seat_title, expires_at };
  }
}
