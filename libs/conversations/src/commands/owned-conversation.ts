import type { Aggregates } from '#libs/event-store';
import { isId, notFound } from '#libs/kernel';
import { conversation, conversationStream } from '../domain/conversation.js';
import type { ConversationState } from '../domain/conversation-state.js';
import type { ConversationStarted } from '../events/events.js';

/** A conversation that is there and belongs to the partner who asks. */
export interface Owned {
  readonly state: ConversationState;
  readonly started: ConversationStarted;
}

/**
 * Loads a conversation for a partner; read again before it is refused (design rule 1).
 * @throws {Problem} `not_found`, also where it belongs to another partner: another's conversation is never found.
 */
export async function ownedConversation(
  aggregates: Aggregates,
  conversationId: string,
  partnerId: string,
): Promise<Owned> {
  if (!isId('cnv', conversationId)) throw notFound(`conversation ${conversationId.slice(0, 80)}`);
  const stream = conversationStream(conversationId);
  for (const fresh of [false, true]) {
    const { state } = await aggregates.load(stream, conversation, { fresh });
    if (state.phase === 'live' && state.started?.partner_id === partnerId) return { state, started: state.started };
  }
  throw notFound(`conversation ${conversationId}`);
}
