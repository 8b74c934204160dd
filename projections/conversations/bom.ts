import { conversationEvents } from '#contracts/conversations';
import { type Bom, orderBom } from '#contracts/furniture';
import { projection, type ServiceProjection } from '../projection.js';
import { orderKeys } from './orders.js';

/** What an assembled order is made of, for analysts; the API counts anew on each request. Material only, no prices. */
export interface BomDocument extends Bom {
  conversation_id: string;
  company_id: string;
  order_id: string;
  turn: number;
  assembled_at: string;
}

export const bom: ServiceProjection<BomDocument> = projection(conversationEvents, {
  name: 'bom',
  version: 1,
  conversation: { field: 'conversation_id', erased: true },
  types: ['TurnCompleted', 'ConversationDeleted', 'ConversationExpired'],
  anew: ['TurnCompleted'],
  columns: {
    conversation_id: 'text',
    company_id: 'text',
    order_id: 'text',
    turn: 'integer',
    assembled_at: 'time',
    sheets: 'json',
    linear: 'json',
    edges: 'json',
    pieces: 'json',
  },
  keys: orderKeys,
  evolve(document, event) {
    if (event.type === 'ConversationExpired' && event.data.restorable) return document;
    if (event.type !== 'TurnCompleted') return undefined;
    const { order, turn, result } = event.data;
    if (!order) return document;
    const { conversation_id = '', company_id = '', at } = event.metadata;
    return { conversation_id, company_id, order_id: result.order_id, turn, assembled_at: at, ...orderBom(order) };
  },
  indexes: [['company_id', 'assembled_at']],
});
