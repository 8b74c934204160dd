import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { Partners } from '../directory/partners.js';
import { partner, partnerStream } from '../domain/partner.js';
import { newWebhookSecret } from '../domain/secrets.js';

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
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({ partner_id, context }: RotateWebhookSecret): Promise<SecretRotated> {
    const { company_id } = await this.partners.registered(partner_id);
    const webhook_secret = newWebhookSecret();
    const owned = { ...context, metadata: { ...context.metadata, company_id, partner_id } };
    const command = { type: 'RotateWebhookSecret' as const, webhook_secret };
    const { position } = await this.aggregates.handle(partnerStream(partner_id), partner, command, owned);
    return { partner_id, webhook_secret, position };
  }
}
