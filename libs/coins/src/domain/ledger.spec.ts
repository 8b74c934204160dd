import { Problem } from '#libs/kernel';
import { contracted } from '../../../event-store/test/contracted-decider.js';
import { type CoinEvent, type CoinPeriodOpened, coinEvents } from '../events/coin-events.js';
import {
  carryOver,
  coinsFree,
  LedgerClosed,
  type LedgerCommand,
  LedgerNotOpen,
  type LedgerState,
  ledger as ledgerDecider,
} from './ledger.js';
import { ledgerStream, parseLedgerStream } from './ledger-stream.js';

const ledger = contracted(ledgerDecider, coinEvents);

const opening: CoinPeriodOpened = {
  company_id: 'cmp_1',
  period: 1,
  coins_included: 10,
  change: 1,
  opened_at: '2031-03-01T00:00:00.000Z',
  extra_coins: 3,
  top_up_keys: [],
};
const open: LedgerCommand = { type: 'OpenCoinPeriod', opening };
const close: LedgerCommand = {
  type: 'CloseCoinPeriod',
  coins_included: 20,
  change: 2,
  now: '2031-06-01T00:00:00.000Z',
};
const reserve = (turn_id: string, coins: number): LedgerCommand => ({
  type: 'ReserveCoins',
  turn_id,
  conversation_id: 'cnv_1',
  coins,
});
const charge = (turn_id: string, coins: number): LedgerCommand => ({ type: 'SettleCoins', turn_id, coins });
const release = (turn_id: string): LedgerCommand => charge(turn_id, 0);

function given(...commands: LedgerCommand[]): LedgerState {
  return commands.reduce(
    (state, command) => ledger.decide(command, state).reduce(ledger.evolve, state),
    ledger.initial,
  );
}

function when(state: LedgerState, command: LedgerCommand): readonly CoinEvent[] {
  return ledger.decide(command, state);
}

function only<Type extends CoinEvent['type']>(
  type: Type,
  events: readonly CoinEvent[],
): Extract<CoinEvent, { type: Type }> {
  const isWanted = (event: CoinEvent): event is Extract<CoinEvent, { type: Type }> => event.type === type;
  const found = events.find(isWanted);
  if (!found || events.length !== 1)
    throw new Error(`one ${type} expected, got ${events.map((event) => event.type).join(', ') || 'nothing'}`);
  return found;
}

function refusal(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof Problem ? [error.code, error.details?.reason] : error;
  }
  return 'not refused';
}

