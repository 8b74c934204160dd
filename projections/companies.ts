import type { CompanyEvent, SubscriptionStatus } from '#libs/companies';
import { type Typed, typed } from '#libs/event-store';
import type { Projection } from '#libs/read-models';

/** A furniture company, for lists: its balance is in `usage`, its workplaces in `seats`. */
export interface CompanyDocument {
  company_id: string;
  title: string;
  /** `none` without a subscription. */
  status: SubscriptionStatus | 'none';
  plan: string | null;
  coins_included: number;
  period_end: string | null;
  created_at: string;
}

type Event = Typed<CompanyEvent>;

export const companies: Projection<CompanyDocument> = {
  name: 'companies',
  version: 1,
  types: ['CompanyRegistered', 'SubscriptionChanged'],
  keys: (recorded) => [typed<CompanyEvent>(recorded).data.company_id],
  evolve: (document, recorded) => evolve(document, typed(recorded)),
  indexes: [['created_at']],
};

function evolve(document: CompanyDocument | undefined, event: Event): CompanyDocument | undefined {
  if (event.type === 'CompanyRegistered') {
    const { company_id, title } = event.data;
    return { company_id, title, ...NONE, created_at: event.metadata.at };
  }
  if (!document || event.type !== 'SubscriptionChanged') return document;
  const { subscription } = event.data;
  if (!subscription) return { ...document, ...NONE };
  const { status, plan, coins_included, period_end } = subscription;
  return { ...document, status, plan, coins_included, period_end };
}

const NONE = { status: 'none', plan: null, coins_included: 0, period_end: null } as const;
