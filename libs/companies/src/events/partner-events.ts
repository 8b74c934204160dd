import { z } from 'zod';
import { type EventOf, type EventTable, EventType } from '#libs/event-store';

const partner_id = z.string();

/** Events of `partner-<id>` streams (design section 2). */
export const partnerEvents = {
  PartnerRegistered: EventType.of(
    z.strictObject({
      partner_id,
      company_id: z.string(),
      name: z.string(),
      webhook_url: z.string().optional(),
      webhook_secret: z.string(),
    }),
  ),
  PartnerRenamed: EventType.of(z.strictObject({ partner_id, name: z.string() })),
  /** `key_hash` is SHA-256 of the key, hexadecimal; the key itself is shown once and never kept. */
  ApiKeyIssued: EventType.of(z.strictObject({ partner_id, key_id: z.string(), key_hash: z.string() })),
  ApiKeyRevoked: EventType.of(z.strictObject({ partner_id, key_id: z.string() })),
  WebhookAddressChanged: EventType.of(z.strictObject({ partner_id, webhook_url: z.string().optional() })),
  WebhookSecretRotated: EventType.of(z.strictObject({ partner_id, webhook_secret: z.string() })),
} satisfies EventTable;
export type PartnerEvent = EventOf<typeof partnerEvents>;