describe('a coin ledger', () => {
  it('burns included coins before extra ones', () => {
    const state = given(open, reserve('a', 8));
    const data = only('CoinsReserved', when(state, reserve('b', 4))).data;
    expect(data.from).toEqual({ included: 2, extra: 2 });
    expect(data.balance).toEqual({ included: 0, extra: 1, reserved: { included: 10, extra: 2 }, used: 0 });
  });

  it('refuses a turn that it cannot pay, and says why', () => {
    expect(refusal(() => when(given(open, reserve('a', 8)), reserve('b', 8)))).toEqual([
      'quota_exceeded',
      'out_of_coins',
    ]);
  });

  it('reserves a repeated turn once', () => {
    expect(when(given(open, reserve('a', 8)), reserve('a', 8))).toEqual([]);
  });

  it('returns released coins to where they came from', () => {
    const state = given(open, reserve('a', 8), reserve('b', 4));
    expect(only('CoinsReleased', when(state, release('b'))).data.balance).toMatchObject({ included: 2, extra: 3 });
  });

  it('charges a turn once, whatever comes after', () => {
    const state = given(open, reserve('a', 8), charge('a', 8));
    for (const again of [charge('a', 8), charge('a', 1), release('a')]) expect(when(state, again)).toEqual([]);
    expect(state.balance.used).toBe(8);
  });

  it('charges fewer coins than were reserved and frees the rest', () => {
    const state = given(open, reserve('a', 12));
    const data = only('CoinsCharged', when(state, charge('a', 11))).data;
    expect(data).toMatchObject({ coins: 11, from: { included: 10, extra: 1 } });
    expect(data.balance).toEqual({ included: 0, extra: 2, reserved: { included: 0, extra: 0 }, used: 11 });
  });

  it('never charges more than was reserved', () => {
    expect(refusal(() => when(given(open, reserve('a', 1)), charge('a', 8)))).toEqual(['conflict_state', undefined]);
  });

  it('a stopped turn costs nothing', () => {
    const state = given(open, reserve('a', 8), charge('a', 0));
    expect(state.balance).toEqual(given(open).balance);
  });

  it('never reserves again for a turn that was released: nobody would pay it', () => {
    const state = given(open, reserve('a', 8), release('a'));
    expect(refusal(() => when(state, reserve('a', 8)))).toEqual(['conflict_state', undefined]);
  });

  it('releasing a turn that holds no coins is nothing; charging it is a fault', () => {
    expect(when(given(open), release('a'))).toEqual([]);
    expect(refusal(() => when(given(open), charge('a', 1)))).toEqual(['conflict_state', undefined]);
  });

  it('adds a top-up once a key, and one without a key every time', () => {
    const add: LedgerCommand = { type: 'AddCoins', coins: 5, idempotency_key: 'pay-1' };
    expect(given(open, add, { ...add, coins: 7 }).balance.extra).toBe(8);
    expect(given(open, { type: 'AddCoins', coins: 5 }, { type: 'AddCoins', coins: 5 }).balance.extra).toBe(13);
  });

  it('refuses coins that are no whole positive number', () => {
    for (const coins of [0, -1, 0.5, Number.NaN, 1e15]) {
      expect(refusal(() => when(given(open), { type: 'AddCoins', coins }))).toEqual(['invalid_request', undefined]);
    }
  });

  it('a lowered plan never takes back what is promised or charged', () => {
    const state = given(open, reserve('a', 4), reserve('b', 4), charge('b', 4), {
      type: 'ChangeCoinsIncluded',
      coins_included: 5,
      change: 2,
    });
    expect(state.balance).toEqual({ included: 0, extra: 3, reserved: { included: 4, extra: 0 }, used: 4 });
    expect(
      given(
        open,
        reserve('a', 4),
        reserve('b', 4),
        charge('b', 4),
        { type: 'ChangeCoinsIncluded', coins_included: 5, change: 2 },
        release('a'),
      ).balance.included,
    ).toBe(1);
  });

  it('an older change of plan never comes after a newer one', () => {
    const state = given(open, { type: 'ChangeCoinsIncluded', coins_included: 10, change: 5 });
    expect(when(state, { type: 'ChangeCoinsIncluded', coins_included: 50, change: 4 })).toEqual([]);
  });

  it('takes nothing before it is opened, and no new turn after it is closed', () => {
    expect(() => when(ledger.initial, reserve('a', 1))).toThrow(LedgerNotOpen);
    for (const late of [reserve('b', 1), { type: 'AddCoins', coins: 1 } as const])
      expect(() => when(given(open, close), late)).toThrow(LedgerClosed);
  });

  it('opens and closes once', () => {
    expect(when(given(open), { type: 'OpenCoinPeriod', opening: { ...opening, coins_included: 99 } })).toEqual([]);
    expect(when(given(open, close), { type: 'CloseCoinPeriod', coins_included: 99, change: 9, now: '' })).toEqual([]);
  });

  it('hands unreserved extra coins and top-up keys to the next period, but no included coins', () => {
    const state = given(open, { type: 'AddCoins', coins: 5, idempotency_key: 'pay-1' }, reserve('a', 12), close);
    expect(state.next).toMatchObject({ period: 2, coins_included: 20, change: 2, extra_coins: 6 });
    const next = given({ type: 'OpenCoinPeriod', opening: state.next ?? opening });
    expect(coinsFree(next)).toBe(26);
    expect(when(next, { type: 'AddCoins', coins: 5, idempotency_key: 'pay-1' })).toEqual([]);
  });

  it('settles a turn in its own period after the close, and owes its extra coins to the open one exactly once', () => {
    const late = given(open, reserve('a', 12), close, charge('a', 11));
    expect(late.balance).toEqual({ included: 0, extra: 0, reserved: { included: 0, extra: 0 }, used: 11 });
    const command = carryOver(late, 'a');
    expect(command).toMatchObject({ type: 'AddCoins', coins: 1, turn_id: 'a' });
    if (!command || !late.next) throw new Error('nothing to carry over');
    expect(given({ type: 'OpenCoinPeriod', opening: late.next }, command, command).balance.extra).toBe(2);
  });

  it('owes nothing for a turn that ended in time', () => {
    expect(carryOver(given(open, reserve('a', 12), release('a'), close), 'a')).toBeUndefined();
  });

  it('a turn and a top-up of the same name do not meet', () => {
    expect(
      given(open, { type: 'AddCoins', coins: 5, idempotency_key: 'a' }, { type: 'AddCoins', coins: 5, turn_id: 'a' })
        .balance.extra,
    ).toBe(13);
  });

  it('names its stream after company and period', () => {
    expect(parseLedgerStream(ledgerStream('cmp_1', 12))).toEqual({ company_id: 'cmp_1', period: 12 });
    expect(parseLedgerStream('company-cmp_1')).toBeUndefined();
  });
});

describe('the events of a ledger', () => {
  it('each keep their contract: all types have been brought forth above', () => {
    expect([...ledger.seen].sort()).toEqual(Object.keys(coinEvents).sort());
  });
});
