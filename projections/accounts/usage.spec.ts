import type { Balance, CoinEvent } from '#libs/coins';
import type { CompanyEvent, Subscription } from '#libs/companies';
import { fold, recorded } from '../test/fold.js';
import { usage } from './usage.js';

const spring = '2031-03-01T00:00:00.000Z';
const summer = '2031-06-01T00:00:00.000Z';
const big: Subscription = { plan: 'big', status: 'active', coins_included: 10, period_end: summer, period: 1 };

const registered = company({ type: 'CompanyRegistered', data: { company_id: 'cmp_1', title: 'Кухни' } });
const subscribed = (subscription: Subscription | null) =>
  company({ type: 'SubscriptionChanged', data: { company_id: 'cmp_1', subscription } });
const opened = (period: number, coins_included: number, extra_coins: number) =>
  coins(period, {
    type: 'CoinPeriodOpened',
    data: { company_id: 'cmp_1', period, coins_included, change: 1, opened_at: spring, extra_coins, top_up_keys: [] },
  });

function company(event: CompanyEvent) {
  return recorded('company-cmp_1', spring, event);
}

function coins(period: number, event: CoinEvent) {
  return recorded(`coins-cmp_1-${period}`, spring, event);
}

function balance(included: number, extra: number, reserved: [number, number], used: number): Balance {
  return { included, extra, reserved: { included: reserved[0], extra: reserved[1] }, used };
}

const reserved = (period: number, after: Balance) =>
  coins(period, {
    type: 'CoinsReserved',
    data: { turn_id: 't', conversation_id: 'c', coins: 1, from: { included: 1, extra: 0 }, balance: after },
  });
const charged = (period: number, after: Balance) =>
  coins(period, {
    type: 'CoinsCharged',
    data: { turn_id: 't', coins: 1, from: { included: 1, extra: 0 }, balance: after },
  });

function shown(...events: ReturnType<typeof recorded>[]) {
  return fold(usage, [registered, ...events]).get('cmp_1');
}

describe('usage', () => {
  it('of a company that was only registered is none, canceled, and empty', () => {
    expect(shown()).toMatchObject({
      plan: 'none',
      status: 'canceled',
      period_end: spring,
      coins_left: 0,
      coins_used: 0,
      coins_included: 0,
      extra_coins: 0,
    });
  });

  it('counts reserved coins as gone, and reserved extra coins as not yet charged', () => {
    const document = shown(subscribed(big), opened(1, 10, 5), reserved(1, balance(0, 3, [10, 2], 0)));
    expect(document).toMatchObject({ coins_left: 3, coins_used: 0, coins_included: 10, extra_coins: 5 });
    expect(shown(subscribed(big), opened(1, 10, 5), charged(1, balance(9, 5, [0, 0], 1)))).toMatchObject({
      coins_left: 14,
      coins_used: 1,
    });
  });

  it('believes the subscription while its ledger is a step behind', () => {
    expect(shown(subscribed(big))).toMatchObject({ coins_left: 10, coins_used: 0, extra_coins: 0 });
    const spent = [subscribed(big), opened(1, 10, 5), charged(1, balance(2, 5, [0, 0], 8))];
    expect(shown(...spent, subscribed({ ...big, coins_included: 20 }))).toMatchObject({
      coins_left: 17,
      coins_used: 8,
      coins_included: 20,
    });
    expect(shown(...spent, subscribed({ ...big, coins_included: 1 }))).toMatchObject({ coins_left: 5, coins_used: 8 });
    expect(shown(...spent, subscribed({ ...big, period: 2 }))).toMatchObject({
      coins_left: 15,
      coins_used: 0,
      extra_coins: 5,
    });
  });

  it('is not touched by a turn that settles in an earlier period', () => {
    const next = [subscribed(big), opened(1, 10, 5), subscribed({ ...big, period: 2 }), opened(2, 10, 4)];
    expect(shown(...next, charged(1, balance(0, 0, [0, 0], 9)))).toEqual(shown(...next));
  });

  it('loses its coins with the subscription and finds extra ones again with the next', () => {
    const none = [subscribed(big), opened(1, 10, 5), subscribed(null)];
    expect(shown(...none)).toMatchObject({
      plan: 'none',
      status: 'canceled',
      coins_left: 0,
      coins_used: 0,
      coins_included: 0,
      extra_coins: 0,
    });
    expect(shown(...none, subscribed(big))).toMatchObject({
      plan: 'big',
      status: 'active',
      coins_left: 15,
      extra_coins: 5,
    });
  });

  it('takes a changed number of included coins from the ledger once that knows it', () => {
    const changed = coins(1, {
      type: 'CoinsIncludedChanged',
      data: { coins_included: 20, change: 2, balance: balance(12, 5, [0, 0], 8) },
    });
    expect(shown(subscribed(big), opened(1, 10, 5), subscribed({ ...big, coins_included: 20 }), changed)).toMatchObject(
      { coins_left: 17 },
    );
  });

  it('of a company that it does not know stays unknown', () => {
    expect(fold(usage, [opened(1, 1, 0)]).size).toBe(0);
  });
});
