import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, eventId, uuidv7 } from '#libs/kernel';
import { ScheduleWebhook } from './schedule-webhook.js';

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
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  async execute({ partner_id, address, context }: SendPing) {
    const at = this.clock.now().toISOString();
    const event_id = eventId(uuidv7());
    const body = JSON.stringify({ id: event_id, event: 'ping', at });
    const webhook = { event_id, event: 'ping', partner_id, address, body, due_at: at };
    const { position } = await this.commands.execute(new ScheduleWebhook(webhook, context));
    return { event_id, position };
  }
}
