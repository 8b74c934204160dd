import { hash } from 'node:crypto';
import type { CoinEvent } from '../events/coin-events.js';
import { type LedgerState, ledger } from './ledger.js';
import { ledgerSnapshot } from './ledger-snapshot.js';

const turn = (digit: string) => `trn_01900000000070008000000000000${digit.padStart(3, '0')}`;
const balance = { included: 5, extra: 2, reserved: { included: 1, extra: 0 }, used: 3 };
const from = { included: 1, extra: 0 };

/** An event of each type that a ledger has. */
const EVENTS: readonly CoinEvent[] = [
  {
    type: 'CoinPeriodOpened',
    data: {
      ...{ company_id: 'cmp_1', period: 2, coins_included: 9, change: 1, opened_at: '2031-03-01T00:00:00.000Z' },
      ...{ extra_coins: 1, top_up_keys: ['a1'] },
    },
  },
  { type: 'CoinsAdded', data: { coins: 1, idempotency_key: 'k', balance } },
  { type: 'CoinsIncludedChanged', data: { coins_included: 10, change: 2, balance } },
  ...['1', '2', '3'].map((digit): CoinEvent => {
    const data = { turn_id: turn(digit), conversation_id: 'cnv_1', coins: 1, from, balance };
    return { type: 'CoinsReserved', data };
  }),
  { type: 'CoinsCharged', data: { turn_id: turn('1'), coins: 1, from, balance } },
  { type: 'CoinsReleased', data: { turn_id: turn('2'), coins: 1, from, balance } },
];

const folded = EVENTS.reduce<LedgerState>((state, event) => ledger.evolve(state, event), ledger.initial);

describe('the snapshot of a ledger', () => {
  it('of this version is this: where it changes, raise the version', () => {
    const written = ledgerSnapshot.write(folded);
    expect([ledgerSnapshot.version, hash('sha256', written)]).toEqual([
      1,
      '3d1c19a9306a052009820ef290da6588ff9c800af78588b2240c247783c0b856',
    ]);
  });

  it('gives the ledger again', () => {
    const again = ledgerSnapshot.read(ledgerSnapshot.write(folded));
    expect([again.open.has(turn('3')), again.open.size]).toEqual([true, 1]);
    for (const digit of ['1', '2', '3']) expect(again.settled.has(turn(digit))).toBe(digit !== '3');
    expect(again.settled.bytes).toBe(folded.settled.bytes);
    expect(again.top_up_keys.size).toBe(2);
  });
});
