import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Companies } from '#libs/companies';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, newId, Problem } from '#libs/kernel';
import { conversation, conversationStream, lastEndedTurn } from '../domain/conversation.js';
import type { OrderHandedOff } from '../events/conversation-events.js';
import type { OwnedConversation } from './owned-conversation.js';
import { PlaceCard } from './place-card.js';

/** `POST /v1/conversations/{id}/handoff`. Checks in contract.md's order: 404, nothing assembled 400, seat 403. */
export class HandOffOrder extends Command<{ handoff: Omit<OrderHandedOff, 'card_id'>; position: bigint | undefined }> {
  constructor(
    readonly owned: OwnedConversation,
    readonly input: { seat: string; order_id?: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(HandOffOrder)
export class HandOffOrderHandler implements ICommandHandler<HandOffOrder> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Companies) private readonly companies: Companies,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  async execute({ owned: { state, started }, input, context }: HandOffOrder) {
    if (!state.order) throw new Problem('invalid_request', 'nothing is assembled yet: there is no order to hand off');
    const { company_id } = started;
    const seat = await this.companies.findSeat(company_id, input.seat);
    if (!seat)
      throw new Problem('forbidden', `the company has no workplace ${JSON.stringify(input.seat)}, or it was revoked`);
    const handoff = {
      seat_id: seat.seat_id,
      seat_title: seat.title,
      order_id: input.order_id ?? started.order_id,
      turn: lastEndedTurn(state),
    };
    const data = { card_id: newId('crd', this.clock.now().getTime()), ...handoff };
    const stream = conversationStream(started.conversation_id);
    const handedOff = await this.aggregates.handle(stream, conversation, { type: 'HandOffOrder', data }, context);
    const { order, cards } = handedOff.state;
    const first = cards[0] === data.card_id;
    const placed = order && (await this.commands.execute(new PlaceCard(data, order, started, first, context)));
    return { handoff, position: placed?.position ?? handedOff.position };
  }
}
