/** Events of `coins-<company>-<period>` streams: one ledger a period ("closing the books"; design section 2). */

export interface Split {
  included: number;
  extra: number;
}

/** A balance in coins, as it stands after the event. */
export interface Balance {
  /** Included and not yet charged or reserved. */
  included: number;
  /** Extra and not yet charged or reserved. */
  extra: number;
  reserved: Split;
  /** Charged in this period. */
  used: number;
}

export interface CoinPeriodOpened {
  company_id: string;
  /** Number of the period, from 1. */
  period: number;
  coins_included: number;
  /** Number of the company's subscription change that `coins_included` comes from; an older one never overwrites it. */
  change: number;
  /** Carried over from the period before: unreserved extra coins. */
  extra_coins: number;
  /** ISO 8601. A turn whose id is younger was never reserved in an earlier period. */
  opened_at: string;
  /** Digests of the top-up keys already seen (ledger.ts, `topUpKey`), so that a repeat is known across periods. */
  top_up_keys: string[];
}

export interface CoinsAdded {
  coins: number;
  reason?: string;
  idempotency_key?: string;
  /** Extra coins of this turn, released after its own period had closed: carried over, exactly once a turn. */
  turn_id?: string;
  balance: Balance;
}

/** The number of included coins was changed by the company's subscription within the period. */
export interface CoinsIncludedChanged {
  coins_included: number;
  /** See `CoinPeriodOpened`. */
  change: number;
  balance: Balance;
}

export interface CoinsReserved {
  turn_id: string;
  conversation_id: string;
  coins: number;
  from: Split;
  /** The API key that asked for the turn: what `last_used_at` of a key is folded from. */
  key_id?: string;
  balance: Balance;
}

/** A turn's facts without words: analysts' read models fold from these, and they outlive the conversation. */
export interface TurnFacts {
  partner_id: string;
  company_id: string;
  conversation_id: string;
  turn: number;
  queued_at: string;
  started_at?: string;
  ended_at: string;
  /** `built`, …, or `stopped`, `failed`. */
  outcome: string;
  state: 'done' | 'stopped' | 'failed';
  error_code?: string;
  attempts: number;
  images: number;
  model?: string;
  prompt_tokens: number;
  completion_tokens: number;
  cost_usd: number;
  ms: number;
  finding_codes: string[];
}

/** The turn's reservation is over: `coins` of it are charged, the rest is free again. */
export interface CoinsCharged {
  turn_id: string;
  coins: number;
  /** Of the charged coins. */
  from: Split;
  balance: Balance;
  facts?: TurnFacts;
}

/** The turn's reservation is over and cost nothing. */
export interface CoinsReleased {
  turn_id: string;
  coins: number;
  from: Split;
  balance: Balance;
  facts?: TurnFacts;
}

/** Carries the next period's opening, so that anyone can complete the change. */
export interface CoinPeriodClosed {
  next: CoinPeriodOpened;
}

export type CoinEvent =
  | { readonly type: 'CoinPeriodOpened'; readonly data: CoinPeriodOpened }
  | { readonly type: 'CoinsAdded'; readonly data: CoinsAdded }
  | { readonly type: 'CoinsIncludedChanged'; readonly data: CoinsIncludedChanged }
  | { readonly type: 'CoinsReserved'; readonly data: CoinsReserved }
  | { readonly type: 'CoinsCharged'; readonly data: CoinsCharged }
  | { readonly type: 'CoinsReleased'; readonly data: CoinsReleased }
  | { readonly type: 'CoinPeriodClosed'; readonly data: CoinPeriodClosed };
