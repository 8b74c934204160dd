import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#libs/event-store';
import type { Order } from '#libs/furniture';
import { isId, notFound, Problem } from '#libs/kernel';
import { READ_MODEL_PROGRESS, type ReadModelProgress } from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { ConversationDocument, OrderDocument, TurnDocument } from '#projections';

/** How long a read waits for read models that are behind, ms. */
const CAUGHT_UP_WITHIN_MS = 2_000;

/** `unknown`: the read models are behind, so that only the streams could tell whether there is such a document. */
type Looked<Document> = { readonly document: Document } | 'absent' | 'unknown';

/** The documents of a partner's conversations; what a read model does not show yet is waited for before a 404. */
@Injectable()
export class ConversationReads {
  constructor(
    @Inject(READ_MODELS) private readonly models: ReadModels,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor'>,
  ) {}

  /** Any partner's, as the read model shows it now; undefined also where it is behind. */
  async shownConversation(id: string): Promise<ConversationDocument | undefined> {
    return isId('cnv', id) ? (await this.models.get<ConversationDocument>('conversations', id))?.document : undefined;
  }

  /** @throws {Problem} `not_found`, also for another partner's; `unavailable` where the read models are behind. */
  async conversation(id: string, partnerId: string): Promise<ConversationDocument> {
    const looked = isId('cnv', id) ? await this.look<ConversationDocument>('conversations', id) : 'absent';
    return ownDocument(`conversation ${id.slice(0, 80)}`, looked, partnerId);
  }

  /** @throws {Problem} as `conversation`. */
  async turn(id: string, partnerId: string): Promise<TurnDocument> {
    const looked = isId('trn', id) ? await this.look<TurnDocument>('turns', id) : 'absent';
    return ownDocument(`turn ${id.slice(0, 80)}`, looked, partnerId);
  }

  /** The order as a turn left it; undefined where that turn made none. */
  async orderOfTurn(conversationId: string, turn: number): Promise<Order | undefined> {
    const looked = await this.look<OrderDocument>('orders', `${conversationId}:${turn}`);
    if (looked === 'unknown') throw behind(`the order of ${conversationId}`);
    return looked === 'absent' ? undefined : looked.document.order;
  }

  private async look<Document extends object>(name: string, id: string): Promise<Looked<Document>> {
    const known = await this.models.get<Document>(name, id);
    if (known) return known;
    const current = await this.progress.waitFor(await this.store.head(), { timeoutMs: CAUGHT_UP_WITHIN_MS });
    return (await this.models.get<Document>(name, id)) ?? (current ? 'absent' : 'unknown');
  }
}

function ownDocument<Document extends { readonly partner_id: string }>(
  what: string,
  looked: Looked<Document>,
  partnerId: string,
): Document {
  if (looked === 'unknown') throw behind(what);
  if (looked === 'absent' || looked.document.partner_id !== partnerId) throw notFound(what);
  return looked.document;
}

function behind(what: string): Problem {
  return new Problem('unavailable', `${what} cannot be looked up at the moment: repeat`);
}
