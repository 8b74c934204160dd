import { companyEvents, type SubscriptionStatus } from '#contracts/companies';
import { projection, type ServiceProjection } from '../projection.js';

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

export const companies: ServiceProjection<CompanyDocument> = projection(companyEvents, {
  name: 'companies',
  version: 1,
  conversation: 'none',
  types: ['CompanyRegistered', 'SubscriptionChanged'],
  columns: {
    company_id: 'text',
    title: 'text',
    status: 'text',
    plan: 'text',
    coins_included: 'integer',
    period_end: 'time',
    created_at: 'time',
  },
  keys: ({ data }) => [data.company_id],
  evolve(document, event) {
    if (event.type === 'CompanyRegistered') {
      const { company_id, title } = event.data;
      return { company_id, title, ...NONE, created_at: event.metadata.at };
    }
    if (!document) return undefined;
    const { subscription } = event.data;
    if (!subscription) return { ...document, ...NONE };
    const { status, plan, coins_included, period_end } = subscription;
    return { ...document, status, plan, coins_included, period_end };
  },
  indexes: [['created_at']],
});

const NONE = { status: 'none', plan: null, coins_included: 0, period_end: null } as const;
