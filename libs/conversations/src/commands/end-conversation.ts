import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import { COMPANY_DIRECTORY, type CompanyDirectory } from '../directory.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { lead, leadStream } from '../domain/lead.js';
import { ownedConversation } from './owned-conversation.js';

/**
 * DELETE by its partner, or expiry by the timer. The open turn's stop and the end are one append; then the lead is
 * freed. Erasure follows as a saga once everything stands past that position (design section 7).
 */
export class EndConversation extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly conversation_id: string,
    readonly partner_id: string,
    readonly why: 'deleted' | 'expired',
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(EndConversation)
export class EndConversationHandler implements ICommandHandler<EndConversation> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(COMPANY_DIRECTORY) private readonly directory: CompanyDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ conversation_id, partner_id, why, context }: EndConversation) {
    const { started } = await ownedConversation(this.aggregates, conversation_id, partner_id);
    const partnerAddress = await this.directory.webhookAddress(partner_id);
    const command = { type: 'EndConversation' as const, why, partnerAddress, now: this.clock.now().toISOString() };
    const handled = await this.aggregates.handle(conversationStream(conversation_id), conversation, command, context);
    if (handled.state.phase === 'ended' && started.external_id !== undefined) {
      await this.aggregates.handle(
        leadStream(partner_id, started.external_id),
        lead,
        { type: 'FreeLead', conversation_id },
        context,
      );
    }
    return { position: handled.position };
  }
}
