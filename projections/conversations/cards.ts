import { type CardPlaced, cardEvents } from '#libs/conversations';
import type { Projection } from '#libs/read-models';
import { projection } from '../projection.js';

/** What a workplace received: the order, no words of the customer and no lead id; outlives the conversation. */
export interface CardDocument extends CardPlaced {
  placed_at: string;
}

export const cards: Projection<CardDocument> = projection(cardEvents, {
  name: 'cards',
  version: 1,
  types: ['CardPlaced'],
  keys: ({ data }) => [data.card_id],
  evolve: (_document, { data, metadata }) => ({ ...data, placed_at: metadata.at }),
  indexes: [['company_id', 'seat_id', 'placed_at']],
});
