import type { Aggregates } from '#libs/event-store';
import { isId, notFound } from '#libs/kernel';
import { type ConversationState, conversation, conversationStream } from '../domain/conversation.js';
import type { ConversationStarted } from '../events/conversation-events.js';

/** A conversation that is there and belongs to the partner who asks: loaded once a request, and handed to its command. */
export interface OwnedConversation {
  readonly state: ConversationState;
  readonly started: ConversationStarted;
}

/**
 * Loads a conversation for a partner; it is read again before it is refused (design rule 1).
 * @throws {Problem} `not_found`, also where it belongs to another partner: another's conversation is never found.
 */
export async function loadOwnedConversation(
  aggregates: Aggregates,
  conversationId: string,
  partnerId: string,
): Promise<OwnedConversation> {
  for (const fresh of isId('cnv', conversationId) ? [false, true] : []) {
    const { state } = await aggregates.load(conversationStream(conversationId), conversation, { fresh });
    const { phase, started } = state;
    if (phase === 'live' && started?.partner_id === partnerId) return { state, started };
  }
  throw notFound(`conversation ${conversationId.slice(0, 80)}`);
}
