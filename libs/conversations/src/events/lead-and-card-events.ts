import { z } from 'zod';
import { type EventOf, type EventTable, EventType } from '#libs/event-store';
import { orderV1 } from './order-v1.js';

/**
 * A lead's stream outlives its conversations, so a claim names only whose it is: whoever meets one without its
 * conversation has the lead's id and the rest in their own request, and completes it with that.
 */
const leadClaimed = z.strictObject({ conversation_id: z.string(), partner_id: z.string(), company_id: z.string() });
export type LeadClaim = z.infer<typeof leadClaimed>;

/** Events of `lead-<partner>-<hash>` streams (design section 2). */
export const leadEvents = {
  LeadClaimed: EventType.of(leadClaimed),
  LeadFreed: EventType.of(z.strictObject({ conversation_id: z.string() })),
} satisfies EventTable;
export type LeadEvent = EventOf<typeof leadEvents>;

/** Its name was the order's, by default the lead's: the names of before cannot be erased, but are not shown. */
const cardPlacedV1 = z.strictObject({
  card_id: z.string(),
  company_id: z.string(),
  seat_id: z.number(),
  seat_title: z.string(),
  order_id: z.string(),
  turn: z.number(),
  order: orderV1,
});

/** No words of the customer and no lead id: a card outlives the conversation. */
const cardPlacedV2 = cardPlacedV1.extend({
  /** As the partner named the order; null for the default name (`lead-…`), which goes with the conversation. */
  order_id: z.string().nullable(),
});
const cardPlacedV3 = cardPlacedV2.extend({
  /** Whose conversation it is from, and whether that was handed off for the first time; absent of cards of before. */
  from: z.strictObject({ partner_id: z.string(), first: z.boolean() }).optional(),
});
export type CardPlaced = z.infer<typeof cardPlacedV3>;

function withoutDefaultName({ order_id, ...card }: z.infer<typeof cardPlacedV1>): z.infer<typeof cardPlacedV2> {
  const named = order_id.startsWith('lead-') ? null : order_id;
  return { ...card, order_id: named, order: { ...card.order, id: named ?? card.card_id } };
}

/** Events of `card-<id>` streams: what a workplace received. */
export const cardEvents = {
  CardPlaced: EventType.of(cardPlacedV1)
    .next(cardPlacedV2, withoutDefaultName)
    .next(cardPlacedV3, (v2) => v2),
} satisfies EventTable;
export type CardEvent = EventOf<typeof cardEvents>;
