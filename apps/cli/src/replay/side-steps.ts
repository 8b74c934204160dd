import type { CoinEvent } from '#libs/coins';
import type { Typed } from '#libs/event-store';
import type { DeliveryEvent } from '#libs/webhooks';
import type { CoinStep, WebhookStep } from './model.js';

/** What an event of a ledger says of a turn's coins; undefined for what concerns no turn. */
export function coinStep(event: Typed<CoinEvent>): (CoinStep & { turn_id: string }) | undefined {
  const about = { at: event.metadata.at, ledger: event.stream };
  switch (event.type) {
    case 'CoinsReserved':
      return { ...about, ...moved(event.data), step: 'reserved' };
    case 'CoinsCharged':
      return { ...about, ...moved(event.data), step: 'charged' };
    case 'CoinsReleased':
      return { ...about, ...moved(event.data), step: 'released' };
    default:
      return undefined;
  }
}

type Movement = Pick<CoinStep, 'coins' | 'balance'> & { turn_id: string };

function moved({ turn_id, coins, balance }: Movement): Movement {
  return { turn_id, coins, balance };
}

/** What an event of a delivery says; the body is the outcome, which the turn shows already. */
export function webhookStep({ type, data, metadata: { at } }: Typed<DeliveryEvent>): WebhookStep {
  const { event_id } = data;
  switch (type) {
    case 'WebhookScheduled':
      return { at, step: 'scheduled', event_id, address: data.address };
    case 'WebhookAttempted': {
      const { attempt, status, error } = data;
      const answer = { ...(status === undefined ? {} : { status }), ...(error === undefined ? {} : { error }) };
      return { at, step: 'attempted', event_id, attempt, ...answer };
    }
    case 'WebhookDelivered':
      return { at, step: 'delivered', event_id, attempt: data.attempt, status: data.status };
    case 'WebhookGivenUp':
      return { at, step: 'given_up', event_id };
    case 'RedeliveryRequested':
      return { at, step: 'redelivery_requested', event_id };
  }
}
