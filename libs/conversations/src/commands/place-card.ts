import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { card, cardStream } from '../domain/card.js';
import type { OrderHandedOff } from '../events/conversation-events.js';
import type { OrderV1 } from '../events/order-v1.js';

/** Lays the card of a handoff on its workplace, once: with the order as it stood then, under the name it was given. */
export class PlaceCard extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly handoff: OrderHandedOff,
    readonly order: OrderV1,
    readonly company_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PlaceCard)
export class PlaceCardHandler implements ICommandHandler<PlaceCard> {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  async execute({ handoff, order, company_id, context }: PlaceCard) {
    const data = { ...handoff, company_id, order: { ...order, id: handoff.order_id } };
    const stream = cardStream(handoff.card_id);
    const { position } = await this.aggregates.handle(stream, card, { type: 'PlaceCard', data }, context);
    return { position };
  }
}
