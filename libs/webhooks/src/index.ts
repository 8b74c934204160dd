export { GiveUpWebhook } from './commands/give-up-webhook.js';
export { RequestRedelivery } from './commands/request-redelivery.js';
export { ScheduleWebhook } from './commands/schedule-webhook.js';
export { SendPing } from './commands/send-ping.js';
export * from './contract.js';
export { addressProblem, type WebhookAddresses } from './domain/address.js';
export { delivery, deliveryStream } from './domain/delivery.js';
export * from './ports.js';
export { DeliverWebhooks } from './processes/deliver-webhooks.js';
export {
  type DeliveryFilter,
  GetDelivery,
  hostOf,
  ListDeliveries,
  ListReceiverHosts,
  type ReceiverHost,
} from './queries/deliveries.js';
export { WebhooksModule } from './webhooks.module.js';
