import type { ConversationEvent } from '#libs/conversations';
import { ENDING_TYPES, type OutcomeBody, outcomeBody } from '#libs/conversations';
import { typed } from '#libs/event-store';
import type { Projection } from '#libs/read-models';

/** A partner's outcome event, with the body that its webhook carries: what a partner who was down reads. */
export interface OutcomeDocument {
  partner_id: string;
  /** Sorts as the events do. */
  sequence: string;
  body: OutcomeBody;
}

export const outcomes: Projection<OutcomeDocument> = {
  name: 'outcomes',
  version: 1,
  types: [...ENDING_TYPES, 'ConversationDeleted', 'ConversationExpired'],
  keys(recorded) {
    const event = typed<ConversationEvent>(recorded);
    if (event.type === 'ConversationDeleted' || event.type === 'ConversationExpired') return event.data.delivery_ids;
    return [recorded.id];
  },
  evolve(_document, event) {
    const body = outcomeBody(event);
    if (!body) return undefined;
    return { partner_id: event.metadata.partner_id ?? '', sequence: event.position.toString().padStart(20, '0'), body };
  },
  indexes: [['partner_id', 'sequence']],
};
