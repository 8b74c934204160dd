import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { Ledgers } from './ledgers.js';

export interface CoinsTopped {
  company_id: string;
  /** Added and not yet charged, as `usage.extra_coins` says it. */
  extra_coins: number;
  position: bigint | undefined;
}

/** `coins add`: extra coins, which outlive periods. The same key adds once, in whatever period it is repeated. */
export class AddCoins extends Command<CoinsTopped> {
  constructor(
    readonly topUp: { company_id: string; coins: number; reason?: string; idempotency_key?: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A company without a subscription may be topped up too: its coins wait for one. */
@CommandHandler(AddCoins)
export class AddCoinsHandler implements ICommandHandler<AddCoins> {
  constructor(@Inject(Ledgers) private readonly ledgers: Ledgers) {}

  async execute({ topUp, context }: AddCoins): Promise<CoinsTopped> {
    const { company_id, ...coins } = topUp;
    const command = { type: 'AddCoins' as const, ...coins };
    const { state, position } = await this.ledgers.inOpen(company_id, context, ({ stream }) =>
      this.ledgers.handle(stream, command, company_id, context),
    );
    return { company_id, extra_coins: state.balance.extra + state.balance.reserved.extra, position };
  }
}
