import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from './http.js';
import { useSession } from './session.js';

export interface Partner {
  readonly partner_id: string;
  readonly name: string;
  readonly webhook_url: string | null;
  /** Until when a replaced webhook secret signs beside the new one; null where none does. */
  readonly previous_secret_until: string | null;
  readonly keys: readonly {
    readonly key_id: string;
    readonly created_at: string;
    readonly revoked: boolean;
    readonly last_used_at: string | null;
  }[];
}

export const partners = queryOptions({
  queryKey: ['partners'],
  queryFn: ({ signal }) => get<{ partners: Partner[] }>('/partners', {}, signal).then(({ partners: items }) => items),
});

/** Who conversations can be of: the company's partners, once they are known, and the company itself, which tries it out. */
export function usePartners(): readonly Pick<Partner, 'partner_id' | 'name'>[] {
  const { t } = useTranslation();
  const { company_id } = useSession();
  const known = useQuery(partners).data ?? [];
  return [...known, { partner_id: company_id, name: t('nav.try-it') }];
}
