import { type CardPlaced, cardEvents, conversationEvents } from '#contracts/conversations';
import { projection, type ServiceProjection } from '../projection.js';

/**
 * What a workplace received: the order, no words of the customer; outlives the conversation. An order's default name, which
 * tells the lead's id, is known by the conversation's events alone: when they go, the card bears its own id.
 */
export interface CardDocument extends Omit<CardPlaced, 'order_id' | 'order' | 'from'> {
  order_id: string;
  /** Whether the partner gave the order its name. */
  named: boolean;
  /** Null once the conversation is gone. */
  conversation_id: string | null;
  /** Null while it is handed off and not yet placed, as `placed_at` is. */
  order: CardPlaced['order'] | null;
  placed_at: string | null;
}

export const cards: ServiceProjection<CardDocument> = projection(
  { ...cardEvents, ...conversationEvents },
  {
    name: 'cards',
    version: 3,
    conversation: { erased: false },
    types: ['OrderHandedOff', 'CardPlaced', 'ConversationDeleted', 'ConversationExpired'],
    anew: ['OrderHandedOff'],
    columns: {
      card_id: 'text',
      company_id: 'text',
      seat_id: 'integer',
      seat_title: 'text',
      order_id: 'text',
      named: 'boolean',
      conversation_id: 'text',
      turn: 'integer',
      placed_at: 'time',
      order: 'json',
    },
    keys: ({ type, data }) => (type === 'OrderHandedOff' || type === 'CardPlaced' ? [data.card_id] : data.card_ids),
    evolve: (document, { type, data, metadata }) => {
      switch (type) {
        case 'OrderHandedOff': {
          const { company_id = '', conversation_id = null } = metadata;
          return { ...data, company_id, conversation_id, named: false, order: null, placed_at: null };
        }
        case 'CardPlaced': {
          const { from: _, ...card } = data;
          const name = data.order_id ?? document?.order_id ?? data.card_id;
          const { conversation_id = null } = document ?? {};
          const placed = { named: data.order_id !== null, placed_at: metadata.at };
          return bearing(name, { ...card, ...placed, conversation_id });
        }
        case 'ConversationExpired':
        case 'ConversationDeleted':
          if ('restorable' in data && data.restorable) return document;
          return document && orphaned(document);
      }
    },
    indexes: [
      ['company_id', 'seat_id', 'placed_at'],
      ['company_id', 'placed_at'],
    ],
  },
);

/** As it is folded where nothing of its conversation is left. */
function orphaned(document: CardDocument): CardDocument {
  const card = { ...document, conversation_id: null };
  return document.named ? card : bearing(document.card_id, card);
}

function bearing(name: string, card: Omit<CardDocument, 'order_id'>): CardDocument {
  return { ...card, order_id: name, order: card.order && { ...card.order, id: name } };
}
