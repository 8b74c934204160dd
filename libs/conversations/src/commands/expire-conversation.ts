import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import { conversation, conversationStream } from '../domain/conversation.js';
import { endConversation } from './end-conversation.js';

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
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ conversation_id, context }: ExpireConversation): Promise<{ position: bigint | undefined }> {
    const { state } = await this.aggregates.load(conversationStream(conversation_id), conversation);
    if (!state.started) return { position: undefined };
    const command = { type: 'ExpireConversation' as const, now: this.clock.now().toISOString() };
    return endConversation(this.aggregates, state.started, command, context);
  }
}
