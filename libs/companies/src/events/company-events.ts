import { z } from 'zod';
import { type EventOf, type EventTable, EventType } from '#libs/event-store';

const company_id = z.string();

/** What a person may see and do in the cabinet. */
const cabinetRole = z.enum(['owner', 'auditor', 'workplace']);
export type CabinetRole = z.infer<typeof cabinetRole>;
export const cabinetRoles = cabinetRole.options;

const cabinetAccessIssuedV1 = z.strictObject({
  company_id,
  role: z.string(),
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: z.string(),
  expires_at: z.string(),
});
/** The workplace that a link of the role `workplace` signs in to. */
const cabinetAccessIssuedV2 = cabinetAccessIssuedV1.extend({ seat_id: z.number().optional() });

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
  CabinetAccessIssued: EventType.of(cabinetAccessIssuedV1).next(cabinetAccessIssuedV2, (v1) => v1),
  /** A link of access signs in once: this is that once. */
  CabinetSessionOpened: EventType.of(
    z.strictObject({
      company_id,
      session_id: z.string(),
      /** SHA-256 of what the browser keeps; the link's token by its hash. */
      session_hash: z.string(),
      token_hash: z.string(),
      role: cabinetRole,
      seat_id: z.number().optional(),
      opened_at: z.string(),
      expires_at: z.string(),
    }),
  ),
  /** Signed out before its time. */
  CabinetSessionClosed: EventType.of(z.strictObject({ company_id, session_id: z.string() })),
} satisfies EventTable;
export type CompanyEvent = EventOf<typeof companyEvents>;
