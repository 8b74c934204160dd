/** Events of `company-<id>` and `partner-<id>` streams (design section 2). */

export type SubscriptionStatus = 'trial' | 'active' | 'past_due' | 'canceled';

export interface Subscription {
  plan: string;
  status: SubscriptionStatus;
  coins_included: number;
  /** ISO 8601. */
  period_end: string;
  /** Number of the coin period that it stands in, from 1: names the ledger `coins-<company>-<period>`. */
  period: number;
}

export type CompanyEvent =
  | { readonly type: 'CompanyRegistered'; readonly data: { company_id: string; title: string } }
  /** `null`: no subscription from here on; the period and what was paid extra stay. */
  | { readonly type: 'SubscriptionChanged'; readonly data: { company_id: string; subscription: Subscription | null } }
  | { readonly type: 'SeatAdded'; readonly data: { company_id: string; seat_id: number; title: string } }
  | { readonly type: 'SeatRevoked'; readonly data: { company_id: string; seat_id: number } }
  | {
      readonly type: 'CabinetAccessIssued';
      readonly data: { company_id: string; role: string; token_hash: string; expires_at: string };
    }
  /** A link of access signs in once: this is that once. */
  | { readonly type: 'CabinetAccessUsed'; readonly data: { company_id: string; token_hash: string } };

export type PartnerEvent =
  | {
      readonly type: 'PartnerRegistered';
      readonly data: {
        partner_id: string;
        company_id: string;
        name: string;
        webhook_url?: string;
        webhook_secret: string;
      };
    }
  | { readonly type: 'PartnerRenamed'; readonly data: { partner_id: string; name: string } }
  /** `key_hash` is SHA-256 of the key, hexadecimal; the key itself is shown once and never kept. */
  | { readonly type: 'ApiKeyIssued'; readonly data: { partner_id: string; key_id: string; key_hash: string } }
  | { readonly type: 'ApiKeyRevoked'; readonly data: { partner_id: string; key_id: string } }
  | { readonly type: 'WebhookAddressChanged'; readonly data: { partner_id: string; webhook_url?: string } }
  | { readonly type: 'WebhookSecretRotated'; readonly data: { partner_id: string; webhook_secret: string } };
