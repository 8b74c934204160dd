import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '#libs/kernel';
import { Companies } from '../directory.js';
import type { CabinetSession } from '../domain/cabinet-access.js';
import { sessionOf } from '../domain/company.js';
import { hashKey } from '../domain/partner.js';

/** Somebody signed in, and where. */
export interface SignedIn extends CabinetSession {
  readonly company_id: string;
}

/** The session that a browser's credential opens; undefined where it is malformed, unknown, closed or expired (401). */
export class AuthenticateSession extends Query<SignedIn | undefined> {
  constructor(readonly credential: string) {
    super();
  }
}

/** The company before the dot says only where to look: no index of sessions is kept. */
const CREDENTIAL = /^(?<company_id>cmp_[0-9a-f]{32})\.(?<secret>[\w-]{43})$/;

/** Decided on the company's stream, which is read again before a refusal (design rule 1). */
@QueryHandler(AuthenticateSession)
export class AuthenticateSessionHandler implements IQueryHandler<AuthenticateSession> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Companies) private readonly companies: Companies,
  ) {}

  async execute({ credential }: AuthenticateSession): Promise<SignedIn | undefined> {
    const { company_id = '', secret = '' } = CREDENTIAL.exec(credential)?.groups ?? {};
    if (secret === '') return undefined;
    const session_hash = hashKey(secret);
    for (const fresh of [false, true]) {
      const state = await this.companies.find(company_id, { fresh });
      const session = state && sessionOf(state, session_hash, this.clock.now().toISOString());
      if (session) return { company_id, ...session };
    }
    return undefined;
  }
}
