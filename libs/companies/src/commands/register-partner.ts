import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { CLOCK, type Clock, newId } from '#libs/kernel';
import { WEBHOOK_SETTINGS, type WebhookSettings } from '#libs/webhooks';
import { Companies, Partners } from '../directory.js';
import { hashKey, newApiKey, newWebhookSecret } from '../domain/partner.js';

export interface RegisteredPartner {
  partner_id: string;
  /** Both are shown this once; the key is kept only as a hash. */
  api_key: string;
  webhook_secret: string;
  position: bigint | undefined;
}

/** `partner create`. */
export class RegisterPartner extends Command<RegisteredPartner> {
  constructor(
    readonly input: { company_id: string; name: string; webhook_url?: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RegisterPartner)
export class RegisterPartnerHandler implements ICommandHandler<RegisterPartner> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Companies) private readonly companies: Companies,
    @Inject(Partners) private readonly partners: Partners,
    @Inject(WEBHOOK_SETTINGS) private readonly allowed: WebhookSettings,
  ) {}

  async execute({ input, context }: RegisterPartner): Promise<RegisteredPartner> {
    const { company_id } = input;
    await this.companies.registered(company_id);
    const now = this.clock.now().getTime();
    const partner_id = newId('prt', now);
    const api_key = newApiKey();
    const webhook_secret = newWebhookSecret();
    const key = { key_id: newId('key', now), key_hash: hashKey(api_key) };
    const { allowed } = this;
    const command = { type: 'RegisterPartner' as const, partner_id, ...input, allowed, webhook_secret, key };
    const { position } = await this.partners.handle(partner_id, command, context);
    return { partner_id, api_key, webhook_secret, position };
  }
}
