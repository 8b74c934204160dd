import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { Partners } from '../directory/partners.js';
import { partner, partnerStream } from '../partner.js';

/** `partner update`: what is left out stays; an empty `webhook_url` takes the address away. */
export class UpdatePartner extends Command<{ partner_id: string; position: bigint | undefined }> {
  constructor(
    readonly wish: { partner_id: string; name?: string; webhook_url?: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdatePartner)
export class UpdatePartnerHandler implements ICommandHandler<UpdatePartner> {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({
    wish: { partner_id, ...wish },
    context,
  }: UpdatePartner): Promise<{ partner_id: string; position: bigint | undefined }> {
    const { company_id } = await this.partners.registered(partner_id);
    const owned = { ...context, metadata: { ...context.metadata, company_id, partner_id } };
    const { position } = await this.aggregates.handle(
      partnerStream(partner_id),
      partner,
      { type: 'Update', ...wish },
      owned,
    );
    return { partner_id, position };
  }
}
