import { hash } from 'node:crypto';
import { Map as ImmutableMap } from 'immutable';
import type { Decider, DomainEvent } from '#libs/event-store';
import { derivedUuid, isId, Problem } from '#libs/kernel';
import type { Balance, CoinEvent, CoinPeriodOpened, CoinsCharged, Split, TurnFacts } from '../events/coin-events.js';
import { ledgerSnapshot } from './ledger-snapshot.js';
import { ledgerStream } from './ledger-stream.js';
import { SettledTurns } from './settled-turns.js';

/** Coins of a turn that has not ended. */
export interface Reservation {
  readonly conversation_id: string;
  readonly from: Split;
}

/** State of one period's ledger. Its maps are persistent: a change costs the same in a period of 500,000 turns. */
export interface LedgerState {
  readonly stage: 'unopened' | 'open' | 'closed';
  readonly company_id: string;
  readonly period: number;
  readonly coins_included: number;
  /** The subscription change that `coins_included` comes from. */
  readonly change: number;
  /** ISO 8601. */
  readonly opened_at: string;
  /** Included coins charged in this period. */
  readonly charged_included: number;
  readonly balance: Balance;
  readonly open: ImmutableMap<string, Reservation>;
  /** Turns that were charged or released. */
  readonly settled: SettledTurns;
  /** Extra coins that turns released after the close: the open period is still owed them. */
  readonly owed: ImmutableMap<string, number>;
  /** Digests of top-up keys. */
  readonly top_up_keys: ImmutableMap<string, 1>;
  /** The opening of the next period, once this one is closed. */
  readonly next?: CoinPeriodOpened;
}

const UNOPENED: LedgerState = {
  stage: 'unopened',
  company_id: '',
  period: 0,
  coins_included: 0,
  change: 0,
  opened_at: '',
  charged_included: 0,
  balance: { included: 0, extra: 0, reserved: { included: 0, extra: 0 }, used: 0 },
  open: ImmutableMap(),
  settled: SettledTurns.NONE,
  owed: ImmutableMap(),
  top_up_keys: ImmutableMap(),
};

export type LedgerEvent = CoinEvent & Pick<DomainEvent, 'id' | 'metadata'>;

/**
 * How a top-up is known again. A digest of 96 bits: keys are up to 200 characters and travel from period to period in
 * `CoinPeriodOpened`, which has to stay far below the 1 MB of an event. Turns and callers' keys never meet.
 */
export function topUpKey(of: {
  idempotency_key?: string | undefined;
  turn_id?: string | undefined;
}): string | undefined {
  const [kind, name] = of.turn_id === undefined ? ['key', of.idempotency_key] : ['turn', of.turn_id];
  return name === undefined ? undefined : hash('sha256', `${kind}\0${name}`, 'hex').slice(0, 24);
}

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
  /** Charges so many of the reserved coins and releases the rest; none at all is a release. */
  | {
      readonly type: 'SettleCoins';
      readonly turn_id: string;
      readonly coins: number;
      readonly facts?: TurnFacts | undefined;
    }
  /** `now`: ISO 8601. */
  | {
      readonly type: 'CloseCoinPeriod';
      readonly coins_included: number;
      readonly change: number;
      readonly now: string;
    };

/** The ledger has not been opened yet: complete the change of period first (`Ledgers`), then repeat. */
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
/** An entry of a persistent map with its key, bytes. */
const ENTRY_BYTES = 200;

export const ledger: Decider<LedgerState, LedgerCommand, LedgerEvent> = {
  initial: UNOPENED,
  decide,
  evolve,
  bytesOf: ({ open, settled, owed, top_up_keys }) =>
    settled.bytes + ENTRY_BYTES * (open.size + owed.size + top_up_keys.size),
  snapshot: ledgerSnapshot,
};

/**
 * The extra coins of a turn that ended after its period had closed: the open period owes them. Exact as often as it is
 * asked; the open ledger takes them once (`AddCoins` with the turn's id).
 */
