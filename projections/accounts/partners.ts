import { partnerEvents } from '#contracts/companies';
import { projection, type ServiceProjection } from '../projection.js';

/** A partner of a company; its keys are in `keys`. No secret ever comes into a read model. */
export interface PartnerDocument {
  partner_id: string;
  company_id: string;
  name: string;
  webhook_url: string | null;
  /** Until when a replaced webhook secret signs beside the current one, ISO 8601; null where none does. */
  previous_secret_until: string | null;
  created_at: string;
}

export const partners: ServiceProjection<PartnerDocument> = projection(partnerEvents, {
  name: 'partners',
  version: 2,
  conversation: 'none',
  types: [
    'PartnerRegistered',
    'PartnerRenamed',
    'WebhookAddressChanged',
    'WebhookSecretRotated',
    'PreviousSecretsRetired',
  ],
  columns: {
    partner_id: 'text',
    company_id: 'text',
    name: 'text',
    webhook_url: 'text',
    previous_secret_until: 'time',
    created_at: 'time',
  },
  keys: ({ data }) => [data.partner_id],
  evolve(document, { type, data, metadata }) {
    if (type === 'PartnerRegistered') {
      const { partner_id, company_id, name, webhook_url = null } = data;
      return { partner_id, company_id, name, webhook_url, previous_secret_until: null, created_at: metadata.at };
    }
    if (!document) return undefined;
    switch (type) {
      case 'PartnerRenamed':
        return { ...document, name: data.name };
      case 'WebhookAddressChanged':
        return { ...document, webhook_url: data.webhook_url ?? null };
      case 'WebhookSecretRotated':
        return { ...document, previous_secret_until: data.previous_until };
      case 'PreviousSecretsRetired': {
        const { previous_secret_until: until } = document;
        return until !== null && until <= data.until ? { ...document, previous_secret_until: null } : document;
      }
    }
  },
  indexes: [['company_id', 'created_at'], ['previous_secret_until']],
});
