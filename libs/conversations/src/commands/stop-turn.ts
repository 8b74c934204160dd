import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { COMPANY_DIRECTORY, type CompanyDirectory } from '../directory.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { ownedConversation } from './owned-conversation.js';

/** `POST /v1/turns/{id}/stop`: every node can stop every turn (design rule 5). 409 `conflict_state` when it has ended. */
export class StopTurn extends Command<{ turn_id: string; state: 'stopped'; position: bigint | undefined }> {
  constructor(
    readonly conversation_id: string,
    readonly turn_id: string,
    readonly partner_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(StopTurn)
export class StopTurnHandler implements ICommandHandler<StopTurn> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(COMPANY_DIRECTORY) private readonly directory: CompanyDirectory,
  ) {}

  async execute({ conversation_id, turn_id, partner_id, context }: StopTurn) {
    await ownedConversation(this.aggregates, conversation_id, partner_id);
    const partnerAddress = await this.directory.webhookAddress(partner_id);
    const stream = conversationStream(conversation_id);
    const command = { type: 'StopTurn' as const, turn_id, partnerAddress };
    const { position } = await this.aggregates.handle(stream, conversation, command, context);
    return { turn_id, state: 'stopped' as const, position };
  }
}
