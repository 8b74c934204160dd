import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Partners } from '#libs/companies';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import { type ConversationCommand, conversation, conversationStream } from '../domain/conversation.js';
import type { ConversationStarted } from '../events/conversation-events.js';
import { Leads } from './leads.js';
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
    @Inject(Partners) private readonly partners: Partners,
    @Inject(Leads) private readonly leads: Pick<Leads, 'free'>,
  ) {}

  async execute({ conversation_id, partner_id, context }: DeleteConversation) {
    const { started } = await loadOwnedConversation(this.aggregates, conversation_id, partner_id);
    const partnerAddress = await this.partners.webhookAddress(partner_id);
    return endConversation(
      this.aggregates,
      this.leads,
      started,
      { type: 'DeleteConversation', partnerAddress },
      context,
    );
  }
}

/** Ends a conversation whose time is over; one that has ended, or was extended by a turn, is left alone. */
export class ExpireConversation extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly conversation_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ExpireConversation)
export class ExpireConversationHandler implements ICommandHandler<ExpireConversation> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Leads) private readonly leads: Pick<Leads, 'free'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ conversation_id, context }: ExpireConversation): Promise<{ position: bigint | undefined }> {
    const { state } = await this.aggregates.load(conversationStream(conversation_id), conversation);
    if (!state.started) return { position: undefined };
    const command = { type: 'ExpireConversation' as const, now: this.clock.now().toISOString() };
    return endConversation(this.aggregates, this.leads, state.started, command, context);
  }
}

/** Deletes a conversation that expired before `expired_before` (ISO 8601) and was not restored since. */
export class DeleteExpiredConversation extends Command<void> {
  constructor(
    readonly conversation_id: string,
    readonly expired_before: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteExpiredConversation)
export class DeleteExpiredConversationHandler implements ICommandHandler<DeleteExpiredConversation> {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  async execute({ conversation_id, expired_before, context }: DeleteExpiredConversation): Promise<void> {
    const command = { type: 'DeleteExpiredConversation' as const, expired_before };
    await this.aggregates.handle(conversationStream(conversation_id), conversation, command, context);
  }
}

/** Ends the conversation, then frees its lead. A saga erases what was deleted (design section 7). */
async function endConversation(
  aggregates: Aggregates,
  leads: Pick<Leads, 'free'>,
  { conversation_id, partner_id, external_id }: ConversationStarted,
  command: Extract<ConversationCommand, { type: 'DeleteConversation' | 'ExpireConversation' }>,
  context: CommandContext,
): Promise<{ position: bigint | undefined }> {
  const stream = conversationStream(conversation_id);
  const { state, position } = await aggregates.handle(stream, conversation, command, context);
  if (state.phase !== 'live' && external_id !== undefined)
    await leads.free(partner_id, external_id, conversation_id, context);
  return { position };
}
