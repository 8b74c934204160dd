import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { PartnerDocument } from '#projections';
import { type ListedKey, ListKeys } from './list-keys.js';

export interface ListedPartner extends Omit<PartnerDocument, 'company_id'> {
  readonly keys: readonly ListedKey[];
}

/** A company's partners with their keys, oldest first. */
export class ListPartners extends Query<readonly ListedPartner[]> {
  constructor(readonly company_id: string) {
    super();
  }
}

@QueryHandler(ListPartners)
export class ListPartnersHandler implements IQueryHandler<ListPartners> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly queries: QueryBus,
  ) {}

  async execute({ company_id }: ListPartners): Promise<readonly ListedPartner[]> {
    const partners: ListedPartner[] = [];
    const query = { where: { company_id }, sort: [['created_at', 'asc']] } as const;
    for await (const { document } of this.readModels.stream<PartnerDocument>('partners', query)) {
      const { company_id: _, ...partner } = document;
      partners.push({ ...partner, keys: await this.queries.execute(new ListKeys(partner.partner_id)) });
    }
    return partners;
  }
}
