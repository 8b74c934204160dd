import type { Aggregates, CommandContext } from '#libs/event-store';
import { StreamDeleted } from '#libs/event-store';
import type { Clock } from '#libs/kernel';
import type { WebhookSettings } from '../domain/address.js';
import { delivery, deliveryStream } from '../domain/delivery.js';
import { signatureHeader } from '../domain/signature.js';
import type { Egress } from '../egress.js';

export interface DeliveryPorts {
  readonly aggregates: Aggregates;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly settings: WebhookSettings;
  /** The partner's secret as it stands now: a rotation holds from the next attempt on. */
  secretOf(partnerId: string): Promise<string | undefined>;
}

/** One attempt of a due delivery: signed anew over the exact bytes that are sent, recorded whatever came of it. */
export async function attemptDelivery(ports: DeliveryPorts, eventId: string): Promise<void> {
  const { aggregates, clock, egress, settings } = ports;
  const stream = deliveryStream(eventId.slice('evt_'.length));
  const { state } = await aggregates.load(stream, delivery);
  const now = clock.now();
  if (state.phase !== 'due' || !state.scheduled || (state.dueAt ?? '') > now.toISOString()) return;
  const { address, body, event, partner_id } = state.scheduled;
  const secret = await ports.secretOf(partner_id);
  const bytes = Buffer.from(body, 'utf8');
  const sent = secret
    ? await egress.send({
        address,
        body: bytes,
        headers: {
          'content-type': 'application/json',
          'x-service-event': event,
          'x-service-signature': signatureHeader(bytes, secret, Math.floor(now.getTime() / 1000)),
        },
      })
    : { error: `partner ${partner_id} has no webhook secret`, ms: 0 };
  const context: CommandContext = { actor: 'saga:deliver-webhooks', causationId: eventId };
  const command = {
    type: 'RecordAttempt' as const,
    attempt: state.attempts + 1,
    outcome: { ...sent, at: clock.now() },
    retryMs: settings.retryMs,
  };
  try {
    await aggregates.handle(stream, delivery, command, context);
  } catch (error) {
    // Erased while the receiver thought about it: nothing is left to record.
    if (!(error instanceof StreamDeleted)) throw error;
  }
}
