import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Query as Find, READ_MODELS, type ReadModels } from '#libs/read-models';
import type { PartnerDayDocument } from '#projections';

/** What turns came to; durations in ms (null where there were none), costs in US dollars. */
export interface TurnSums
  extends Omit<PartnerDayDocument, 'company_id' | 'partner_id' | 'day' | 'durations' | 'finding_codes' | 'modules'> {
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

export interface Analysis {
  readonly days: readonly (TurnSums & { readonly day: string })[];
  readonly totals: TurnSums;
  /** Of the outcomes, most frequent first. */
  readonly findings: readonly Counted[];
  /** By how many more there are of each in kitchens, those with none left out; most frequent first. */
  readonly modules: readonly Counted[];
}

export interface Counted {
  readonly code: string;
  readonly count: number;
}

/** How a company's turns went over a span of days, UTC, both included; those of one partner, where it is named. */
export class GetAnalysis extends Query<Analysis> {
  constructor(
    readonly company_id: string,
    readonly span: { readonly from: string; readonly to: string; readonly partner_id?: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(GetAnalysis)
export class GetAnalysisHandler implements IQueryHandler<GetAnalysis> {
  constructor(@Inject(READ_MODELS) private readonly models: ReadModels) {}

  async execute({ company_id, span: { from, to, partner_id } }: GetAnalysis): Promise<Analysis> {
    const documents: PartnerDayDocument[] = [];
    const query: Find = {
      where: { company_id, day: { gte: from, lte: to }, ...(partner_id === undefined ? {} : { partner_id }) },
      sort: [['day', 'asc']],
    };
    for await (const { document } of this.models.stream<PartnerDayDocument>('partner_days', query))
      documents.push(document);
    const byDay = Map.groupBy(documents, ({ day }) => day);
    return {
      days: [...byDay].map(([day, some]) => ({ day, ...sumsOf(some) })),
      totals: sumsOf(documents),
      findings: byCount(documents.map(({ finding_codes }) => finding_codes)),
      modules: byCount(documents.map(({ modules }) => modules)),
    };
  }
}

type Counts = { readonly [name: string]: number };

function sumsOf(documents: readonly PartnerDayDocument[]): TurnSums {
  const sum = (field: keyof Omit<TurnSums, 'p50_ms' | 'p95_ms'>) =>
    documents.reduce((all, document) => all + document[field], 0);
  const durations = added(documents.map((document) => document.durations));
  return {
    turns: sum('turns'),
    built: sum('built'),
    parsed: sum('parsed'),
    question: sum('question'),
    rejected: sum('rejected'),
    failed_answers: sum('failed_answers'),
    stopped: sum('stopped'),
    failed: sum('failed'),
    first_try: sum('first_try'),
    conversations: sum('conversations'),
    kitchens: sum('kitchens'),
    handed_off: sum('handed_off'),
    attempts: sum('attempts'),
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
    cost_usd: Math.round(sum('cost_usd') * 1e8) / 1e8,
    coins: sum('coins'),
    p50_ms: percentile(durations, 0.5),
    p95_ms: percentile(durations, 0.95),
  };
}

function added(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

function byCount(all: readonly Counts[]): readonly Counted[] {
  return Object.entries(added(all))
    .map(([code, count]) => ({ code, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
}

/** The step within which that share of the turns had ended. */
function percentile(durations: Counts, share: number): number | null {
  const steps = Object.entries(durations)
    .map(([ms, count]) => ({ ms: Number(ms), count }))
    .sort((one, other) => one.ms - other.ms);
  let left = share * steps.reduce((all, { count }) => all + count, 0);
  for (const { ms, count } of steps) {
    left -= count;
    if (left <= 0) return ms;
  }
  return null;
}
