import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { Partners } from '../directory.js';
import { newWebhookSecret } from '../domain/partner.js';

export interface SecretRotated {
  partner_id: string;
  /** Shown this once. */
  webhook_secret: string;
  position: bigint | undefined;
}

/** `partner rotate-secret`: webhooks sent from here on, also retries of older ones, are signed with the new secret. */
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
  constructor(@Inject(Partners) private readonly partners: Partners) {}

  async execute({ partner_id, context }: RotateWebhookSecret): Promise<SecretRotated> {
    const webhook_secret = newWebhookSecret();
    const command = { type: 'RotateWebhookSecret' as const, webhook_secret };
    const { position } = await this.partners.handle(partner_id, command, context);
    return { partner_id, webhook_secret, position };
  }
}
