import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetOrderOfTurn, nothingAssembled, type OrderLocation, type OrderOfTurn } from '#libs/conversations';
import type { Order } from '#libs/furniture';

/** An order as a turn left it, or as a workplace received it. */
export interface StoredOrder {
  /** Absent where it outlives its conversation. */
  readonly conversation_id?: string;
  readonly company_id: string;
  readonly order: Order;
  readonly turn: number;
  /** ISO 8601. */
  readonly made_at: string;
}

type MadeOrder = Pick<OrderOfTurn, 'order' | 'made_at'>;

/** An order that its caller may see. It is read only where something has to be made of it. */
export interface ShownOrder {
  readonly company_id: string;
  /** Tells its content from that of all others; begins with the id of the conversation that it goes with. */
  readonly key: string;
  read(): Promise<MadeOrder>;
}

/** Orders as turns left them, which nothing changes. */
@Injectable()
export class OrdersOfTurns {
  constructor(private readonly queries: QueryBus) {}

  at(location: Pick<OrderLocation, 'conversation_id' | 'built_turn'>, company_id: string): ShownOrder {
    const key = `${location.conversation_id}:${location.built_turn}`;
    return { company_id, key, read: () => this.read(location) };
  }

  /** @throws {Problem} `not_found` where the conversation has ended since. */
  async read({
    conversation_id,
    built_turn,
  }: Pick<OrderLocation, 'conversation_id' | 'built_turn'>): Promise<MadeOrder> {
    const made = await this.queries.execute(new GetOrderOfTurn(conversation_id, built_turn));
    if (!made) throw nothingAssembled();
    return made;
  }
}

/** An order that is at hand. */
export function givenOrder({ company_id, conversation_id = '', order, made_at }: StoredOrder): ShownOrder {
  const key = `${conversation_id}:${hash('sha256', JSON.stringify([order, made_at]), 'base64url')}`;
  return { company_id, key, read: async () => ({ order, made_at }) };
}
