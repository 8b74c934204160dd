import { partnerEvents } from '#contracts/companies';
import { projection, type ServiceProjection } from '../projection.js';

/** A partner of a company; its keys are in `keys`. No secret ever comes into a read model. */
export interface PartnerDocument {
  partner_id: string;
  company_id: string;
  name: string;
  webhook_url: string | null;
  created_at: string;
}

export const partners: ServiceProjection<PartnerDocument> = projection(partnerEvents, {
  name: 'partners',
  version: 1,
  conversation: 'none',
  types: ['PartnerRegistered', 'PartnerRenamed', 'WebhookAddressChanged'],
  columns: {
    partner_id: 'text',
    company_id: 'text',
    name: 'text',
    webhook_url: 'text',
    created_at: 'time',
  },
  keys: ({ data }) => [data.partner_id],
  evolve(document, { type, data, metadata }) {
    if (type === 'PartnerRegistered') {
      const { partner_id, company_id, name, webhook_url = null } = data;
      return { partner_id, company_id, name, webhook_url, created_at: metadata.at };
    }
    if (!document) return undefined;
    if (type === 'PartnerRenamed') return { ...document, name: data.name };
    return { ...document, webhook_url: data.webhook_url ?? null };
  },
  indexes: [['company_id', 'created_at']],
});
