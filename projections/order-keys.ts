import type { ConversationEvent } from '#libs/conversations';
import type { Typed } from '#libs/event-store';

/** Id of what a turn left of an order: `<conversation>:<turn>`. */
export function orderKey(conversationId: string, turn: number): string {
  return `${conversationId}:${turn}`;
}

/** The order documents that an event touches: the turn's own, and at the end all that the conversation can have. */
export function orderKeys(event: Typed<ConversationEvent>): readonly string[] {
  const id = event.metadata.conversation_id;
  if (id === undefined) return [];
  switch (event.type) {
    case 'TurnCompleted':
      return event.data.order ? [orderKey(id, event.data.turn)] : [];
    case 'ConversationDeleted':
    case 'ConversationExpired':
      return event.data.turn_ids.map((_, index) => orderKey(id, index + 1));
    default:
      return [];
  }
}
