import type { ConversationEvent } from '#libs/conversations';
import { typed } from '#libs/event-store';
import type { Order } from '#libs/furniture';
import type { Projection } from '#libs/read-models';
import { orderKeys } from './order-keys.js';

/** An order as a turn left it: what project, render, links and handoff show. */
export interface OrderDocument {
  conversation_id: string;
  partner_id: string;
  company_id: string;
  /** The turn that made it. */
  turn: number;
  order: Order;
}

/** Keyed by conversation and turn, so that a signed link goes on showing what it was asked for. */
export const orders: Projection<OrderDocument> = {
  name: 'orders',
  version: 1,
  types: ['TurnCompleted', 'ConversationDeleted', 'ConversationExpired'],
  keys: (event) => orderKeys(typed<ConversationEvent>(event)),
  evolve(document, recorded) {
    const event = typed<ConversationEvent>(recorded);
    if (event.type !== 'TurnCompleted') return undefined;
    const { order, turn } = event.data;
    const { conversation_id = '', partner_id = '', company_id = '' } = event.metadata;
    return order ? { conversation_id, partner_id, company_id, turn, order } : document;
  },
  indexes: [['conversation_id', 'turn']],
};
