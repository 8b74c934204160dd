import { createHash } from 'node:crypto';
import type { Balance, CoinPeriodOpened, Split } from '../events/events.js';
import type { PersistentMap } from './persistent-map.js';

/** Coins of a turn that has not ended. */
export interface Reservation {
  readonly conversation_id: string;
  readonly from: Split;
}

/** State of one period's ledger. Plain JSON throughout, so that a snapshot of it costs nothing in meaning. */
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
  readonly open: PersistentMap<Reservation>;
  /** Turns that were charged or released, each with the extra coins that it still owes to the open period (mostly 0). */
  readonly settled: PersistentMap<number>;
  /** Digests of top-up keys. */
  readonly top_up_keys: PersistentMap<1>;
  /** The opening of the next period, once this one is closed. */
  readonly next?: CoinPeriodOpened;
}

export const UNOPENED: LedgerState = {
  stage: 'unopened',
  company_id: '',
  period: 0,
  coins_included: 0,
  change: 0,
  opened_at: '',
  charged_included: 0,
  balance: { included: 0, extra: 0, reserved: { included: 0, extra: 0 }, used: 0 },
  open: [],
  settled: [],
  top_up_keys: [],
};

/** Name of the stream of a company's period, numbered from 1. */
export function ledgerStream(companyId: string, period: number): string {
  return `coins-${companyId}-${period}`;
}

/** What a ledger's stream is called after; undefined for a stream of another kind. */
export function parseLedgerStream(stream: string): { company_id: string; period: number } | undefined {
  const match = /^coins-(.+)-(\d+)$/.exec(stream);
  return match?.[1] && match[2] ? { company_id: match[1], period: Number(match[2]) } : undefined;
}

/**
 * How a top-up is known again. A digest of 96 bits: keys are up to 200 characters and travel from period to period in
 * `CoinPeriodOpened`, which has to stay far below the 1 MB of an event. Turns and callers' keys never meet.
 */
export function topUpKey(of: {
  idempotency_key?: string | undefined;
  turn_id?: string | undefined;
}): string | undefined {
  const named =
    of.turn_id !== undefined
      ? `turn\0${of.turn_id}`
      : of.idempotency_key !== undefined
        ? `key\0${of.idempotency_key}`
        : undefined;
  return named === undefined ? undefined : createHash('sha256').update(named).digest('hex').slice(0, 24);
}

/**
 * The balance once `reservation` is settled and `charge` of it is kept. Released coins return to where they came from;
 * once the period is closed, included ones are gone and extra ones are owed to the open period instead.
 */
export function settled(state: LedgerState, reservation: Split, charge: Split): Balance {
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
export function freeIncluded(coinsIncluded: number, charged: number, reserved: number): number {
  return Math.max(0, coinsIncluded - charged - reserved);
}

/** Included coins burn first. */
export function split(coins: number, available: { included: number }): Split {
  const included = Math.min(coins, available.included);
  return { included, extra: coins - included };
}
