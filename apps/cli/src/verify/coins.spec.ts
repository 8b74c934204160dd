import { type CoinEvent, ledger } from '#libs/coins';
import { recorded } from '../../test/recorded.js';
import { foldLedger, PeriodAudit } from './coins.js';

type Step = readonly [CoinEvent['type'], object];

const OPENED = {
  ...{ company_id: 'm', period: 1, coins_included: 5, change: 1, extra_coins: 0 },
  ...{ opened_at: '2031-01-01T00:00:00.000Z', top_up_keys: [] },
};

/** A true history: five coins, three reserved of them, one charged; then a top-up. */
function history(): Step[] {
  const steps: Step[] = [];
  let state = ledger.initial;
  for (const command of [
    { type: 'OpenCoinPeriod', opening: OPENED },
    { type: 'ReserveCoins', turn_id: 't1', conversation_id: 'c', coins: 3 },
    { type: 'SettleCoins', turn_id: 't1', coins: 1 },
    { type: 'AddCoins', coins: 7, idempotency_key: 'k' },
  ] as const) {
    for (const event of ledger.decide(command, state)) {
      steps.push([event.type, event.data]);
      state = ledger.evolve(state, event);
    }
  }
  return steps;
}

function fold(steps: readonly Step[]): () => void {
  return () => {
    const see = foldLedger();
    for (const [type, data] of steps) see({ ...recorded(type, {}, { stream: 'coins-m-1' }), data: { ...data } });
  };
}

const changed = (at: number, change: (data: object) => object) =>
  history().map(([type, data], index): Step => (index === at ? [type, change(data)] : [type, data]));

describe('a ledger that is recomputed', () => {
  it('is what its events say', () => {
    expect(history()).toHaveLength(4);
    expect(fold(history())).not.toThrow();
  });

  it('shows a balance that was written by hand', () => {
    const richer = (data: object) => JSON.parse(JSON.stringify(data).replace('"extra":7', '"extra":700'));
    expect(fold(changed(3, richer))).toThrow('CoinsAdded says');
  });

  it('shows a charge that is smaller than what the balance tells, larger than what was reserved, or of nothing', () => {
    expect(fold(changed(2, (data) => ({ ...data, coins: 2 })))).toThrow('CoinsCharged says');
    expect(fold(changed(2, (data) => ({ ...data, coins: 4 })))).toThrow('cannot be charged 4');
    expect(fold(changed(2, (data) => ({ ...data, turn_id: 't2' })))).toThrow('holds no coins');
  });

  it('shows a charge and a top-up that come twice', () => {
    const [opened, reserved, charged, added] = history();
    if (!opened || !reserved || !charged || !added) throw new Error('no history');
    expect(fold([opened, reserved, charged, charged])).toThrow('CoinsCharged cannot follow');
    expect(fold([opened, reserved, charged, added, added])).toThrow('CoinsAdded cannot follow');
  });
});

describe('periods', () => {
  const see = (audit: PeriodAudit, stream: string, type: string, data: object) =>
    audit.see({ ...recorded(type, {}, { stream }), data: { ...data } });
  const next = { ...OPENED, period: 2, extra_coins: 7 };

  it('open with what the one before closed with, and the first one with nothing carried over', () => {
    const audit = new PeriodAudit();
    see(audit, 'coins-m-1', 'CoinPeriodOpened', OPENED);
    see(audit, 'coins-m-1', 'CoinPeriodClosed', { next });
    see(audit, 'coins-m-2', 'CoinPeriodOpened', next);
    expect(audit.finish()).toEqual([]);
    see(audit, 'coins-m-2', 'CoinPeriodClosed', { next: { ...next, period: 3 } });
    see(audit, 'coins-m-3', 'CoinPeriodOpened', { ...next, period: 3, extra_coins: 70 });
    see(audit, 'coins-n-1', 'CoinPeriodOpened', { ...OPENED, extra_coins: 9 });
    expect(audit.finish().map((broken) => 'stream' in broken && broken.stream)).toEqual(['coins-m-3', 'coins-n-1']);
  });
});
