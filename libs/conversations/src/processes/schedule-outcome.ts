import { hash } from 'node:crypto';
import type { Aggregates, RecordedEvent } from '#libs/event-store';
import { StreamDeleted } from '#libs/event-store';
import { delivery, deliveryStream } from '#libs/webhooks';
import { outcomeBody } from '../domain/outcome-body.js';

/**
 * Schedules the webhook of an outcome event, once: the stream is named by the event, so a repeat is recognised.
 * @returns whether there was an address to announce it to.
 */
export async function scheduleOutcome(aggregates: Aggregates, event: RecordedEvent): Promise<boolean> {
  const address = event.metadata.webhook_url;
  const outcome = outcomeBody(event);
  if (!address || !outcome) return false;
  const body = JSON.stringify(outcome);
  const data = {
    event_id: outcome.id,
    event: outcome.event,
    partner_id: event.metadata.partner_id ?? '',
    conversation_id: outcome.conversation_id,
    turn_id: outcome.turn_id,
    address,
    body,
    body_digest: hash('sha256', body, 'hex'),
    due_at: event.metadata.at,
  };
  const context = {
    actor: 'saga:deliver-webhooks',
    causationId: event.id,
    metadata: {
      conversation_id: outcome.conversation_id,
      ...(event.metadata.partner_id ? { partner_id: event.metadata.partner_id } : {}),
      ...(event.metadata.company_id ? { company_id: event.metadata.company_id } : {}),
    },
  };
  try {
    await aggregates.handle(deliveryStream(event.id), delivery, { type: 'ScheduleWebhook', data }, context);
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error;
  }
  return true;
}
