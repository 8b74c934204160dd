import { z } from 'zod';
import { type EventOf, type EventTable, EventType } from '#libs/event-store';

/** `evt_<uuid>`, the id that the receiver sees: of the outcome event that is announced. */
const event_id = z.string();

const webhookScheduled = z.strictObject({
  event_id,
  /** `turn.completed`, `turn.stopped`, `turn.failed`, `ping`. */
  event: z.string(),
  partner_id: z.string(),
  conversation_id: z.string().optional(),
  turn_id: z.string().optional(),
  address: z.string(),
  /** The exact body that is signed and sent; it lies here until the conversation is erased. */
  body: z.string(),
  /** SHA-256 of the body, hexadecimal. */
  body_digest: z.string(),
  /** ISO 8601. */
  due_at: z.string(),
});
export type WebhookScheduled = z.infer<typeof webhookScheduled>;

const webhookAttempted = z.strictObject({
  event_id,
  /** From 1. */
  attempt: z.number(),
  /** HTTP status, where the receiver answered. */
  status: z.number().optional(),
  error: z.string().optional(),
  ms: z.number(),
  /** ISO 8601; absent after the last attempt. */
  next_attempt_at: z.string().optional(),
});
export type WebhookAttempted = z.infer<typeof webhookAttempted>;

/** Events of `delivery-<event uuid>` streams (design section 2). */
export const deliveryEvents = {
  WebhookScheduled: EventType.of(webhookScheduled),
  WebhookAttempted: EventType.of(webhookAttempted),
  WebhookDelivered: EventType.of(z.strictObject({ event_id, attempt: z.number(), status: z.number(), ms: z.number() })),
  WebhookGivenUp: EventType.of(
    z.strictObject({ event_id, attempts: z.number(), reason: z.enum(['exhausted', 'erased']) }),
  ),
  /** Its partner had more deliveries pending than are kept trying; a redelivery may still be asked for. */
  WebhookUndeliverable: EventType.of(z.strictObject({ event_id, attempts: z.number() })),
  RedeliveryRequested: EventType.of(z.strictObject({ event_id, due_at: z.string() })),
} satisfies EventTable;
export type DeliveryEvent = EventOf<typeof deliveryEvents>;
