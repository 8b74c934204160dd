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

/** No words of the customer and no lead id: a card outlives the conversation. */
const cardPlaced = z.strictObject({
  card_id: z.string(),
  company_id: z.string(),
  seat_id: z.number(),
  seat_title: z.string(),
  order_id: z.string(),
  turn: z.number(),
  order: orderV1,
});
export type CardPlaced = z.infer<typeof cardPlaced>;

/** Events of `card-<id>` streams: what a workplace received. */
export const cardEvents = { CardPlaced: EventType.of(cardPlaced) } satisfies EventTable;
export type CardEvent = EventOf<typeof cardEvents>;
