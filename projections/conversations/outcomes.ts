import { conversationEvents, ENDING_TYPES, type OutcomeBody, outcomeBody } from '#contracts/conversations';
import { projection, type ServiceProjection } from '../projection.js';

/** A partner's outcome event, with the body that its webhook carries: what a partner who was down reads. */
export interface OutcomeDocument {
  /** Empty while its conversation is expired: then nobody is shown it. */
  partner_id: string;
  /** Sorts as the events do. */
  sequence: string;
  body: OutcomeBody;
}

export const outcomes: ServiceProjection<OutcomeDocument> = projection(conversationEvents, {
  name: 'outcomes',
  version: 1,
  conversation: { field: 'body.conversation_id', erased: true },
  types: [...ENDING_TYPES, 'ConversationDeleted', 'ConversationExpired', 'ConversationRestored'],
  anew: ENDING_TYPES,
  columns: {
    partner_id: 'text',
    sequence: 'text',
    body: 'json',
  },
  keys: (event) => ('delivery_ids' in event.data ? event.data.delivery_ids : [event.id]),
  evolve(document, event) {
    const { partner_id = '' } = event.metadata;
    if (event.type === 'ConversationDeleted') return undefined;
    if (event.type === 'ConversationExpired')
      return document && event.data.restorable ? { ...document, partner_id: '' } : undefined;
    if (event.type === 'ConversationRestored') return document && { ...document, partner_id };
    const sequence = event.position.toString().padStart(20, '0');
    return { partner_id, sequence, body: outcomeBody(event) };
  },
  indexes: [['partner_id', 'sequence']],
});
