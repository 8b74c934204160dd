import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, Problem } from '#libs/kernel';
import { Companies } from '../directory.js';
import { hashKey, newAccessToken } from '../domain/partner.js';
import { cabinetRoles } from '../events/company-events.js';

export interface IssuedCabinetAccess {
  /** Shown this once; signs in once (`OpenCabinetSession`). */
  token: string;
  expires_at: string;
  position: bigint | undefined;
}

/** `company access`: a token that signs in to the company's cabinet, once, within `ttl_ms`. */
export class IssueCabinetAccess extends Command<IssuedCabinetAccess> {
  constructor(
    readonly access: { company_id: string; role: string; seat_id?: number | undefined; ttl_ms: number },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(IssueCabinetAccess)
export class IssueCabinetAccessHandler implements ICommandHandler<IssueCabinetAccess> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Companies) private readonly companies: Companies,
  ) {}

  async execute({
    access: { company_id, role, seat_id, ttl_ms },
    context,
  }: IssueCabinetAccess): Promise<IssuedCabinetAccess> {
    const known = cabinetRoles.find((candidate) => candidate === role);
    if (!known)
      throw new Problem(
        'invalid_request',
        `role is ${JSON.stringify(role)}; one of ${cabinetRoles.join(', ')} is needed`,
      );
    const token = newAccessToken();
    const expires_at = new Date(this.clock.now().getTime() + ttl_ms).toISOString();
    const granted = { role: known, seat_id, token_hash: hashKey(token), expires_at };
    const command = { type: 'IssueCabinetAccess' as const, ...granted };
    const { position } = await this.companies.handle(company_id, command, context);
    return { token, expires_at, position };
  }
}
