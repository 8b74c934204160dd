import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SyncLedger } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import { Companies } from '../directory/companies.js';
import { company, companyStream } from '../domain/company.js';
import type { SubscriptionInput } from '../domain/subscription.js';

/** `company subscribe`: changes what is mentioned, opens a period by the rule of contract.md. */
export class ChangeSubscription extends Command<{ company_id: string; position: bigint | undefined }> {
  constructor(
    readonly input: SubscriptionInput & { company_id: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Two streams, no transaction: the company's decides, the ledger follows (libs/coins, open-ledgers.ts). Sent again, also by
 * another process, it does what is missing; nobody has to, for whoever next touches the coins does it too.
 */
@CommandHandler(ChangeSubscription)
export class ChangeSubscriptionHandler implements ICommandHandler<ChangeSubscription> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Companies) private readonly companies: Companies,
    private readonly commands: CommandBus,
  ) {}

  async execute({
    input: { company_id, ...input },
    context,
  }: ChangeSubscription): Promise<{ company_id: string; position: bigint | undefined }> {
    await this.companies.registered(company_id);
    const command = { type: 'ChangeSubscription' as const, input, now: this.clock.now().toISOString() };
    const owned = { ...context, metadata: { ...context.metadata, company_id } };
    const { position } = await this.aggregates.handle(companyStream(company_id), company, command, owned);
    const synced = await this.commands.execute(new SyncLedger(company_id, context));
    return { company_id, position: synced.position ?? position };
  }
}
