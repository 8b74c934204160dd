import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SyncLedger } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, newId } from '#libs/kernel';
import { cabinetUrl } from '../cabinet.js';
import { company, companyStream } from '../company.js';
import type { SubscriptionWish } from '../subscription.js';

export interface CompanyCreated {
  company_id: string;
  cabinet_url: string;
  position: bigint | undefined;
}

/** `company create`; `base_url`: PUBLIC_URL. */
export class CreateCompany extends Command<CompanyCreated> {
  constructor(
    readonly wish: SubscriptionWish & { title: string; base_url: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** The ledger is opened afterwards; where this process dies in between, whoever first touches the coins opens it. */
@CommandHandler(CreateCompany)
export class CreateCompanyHandler implements ICommandHandler<CreateCompany> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  async execute({ wish, context }: CreateCompany): Promise<CompanyCreated> {
    const now = this.clock.now();
    const company_id = newId('cmp', now.getTime());
    const { title, base_url, ...subscription } = wish;
    const owned = { ...context, metadata: { ...context.metadata, company_id } };
    const command = { type: 'Register' as const, company_id, title, wish: subscription, now: now.toISOString() };
    const { position } = await this.aggregates.handle(companyStream(company_id), company, command, owned);
    const synced = await this.commands.execute(new SyncLedger(company_id, context));
    return { company_id, cabinet_url: cabinetUrl(base_url, company_id), position: synced.position ?? position };
  }
}
