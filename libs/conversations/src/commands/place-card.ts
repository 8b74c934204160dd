import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { card, cardStream } from '../domain/card.js';
import { defaultOrderName } from '../domain/conversation.js';
import type { ConversationStarted, OrderHandedOff } from '../events/conversation-events.js';
import type { OrderV1 } from '../events/order-v1.js';

/** Lays the card of a handoff on its workplace, once: with the order as it stood then, under the name that the partner gave
 * it. The default name is told by `OrderHandedOff` alone, which goes with its conversation; then the card bears its own id. */
export class PlaceCard extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly handoff: OrderHandedOff,
    readonly order: OrderV1,
    readonly owner: Pick<ConversationStarted, 'company_id' | 'partner_id' | 'conversation_id' | 'external_id'>,
    /** Whether the conversation was handed off for the first time. */
    readonly first: boolean,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PlaceCard)
export class PlaceCardHandler implements ICommandHandler<PlaceCard> {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  async execute({ handoff, order, owner, first, context }: PlaceCard) {
    const isDefault = handoff.order_id === defaultOrderName(owner.conversation_id, owner.external_id);
    const order_id = isDefault ? null : handoff.order_id;
    const named = { ...order, id: order_id ?? handoff.card_id };
    const from = { partner_id: owner.partner_id, first };
    const data = { ...handoff, order_id, company_id: owner.company_id, order: named, from };
    const stream = cardStream(handoff.card_id);
    const { position } = await this.aggregates.handle(stream, card, { type: 'PlaceCard', data }, context);
    return { position };
  }
}
