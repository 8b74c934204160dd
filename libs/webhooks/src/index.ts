import { GiveUpWebhookHandler } from './commands/give-up-webhook.js';
import { RequestRedeliveryHandler } from './commands/request-redelivery.js';
import { SendPingHandler } from './commands/send-ping.js';

export { GiveUpWebhook } from './commands/give-up-webhook.js';
export { RequestRedelivery } from './commands/request-redelivery.js';
export { SendPing } from './commands/send-ping.js';
export { addressProblem, WEBHOOK_SETTINGS, type WebhookSettings } from './domain/address.js';
export { type DeliveryState, delivery, deliveryStream } from './domain/delivery.js';
export { signatureHeader } from './domain/signature.js';
export { SIGNATURE_TOLERANCE_S, verifySignature } from './domain/verify-signature.js';
export { createEgress, type Egress } from './egress.js';
export type * from './events/events.js';
export { attemptDelivery, type DeliveryPorts } from './processes/attempt-delivery.js';

/** Nest handlers of this context. */
export const webhookProviders = [GiveUpWebhookHandler, RequestRedeliveryHandler, SendPingHandler];
