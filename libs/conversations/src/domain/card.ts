import type { Aggregates, CommandContext, Decider, DomainEvent } from '#libs/event-store';
import type { Order } from '#libs/furniture';
import { derivedUuid } from '#libs/kernel';
import type { CardEvent, CardPlaced, OrderHandedOff } from '../events/events.js';

/** A card is what a workplace received; it outlives the conversation, so it has a stream of its own. */
export interface CardState {
  readonly placed: boolean;
}

export const card: Decider<
  CardState,
  { readonly type: 'PlaceCard'; readonly data: CardPlaced },
  CardEvent & DomainEvent
> = {
  initial: { placed: false },
  decide: ({ data }, { placed }) =>
    placed
      ? []
      : [
          {
            type: 'CardPlaced',
            data,
            id: derivedUuid(data.card_id, 'placed'),
            metadata: { company_id: data.company_id },
          },
        ],
  evolve: () => ({ placed: true }),
};

/**
 * Semaphore the card of a handoff, once; the handoff's command does it, and the saga for one whose process died in between.
 * @returns the position of `CardPlaced`, undefined where the card was there already.
 */
export async function placeCard(
  aggregates: Aggregates,
  done: { handoff: OrderHandedOff; order: Order; company_id: string },
  context: CommandContext,
): Promise<bigint | undefined> {
  const { handoff, order, company_id } = done;
  const data = { ...handoff, company_id, order: { ...order, id: handoff.order_id } };
  const { position } = await aggregates.handle(`card-${handoff.card_id}`, card, { type: 'PlaceCard', data }, context);
  return position;
}
