import { hash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext, StreamDeleted } from '#libs/event-store';
import { delivery, deliveryStream } from '../domain/delivery.js';
import type { WebhookScheduled } from '../events/delivery-events.js';

/** Announces an event to an address, once: the delivery's stream is named by the event, so a repeat is recognised. */
export class ScheduleWebhook extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly webhook: Omit<WebhookScheduled, 'body_digest'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ScheduleWebhook)
export class ScheduleWebhookHandler implements ICommandHandler<ScheduleWebhook> {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  async execute({ webhook, context }: ScheduleWebhook): Promise<{ position: bigint | undefined }> {
    const stream = deliveryStream(webhook.event_id.slice('evt_'.length));
    const data = { ...webhook, body_digest: hash('sha256', webhook.body, 'hex') };
    try {
      const { position } = await this.aggregates.handle(stream, delivery, { type: 'ScheduleWebhook', data }, context);
      return { position };
    } catch (error) {
      // Its conversation has been erased since: there is nothing to announce any more.
      if (!(error instanceof StreamDeleted)) throw error;
      return { position: undefined };
    }
  }
}
