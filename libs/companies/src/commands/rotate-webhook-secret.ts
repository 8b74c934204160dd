import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock } from '#libs/kernel';
import { Partners } from '../directory.js';
import { newWebhookSecret, SECRET_OVERLAP_MS } from '../domain/partner.js';

export interface SecretRotated {
  partner_id: string;
  /** Shown this once. */
  webhook_secret: string;
  /** Until when the secret that it replaces signs too, ISO 8601. */
  previous_until: string;
  position: bigint | undefined;
}

/**
 * `partner rotate-secret`: webhooks sent from here on, also retries of older ones, are signed with the new secret, and for a
 * day, in a header of its own, with the one that it replaces.
 */
export class RotateWebhookSecret extends Command<SecretRotated> {
  constructor(
    readonly partner_id: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RotateWebhookSecret)
export class RotateWebhookSecretHandler implements ICommandHandler<RotateWebhookSecret> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({ partner_id, context }: RotateWebhookSecret): Promise<SecretRotated> {
    const webhook_secret = newWebhookSecret();
    const now = this.clock.now();
    const command = { type: 'RotateWebhookSecret' as const, webhook_secret, now };
    const { position } = await this.partners.handle(partner_id, command, context);
    const previous_until = new Date(now.getTime() + SECRET_OVERLAP_MS).toISOString();
    return { partner_id, webhook_secret, previous_until, position };
  }
}
