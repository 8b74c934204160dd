/**
 * Events of `delivery-<event uuid>` streams: the webhook's id is the outcome event's id (design section 2).
 * The body lies in the stream until the conversation is erased, so that every attempt sends the same bytes.
 */
export interface WebhookScheduled {
  /** `evt_<uuid>`, the id that the receiver sees. */
  event_id: string;
  /** `turn.completed`, `turn.stopped`, `turn.failed`, `ping`. */
  event: string;
  partner_id: string;
  conversation_id?: string;
  turn_id?: string;
  address: string;
  /** The exact body that is signed and sent. */
  body: string;
  /** SHA-256 of the body, hexadecimal. */
  body_digest: string;
  due_at: string;
}

export interface WebhookAttempted {
  event_id: string;
  /** From 1. */
  attempt: number;
  status?: number;
  error?: string;
  ms: number;
  /** ISO 8601; absent after the last attempt. */
  next_attempt_at?: string;
}

export type DeliveryEvent =
  | { readonly type: 'WebhookScheduled'; readonly data: WebhookScheduled }
  | { readonly type: 'WebhookAttempted'; readonly data: WebhookAttempted }
  | {
      readonly type: 'WebhookDelivered';
      readonly data: { event_id: string; attempt: number; status: number; ms: number };
    }
  | {
      readonly type: 'WebhookGivenUp';
      readonly data: { event_id: string; attempts: number; reason: 'exhausted' | 'erased' };
    }
  | { readonly type: 'RedeliveryRequested'; readonly data: { event_id: string; due_at: string } };
