import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Directory } from '#libs/companies';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { endConversation } from './end-conversation.js';
import { loadOwnedConversation } from './owned-conversation.js';

/** `DELETE /v1/conversations/{id}`: an open turn is stopped in the same append. */
export class DeleteConversation extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly conversation_id: string,
    readonly partner_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteConversation)
export class DeleteConversationHandler implements ICommandHandler<DeleteConversation> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  async execute({ conversation_id, partner_id, context }: DeleteConversation) {
    const { started } = await loadOwnedConversation(this.aggregates, conversation_id, partner_id);
    const partnerAddress = await this.directory.webhookAddress(partner_id);
    return endConversation(this.aggregates, started, { type: 'DeleteConversation', partnerAddress }, context);
  }
}
