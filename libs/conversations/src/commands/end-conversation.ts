import type { Aggregates, CommandContext } from '#libs/event-store';
import { type ConversationCommand, conversation, conversationStream } from '../domain/conversation.js';
import { lead, leadStream } from '../domain/lead.js';
import type { ConversationStarted } from '../events/conversation-events.js';

/**
 * The end of a conversation, by its partner or by time; then its lead is free. Erasure follows as a saga once everything
 * stands past that position (design section 7).
 */
export async function endConversation(
  aggregates: Aggregates,
  { conversation_id, partner_id, external_id }: ConversationStarted,
  command: Extract<ConversationCommand, { type: 'DeleteConversation' | 'ExpireConversation' }>,
  context: CommandContext,
): Promise<{ position: bigint | undefined }> {
  const stream = conversationStream(conversation_id);
  const { state, position } = await aggregates.handle(stream, conversation, command, context);
  if (state.phase === 'ended' && external_id !== undefined) {
    const free = { type: 'FreeLead' as const, conversation_id };
    await aggregates.handle(leadStream(partner_id, external_id), lead, free, context);
  }
  return { position };
}
