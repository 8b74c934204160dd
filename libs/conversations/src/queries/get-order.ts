import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Order } from '#libs/furniture';
import { Problem } from '#libs/kernel';
import { ConversationReads } from './conversation-reads.js';

export interface StandingOrder {
  readonly order: Order;
  /** The turn that made it: what a signed link is addressed by. */
  readonly built_turn: number;
  /** When it did, ISO 8601. */
  readonly made_at: string;
  /** Number of the last ended turn, whether or not it changed the order. */
  readonly turn: number;
}

/** The order as it stands. `not_found` while nothing is assembled. */
export class GetOrder extends Query<StandingOrder> {
  constructor(
    readonly conversation_id: string,
    readonly partner_id: string,
  ) {
    super();
  }
}

@QueryHandler(GetOrder)
export class GetOrderHandler implements IQueryHandler<GetOrder> {
  constructor(private readonly reads: ConversationReads) {}

  async execute({ conversation_id, partner_id }: GetOrder): Promise<StandingOrder> {
    const { has_project, built_turn, running_turn, turn } = await this.reads.conversation(conversation_id, partner_id);
    const made = has_project ? await this.reads.orderOfTurn(conversation_id, built_turn) : undefined;
    if (!made) throw new Problem('not_found', 'nothing is assembled yet in this conversation');
    return { order: made.order, built_turn, made_at: made.made_at, turn: running_turn === null ? turn : turn - 1 };
  }
}

/** An order and the company whose it is. */
export interface OrderOfTurn {
  readonly order: Order;
  /** ISO 8601. */
  readonly made_at: string;
  readonly company_id: string;
}

/** `GET /r/{token}`: the order as a turn left it, if there is one; whoever holds a signed link needs no key. */
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
