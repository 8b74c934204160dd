import type { Decider } from '#libs/event-store';
import { derivedUuid, isId, Problem } from '#libs/kernel';
import type { CoinPeriodOpened, CoinsCharged, Split, TurnFacts } from '../events/events.js';
import { evolve, type LedgerEvent } from './ledger-evolve.js';
import { freeIncluded, type LedgerState, ledgerStream, settled, split, topUpKey, UNOPENED } from './ledger-state.js';
import { mapEntries, mapGet, mapHas } from './persistent-map.js';

export type LedgerCommand =
  | { readonly type: 'OpenCoinPeriod'; readonly opening: CoinPeriodOpened }
  | {
      readonly type: 'AddCoins';
      readonly coins: number;
      readonly reason?: string | undefined;
      readonly idempotency_key?: string | undefined;
      /** Late extra coins of this turn (`carryOver`). */
      readonly turn_id?: string | undefined;
    }
  /** `change`: number of the subscription change; an older one than the ledger knows is dropped. */
  | { readonly type: 'ChangeCoinsIncluded'; readonly coins_included: number; readonly change: number }
  | {
      readonly type: 'ReserveCoins';
      readonly turn_id: string;
      readonly conversation_id: string;
      readonly coins: number;
      readonly key_id?: string | undefined;
    }
  /** Fewer coins than reserved release the rest; none at all is a release. */
  | {
      readonly type: 'ChargeCoins';
      readonly turn_id: string;
      readonly coins: number;
      readonly facts?: TurnFacts | undefined;
    }
  | { readonly type: 'ReleaseCoins'; readonly turn_id: string; readonly facts?: TurnFacts | undefined }
  /** `now`: ISO 8601. */
  | {
      readonly type: 'CloseCoinPeriod';
      readonly coins_included: number;
      readonly change: number;
      readonly now: string;
    };

/** The ledger has not been opened yet: complete the change of period first (open-ledgers.ts), then come again. */
export class LedgerNotOpen extends Error {
  override readonly name = 'LedgerNotOpen';
}

/** The period is over and its books are closed: a later one is open. Read the company again. */
export class LedgerClosed extends Error {
  override readonly name = 'LedgerClosed';
}

/**
 * The coins of one company in one period (contract.md, coins and periods). Never overspent: a turn's coins are reserved
 * before it is queued and charged or released exactly once, in this ledger, also after its close. Included coins burn
 * before extra ones. Every command may come twice and in any order.
 */
export const ledger: Decider<LedgerState, LedgerCommand, LedgerEvent> = { initial: UNOPENED, decide, evolve };

/**
 * The extra coins of a turn that ended after its period had closed: the open period owes them. Exact as often as it is
 * asked; the open ledger takes them once (`AddCoins` with the turn's id).
 */
export function carryOver(state: LedgerState, turnId: string): LedgerCommand | undefined {
  const coins = mapGet(state.settled, turnId) ?? 0;
  return coins > 0
    ? { type: 'AddCoins', coins, turn_id: turnId, reason: 'released after its period had closed' }
    : undefined;
}

/** Coins that a new turn could be given. */
export function coinsFree(state: LedgerState): number {
  return state.balance.included + state.balance.extra;
}

function decide(command: LedgerCommand, state: LedgerState): readonly LedgerEvent[] {
  if (command.type === 'OpenCoinPeriod') return state.stage === 'unopened' ? open(command.opening) : [];
  if (state.stage === 'unopened') throw new LedgerNotOpen(`no coin period is open for ${command.type}`);
  switch (command.type) {
    case 'AddCoins':
      return addCoins(command, state);
    case 'ChangeCoinsIncluded':
      return setIncluded(command, state);
    case 'ReserveCoins':
      return reserve(command, state);
    case 'ChargeCoins':
      return charge(command, state);
    case 'ReleaseCoins':
      return release(command, state);
    case 'CloseCoinPeriod':
      return close(command, state);
  }
}

type Of<Type extends LedgerCommand['type']> = Extract<LedgerCommand, { type: Type }>;

function open(opening: CoinPeriodOpened): readonly LedgerEvent[] {
  whole('coins_included', opening.coins_included, 0);
  return [{ type: 'CoinPeriodOpened', data: opening }];
}

function addCoins(
  { coins, reason, idempotency_key, turn_id }: Of<'AddCoins'>,
  state: LedgerState,
): readonly LedgerEvent[] {
  whole('coins', coins, 1);
  const key = topUpKey({ idempotency_key, turn_id });
  if (key !== undefined && mapHas(state.top_up_keys, key)) return [];
  refuseClosed(state);
  const balance = { ...state.balance, extra: state.balance.extra + coins };
  return [
    {
      type: 'CoinsAdded',
      data: {
        coins,
        ...(reason !== undefined && { reason }),
        ...(idempotency_key !== undefined && { idempotency_key }),
        ...(turn_id !== undefined && { turn_id }),
        balance,
      },
    },
  ];
}

