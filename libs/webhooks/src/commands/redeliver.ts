import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, notFound } from '#libs/kernel';
import { delivery, deliveryStream } from '../delivery.js';

/** `webhooks redeliver --event ID`: the same event under the same id, the retry table anew. */
export class RedeliverWebhook extends Command<{ event_id: string; position: bigint | undefined }> {
  constructor(
    readonly event_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RedeliverWebhook)
export class RedeliverWebhookHandler implements ICommandHandler<RedeliverWebhook> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ event_id, context }: RedeliverWebhook) {
    const stream = deliveryStream(event_id.replace(/^evt_/, ''));
    const { state } = await this.aggregates.load(stream, delivery, { fresh: true });
    if (!state.scheduled || state.phase === 'erased') throw notFound(`webhook event ${event_id}`);
    const command = { type: 'redeliver' as const, due_at: this.clock.now().toISOString() };
    const { position } = await this.aggregates.handle(stream, delivery, command, context);
    return { event_id: state.scheduled.event_id, position };
  }
}
