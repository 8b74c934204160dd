import { useQuery } from '@tanstack/react-query';
import { get } from './http.js';

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

export const PARTNERS = {
  queryKey: ['partners'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    get<{ partners: Partner[] }>('/partners', {}, signal).then(({ partners }) => partners),
};

/** The company's partners; none until they are known. */
export function usePartners(): readonly Partner[] {
  return useQuery(PARTNERS).data ?? [];
}
