import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { isId } from '#libs/kernel';
import { READ_MODELS, type ReadModels, type Stored } from '#libs/read-models';
import type { ConversationDocument, PartnerDocument, TurnDocument } from '#projections';

/** A conversation in a list. */
export interface FoundConversation
  extends Pick<ConversationDocument, 'partner_id' | 'external_id' | 'order_id' | 'status' | 'started_at'> {
  readonly conversation_id: string;
  readonly partner_name: string | null;
  readonly turns: number;
  /** Of the last turn: when it was accepted, and how it began. */
  readonly updated_at: string;
  readonly last_words: string;
}

/** What a conversation is searched by; all that is given holds. */
export interface ConversationFilter {
  readonly conversation_id?: string | undefined;
  readonly external_id?: string | undefined;
  readonly partner_id?: string | undefined;
  readonly status?: ConversationDocument['status'] | undefined;
  /** Days on which it began, UTC, both included: `2031-01-31`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The living conversations of a company's partners, newest first. */
export class SearchConversations extends Query<{ items: readonly FoundConversation[]; next: string | null }> {
  constructor(
    readonly company_id: string,
    readonly filter: ConversationFilter,
    readonly page: { readonly limit: number; readonly after?: string | undefined },
  ) {
    super();
  }
}

/** Characters of the last words. */
const MAX_WORDS = 120;

@QueryHandler(SearchConversations)
export class SearchConversationsHandler implements IQueryHandler<SearchConversations> {
  constructor(@Inject(READ_MODELS) private readonly models: ReadModels) {}

  async execute({ company_id, filter, page: { limit, after } }: SearchConversations) {
    const { conversation_id, external_id, partner_id, status, from, to } = filter;
    if (conversation_id !== undefined && !isId('cnv', conversation_id)) return { items: [], next: null };
    const { documents, next } = await this.models.find<ConversationDocument>('conversations', {
      where: {
        company_id,
        // Expired ones are shown to nobody.
        partner_id: partner_id ?? { gt: '' },
        ...(conversation_id === undefined ? {} : { _id: conversation_id }),
        ...(external_id === undefined ? {} : { external_id }),
        ...(status === undefined ? {} : { status }),
        ...(from === undefined && to === undefined ? {} : { started_at: span(from, to) }),
      },
      sort: [['started_at', 'desc']],
      limit,
      ...(after === undefined ? {} : { after }),
    });
    const names = await this.partnerNames(documents);
    const items = await Promise.all(documents.map(({ document }) => this.found(document, names)));
    return { items, next: next ?? null };
  }

  private async partnerNames(found: readonly Stored<ConversationDocument>[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(found.map(({ document }) => document.partner_id))];
    const partners = await Promise.all(ids.map((id) => this.models.get<PartnerDocument>('partners', id)));
    return new Map(partners.flatMap((one) => (one ? [[one.id, one.document.name] as const] : [])));
  }

  private async found(document: ConversationDocument, names: ReadonlyMap<string, string>): Promise<FoundConversation> {
    const { id: conversation_id, partner_id, external_id, order_id, status, started_at, turn } = document;
    const last = turn === 0 ? undefined : await this.turn(conversation_id, turn);
    return {
      ...{ conversation_id, partner_id, partner_name: names.get(partner_id) ?? null, external_id, order_id, status },
      ...{ turns: turn, started_at, updated_at: last?.queued_at ?? started_at },
      last_words: [...(last?.text ?? '')].slice(0, MAX_WORDS).join(''),
    };
  }

  private async turn(conversation_id: string, turn: number): Promise<TurnDocument | undefined> {
    const { documents } = await this.models.find<TurnDocument>('turns', { where: { conversation_id, turn }, limit: 1 });
    return documents[0]?.document;
  }
}

/** Beyond every time of the last day. */
const DAY_END = 'T~';

function span(from: string | undefined, to: string | undefined) {
  return { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lte: to + DAY_END }) };
}
