import { EraseDeliveryHandler } from './commands/erase-delivery.js';
import { RedeliverWebhookHandler } from './commands/redeliver.js';
import { SendPingHandler } from './commands/send-ping.js';

export { addressProblem, WEBHOOK_SETTINGS, type WebhookSettings } from './address.js';
export { EraseDelivery } from './commands/erase-delivery.js';
export { RedeliverWebhook } from './commands/redeliver.js';
export { SendPing } from './commands/send-ping.js';
export { type DeliveryState, delivery, deliveryStream } from './delivery.js';
export { createEgress, type Egress } from './egress.js';
export type * from './events.js';
export { ENDING_TYPES, type OutcomeBody, outcomeBody } from './outcome-body.js';
export { attemptDelivery, type DeliveryPorts } from './sagas/attempt-delivery.js';
export { scheduleOutcome } from './sagas/schedule-outcome.js';
export { signatureHeader } from './signature.js';
export { SIGNATURE_TOLERANCE_S, verifySignature } from './verify-signature.js';

/** Nest handlers of this context. */
export const webhookProviders = [EraseDeliveryHandler, RedeliverWebhookHandler, SendPingHandler];
