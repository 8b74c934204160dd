import { type CardPlaced, cardEvents } from '#libs/conversations';
import { projection, type ServiceProjection } from '../projection.js';

/** What a workplace received: the order, no words of the customer and no lead id; outlives the conversation. */
export interface CardDocument extends CardPlaced {
  placed_at: string;
}

export const cards: ServiceProjection<CardDocument> = projection(cardEvents, {
  name: 'cards',
  version: 1,
  conversation: { erased: false },
  types: ['CardPlaced'],
  keys: ({ data }) => [data.card_id],
  evolve: (_document, { data, metadata }) => ({ ...data, placed_at: metadata.at }),
  indexes: [['company_id', 'seat_id', 'placed_at']],
});
