import type { DomainEvent } from '#libs/event-store';
import type { CoinEvent, CoinsCharged, Split } from '../events/events.js';
import { type LedgerState, topUpKey, UNOPENED } from './ledger-state.js';
import { mapDelete, mapGet, mapSet } from './persistent-map.js';

export type LedgerEvent = CoinEvent & Pick<DomainEvent, 'id' | 'metadata'>;

/** The ledger after one of its events; balances are taken as the events state them. */
export function evolve(state: LedgerState, { type, data }: LedgerEvent): LedgerState {
  switch (type) {
    case 'CoinPeriodOpened':
      return {
        ...UNOPENED,
        stage: 'open',
        company_id: data.company_id,
        period: data.period,
        coins_included: data.coins_included,
        change: data.change,
        opened_at: data.opened_at,
        balance: { ...UNOPENED.balance, included: data.coins_included, extra: data.extra_coins },
        top_up_keys: data.top_up_keys.reduce<LedgerState['top_up_keys']>((keys, key) => mapSet(keys, key, 1), []),
      };
    case 'CoinsAdded': {
      const key = topUpKey(data);
      return {
        ...state,
        balance: data.balance,
        top_up_keys: key === undefined ? state.top_up_keys : mapSet(state.top_up_keys, key, 1),
      };
    }
    case 'CoinsIncludedChanged':
      return { ...state, coins_included: data.coins_included, change: data.change, balance: data.balance };
    case 'CoinsReserved': {
      const { turn_id, conversation_id, from, balance } = data;
      return { ...state, balance, open: mapSet(state.open, turn_id, { conversation_id, from }) };
    }
    case 'CoinsCharged':
      return { ...ended(state, data, data.from), charged_included: state.charged_included + data.from.included };
    case 'CoinsReleased':
      return ended(state, data, { included: 0, extra: 0 });
    case 'CoinPeriodClosed':
      return { ...state, stage: 'closed', next: data.next, balance: { ...state.balance, included: 0, extra: 0 } };
  }
}

function ended(state: LedgerState, { turn_id, balance }: CoinsCharged, kept: Split): LedgerState {
  const extra = mapGet(state.open, turn_id)?.from.extra ?? 0;
  const owed = state.stage === 'closed' ? extra - kept.extra : 0;
  return { ...state, balance, open: mapDelete(state.open, turn_id), settled: mapSet(state.settled, turn_id, owed) };
}
