import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { OutcomeDocument } from '#projections';
import { ConversationReads } from './conversation-reads.js';

export interface PageOfOutcomes {
  /** Bodies as in webhooks. */
  readonly events: readonly OutcomeDocument['body'][];
  /** Cursor behind the last event; the given one where nothing follows, null where there is nothing yet. */
  readonly next: string | null;
}

/** `GET /v1/events`: a partner's outcome events in the order of the store. */
export class ListOutcomeEvents extends Query<PageOfOutcomes> {
  constructor(
    readonly partner_id: string,
    readonly page: { readonly limit: number; readonly after?: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListOutcomeEvents)
export class ListOutcomeEventsHandler implements IQueryHandler<ListOutcomeEvents> {
  constructor(private readonly reads: ConversationReads) {}

  async execute({ partner_id, page: { limit, after } }: ListOutcomeEvents): Promise<PageOfOutcomes> {
    const { documents } = await this.reads.page<OutcomeDocument>('outcomes', {
      where: { partner_id, ...(after === undefined ? {} : { sequence: { gt: after } }) },
      sort: [['sequence', 'asc']],
      limit,
    });
    const last = documents.at(-1)?.document.sequence;
    return { events: documents.map(({ document }) => document.body), next: last ?? after ?? null };
  }
}
