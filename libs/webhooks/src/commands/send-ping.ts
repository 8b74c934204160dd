import { hash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, eventId, uuidv7 } from '#libs/kernel';
import { delivery, deliveryStream } from '../domain/delivery.js';

/** `POST /v1/webhooks/test`: a signed `ping` to the partner-wide address, through the same delivery as every outcome. */
export class SendPing extends Command<{ event_id: string; position: bigint | undefined }> {
  constructor(
    readonly partner_id: string,
    readonly address: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SendPing)
export class SendPingHandler implements ICommandHandler<SendPing> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ partner_id, address, context }: SendPing) {
    const at = this.clock.now().toISOString();
    const id = uuidv7();
    const event_id = eventId(id);
    const body = JSON.stringify({ id: event_id, event: 'ping', at });
    const body_digest = hash('sha256', body, 'hex');
    const data = { event_id, event: 'ping', partner_id, address, body, body_digest, due_at: at };
    const { position } = await this.aggregates.handle(
      deliveryStream(id),
      delivery,
      { type: 'ScheduleWebhook', data },
      context,
    );
    return { event_id, position };
  }
}
