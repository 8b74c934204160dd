import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { TurnDocument } from '#projections';
import { ConversationReads } from './conversation-reads.js';
import { type Turn, turnOf } from './get-turn.js';

export interface PageOfTurns {
  readonly turns: readonly Turn[];
  /** Cursor of the next page; null where there is none yet. */
  readonly next: string | null;
}

/** `GET /v1/conversations/{id}/turns`: oldest first; `page.after` is the `next` of the page before. */
export class ListTurns extends Query<PageOfTurns> {
  constructor(
    readonly conversation_id: string,
    readonly partner_id: string,
    readonly page: { readonly limit: number; readonly after?: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListTurns)
export class ListTurnsHandler implements IQueryHandler<ListTurns> {
  constructor(private readonly reads: ConversationReads) {}

  async execute({ conversation_id, partner_id, page: { limit, after } }: ListTurns): Promise<PageOfTurns> {
    await this.reads.conversation(conversation_id, partner_id);
    const page = await this.reads.page<TurnDocument>('turns', {
      where: { conversation_id },
      sort: [['turn', 'asc']],
      limit,
      ...(after === undefined ? {} : { after }),
    });
    return { turns: page.documents.map(({ document }) => turnOf(document)), next: page.next ?? null };
  }
}
