/** Why an account may not spend; in contract.md's order, `out_of_coins` comes last and from the ledger. */
export type SpendingRefusal = 'no_subscription' | 'canceled' | 'period_over';

/** What coins have to know of a company. */
export interface Account {
  readonly company_id: string;
  /** Number of the coin period that its subscription stands in, from 1, also where it has no subscription. */
  readonly period: number;
  /** Coins included in that period; 0 without a subscription. */
  readonly coins_included: number;
  /** How many subscription changes there have been: tells an older account from a newer one. */
  readonly change: number;
  readonly refusal: SpendingRefusal | undefined;
}

/** Implemented by companies, which know subscriptions; coins know ledgers. */
export interface Accounts {
  /**
   * The account as of `now`; `fresh` reads what other processes appended (design rule 1: before any refusal).
   * @throws {Problem} `not_found` where there is no such company.
   */
  account(companyId: string, now: Date, options?: { fresh?: boolean }): Promise<Account>;
}

/** Injection token. */
export const ACCOUNTS = Symbol('Accounts');
