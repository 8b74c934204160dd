import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SyncLedger } from '#libs/coins';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import { Companies } from '../directory.js';
import type { SubscriptionInput } from '../domain/company.js';

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
 * Two streams, no transaction: the company's decides, the ledger follows. Sent again, also by another process, it does
 * what is missing; and so does every later command on the company's coins.
 */
@CommandHandler(ChangeSubscription)
export class ChangeSubscriptionHandler implements ICommandHandler<ChangeSubscription> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Companies) private readonly companies: Companies,
    private readonly commands: CommandBus,
  ) {}

  async execute({ input: { company_id, ...input }, context }: ChangeSubscription) {
    const command = { type: 'ChangeSubscription' as const, input, now: this.clock.now().toISOString() };
    const { position } = await this.companies.handle(company_id, command, context);
    const synced = await this.commands.execute(new SyncLedger(company_id, context));
    return { company_id, position: synced.position ?? position };
  }
}
