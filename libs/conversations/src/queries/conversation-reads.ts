import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#libs/event-store';
import { isId, notFound, Problem } from '#libs/kernel';
import { READ_MODEL_PROGRESS, type ReadModelProgress } from '#libs/processing';
import { type Page, type Query, READ_MODELS, type ReadModels } from '#libs/read-models';
import type { ConversationDocument, OrderDocument, OutcomeDocument, TurnDocument } from '#projections';

/** The read models of which `ConversationReads` shows documents. */
export const SHOWN_MODELS = ['conversations', 'orders', 'outcomes', 'turns'];

/** How long a read waits for read models that are behind, ms. */
const CAUGHT_UP_WITHIN_MS = 2_000;

/** `unknown`: the read models are behind, so that only the streams could tell whether there is such a document. */
type Looked<Document> = { readonly document: Document } | 'absent' | 'unknown';

/**
 * The documents of a partner's conversations. What a read model does not show yet is waited for before a 404; and of a
 * batch of events, which a store may write one collection after another, nothing is shown before all of it can be.
 */
@Injectable()
export class ConversationReads {
  /** Up to here all batches are known to be written whole. */
  private wholeUpTo = -1n;

  constructor(
    @Inject(READ_MODELS) private readonly models: ReadModels,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor'>,
  ) {}

  /** Any partner's, as the read model shows it now; undefined also where it is behind, or may not be shown yet. */
  async shownConversation(id: string): Promise<ConversationDocument | undefined> {
    const found = isId('cnv', id) ? await this.models.get<ConversationDocument>('conversations', id) : undefined;
    return found && (await this.isWhole(found.position)) ? found.document : undefined;
  }

  /** @throws {Problem} `not_found`, also for another partner's; `unavailable` where the read models are behind. */
  async conversation(id: string, partnerId: string): Promise<ConversationDocument> {
    const looked = isId('cnv', id) ? await this.look<ConversationDocument>('conversations', id) : 'absent';
    return ownDocument(`conversation ${id.slice(0, 80)}`, looked, partnerId);
  }

  /** Whoever asks; undefined where it is gone or expired. @throws {Problem} `unavailable` where the read models are behind. */
  async anyPartnersConversation(id: string): Promise<ConversationDocument | undefined> {
    const looked = isId('cnv', id) ? await this.look<ConversationDocument>('conversations', id) : 'absent';
    if (looked === 'unknown') throw behind(`conversation ${id}`);
    return looked === 'absent' || looked.document.partner_id === '' ? undefined : looked.document;
  }

  /** @throws {Problem} as `conversation`. */
  async turn(id: string, partnerId: string): Promise<TurnDocument> {
    const looked = isId('trn', id) ? await this.look<TurnDocument>('turns', id) : 'absent';
    return ownDocument(`turn ${id.slice(0, 80)}`, looked, partnerId);
  }

  /** The order as a turn left it; undefined where that turn made none, and while its conversation is expired. */
  async orderOfTurn(conversationId: string, turn: number): Promise<OrderDocument | undefined> {
    const looked = await this.look<OrderDocument>('orders', `${conversationId}:${turn}`);
    if (looked === 'unknown') throw behind(`the order of ${conversationId}`);
    return looked === 'absent' || looked.document.partner_id === '' ? undefined : looked.document;
  }

  /**
   * A page as it stands when its newest document may be shown. It is read again after a wait: documents of a batch that
   * sort before the newest may have been written after it, and a cursor behind it would pass them by.
   */
  async page<Document extends TurnDocument | OutcomeDocument>(name: string, query: Query): Promise<Page<Document>> {
    for (;;) {
      const { wholeUpTo } = this;
      const page = await this.models.find<Document>(name, query);
      let newest = -1n;
      for (const { position } of page.documents) if (position > newest) newest = position;
      if (newest <= wholeUpTo) return page;
      if (!(await this.isWhole(newest))) throw behind(`a page of ${name}`);
    }
  }

  private async look<Document extends object>(name: string, id: string): Promise<Looked<Document>> {
    let found = await this.models.get<Document>(name, id);
    const current = found || (await this.progress.waitFor(await this.store.head(), { timeoutMs: CAUGHT_UP_WITHIN_MS }));
    found ??= await this.models.get<Document>(name, id);
    if (!found) return current ? 'absent' : 'unknown';
    return (await this.isWhole(found.position)) ? found : 'unknown';
  }

  /** Whether everything up to the position is written to all that is shown here. */
  private async isWhole(position: bigint): Promise<boolean> {
    if (position <= this.wholeUpTo) return true;
    const options = { names: SHOWN_MODELS, timeoutMs: CAUGHT_UP_WITHIN_MS, movingOnly: true };
    const whole = await this.progress.waitFor(position, options);
    if (whole && position > this.wholeUpTo) this.wholeUpTo = position;
    return whole;
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
