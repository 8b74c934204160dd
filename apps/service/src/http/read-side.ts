import { Inject, Injectable } from '@nestjs/common';
import { conversationStream } from '#libs/conversations';
import { EVENT_STORE, type EventStore } from '#libs/event-store';
import type { Order } from '#libs/furniture';
import { isId, notFound, Problem } from '#libs/kernel';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import {
  type ConversationDocument,
  conversations,
  type OrderDocument,
  orderKey,
  type TurnDocument,
} from '#projections';
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
    const found = isId('cnv', id) ? await this.conversationOf(id) : undefined;
    if (found?.partner_id !== partnerId) throw notFound(`conversation ${id.slice(0, 80)}`);
    return found;
  }

  async turn(id: string, partnerId: string): Promise<TurnDocument> {
    const { found, current } = isId('trn', id)
      ? await this.get<TurnDocument>('turns', id)
      : { found: undefined, current: true };
    // Which stream it would stand in, only the read model knows: as long as that is behind, nobody can say.
    if (!found && !current) throw new Problem('unavailable', `turn ${id} cannot be looked up at the moment: repeat`);
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
    return (await this.get<OrderDocument>('orders', orderKey(conversationId, turn))).found?.order;
  }

  /** By its stream where the read models are behind: the same fold. */
  private async conversationOf(id: string): Promise<ConversationDocument | undefined> {
    const { found, current } = await this.get<ConversationDocument>('conversations', id);
    if (found || current) return found;
    let document: ConversationDocument | undefined;
    for (const event of await this.store.load(conversationStream(id))) {
      if (conversations.types.includes(event.type)) document = conversations.evolve(document, event, id);
    }
    return document;
  }

  /** `current`: the read models show everything that was stored when this was asked, or have found it anyway. */
  private async get<Doc extends object>(
    name: string,
    id: string,
  ): Promise<{ readonly found: Doc | undefined; readonly current: boolean }> {
    const known = await this.models.get<Doc>(name, id);
    if (known) return { found: known.document, current: true };
    const current = await this.visibility.visible(await this.store.head());
    return { found: (await this.models.get<Doc>(name, id))?.document, current };
  }
}
