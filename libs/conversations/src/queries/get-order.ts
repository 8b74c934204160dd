import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Order } from '#libs/furniture';
import { Problem } from '#libs/kernel';
import { ConversationReads } from './conversation-reads.js';

/** The order that stands in a conversation, without the order itself. */
export interface OrderLocation {
  readonly conversation_id: string;
  /** The turn that made it: what a signed link is addressed by. */
  readonly built_turn: number;
  /** Number of the last ended turn, whether or not it changed the order. */
  readonly turn: number;
}

/** Which order stands in a conversation; it is not read for that. `not_found` while nothing is assembled. */
export class LocateOrder extends Query<OrderLocation> {
  constructor(
    readonly conversation_id: string,
    readonly partner_id: string,
  ) {
    super();
  }
}

@QueryHandler(LocateOrder)
export class LocateOrderHandler implements IQueryHandler<LocateOrder> {
  constructor(private readonly reads: ConversationReads) {}

  async execute({ conversation_id, partner_id }: LocateOrder): Promise<OrderLocation> {
    const { has_project, built_turn, running_turn, turn } = await this.reads.conversation(conversation_id, partner_id);
    if (!has_project) throw nothingAssembled();
    return { conversation_id, built_turn, turn: running_turn === null ? turn : turn - 1 };
  }
}

export function nothingAssembled(): Problem {
  return new Problem('not_found', 'nothing is assembled yet in this conversation');
}

/** The company whose conversation it is; undefined where that is gone or expired, and nothing of it is shown. */
export class GetCompanyOfShown extends Query<string | undefined> {
  constructor(readonly conversation_id: string) {
    super();
  }
}

@QueryHandler(GetCompanyOfShown)
export class GetCompanyOfShownHandler implements IQueryHandler<GetCompanyOfShown> {
  constructor(private readonly reads: ConversationReads) {}

  async execute({ conversation_id }: GetCompanyOfShown): Promise<string | undefined> {
    return (await this.reads.anyPartnersConversation(conversation_id))?.company_id;
  }
}

/** An order and the company whose it is. */
export interface OrderOfTurn {
  readonly order: Order;
  /** ISO 8601. */
  readonly made_at: string;
  readonly company_id: string;
}

/** The order as a turn left it, if there is one, whoever asks: for those that have been authorised before. */
export class GetOrderOfTurn extends Query<OrderOfTurn | undefined> {
  constructor(
    readonly conversation_id: string,
    readonly turn: number,
  ) {
    super();
  }
}

@QueryHandler(GetOrderOfTurn)
export class GetOrderOfTurnHandler implements IQueryHandler<GetOrderOfTurn> {
  constructor(private readonly reads: ConversationReads) {}

  execute({ conversation_id, turn }: GetOrderOfTurn): Promise<OrderOfTurn | undefined> {
    return this.reads.orderOfTurn(conversation_id, turn);
  }
}
