import { z } from 'zod';
import { type EventOf, type EventTable, EventType, type Typed } from '#libs/event-store';
import type { Json } from '#libs/kernel';
import { findingV1, operationV1, orderV1 } from './order-v1.js';

/** Events of `conversation-<id>` streams (design section 2). Payload keys are the API's own names; times are ISO 8601. */

export type TurnState = 'queued' | 'running' | 'done' | 'stopped' | 'failed';

const outcomeStatus = z.enum(['built', 'parsed', 'question', 'rejected', 'failed']);
export type OutcomeStatus = z.infer<typeof outcomeStatus>;

const imageRef = z.strictObject({
  /** SHA-256 of the bytes, hexadecimal; the blob's name. */
  digest: z.string(),
  mime: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  /** Size in bytes. */
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
});
export type ImageRef = z.infer<typeof imageRef>;
export type ImageMime = ImageRef['mime'];

/** spec.md, `result.usage`. */
const turnUsage = z.strictObject({
  model: z.string(),
  attempts: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  cost_usd: z.number(),
  /** Duration of the turn. */
  ms: z.number(),
  /** What the turn costs. */
  coins: z.number(),
});

/** spec.md, result object: as the API shows it. */
const turnResult = z.strictObject({
  status: outcomeStatus,
  note: z.string(),
  applied: z.number(),
  turn: z.number(),
  order_id: z.string(),
  findings: z.array(findingV1.extend({ severity: z.enum(['error', 'warning']) })).optional(),
  why: z.string().optional(),
  usage: turnUsage,
});
export type TurnResult = z.infer<typeof turnResult>;

const turnError = z.strictObject({ code: z.string(), message: z.string() });
export type TurnError = z.infer<typeof turnError>;

const conversationStarted = z.strictObject({
  conversation_id: z.string(),
  partner_id: z.string(),
  company_id: z.string(),
  external_id: z.string().optional(),
  order_id: z.string(),
  webhook_url: z.string().optional(),
  meta: z.custom<Json>().optional(),
  /** When it expires unless a turn is accepted before. */
  expires_at: z.string(),
});
export type ConversationStarted = z.infer<typeof conversationStarted>;

const turnQueued = z.strictObject({
  turn_id: z.string(),
  /** Number within the conversation, from 1. */
  turn: z.number(),
  text: z.string(),
  images: z.array(imageRef),
  idempotency_key: z.string().optional(),
  /** SHA-256 of the request's words and images: tells a repeat with another body, which is logged. */
  body_digest: z.string().optional(),
  /** The coins stream that the reservation is in, and its amount. */
  ledger: z.string(),
  coins: z.number(),
  /** An accepted turn extends the conversation's life. */
  expires_at: z.string(),
});
export type TurnQueued = z.infer<typeof turnQueued>;

const turnStarted = z.strictObject({ turn_id: z.string(), node_id: z.string(), deadline_at: z.string() });
export type TurnStarted = z.infer<typeof turnStarted>;

/** What one attempt took; `ms` is its duration. */
const attemptUsage = turnUsage.omit({ attempts: true, coins: true });
export type AttemptUsage = z.infer<typeof attemptUsage>;

const attemptChecked = z.strictObject({
  turn_id: z.string(),
  /** From 1. */
  attempt: z.number(),
  /** As the assistant gave them. */
  operations: z.array(operationV1),
  findings: z.array(findingV1),
  usage: attemptUsage,
  next: z.enum(['retry', 'ask', 'reject', 'complete', 'give_up']),
});
export type AttemptChecked = z.infer<typeof attemptChecked>;

const turnCompleted = z.strictObject({
  turn_id: z.string(),
  turn: z.number(),
  result: turnResult,
  operations: z.array(operationV1),
  /** The order as it stands after the turn; absent where nothing changed. */
  order: orderV1.optional(),
  ledger: z.string(),
});
export type TurnCompleted = z.infer<typeof turnCompleted>;

const turnStopped = z.strictObject({
  turn_id: z.string(),
  turn: z.number(),
  ledger: z.string(),
  reason: z.enum(['requested', 'deleted']),
});
export type TurnStopped = z.infer<typeof turnStopped>;

const turnFailed = z.strictObject({ turn_id: z.string(), turn: z.number(), error: turnError, ledger: z.string() });
export type TurnFailed = z.infer<typeof turnFailed>;

/** From here on `decide` refuses to queue this id (design rule 6). */
const turnAbandoned = z.strictObject({ turn_id: z.string() });

const orderHandedOff = z.strictObject({
  /** Names the card's stream: what was handed off is completed by whoever finds it undone. */
  card_id: z.string(),
  seat_id: z.number(),
  seat_title: z.string(),
  order_id: z.string(),
  turn: z.number(),
});
export type OrderHandedOff = z.infer<typeof orderHandedOff>;

const conversationEndedV1 = z.strictObject({
  conversation_id: z.string(),
  turn_ids: z.array(z.string()),
  /** UUIDs of the outcome events: the names of the delivery streams to erase. */
  delivery_ids: z.array(z.string()),
  external_id: z.string().optional(),
});
const conversationEndedV2 = conversationEndedV1.extend({
  /** Cards that were handed off: they lose the order's default name. */
  card_ids: z.array(z.string()),
});
const conversationDeleted = EventType.of(conversationEndedV1).next(conversationEndedV2, (v1) => ({
  ...v1,
  card_ids: [],
}));
const conversationExpired = conversationDeleted.next(
  conversationEndedV2.extend({
    /** Whether a grace follows before the conversation is deleted; before there was one, it was erased at once. */
    restorable: z.boolean(),
  }),
  (v2) => ({ ...v2, restorable: false }),
);
/** An expiry is undone within its grace; the conversation expires anew at `expires_at`. */
const conversationRestored = conversationEndedV2.extend({ expires_at: z.string() });

/** The events that end a turn: each is announced once, under its own id. */
export const turnEndings = {
  TurnCompleted: EventType.of(turnCompleted),
  TurnStopped: EventType.of(turnStopped),
  TurnFailed: EventType.of(turnFailed),
} satisfies EventTable;
export type TurnEnded = Typed<EventOf<typeof turnEndings>>;
export const ENDING_TYPES = ['TurnCompleted', 'TurnStopped', 'TurnFailed'] as const;

export const conversationEvents = {
  ConversationStarted: EventType.of(conversationStarted),
  TurnQueued: EventType.of(turnQueued),
  TurnStarted: EventType.of(turnStarted),
  AttemptChecked: EventType.of(attemptChecked),
  ...turnEndings,
  TurnAbandoned: EventType.of(turnAbandoned),
  OrderHandedOff: EventType.of(orderHandedOff),
  ConversationDeleted: conversationDeleted,
  ConversationExpired: conversationExpired,
  ConversationRestored: EventType.of(conversationRestored),
} satisfies EventTable;
export type ConversationEvent = EventOf<typeof conversationEvents>;