export function carryOver(state: LedgerState, turnId: string): LedgerCommand | undefined {
  const coins = state.owed.get(turnId) ?? 0;
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
    case 'SettleCoins':
      return settle(command, state);
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
  if (key !== undefined && state.top_up_keys.has(key)) return [];
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
  if (state.open.has(turn_id)) return [];
  if (state.settled.has(turn_id)) {
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

/** A turn that never held coins here has nothing to release. */
function settle({ turn_id, coins, facts }: Of<'SettleCoins'>, state: LedgerState): readonly LedgerEvent[] {
  whole('coins', coins, 0);
  if (state.settled.has(turn_id)) return [];
  const reservation = state.open.get(turn_id);
  if (!reservation && coins === 0) return [];
  if (!reservation) throw new Problem('conflict_state', `turn ${turn_id} holds no coins in ${nameOf(state)}`);
  const held = sum(reservation.from);
  if (coins > held)
    throw new Problem('conflict_state', `turn ${turn_id} holds ${held} coins and cannot be charged ${coins}`);
  const kept = split(coins, reservation.from);
  const [type, from] = coins > 0 ? (['CoinsCharged', kept] as const) : (['CoinsReleased', reservation.from] as const);
  const balance = settledBalance(state, reservation.from, kept);
  const data: CoinsCharged = { turn_id, coins: sum(from), from, balance, ...(facts && { facts }) };
  // A settlement follows from its turn (design rule 3): two who settle it alike write one event. The id names the decision
  // too, because a store takes the same id at the same revision for a repeat: of two who settle it differently at once,
  // the loser has to meet a conflict, not a success that never happened.
  const id = isId('trn', turn_id) && { id: derivedUuid(turn_id, `${type} ${data.coins} ${nameOf(state)}`) };
  return [{ type, data, ...id }];
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
    top_up_keys: [...state.top_up_keys.keys()],
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

/** The ledger after one of its events; balances are taken as the events state them. */
function evolve(state: LedgerState, { type, data }: LedgerEvent): LedgerState {
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
        top_up_keys: ImmutableMap(data.top_up_keys.map((key) => [key, 1])),
      };
    case 'CoinsAdded': {
      const key = topUpKey(data);
      return {
        ...state,
        balance: data.balance,
        top_up_keys: key === undefined ? state.top_up_keys : state.top_up_keys.set(key, 1),
      };
    }
    case 'CoinsIncludedChanged':
      return { ...state, coins_included: data.coins_included, change: data.change, balance: data.balance };
    case 'CoinsReserved': {
      const { turn_id, conversation_id, from, balance } = data;
      return { ...state, balance, open: state.open.set(turn_id, { conversation_id, from }) };
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
  const extra = state.open.get(turn_id)?.from.extra ?? 0;
  const released = extra - kept.extra;
  const owed = state.stage === 'closed' && released > 0 ? state.owed.set(turn_id, released) : state.owed;
  return { ...state, balance, open: state.open.delete(turn_id), settled: state.settled.add(turn_id), owed };
}

/**
 * The balance once `reservation` is settled and `charge` of it is kept. Released coins return to where they came from;
 * once the period is closed, included ones are gone and extra ones are owed to the open period instead.
 */
function settledBalance(state: LedgerState, reservation: Split, charge: Split): Balance {
  const reserved = {
    included: state.balance.reserved.included - reservation.included,
    extra: state.balance.reserved.extra - reservation.extra,
  };
  const used = state.balance.used + charge.included + charge.extra;
  if (state.stage === 'closed') return { included: 0, extra: 0, reserved, used };
  return {
    included: freeIncluded(state.coins_included, state.charged_included + charge.included, reserved.included),
    extra: state.balance.extra + reservation.extra - charge.extra,
    reserved,
    used,
  };
}

/** A plan that is lowered within its period never takes back what is charged or promised to a turn. */
function freeIncluded(coinsIncluded: number, charged: number, reserved: number): number {
  return Math.max(0, coinsIncluded - charged - reserved);
}

/** Included coins burn first. */
function split(coins: number, available: { included: number }): Split {
  const included = Math.min(coins, available.included);
  return { included, extra: coins - included };
}
