import type { CardEvent, CardPlaced } from '#libs/conversations';
import { typed } from '#libs/event-store';
import type { Projection } from '#libs/read-models';

/** What a workplace received: the order, no words of the customer and no lead id; outlives the conversation. */
export interface CardDocument extends CardPlaced {
  placed_at: string;
}

export const cards: Projection<CardDocument> = {
  name: 'cards',
  version: 1,
  types: ['CardPlaced'],
  keys: (event) => [typed<CardEvent>(event).data.card_id],
  evolve(_document, recorded) {
    const event = typed<CardEvent>(recorded);
    return { ...event.data, placed_at: event.metadata.at };
  },
  indexes: [['company_id', 'seat_id', 'placed_at']],
};
