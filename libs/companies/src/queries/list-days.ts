import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { DailyUsageDocument } from '#projections';

/** Days, UTC, both included: `2031-01-31`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** What a company used and was topped up on each day of a span that had any of it, oldest first. */
export class ListDays extends Query<readonly DailyUsageDocument[]> {
  constructor(
    readonly company_id: string,
    readonly days: Days,
  ) {
    super();
  }
}

@QueryHandler(ListDays)
export class ListDaysHandler implements IQueryHandler<ListDays> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ company_id, days: { from, to } }: ListDays): Promise<readonly DailyUsageDocument[]> {
    const where = { company_id, day: { gte: from, lte: to } };
    const days: DailyUsageDocument[] = [];
    const sort = [['day', 'asc']] as const;
    for await (const { document } of this.readModels.stream<DailyUsageDocument>('daily_usage', { where, sort }))
      days.push(document);
    return days;
  }
}
