import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SettleCoins } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext, StreamDeleted } from '#libs/event-store';
import { conversation, conversationStream, findTurn } from '../domain/conversation.js';

/**
 * Gives up a turn whose coins are reserved and that was not queued: first its conversation refuses it for good, only then
 * are the coins released (design rule 6). Checking and then releasing would let a frozen node queue a turn that nobody
 * paid for. A turn that is there after all is left alone: its own outcome settles it.
 */
export class AbandonTurn extends Command<void> {
  constructor(
    readonly reservation: { readonly conversation_id: string; readonly turn_id: string; readonly ledger: string },
  ) {
    super();
  }
}

@CommandHandler(AbandonTurn)
export class AbandonTurnHandler implements ICommandHandler<AbandonTurn> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
  ) {}

  async execute({ reservation: { conversation_id, turn_id, ledger } }: AbandonTurn): Promise<void> {
    const context: CommandContext = { actor: 'saga:release-orphaned-reservations', causationId: turn_id };
    const stream = conversationStream(conversation_id);
    const command = { type: 'AbandonTurn' as const, turn_id };
    try {
      const { state } = await this.aggregates.handle(stream, conversation, command, context);
      if (findTurn(state, turn_id)) return;
    } catch (error) {
      if (!(error instanceof StreamDeleted)) throw error;
    }
    await this.commands.execute(new SettleCoins({ ledger, turn_id, coins: 0 }, context));
  }
}
