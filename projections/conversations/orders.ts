import { conversationEvents } from '#contracts/conversations';
import type { Order } from '#libs/furniture';
import { type Folded, projection, type ServiceProjection } from '../projection.js';

/** An order as a turn left it: what project, render, links and handoff show. */
export interface OrderDocument {
  conversation_id: string;
  /** Empty while its conversation is expired: then nobody is shown the order. */
  partner_id: string;
  company_id: string;
  /** The turn that made it. */
  turn: number;
  /** When that turn ended. */
  made_at: string;
  order: Order;
}

/** Keyed by conversation and turn, so that a signed link goes on showing what it was asked for. */
export const orders: ServiceProjection<OrderDocument> = projection(conversationEvents, {
  name: 'orders',
  version: 2,
  conversation: { field: 'conversation_id', erased: true },
  types: ['TurnCompleted', 'ConversationDeleted', 'ConversationExpired', 'ConversationRestored'],
  anew: ['TurnCompleted'],
  columns: {
    conversation_id: 'text',
    partner_id: 'text',
    company_id: 'text',
    turn: 'integer',
    made_at: 'time',
    order: 'json',
  },
  keys: orderKeys,
  evolve(document, event) {
    const { conversation_id = '', partner_id = '', company_id = '', at } = event.metadata;
    if (event.type === 'ConversationDeleted') return undefined;
    if (event.type === 'ConversationExpired')
      return document && event.data.restorable ? { ...document, partner_id: '' } : undefined;
    if (event.type === 'ConversationRestored') return document && { ...document, partner_id };
    const { order, turn } = event.data;
    return order ? { conversation_id, partner_id, company_id, turn, made_at: at, order } : document;
  },
  indexes: [['conversation_id', 'turn']],
});

/** Id of what a turn left of an order: `<conversation>:<turn>`. */
export function orderKey(conversationId: string, turn: number): string {
  return `${conversationId}:${turn}`;
}

type OrderEvent = Folded<
  typeof conversationEvents,
  'TurnCompleted' | 'ConversationDeleted' | 'ConversationExpired' | 'ConversationRestored'
>;

/** The order documents that an event touches: the turn's own, and at the end all that the conversation can have. */
export function orderKeys({ type, data, metadata: { conversation_id } }: OrderEvent): readonly string[] {
  if (conversation_id === undefined) return [];
  if (type === 'TurnCompleted') return data.order ? [orderKey(conversation_id, data.turn)] : [];
  return data.turn_ids.map((_, index) => orderKey(conversation_id, index + 1));
}
