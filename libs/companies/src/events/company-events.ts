import { z } from 'zod';
import { type EventOf, type EventTable, EventType } from '#libs/event-store';

const company_id = z.string();

const subscription = z.strictObject({
  plan: z.string(),
  status: z.enum(['trial', 'active', 'past_due', 'canceled']),
  coins_included: z.number(),
  /** ISO 8601. */
  period_end: z.string(),
  /** Number of the coin period that it stands in, from 1: names the ledger `coins-<company>-<period>`. */
  period: z.number(),
});
export type Subscription = z.infer<typeof subscription>;
export type SubscriptionStatus = Subscription['status'];

/** Events of `company-<id>` streams (design section 2). */
export const companyEvents = {
  CompanyRegistered: EventType.of(z.strictObject({ company_id, title: z.string() })),
  /** `null`: no subscription from here on; the period and what was paid extra stay. */
  SubscriptionChanged: EventType.of(z.strictObject({ company_id, subscription: subscription.nullable() })),
  SeatAdded: EventType.of(z.strictObject({ company_id, seat_id: z.number(), title: z.string() })),
  SeatRevoked: EventType.of(z.strictObject({ company_id, seat_id: z.number() })),
  CabinetAccessIssued: EventType.of(
    z.strictObject({ company_id, role: z.string(), token_hash: z.string(), expires_at: z.string() }),
  ),
  /** A link of access signs in once: this is that once. */
  CabinetAccessUsed: EventType.of(z.strictObject({ company_id, token_hash: z.string() })),
} satisfies EventTable;
export type CompanyEvent = EventOf<typeof companyEvents>;
