import { conversationEvents, type OutcomeStatus } from '#contracts/conversations';
import { projection, type ServiceProjection } from '../projection.js';

/** A conversation as `GET /v1/conversations/{id}` shows it, and what its expiry is found by. */
export interface ConversationDocument {
  id: string;
  partner_id: string;
  company_id: string;
  external_id: string | null;
  order_id: string;
  /** Number of the latest turn. */
  turn: number;
  running_turn: string | null;
  has_project: boolean;
  /** `new` before the first turn, `running` while one is open; then how the last one ended. */
  status: 'new' | 'running' | OutcomeStatus | 'stopped';
  expires_at: string;
  /** Null while it has not expired. Until it is restored or deleted no partner finds an expired one: `partner_id` is empty. */
  expired_at: string | null;
  /** Number of the last turn that changed the order; 0 while nothing is assembled. */
  built_turn: number;
  started_at: string;
}

export const conversations: ServiceProjection<ConversationDocument> = projection(conversationEvents, {
  name: 'conversations',
  version: 3,
  conversation: { field: 'id', erased: true },
  types: [
    'ConversationStarted',
    'TurnQueued',
    'TurnCompleted',
    'TurnStopped',
    'TurnFailed',
    'ConversationDeleted',
    'ConversationExpired',
    'ConversationRestored',
  ],
  anew: ['ConversationStarted'],
  columns: {
    id: 'text',
    partner_id: 'text',
    company_id: 'text',
    external_id: 'text',
    order_id: 'text',
    turn: 'integer',
    running_turn: 'text',
    has_project: 'boolean',
    status: 'text',
    built_turn: 'integer',
    started_at: 'time',
    expires_at: 'time',
    expired_at: 'time',
  },
  keys: (event) => (event.metadata.conversation_id ? [event.metadata.conversation_id] : []),
  indexes: [
    ['company_id', 'started_at'],
    ['company_id', 'status', 'started_at'],
    ['company_id', 'external_id', 'started_at'],
    ['partner_id', 'started_at'],
    ['running_turn', 'expired_at', 'expires_at'],
    ['expired_at'],
  ],
  evolve(document, event) {
    if (event.type === 'ConversationStarted') {
      const { conversation_id, partner_id, company_id, external_id, order_id, expires_at } = event.data;
      return {
        id: conversation_id,
        partner_id,
        company_id,
        external_id: external_id ?? null,
        order_id,
        turn: 0,
        running_turn: null,
        has_project: false,
        status: 'new',
        expires_at,
        expired_at: null,
        built_turn: 0,
        started_at: event.metadata.at,
      };
    }
    if (!document) return undefined;
    switch (event.type) {
      case 'TurnQueued':
        return {
          ...document,
          turn: event.data.turn,
          running_turn: event.data.turn_id,
          status: 'running',
          expires_at: event.data.expires_at,
        };
      case 'TurnCompleted': {
        const { order, turn, result } = event.data;
        const built = order ? { has_project: true, built_turn: turn } : {};
        return { ...document, running_turn: null, status: result.status, ...built };
      }
      case 'TurnStopped':
        return { ...document, running_turn: null, status: 'stopped' };
      case 'TurnFailed':
        return { ...document, running_turn: null, status: 'failed' };
      case 'ConversationExpired':
        return event.data.restorable ? { ...document, partner_id: '', expired_at: event.metadata.at } : undefined;
      case 'ConversationRestored': {
        const { partner_id = '' } = event.metadata;
        return { ...document, partner_id, expired_at: null, expires_at: event.data.expires_at };
      }
      case 'ConversationDeleted':
        return undefined;
    }
  },
});
