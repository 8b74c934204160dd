import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#libs/event-store';
import type { Order } from '#libs/furniture';
import { isId, notFound, Problem } from '#libs/kernel';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import { type ConversationDocument, type OrderDocument, orderKey, type TurnDocument } from '#projections';
import { VISIBILITY, type Visibility } from './visibility.js';

/** Reads of the HTTP edge; what the read models do not know yet is waited for before a 404. */
@Injectable()
export class ReadSide {
  constructor(
    @Inject(READ_MODELS) private readonly models: ReadModels,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VISIBILITY) private readonly visibility: Visibility,
  ) {}

  async conversation(id: string, partnerId: string): Promise<ConversationDocument> {
    const found = isId('cnv', id) ? await this.get<ConversationDocument>('conversations', id) : undefined;
    if (found?.partner_id !== partnerId) throw notFound(`conversation ${id.slice(0, 80)}`);
    return found;
  }

  async turn(id: string, partnerId: string): Promise<TurnDocument> {
    const found = isId('trn', id) ? await this.get<TurnDocument>('turns', id) : undefined;
    if (found?.partner_id !== partnerId) throw notFound(`turn ${id.slice(0, 80)}`);
    return found;
  }

  /** The standing order, and the number of the last ended turn. */
  async order(conversationId: string, partnerId: string): Promise<{ order: Order; built: number; turn: number }> {
    const found = await this.conversation(conversationId, partnerId);
    const order = found.has_project ? await this.orderOfTurn(conversationId, found.built_turn) : undefined;
    if (!order) throw new Problem('not_found', 'nothing is assembled yet in this conversation');
    return { order, built: found.built_turn, turn: found.running_turn === null ? found.turn : found.turn - 1 };
  }

  async orderOfTurn(conversationId: string, turn: number): Promise<Order | undefined> {
    return (await this.models.get<OrderDocument>('orders', orderKey(conversationId, turn)))?.document.order;
  }

  private async get<Doc extends object>(name: string, id: string): Promise<Doc | undefined> {
    const found = await this.models.get<Doc>(name, id);
    if (found) return found.document;
    await this.visibility.visible(await this.store.head());
    return (await this.models.get<Doc>(name, id))?.document;
  }
}
