import { queryOptions } from '@tanstack/react-query';
import { get } from './http.js';

export const OUTCOMES = ['built', 'parsed', 'question', 'rejected', 'failed_answers', 'failed', 'stopped'] as const;
export const STEPS = ['conversations', 'kitchens', 'handed_off'] as const;

type Sum = 'turns' | 'first_try' | 'attempts' | 'prompt_tokens' | 'completion_tokens' | 'cost_usd' | 'coins';

interface Day extends Readonly<Record<(typeof OUTCOMES)[number] | Sum, number>> {
  readonly day: string;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

export interface Analysis {
  readonly days: readonly Day[];
  readonly totals: Omit<Day, 'day'> & Readonly<Record<(typeof STEPS)[number], number>>;
  readonly findings: readonly { readonly code: string; readonly count: number }[];
  readonly modules: readonly { readonly code: string; readonly title: string; readonly count: number }[];
}

export interface Period {
  readonly from: string;
  readonly to: string;
  readonly partner_id?: string | undefined;
}

/** While another period is asked for, the one before is shown. */
export const analysis = (of: Period) =>
  queryOptions({
    queryKey: ['analysis', of.from, of.to, of.partner_id],
    queryFn: ({ signal }) => get<{ analysis: Analysis }>('/analysis', { ...of }, signal),
    placeholderData: (before) => before,
  });
