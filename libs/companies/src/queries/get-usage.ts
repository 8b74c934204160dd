import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Problem } from '#libs/kernel';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { UsageDocument } from '#projections';
import { Companies } from '../directory.js';
import { cabinetUrl } from '../domain/cabinet-access.js';
import type { SubscriptionStatus } from '../events/company-events.js';

/** The Usage resource (spec.md). Coins are whole; `period_end` is ISO 8601. */
export interface Usage {
  plan: string;
  status: SubscriptionStatus;
  coins_left: number;
  coins_used: number;
  coins_included: number;
  extra_coins: number;
  period_end: string;
  cabinet: string;
}

/** `GET /v1/usage`; `base_url`: PUBLIC_URL. */
export class GetUsage extends Query<Usage> {
  constructor(
    readonly company_id: string,
    readonly base_url: string,
  ) {
    super();
  }
}

@QueryHandler(GetUsage)
export class GetUsageHandler implements IQueryHandler<GetUsage> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(Companies) private readonly companies: Companies,
  ) {}

  async execute({ company_id, base_url }: GetUsage): Promise<Usage> {
    const found = await this.readModels.get<UsageDocument>('usage', company_id);
    if (!found) {
      // Not there, or so new that the read model has not come to it: its stream tells which.
      await this.companies.registered(company_id);
      throw new Problem(
        'unavailable',
        `the balance of company ${company_id} is still being reckoned; repeat the request`,
      );
    }
    const { plan, status, coins_left, coins_used, coins_included, extra_coins, period_end } = found.document;
    const cabinet = cabinetUrl(base_url, company_id);
    return { plan, status, coins_left, coins_used, coins_included, extra_coins, period_end, cabinet };
  }
}
