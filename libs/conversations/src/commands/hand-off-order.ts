import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, newId, Problem } from '#libs/kernel';
import { COMPANY_DIRECTORY, type CompanyDirectory } from '../directory.js';
import { placeCard } from '../domain/card.js';
import { conversation, conversationStream } from '../domain/conversation.js';
import { lastEndedTurn } from '../domain/conversation-state.js';
import type { OrderHandedOff } from '../events/events.js';
import { ownedConversation } from './owned-conversation.js';

/** `POST /v1/conversations/{id}/handoff`. Checks in contract.md's order: 404, nothing assembled 400, seat 403. */
export class HandOffOrder extends Command<{ handoff: Omit<OrderHandedOff, 'card_id'>; position: bigint | undefined }> {
  constructor(
    readonly conversation_id: string,
    readonly partner_id: string,
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
    @Inject(COMPANY_DIRECTORY) private readonly directory: CompanyDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ conversation_id, partner_id, input, context }: HandOffOrder) {
    const { state, started } = await ownedConversation(this.aggregates, conversation_id, partner_id);
    if (!state.order) throw new Problem('invalid_request', 'nothing is assembled yet: there is no order to hand off');
    const seat = await this.directory.findSeat(started.company_id, input.seat);
    if (!seat)
      throw new Problem('forbidden', `the company has no workplace ${JSON.stringify(input.seat)}, or it was revoked`);
    const data: OrderHandedOff = {
      card_id: newId('crd', this.clock.now().getTime()),
      seat_id: seat.seat_id,
      seat_title: seat.title,
      order_id: input.order_id ?? started.order_id,
      turn: lastEndedTurn(state),
    };
    const stream = conversationStream(conversation_id);
    const handled = await this.aggregates.handle(stream, conversation, { type: 'HandOffOrder', data }, context);
    const done = handled.state.handoffs.find(({ handoff }) => handoff.card_id === data.card_id);
    const placed = done && (await placeCard(this.aggregates, { ...done, company_id: started.company_id }, context));
    const { card_id: _, ...handoff } = data;
    return { handoff, position: placed ?? handled.position };
  }
}
