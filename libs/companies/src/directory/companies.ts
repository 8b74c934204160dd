import { Inject, Injectable } from '@nestjs/common';
import type { Account, Accounts } from '#libs/coins';
import { AGGREGATES, type Aggregates } from '#libs/event-store';
import { isId, notFound } from '#libs/kernel';
import { type CompanyState, company, companyStream, periodOf, spendable } from '../domain/company.js';

/** Reads companies from their streams; what is not there is read again before it is called not found (design rule 1). */
@Injectable()
export class Companies implements Accounts {
  constructor(@Inject(AGGREGATES) private readonly aggregates: Aggregates) {}

  /** @throws {Problem} `not_found` */
  async registered(companyId: string, options: { fresh?: boolean } = {}): Promise<CompanyState> {
    for (const fresh of isId('cmp', companyId) ? [options.fresh ?? false, true] : []) {
      const { state } = await this.aggregates.load(companyStream(companyId), company, { fresh });
      if (state.company_id !== undefined) return state;
    }
    throw notFound(`company ${companyId.slice(0, 80)}`);
  }

  async account(companyId: string, now: Date, options?: { fresh?: boolean }): Promise<Account> {
    const state = await this.registered(companyId, options);
    return {
      company_id: companyId,
      period: periodOf(state),
      coins_included: state.subscription?.coins_included ?? 0,
      change: state.changes,
      refusal: spendable(state, now),
    };
  }
}
