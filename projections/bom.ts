import type { ConversationEvent } from '#libs/conversations';
import { typed } from '#libs/event-store';
import { type Bom, orderBom } from '#libs/furniture';
import type { Projection } from '#libs/read-models';
import { orderKeys } from './order-keys.js';

/** What an assembled order is made of, for analysts; the API counts anew on each request. Material only, no prices. */
export interface BomDocument extends Bom {
  conversation_id: string;
  company_id: string;
  order_id: string;
  turn: number;
  assembled_at: string;
}

export const bom: Projection<BomDocument> = {
  name: 'bom',
  version: 1,
  types: ['TurnCompleted', 'ConversationDeleted', 'ConversationExpired'],
  keys: (event) => orderKeys(typed<ConversationEvent>(event)),
  evolve(document, recorded) {
    const event = typed<ConversationEvent>(recorded);
    if (event.type !== 'TurnCompleted') return undefined;
    const { order, turn, result } = event.data;
    if (!order) return document;
    const { conversation_id = '', company_id = '', at } = event.metadata;
    return { conversation_id, company_id, order_id: result.order_id, turn, assembled_at: at, ...orderBom(order) };
  },
  indexes: [['company_id', 'assembled_at']],
};
