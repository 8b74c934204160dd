import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { WEBHOOK_SETTINGS, type WebhookSettings } from '#libs/webhooks';
import { Partners } from '../directory.js';

/** `partner update`: what is left out stays; an empty `webhook_url` takes the address away. */
export class UpdatePartner extends Command<{ partner_id: string; position: bigint | undefined }> {
  constructor(
    readonly input: { partner_id: string; name?: string; webhook_url?: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdatePartner)
export class UpdatePartnerHandler implements ICommandHandler<UpdatePartner> {
  constructor(
    @Inject(Partners) private readonly partners: Partners,
    @Inject(WEBHOOK_SETTINGS) private readonly allowed: WebhookSettings,
  ) {}

  async execute({ input: { partner_id, ...input }, context }: UpdatePartner) {
    const command = { type: 'UpdatePartner' as const, ...input, allowed: this.allowed };
    const { position } = await this.partners.handle(partner_id, command, context);
    return { partner_id, position };
  }
}
