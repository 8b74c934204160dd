import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AGGREGATES, type Aggregates, type CommandContext } from '#libs/event-store';
import { Partners } from '../directory/partners.js';
import { partner, partnerStream } from '../domain/partner.js';

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
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(Partners) private readonly partners: Partners,
  ) {}

  async execute({
    input: { partner_id, ...input },
    context,
  }: UpdatePartner): Promise<{ partner_id: string; position: bigint | undefined }> {
    const { company_id } = await this.partners.registered(partner_id);
    const owned = { ...context, metadata: { ...context.metadata, company_id, partner_id } };
    const { position } = await this.aggregates.handle(
      partnerStream(partner_id),
      partner,
      { type: 'UpdatePartner', ...input },
      owned,
    );
    return { partner_id, position };
  }
}
