import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Partners } from '#libs/companies';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { conversation, conversationStream } from '../domain/conversation.js';
import type { OwnedConversation } from './owned-conversation.js';

/** `POST /v1/turns/{id}/stop`: every node can stop every turn (design rule 5). 409 `conflict_state` when it has ended. */
export class StopTurn extends Command<{ turn_id: string; state: 'stopped'; position: bigint | undefined }> {
  constructor(
    readonly owned: OwnedConversation,
    readonly turn_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(StopTurn)
export class StopTurnHandler implements ICommandHandler<StopTurn> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({ owned: { started }, turn_id, context }: StopTurn) {
    const partnerAddress = await this.partners.webhookAddress(started.partner_id);
    const stream = conversationStream(started.conversation_id);
    const command = { type: 'StopTurn' as const, turn_id, partnerAddress };
    const { position } = await this.aggregates.handle(stream, conversation, command, context);
    return { turn_id, state: 'stopped' as const, position };
  }
}
