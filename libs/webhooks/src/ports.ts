/** What the environment says of webhooks (contract.md, Environment). */
export interface WebhookSettings {
  /** `WEBHOOK_TIMEOUT`, ms. */
  readonly timeoutMs: number;
  /** `WEBHOOK_RETRY`, ms after the attempt before. */
  readonly retryMs: readonly number[];
  /** `WEBHOOK_PARTNER_CONCURRENCY`: attempts of one partner under way at once. */
  readonly perPartner: number;
  /** `WEBHOOK_HOST_CONCURRENCY`: attempts to one host (with its port) under way at once, of all partners. */
  readonly perHost: number;
  /** `WEBHOOK_MAX_PENDING`: deliveries of one partner that are kept trying; beyond them the oldest are undeliverable. */
  readonly maxPending: number;
  /** `WEBHOOK_ALLOW_PRIVATE`. */
  readonly allowPrivate: boolean;
  /** Host name of the service itself, which no webhook may name. */
  readonly ownHost?: string;
}

export const WEBHOOK_SETTINGS = Symbol('WebhookSettings');

export interface SigningSecrets {
  readonly current: string;
  /** Replaced within the last day: they sign too, in a header of their own. */
  readonly previous: readonly string[];
}

/** What webhooks are signed with; companies know it, the platform binds them to this port. */
export interface WebhookSecrets {
  /** As they stand at this time: a rotation holds from the next attempt on. Undefined for an unknown partner. */
  signingSecrets(partnerId: string, now: Date): Promise<SigningSecrets | undefined>;
}

/** Injection token of `WebhookSecrets`. */
export const WEBHOOK_SECRETS = Symbol('WebhookSecrets');
