import { z } from 'zod';
import { type EventOf, type EventTable, EventType } from '#libs/event-store';

const partner_id = z.string();

const secretRotatedV1 = z.strictObject({ partner_id, webhook_secret: z.string() });
/** With the end of the time in which the secret that is replaced signs too, ISO 8601; before that version it ended at once. */
const secretRotatedV2 = z.strictObject({ ...secretRotatedV1.shape, previous_until: z.string().nullable() });

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
  WebhookSecretRotated: EventType.of(secretRotatedV1).next(secretRotatedV2, (v1) => ({ ...v1, previous_until: null })),
  /** Replaced secrets whose time was over at `until`, ISO 8601, are known to nobody any more. */
  PreviousSecretsRetired: EventType.of(z.strictObject({ partner_id, until: z.string() })),
} satisfies EventTable;
export type PartnerEvent = EventOf<typeof partnerEvents>;
