import { queryOptions } from '@tanstack/react-query';
import type { Project } from '../../../../packages/client/src/index.js';
import { get } from './http.js';
import { pagesOf } from './pages.js';

export type Outcome =
  | 'new'
  | 'queued'
  | 'running'
  | 'done'
  | 'stopped'
  | 'failed'
  | 'built'
  | 'parsed'
  | 'question'
  | 'rejected';

export interface Conversation {
  readonly conversation_id: string;
  readonly partner_name: string | null;
  readonly external_id: string | null;
  /** How its last turn ended. */
  readonly status: Outcome;
  readonly turns: number;
  readonly updated_at: string;
  readonly last_words: string;
}

/** An operation as the assistant gave it: its name, and what it says. */
export type Operation = Readonly<Record<string, unknown>> & { readonly op: string };

export interface Attempt {
  readonly attempt: number;
  readonly operations: readonly Operation[];
  readonly findings: readonly { readonly code: string; readonly msg: string }[];
}

export interface WebhookStep {
  readonly at: string;
  readonly step: 'scheduled' | 'attempted' | 'delivered' | 'given_up' | 'undeliverable' | 'redelivery_requested';
  readonly attempt?: number;
  readonly status?: number;
  readonly error?: string;
}

export interface Turn {
  readonly id: string;
  /** From 1. */
  readonly turn: number;
  readonly state: Outcome;
  readonly status?: Outcome;
  readonly text: string;
  /** What the customer sent along; each is named by its digest. */
  readonly images: readonly { readonly digest: string }[];
  readonly result?: { readonly note: string; readonly why?: string };
  readonly attempts: readonly Attempt[];
  readonly webhooks: readonly WebhookStep[];
  readonly coins: readonly { readonly step: 'reserved' | 'charged' | 'released'; readonly coins: number }[];
}

/** A conversation as `garnitur replay` tells it. */
interface Replayed {
  readonly partner_id: string;
  readonly external_id: string | null;
  readonly started_at: string;
  readonly turns: readonly Turn[];
  /** The order document as it stood; null while nothing is assembled. */
  readonly order: Project | null;
}

type EventName =
  | 'ConversationStarted'
  | 'TurnQueued'
  | 'TurnStarted'
  | 'AttemptChecked'
  | 'TurnCompleted'
  | 'TurnStopped'
  | 'TurnFailed'
  | 'TurnAbandoned'
  | 'OrderHandedOff'
  | 'ConversationRestored';

export interface StoredEvent {
  readonly revision: number;
  readonly type: EventName;
  readonly at: string;
  readonly actor: string | null;
  readonly data: {
    readonly text?: string;
    readonly attempt?: number;
    readonly operations?: readonly object[];
    readonly findings?: readonly object[];
    readonly result?: { readonly note: string };
    readonly seat_title?: string;
  };
}

/** What conversations are looked for by; it stands in the address. */
export const SEARCHED = ['external_id', 'id', 'from', 'to', 'partner_id', 'status'] as const;

export const conversations = (address: URLSearchParams) =>
  pagesOf<Conversation>(
    'conversations',
    '/conversations',
    Object.fromEntries(SEARCHED.map((field) => [field, address.get(field) ?? undefined])),
  );

export const conversation = (id = '') =>
  queryOptions({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) => get<{ conversation: Replayed }>(`/conversations/${id}`, {}, signal),
  });

/** As it stood after a turn, rebuilt from the events. */
export const conversationAt = (id: string, turn: number) =>
  queryOptions({
    queryKey: ['conversation', id, 'turn', turn],
    queryFn: ({ signal }) => get<{ conversation: Replayed }>(`/conversations/${id}/turns/${turn}`, {}, signal),
  });

export const eventsOf = (id = '') => pagesOf<StoredEvent>('events', `/conversations/${id}/events`);
