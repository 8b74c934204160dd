import type { PartnerEvent } from '#libs/companies';
import { type Typed, typed } from '#libs/event-store';
import type { Projection } from '#libs/read-models';

/** A partner of a company; its keys are in `keys`. No secret ever comes into a read model. */
export interface PartnerDocument {
  partner_id: string;
  company_id: string;
  name: string;
  webhook_url: string | null;
  created_at: string;
}

type Event = Typed<PartnerEvent>;

export const partners: Projection<PartnerDocument> = {
  name: 'partners',
  version: 1,
  types: ['PartnerRegistered', 'PartnerRenamed', 'WebhookAddressChanged'],
  keys: (recorded) => [typed<PartnerEvent>(recorded).data.partner_id],
  evolve: (document, recorded) => evolve(document, typed(recorded)),
  indexes: [['company_id', 'created_at']],
};

function evolve(document: PartnerDocument | undefined, event: Event): PartnerDocument | undefined {
  if (event.type === 'PartnerRegistered') {
    const { partner_id, company_id, name, webhook_url = null } = event.data;
    return { partner_id, company_id, name, webhook_url, created_at: event.metadata.at };
  }
  if (!document) return undefined;
  if (event.type === 'PartnerRenamed') return { ...document, name: event.data.name };
  if (event.type === 'WebhookAddressChanged') return { ...document, webhook_url: event.data.webhook_url ?? null };
  return document;
}
