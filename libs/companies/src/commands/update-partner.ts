import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
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
  constructor(@Inject(Partners) private readonly partners: Partners) {}

  async execute({ input: { partner_id, ...input }, context }: UpdatePartner) {
    const { position } = await this.partners.handle(partner_id, { type: 'UpdatePartner', ...input }, context);
    return { partner_id, position };
  }
}