function setIncluded(
  { coins_included, change }: Of<'ChangeCoinsIncluded'>,
  state: LedgerState,
): readonly LedgerEvent[] {
  whole('coins_included', coins_included, 0);
  if (state.stage === 'closed' || change <= state.change) return [];
  // Also where the number is the same: what is remembered is the change, so that an older one cannot come after it.
  const included = freeIncluded(coins_included, state.charged_included, state.balance.reserved.included);
  return [{ type: 'CoinsIncludedChanged', data: { coins_included, change, balance: { ...state.balance, included } } }];
}

function reserve(
  { turn_id, conversation_id, coins, key_id }: Of<'ReserveCoins'>,
  state: LedgerState,
): readonly LedgerEvent[] {
  whole('coins', coins, 1);
  if (mapHas(state.open, turn_id)) return [];
  if (mapHas(state.settled, turn_id)) {
    throw new Problem('conflict_state', `turn ${turn_id} has already been settled and takes no more coins`);
  }
  refuseClosed(state);
  if (coins > coinsFree(state)) {
    throw new Problem('quota_exceeded', `the turn needs ${coins} coins, the account has ${coinsFree(state)} left`, {
      reason: 'out_of_coins',
    });
  }
  const from = split(coins, state.balance);
  const { included, extra, reserved } = state.balance;
  const balance = {
    ...state.balance,
    included: included - from.included,
    extra: extra - from.extra,
    reserved: { included: reserved.included + from.included, extra: reserved.extra + from.extra },
  };
  return [
    {
      type: 'CoinsReserved',
      data: { turn_id, conversation_id, coins, from, ...(key_id !== undefined && { key_id }), balance },
    },
  ];
}

function charge({ turn_id, coins, facts }: Of<'ChargeCoins'>, state: LedgerState): readonly LedgerEvent[] {
  whole('coins', coins, 0);
  if (coins === 0) return release({ type: 'ReleaseCoins', turn_id, facts }, state);
  if (mapHas(state.settled, turn_id)) return [];
  const reservation = mapGet(state.open, turn_id);
  if (!reservation) throw new Problem('conflict_state', `turn ${turn_id} holds no coins in ${nameOf(state)}`);
  if (coins > sum(reservation.from)) {
    throw new Problem(
      'conflict_state',
      `turn ${turn_id} holds ${sum(reservation.from)} coins and cannot be charged ${coins}`,
    );
  }
  return [settle('CoinsCharged', turn_id, reservation.from, split(coins, reservation.from), facts, state)];
}

/** A turn that never held coins here has nothing to release. */
function release({ turn_id, facts }: Of<'ReleaseCoins'>, state: LedgerState): readonly LedgerEvent[] {
  const reservation = mapGet(state.open, turn_id);
  if (!reservation) return [];
  return [settle('CoinsReleased', turn_id, reservation.from, { included: 0, extra: 0 }, facts, state)];
}

function settle(
  type: 'CoinsCharged' | 'CoinsReleased',
  turn_id: string,
  reservation: Split,
  kept: Split,
  facts: TurnFacts | undefined,
  state: LedgerState,
): LedgerEvent {
  const from = type === 'CoinsCharged' ? kept : reservation;
  const data: CoinsCharged = {
    turn_id,
    coins: sum(from),
    from,
    balance: settled(state, reservation, kept),
    ...(facts && { facts }),
  };
  // A settlement follows from its turn (design rule 3): two who settle it alike write one event. The id names the decision
  // too, because a store takes the same id at the same revision for a repeat: of two who settle it differently at once,
  // the loser has to meet a conflict, not a success that never happened.
  return {
    type,
    data,
    ...(isId('trn', turn_id) && { id: derivedUuid(turn_id, `${type} ${data.coins} ${nameOf(state)}`) }),
  };
}

function close({ coins_included, change, now }: Of<'CloseCoinPeriod'>, state: LedgerState): readonly LedgerEvent[] {
  if (state.stage === 'closed') return [];
  const next: CoinPeriodOpened = {
    company_id: state.company_id,
    period: state.period + 1,
    coins_included: whole('coins_included', coins_included, 0),
    change,
    opened_at: now,
    extra_coins: state.balance.extra,
    top_up_keys: [...mapEntries(state.top_up_keys)].map(([key]) => key),
  };
  return [{ type: 'CoinPeriodClosed', data: { next } }];
}

function refuseClosed(state: LedgerState): void {
  if (state.stage === 'closed') throw new LedgerClosed(`${nameOf(state)} is closed`);
}

function nameOf(state: LedgerState): string {
  return ledgerStream(state.company_id, state.period);
}

function sum({ included, extra }: Split): number {
  return included + extra;
}

/** Coins are whole and few enough to be added exactly. */
function whole(what: string, coins: number, least: number): number {
  if (Number.isInteger(coins) && coins >= least && coins <= 1_000_000_000) return coins;
  throw new Problem('invalid_request', `${what} is ${coins}; a whole number from ${least} to 1000000000 is needed`);
}
