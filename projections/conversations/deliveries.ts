import { deliveryEvents } from '#contracts/webhooks';
import { projection, type ServiceProjection } from '../projection.js';

export type DeliveryState = 'scheduled' | 'delivered' | 'given_up' | 'undeliverable';

/** The delivery log of a webhook with every attempt; gone with its conversation. */
export interface DeliveryDocument {
  event_id: string;
  event: string;
  state: DeliveryState;
  partner_id: string;
  /** Null of a ping that was sent before pings said whose they are. */
  company_id: string | null;
  conversation_id: string | null;
  turn_id: string | null;
  address: string;
  scheduled_at: string;
  /** Absent once nothing is due any more. */
  due_at?: string;
  attempts: { attempt: number; at: string; status?: number; error?: string; ms: number }[];
}

export const deliveries: ServiceProjection<DeliveryDocument> = projection(deliveryEvents, {
  name: 'deliveries',
  version: 2,
  conversation: { field: 'conversation_id', erased: true },
  types: [
    'WebhookScheduled',
    'WebhookAttempted',
    'WebhookDelivered',
    'WebhookGivenUp',
    'WebhookUndeliverable',
    'RedeliveryRequested',
  ],
  anew: ['WebhookScheduled'],
  columns: {
    event_id: 'text',
    event: 'text',
    state: 'text',
    partner_id: 'text',
    company_id: 'text',
    conversation_id: 'text',
    turn_id: 'text',
    address: 'text',
    scheduled_at: 'time',
    due_at: 'time',
    attempts: 'json',
  },
  keys: ({ data }) => [data.event_id],
  evolve(document, event) {
    const { at, company_id = null } = event.metadata;
    if (event.type === 'WebhookScheduled') {
      const { event_id, partner_id, address, due_at, conversation_id = null, turn_id = null } = event.data;
      const common = { event_id, event: event.data.event, partner_id, company_id, conversation_id, turn_id, address };
      return { ...common, state: 'scheduled', scheduled_at: at, due_at, attempts: [] };
    }
    if (!document) return undefined;
    const { due_at: _, ...rest } = document;
    switch (event.type) {
      case 'WebhookAttempted': {
        const { attempt, status, error, ms, next_attempt_at } = event.data;
        const entry = {
          attempt,
          at,
          ms,
          ...(status === undefined ? {} : { status }),
          ...(error === undefined ? {} : { error }),
        };
        const due = next_attempt_at === undefined ? {} : { due_at: next_attempt_at };
        return { ...rest, ...due, attempts: [...rest.attempts, entry] };
      }
      case 'WebhookDelivered': {
        const { attempt, status, ms } = event.data;
        return { ...rest, state: 'delivered', attempts: [...rest.attempts, { attempt, at, status, ms }] };
      }
      case 'WebhookGivenUp':
        return event.data.reason === 'erased' ? undefined : { ...rest, state: 'given_up' };
      case 'WebhookUndeliverable':
        return { ...rest, state: 'undeliverable' };
      case 'RedeliveryRequested':
        return { ...rest, state: 'scheduled', due_at: event.data.due_at };
    }
  },
  indexes: [
    ['state', 'due_at'],
    ['state', 'partner_id', 'address', 'due_at'],
    ['conversation_id', 'scheduled_at'],
    ['company_id', 'scheduled_at'],
    ['company_id', 'state', 'scheduled_at'],
    ['company_id', 'partner_id', 'scheduled_at'],
  ],
});
