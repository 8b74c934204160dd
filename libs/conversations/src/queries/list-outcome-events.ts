import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { OutcomeDocument } from '#projections';

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
  constructor(@Inject(READ_MODELS) private readonly models: ReadModels) {}

  async execute({ partner_id, page: { limit, after } }: ListOutcomeEvents): Promise<PageOfOutcomes> {
    const { documents } = await this.models.find<OutcomeDocument>('outcomes', {
      where: { partner_id, ...(after === undefined ? {} : { sequence: { gt: after } }) },
      sort: [['sequence', 'asc']],
      limit,
    });
    const last = documents.at(-1)?.document.sequence;
    return { events: documents.map(({ document }) => document.body), next: last ?? after ?? null };
  }
}
