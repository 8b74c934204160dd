import type { ApiFinding, RecordedOperation } from '#libs/assistant';
import type { Finding, Order } from '#libs/furniture';
import type { Json } from '#libs/kernel';

/** Events of `conversation-<id>` and `lead-<…>` streams (design section 2). Payload keys are the API's own names. */

export type TurnState = 'queued' | 'running' | 'done' | 'stopped' | 'failed';
export type OutcomeStatus = 'built' | 'parsed' | 'question' | 'rejected' | 'failed';
export type ImageMime = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

export interface ImageRef {
  /** SHA-256 of the bytes, hexadecimal; the blob's name. */
  digest: string;
  mime: ImageMime;
  /** Bytes. */
  bytes: number;
  width: number;
  height: number;
}

/** spec.md, `result.usage`. */
export interface TurnUsage {
  model: string;
  attempts: number;
  prompt_tokens: number;
  completion_tokens: number;
  cost_usd: number;
  /** Duration of the turn in ms. */
  ms: number;
  /** What the turn costs. */
  coins: number;
}

/** spec.md, result object: as the API shows it. */
export interface TurnResult {
  status: OutcomeStatus;
  note: string;
  applied: number;
  turn: number;
  order_id: string;
  findings?: readonly ApiFinding[];
  why?: string;
  usage: TurnUsage;
}

export interface TurnError {
  code: string;
  message: string;
}

export interface ConversationStarted {
  conversation_id: string;
  partner_id: string;
  company_id: string;
  external_id?: string;
  order_id: string;
  webhook_url?: string;
  meta?: Json;
  /** ISO 8601: when it expires unless a turn is accepted before. */
  expires_at: string;
}

export interface TurnQueued {
  turn_id: string;
  /** Number within the conversation, from 1. */
  turn: number;
  text: string;
  images: ImageRef[];
  idempotency_key?: string;
  /** SHA-256 of the request's words and images: tells a repeat with another body, which is logged. */
  body_digest?: string;
  /** The coins stream that the reservation is in, and its amount. */
  ledger: string;
  coins: number;
  /** ISO 8601: an accepted turn extends the conversation's life. */
  expires_at: string;
}

export interface TurnStarted {
  turn_id: string;
  node_id: string;
  /** ISO 8601. */
  deadline_at: string;
}

export interface AttemptUsage {
  model: string;
  prompt_tokens: number;
  completion_tokens: number;
  cost_usd: number;
  ms: number;
}

export interface AttemptChecked {
  turn_id: string;
  /** From 1. */
  attempt: number;
  /** The assistant's operations, as it gave them. */
  operations: readonly RecordedOperation[];
  findings: readonly Finding[];
  usage: AttemptUsage;
  next: 'retry' | 'ask' | 'reject' | 'complete' | 'give_up';
}

export interface TurnCompleted {
  turn_id: string;
  turn: number;
  result: TurnResult;
  operations: readonly RecordedOperation[];
  /** The order as it stands after the turn; absent where nothing changed. */
  order?: Order;
  ledger: string;
}

export interface TurnStopped {
  turn_id: string;
  turn: number;
  ledger: string;
  reason: 'requested' | 'deleted' | 'expired';
}

export interface TurnFailed {
  turn_id: string;
  turn: number;
  error: TurnError;
  ledger: string;
}

/** From here on `decide` refuses to queue this id (design rule 6). */
export interface TurnAbandoned {
  turn_id: string;
}

export interface OrderHandedOff {
  /** Names the card's stream: what was handed off is completed by whoever finds it undone. */
  card_id: string;
  seat_id: number;
  seat_title: string;
  order_id: string;
  turn: number;
}

export interface ConversationEnded {
  conversation_id: string;
  turn_ids: string[];
  /** UUIDs of the outcome events: the names of the delivery streams to erase. */
  delivery_ids: string[];
  external_id?: string;
}

export type ConversationEvent =
  | { readonly type: 'ConversationStarted'; readonly data: ConversationStarted }
  | { readonly type: 'TurnQueued'; readonly data: TurnQueued }
  | { readonly type: 'TurnStarted'; readonly data: TurnStarted }
  | { readonly type: 'AttemptChecked'; readonly data: AttemptChecked }
  | { readonly type: 'TurnCompleted'; readonly data: TurnCompleted }
  | { readonly type: 'TurnStopped'; readonly data: TurnStopped }
  | { readonly type: 'TurnFailed'; readonly data: TurnFailed }
  | { readonly type: 'TurnAbandoned'; readonly data: TurnAbandoned }
  | { readonly type: 'OrderHandedOff'; readonly data: OrderHandedOff }
  | { readonly type: 'ConversationDeleted'; readonly data: ConversationEnded }
  | { readonly type: 'ConversationExpired'; readonly data: ConversationEnded };

/**
 * A lead stream outlives its conversations, so a claim names only whose it is: whoever meets one without its conversation
 * has the lead id and the rest in their own request, and completes it with that.
 */
export type LeadClaim = Pick<ConversationStarted, 'conversation_id' | 'partner_id' | 'company_id'>;

export type LeadEvent =
  | { readonly type: 'LeadClaimed'; readonly data: LeadClaim }
  | { readonly type: 'LeadFreed'; readonly data: { conversation_id: string } };

/** Events of `card-<id>` streams: what a workplace received outlives the conversation. No words, no lead id. */
export interface CardPlaced {
  card_id: string;
  company_id: string;
  seat_id: number;
  seat_title: string;
  order_id: string;
  turn: number;
  order: Order;
}

export type CardEvent = { readonly type: 'CardPlaced'; readonly data: CardPlaced };
