import { randomBytes } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, newId } from '#libs/kernel';
import { Companies } from '../directory.js';
import { type CabinetSession, linkRefused, usableLink } from '../domain/cabinet-access.js';
import { hashKey } from '../domain/partner.js';

/** How long a session lasts, ms. It is not prolonged by use: whoever finds a browser open has a day at most. */
export const SESSION_TTL_MS = 12 * 3_600_000;

/** 256 bits. */
const SECRET_BYTES = 32;

export interface OpenedSession extends CabinetSession {
  readonly company_id: string;
  /** What the browser keeps and shows; kept here only as a hash. */
  readonly credential: string;
  readonly position: bigint | undefined;
}

/** Signs in to a company's cabinet with the token of a link; 401 where it has been used, has expired or never was. */
export class OpenCabinetSession extends Command<OpenedSession> {
  constructor(
    readonly access: { readonly company_id: string; readonly token: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Of two that come with the same token at the same time, the stream's revision lets one in. */
@CommandHandler(OpenCabinetSession)
export class OpenCabinetSessionHandler implements ICommandHandler<OpenCabinetSession> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Companies) private readonly companies: Companies,
  ) {}

  async execute({ access: { company_id, token }, context }: OpenCabinetSession): Promise<OpenedSession> {
    const state = await this.companies.find(company_id, { fresh: true });
    if (!state) throw linkRefused();
    const at = this.clock.now();
    const now = at.toISOString();
    const token_hash = hashKey(token);
    const { role, seat_id } = usableLink(state.access, token_hash, now);
    const session_id = newId('ses', at.getTime());
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const expires_at = new Date(at.getTime() + SESSION_TTL_MS).toISOString();
    const session = { token_hash, session_id, session_hash: hashKey(secret), now, expires_at };
    const { position } = await this.companies.handle(
      company_id,
      { type: 'OpenCabinetSession', ...session },
      { ...context, actor: cabinetActor({ role, session_id }) },
    );
    return { company_id, session_id, role, seat_id, expires_at, credential: `${company_id}.${secret}`, position };
  }
}

/** Who an event's metadata say did it. */
export function cabinetActor({ role, session_id }: Pick<CabinetSession, 'role' | 'session_id'>): string {
  return `cabinet:${role}:${session_id}`;
}
