import {
  type AttemptChecked,
  conversationEvents,
  type OutcomeStatus,
  type TurnError,
  type TurnResult,
  type TurnState,
} from '#contracts/conversations';
import { projection, type ServiceProjection } from '../projection.js';

/**
 * A turn as `GET /v1/turns/{id}` shows it, with its words and attempts; gone with its conversation. While that can still be
 * restored after its expiry, no partner finds it: `partner_id` is empty.
 */
export interface TurnDocument {
  id: string;
  conversation_id: string;
  partner_id: string;
  company_id: string;
  external_id: string | null;
  turn: number;
  state: TurnState;
  status?: OutcomeStatus;
  result?: TurnResult;
  error?: TurnError;
  text: string;
  images: number;
  queued_at: string;
  started_at?: string;
  /** The node that runs or ran it. */
  node_id?: string;
  ended_at?: string;
  attempts: { attempt: number; findings: number; next: AttemptChecked['next'] }[];
}

export const turns: ServiceProjection<TurnDocument> = projection(conversationEvents, {
  name: 'turns',
  version: 1,
  conversation: { field: 'conversation_id', erased: true },
  types: [
    'TurnQueued',
    'TurnStarted',
    'AttemptChecked',
    'TurnCompleted',
    'TurnStopped',
    'TurnFailed',
    'ConversationDeleted',
    'ConversationExpired',
    'ConversationRestored',
  ],
  anew: ['TurnQueued'],
  columns: {
    id: 'text',
    conversation_id: 'text',
    partner_id: 'text',
    company_id: 'text',
    external_id: 'text',
    turn: 'integer',
    state: 'text',
    status: 'text',
    text: 'text',
    images: 'integer',
    queued_at: 'time',
    started_at: 'time',
    ended_at: 'time',
    node_id: 'text',
    attempts: 'json',
    result: 'json',
    error: 'json',
  },
  keys: ({ data }) => ('turn_ids' in data ? data.turn_ids : [data.turn_id]),
  indexes: [
    ['state', 'queued_at'],
    ['conversation_id', 'turn'],
  ],
  evolve(document, event) {
    const { at } = event.metadata;
    if (event.type === 'TurnQueued') {
      const { turn_id, turn, text, images } = event.data;
      return {
        id: turn_id,
        conversation_id: event.metadata.conversation_id ?? '',
        partner_id: event.metadata.partner_id ?? '',
        company_id: event.metadata.company_id ?? '',
        external_id: event.metadata.external_id ?? null,
        turn,
        state: 'queued',
        text,
        images: images.length,
        queued_at: at,
        attempts: [],
      };
    }
    if (!document) return undefined;
    switch (event.type) {
      case 'TurnStarted':
        return { ...document, state: 'running', started_at: at, node_id: event.data.node_id };
      case 'AttemptChecked': {
        const { attempt, findings, next } = event.data;
        return { ...document, attempts: [...document.attempts, { attempt, findings: findings.length, next }] };
      }
      case 'TurnCompleted':
        return {
          ...document,
          state: 'done',
          status: event.data.result.status,
          result: event.data.result,
          ended_at: at,
        };
      case 'TurnStopped':
        return { ...document, state: 'stopped', ended_at: at };
      case 'TurnFailed':
        return { ...document, state: 'failed', error: event.data.error, ended_at: at };
      case 'ConversationExpired':
        return event.data.restorable ? { ...document, partner_id: '' } : undefined;
      case 'ConversationRestored':
        return { ...document, partner_id: event.metadata.partner_id ?? '' };
      case 'ConversationDeleted':
        return undefined;
    }
  },
});
