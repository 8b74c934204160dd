import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SyncLedger } from '#libs/coins';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, newId } from '#libs/kernel';
import { Companies } from '../directory.js';
import { cabinetUrl } from '../domain/cabinet-access.js';
import type { SubscriptionInput } from '../domain/company.js';

export interface RegisteredCompany {
  company_id: string;
  cabinet_url: string;
  position: bigint | undefined;
}

/** `company create`; `base_url`: PUBLIC_URL. */
export class RegisterCompany extends Command<RegisteredCompany> {
  constructor(
    readonly input: SubscriptionInput & { title: string; base_url: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** The ledger is opened afterwards; where this process dies in between, the first command on the coins opens it. */
@CommandHandler(RegisterCompany)
export class RegisterCompanyHandler implements ICommandHandler<RegisterCompany> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Companies) private readonly companies: Companies,
    private readonly commands: CommandBus,
  ) {}

  async execute({ input, context }: RegisterCompany): Promise<RegisteredCompany> {
    const now = this.clock.now();
    const company_id = newId('cmp', now.getTime());
    const { title, base_url, ...subscription } = input;
    const named = { company_id, title, input: subscription, now: now.toISOString() };
    const command = { type: 'RegisterCompany' as const, ...named };
    const { position } = await this.companies.handle(company_id, command, context);
    const synced = await this.commands.execute(new SyncLedger(company_id, context));
    return { company_id, cabinet_url: cabinetUrl(base_url, company_id), position: synced.position ?? position };
  }
}
