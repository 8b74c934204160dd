import type { Decider, DomainEvent } from '#libs/event-store';
import { derivedUuid } from '#libs/kernel';
import type { CardEvent, CardPlaced } from '../events/lead-and-card-events.js';

/** A card is what a workplace received; it outlives the conversation, so it has a stream of its own. */
export interface CardState {
  readonly placed: boolean;
}

export interface PlaceCardCommand {
  readonly type: 'PlaceCard';
  readonly data: CardPlaced;
}

export const card: Decider<CardState, PlaceCardCommand, CardEvent & DomainEvent> = {
  initial: { placed: false },
  decide({ data }, { placed }) {
    const id = derivedUuid(data.card_id, 'placed');
    return placed ? [] : [{ type: 'CardPlaced', data, id, metadata: { company_id: data.company_id } }];
  },
  evolve: () => ({ placed: true }),
};

export function cardStream(cardId: string): string {
  return `card-${cardId}`;
}
