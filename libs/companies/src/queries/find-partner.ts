import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Partners } from '../directory/partners.js';

export interface Partner {
  partner_id: string;
  company_id: string;
  name: string;
  webhook_url: string | undefined;
  /** For signing webhooks; never shown again. */
  webhook_secret: string;
}

/** A partner as its stream has it; 404 where there is none. */
export class FindPartner extends Query<Partner> {
  constructor(readonly partner_id: string) {
    super();
  }
}

@QueryHandler(FindPartner)
export class FindPartnerHandler implements IQueryHandler<FindPartner> {
  constructor(@Inject(Partners) private readonly partners: Partners) {}

  async execute({ partner_id }: FindPartner): Promise<Partner> {
    const { company_id, name, webhook_url, webhook_secret } = await this.partners.registered(partner_id);
    return { partner_id, company_id, name, webhook_url, webhook_secret };
  }
}
