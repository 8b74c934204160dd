import { type Balance, coinEvents, parseLedgerStream } from '#contracts/coins';
import { companyEvents, type SubscriptionStatus } from '#contracts/companies';
import { type Folded, projection, type ServiceProjection } from '../projection.js';

/** A company's account as `GET /v1/usage` shows it, and what it is reckoned from. */
export interface UsageDocument {
  company_id: string;
  subscribed: boolean;
  /** `none` without a subscription. */
  plan: string;
  status: SubscriptionStatus;
  /** ISO 8601; without a subscription the time since when there is none. */
  period_end: string;
  /** Coins, all four; nothing without a subscription. */
  coins_left: number;
  coins_used: number;
  coins_included: number;
  extra_coins: number;
  /** Number of the subscription's coin period; the last one's, where there is no subscription. */
  period: number;
  /** The newest ledger there is, 0 before the first: a moment behind `period` while one is being opened. */
  ledger: { period: number; coins_included: number; balance: Balance };
}

/** What moves a balance. */
const LEDGER_TYPES = [
  'CoinPeriodOpened',
  'CoinsAdded',
  'CoinsIncludedChanged',
  'CoinsReserved',
  'CoinsCharged',
  'CoinsReleased',
] as const;

const NO_LEDGER = {
  period: 0,
  coins_included: 0,
  balance: { included: 0, extra: 0, reserved: { included: 0, extra: 0 }, used: 0 },
};

export const usage: ServiceProjection<UsageDocument> = projection(
  { ...companyEvents, ...coinEvents },
  {
    name: 'usage',
    version: 1,
    conversation: 'none',
    types: ['CompanyRegistered', 'SubscriptionChanged', ...LEDGER_TYPES],
    columns: {
      company_id: 'text',
      subscribed: 'boolean',
      plan: 'text',
      status: 'text',
      period_end: 'time',
      coins_left: 'integer',
      coins_used: 'integer',
      coins_included: 'integer',
      extra_coins: 'integer',
      period: 'integer',
      ledger: 'json',
    },
    keys({ data, stream }) {
      const company_id = 'company_id' in data ? data.company_id : parseLedgerStream(stream)?.company_id;
      return company_id === undefined ? [] : [company_id];
    },
    evolve(document, event, company_id) {
      if (event.type === 'CompanyRegistered')
        return { company_id, ...unsubscribed(event.metadata.at), period: 1, ledger: NO_LEDGER };
      if (!document) return undefined;
      if (event.type === 'SubscriptionChanged') {
        const { subscription } = event.data;
        if (!subscription) return { ...document, ...unsubscribed(event.metadata.at) };
        const { plan, status, coins_included, period_end, period } = subscription;
        return shown({ ...document, subscribed: true, plan, status, coins_included, period_end, period });
      }
      const ledger = ledgerAfter(document.ledger, event);
      return ledger === document.ledger ? document : shown({ ...document, ledger });
    },
    indexes: [['status', 'period_end']],
  },
);

/** Turns of an earlier period settle in its own books and touch the present balance no more. */
function ledgerAfter(
  ledger: UsageDocument['ledger'],
  event: Folded<typeof coinEvents, (typeof LEDGER_TYPES)[number]>,
): UsageDocument['ledger'] {
  const period = parseLedgerStream(event.stream)?.period ?? 0;
  if (period < ledger.period) return ledger;
  switch (event.type) {
    case 'CoinPeriodOpened': {
      const { coins_included, extra_coins } = event.data;
      return {
        period,
        coins_included,
        balance: { ...NO_LEDGER.balance, included: coins_included, extra: extra_coins },
      };
    }
    case 'CoinsIncludedChanged':
      return { period, coins_included: event.data.coins_included, balance: event.data.balance };
    case 'CoinsAdded':
    case 'CoinsReserved':
    case 'CoinsCharged':
    case 'CoinsReleased':
      return { ...ledger, period, balance: event.data.balance };
  }
}

function unsubscribed(since: string) {
  const none = { subscribed: false, plan: 'none', status: 'canceled' as const, period_end: since };
  return { ...none, coins_left: 0, coins_used: 0, coins_included: 0, extra_coins: 0 };
}

/**
 * Coins as contract.md defines them. The subscription decides and the ledger follows, so where the ledger is a step
 * behind (a new period, another number of included coins) the subscription's word counts already.
 */
function shown(document: UsageDocument): UsageDocument {
  if (!document.subscribed) return document;
  const { period, coins_included, ledger } = document;
  const { included, extra, reserved, used } = ledger.balance;
  if (period > ledger.period)
    return { ...document, coins_left: coins_included + extra, coins_used: 0, extra_coins: extra };
  const includedFree = Math.max(0, included + coins_included - ledger.coins_included);
  return { ...document, coins_left: includedFree + extra, coins_used: used, extra_coins: extra + reserved.extra };
}
