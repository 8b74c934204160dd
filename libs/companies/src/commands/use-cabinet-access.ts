import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, Problem } from '#libs/kernel';
import { Companies } from '../directory.js';
import { type CabinetRole, cabinetRoles } from '../domain/company.js';
import { hashKey } from '../domain/partner.js';

/** Signs in to a company's cabinet with a token; 401 where it has been used, has expired or never was. */
export class UseCabinetAccess extends Command<{ company_id: string; role: CabinetRole }> {
  constructor(
    readonly access: { company_id: string; token: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Of two that come with the same token at the same time, the stream's revision lets one in. */
@CommandHandler(UseCabinetAccess)
export class UseCabinetAccessHandler implements ICommandHandler<UseCabinetAccess> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Companies) private readonly companies: Companies,
  ) {}

  async execute({ access: { company_id, token }, context }: UseCabinetAccess) {
    const issued = (await this.companies.registered(company_id, { fresh: true })).access;
    const token_hash = hashKey(token);
    const role = Object.hasOwn(issued, token_hash) ? issued[token_hash]?.role : undefined;
    const known = cabinetRoles.find((candidate) => candidate === role);
    if (!known) throw new Problem('unauthorized', 'the link has been used or has expired; ask for another');
    const command = { type: 'UseCabinetAccess' as const, token_hash, now: this.clock.now().toISOString() };
    await this.companies.handle(company_id, command, context);
    return { company_id, role: known };
  }
}
