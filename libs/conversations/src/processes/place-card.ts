import { type Aggregates, type RecordedEvent, typed } from '#libs/event-store';
import { placeCard } from '../domain/card.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import type { ConversationEvent } from '../events/events.js';

/** Completes a handoff whose process died before the card was placed. */
export async function completeHandoff(aggregates: Aggregates, recorded: RecordedEvent): Promise<void> {
  const event = typed<ConversationEvent>(recorded);
  if (event.type !== 'OrderHandedOff') return;
  const stream = conversationStream(event.metadata.conversation_id ?? '');
  const { state } = await aggregates.load(stream, conversation, { atLeast: recorded.revision });
  const done = state.handoffs.find(({ handoff }) => handoff.card_id === event.data.card_id);
  const company_id = event.metadata.company_id;
  if (!done || company_id === undefined) return;
  await placeCard(aggregates, { ...done, company_id }, { actor: 'saga:place-cards', causationId: event.id });
}
