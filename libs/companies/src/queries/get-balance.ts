import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { coinEvents, ledgerStream } from '#libs/coins';
import { EVENT_STORE, type EventStore, isEventOf } from '#libs/event-store';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import { Companies } from '../directory.js';
import { type Usage, usageOf } from './get-usage.js';

/** A company's account as its cabinet shows it: the Usage resource, and what is reserved for turns that have not ended. */
export interface CompanyBalance extends Omit<Usage, 'cabinet'> {
  coins_reserved: number;
  /** Number of the coin period, from 1. */
  period: number;
  /** ISO 8601; null where its ledger is not open yet. */
  period_start: string | null;
}

export class GetBalance extends Query<CompanyBalance> {
  constructor(readonly company_id: string) {
    super();
  }
}

@QueryHandler(GetBalance)
export class GetBalanceHandler implements IQueryHandler<GetBalance> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(Companies) private readonly companies: Companies,
  ) {}

  async execute({ company_id }: GetBalance): Promise<CompanyBalance> {
    const { ledger, period, period_end, plan, status, ...coins } = await usageOf(
      this.readModels,
      this.companies,
      company_id,
    );
    const { coins_left, coins_used, coins_included, extra_coins } = coins;
    const { included, extra } = ledger.balance.reserved;
    const shown = { coins_left, coins_reserved: included + extra, coins_used, coins_included, extra_coins };
    return { plan, status, ...shown, period, period_start: await this.openedAt(company_id, period), period_end };
  }

  private async openedAt(companyId: string, period: number): Promise<string | null> {
    const [first] = await this.store.load(ledgerStream(companyId, period), 0, 1);
    return first && isEventOf(coinEvents, first) && first.type === 'CoinPeriodOpened' ? first.data.opened_at : null;
  }
}
