import { Module } from '@nestjs/common';
import { GiveUpWebhookHandler } from './commands/give-up-webhook.js';
import { RequestRedeliveryHandler } from './commands/request-redelivery.js';
import { ScheduleWebhookHandler } from './commands/schedule-webhook.js';
import { SendPingHandler } from './commands/send-ping.js';
import { DeliverWebhooks } from './processes/deliver-webhooks.js';
import { SweepPings } from './processes/sweep-pings.js';
import { GetDeliveryHandler, ListDeliveriesHandler, ListReceiverHostsHandler } from './queries/deliveries.js';

/**
 * Webhooks: what is announced to partners, and its delivery. Other contexts use it by its commands alone.
 *
 * Needs the stores, CLOCK and WEBHOOK_SETTINGS, and of companies, which it may not import, the port WEBHOOK_SECRETS.
 */
@Module({
  providers: [
    GiveUpWebhookHandler,
    RequestRedeliveryHandler,
    ScheduleWebhookHandler,
    SendPingHandler,
    GetDeliveryHandler,
    ListDeliveriesHandler,
    ListReceiverHostsHandler,
    DeliverWebhooks,
    SweepPings,
  ],
})
export class WebhooksModule {}
