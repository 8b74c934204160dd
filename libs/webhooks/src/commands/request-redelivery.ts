import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, notFound } from '#libs/kernel';
import { delivery, deliveryStream } from '../domain/delivery.js';

/** `webhooks redeliver --event ID`: the same event under the same id, its retries anew. */
export class RequestRedelivery extends Command<{ event_id: string; position: bigint | undefined }> {
  constructor(
    readonly event_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RequestRedelivery)
export class RequestRedeliveryHandler implements ICommandHandler<RequestRedelivery> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ event_id, context }: RequestRedelivery) {
    const stream = deliveryStream(event_id.replace(/^evt_/, ''));
    const { state } = await this.aggregates.load(stream, delivery, { fresh: true });
    if (!state.scheduled || state.phase === 'erased') throw notFound(`webhook event ${event_id}`);
    const command = { type: 'RequestRedelivery' as const, due_at: this.clock.now().toISOString() };
    const { position } = await this.aggregates.handle(stream, delivery, command, context);
    return { event_id: state.scheduled.event_id, position };
  }
}
