import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext, StreamDeleted } from '#libs/event-store';
import { delivery, deliveryStream } from '../domain/delivery.js';

/** Gives a delivery up because its conversation is being erased; the log entry goes with it. */
export class GiveUpWebhook extends Command<{ stream: string; position: bigint | undefined }> {
  constructor(
    readonly event_uuid: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(GiveUpWebhook)
export class GiveUpWebhookHandler implements ICommandHandler<GiveUpWebhook> {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  async execute({ event_uuid, context }: GiveUpWebhook) {
    const stream = deliveryStream(event_uuid);
    try {
      const { position } = await this.aggregates.handle(stream, delivery, { type: 'GiveUpWebhook' }, context);
      return { stream, position };
    } catch (error) {
      if (error instanceof StreamDeleted) return { stream, position: undefined };
      throw error;
    }
  }
}
