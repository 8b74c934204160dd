import { Inject, Injectable } from '@nestjs/common';
import type { Account, Accounts } from '#libs/coins';
import { AGGREGATES, type Aggregates, type CommandContext, type HandleResult } from '#libs/event-store';
import { isId, notFound } from '#libs/kernel';
import {
  type CompanyCommand,
  type CompanyState,
  company,
  companyStream,
  periodOf,
  spendable,
} from '../domain/company.js';

/** Companies by their streams; what is not there is read again before it is called not found (design rule 1). */
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

  /**
   * Decides a command on its company's stream.
   * @throws {Problem} `not_found`, unless it registers the company; what the decision refuses.
   */
  async handle(
    company_id: string,
    command: CompanyCommand,
    context: CommandContext,
  ): Promise<HandleResult<CompanyState>> {
    if (command.type !== 'RegisterCompany') await this.registered(company_id);
    const owned = { ...context, metadata: { ...context.metadata, company_id } };
    return this.aggregates.handle(companyStream(company_id), company, command, owned);
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
