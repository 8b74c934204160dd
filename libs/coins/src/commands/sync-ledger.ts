import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { Ledgers } from './ledgers.js';

/**
 * Brings a company's ledger in line with its subscription: opens the period, sets its included coins. Whoever changes a
 * subscription sends it, so that the balance reads right at once; every other command on coins does the same by itself.
 */
export class SyncLedger extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly company_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SyncLedger)
export class SyncLedgerHandler implements ICommandHandler<SyncLedger> {
  constructor(@Inject(Ledgers) private readonly ledgers: Ledgers) {}

  async execute({ company_id, context }: SyncLedger): Promise<{ position: bigint | undefined }> {
    const { position } = await this.ledgers.open(company_id, context, { fresh: true });
    return { position };
  }
}
