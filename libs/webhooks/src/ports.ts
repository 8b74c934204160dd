/** What the environment says of webhooks (contract.md, Environment). */
export interface WebhookSettings {
  /** `WEBHOOK_TIMEOUT`, ms. */
  readonly timeoutMs: number;
  /** `WEBHOOK_RETRY`, ms after the attempt before. */
  readonly retryMs: readonly number[];
  /** `WEBHOOK_ALLOW_PRIVATE`. */
  readonly allowPrivate: boolean;
  /** Host name of the service itself, which no webhook may name. */
  readonly ownHost?: string;
}

export const WEBHOOK_SETTINGS = Symbol('WebhookSettings');

/** What webhooks are signed with; companies know it, the platform binds them to this port. */
export interface WebhookSecrets {
  /** The partner's secret as it stands now: a rotation holds from the next attempt on. Undefined for an unknown partner. */
  webhookSecret(partnerId: string): Promise<string | undefined>;
}

/** Injection token of `WebhookSecrets`. */
export const WEBHOOK_SECRETS = Symbol('WebhookSecrets');
