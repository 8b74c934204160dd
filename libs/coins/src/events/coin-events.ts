import { z } from 'zod';
import { type EventOf, type EventTable, EventType } from '#libs/event-store';

/** Events of `coins-<company>-<period>` streams: one ledger a period ("closing the books"; design section 2). */

const split = z.strictObject({ included: z.number(), extra: z.number() });
export type Split = z.infer<typeof split>;

/** A balance in coins, as it stands after the event. */
const balance = z.strictObject({
  /** Included and not yet charged or reserved. */
  included: z.number(),
  /** Extra and not yet charged or reserved. */
  extra: z.number(),
  reserved: split,
  /** Charged in this period. */
  used: z.number(),
});
export type Balance = z.infer<typeof balance>;

const coinPeriodOpened = z.strictObject({
  company_id: z.string(),
  /** Number of the period, from 1. */
  period: z.number(),
  coins_included: z.number(),
  /** Number of the company's subscription change that `coins_included` comes from; an older one never overwrites it. */
  change: z.number(),
  /** Carried over from the period before: unreserved extra coins. */
  extra_coins: z.number(),
  /** ISO 8601. A turn whose id is younger was never reserved in an earlier period. */
  opened_at: z.string(),
  /** Digests of the top-up keys already seen (`topUpKey`), so that a repeat is known across periods. */
  top_up_keys: z.array(z.string()),
});
export type CoinPeriodOpened = z.infer<typeof coinPeriodOpened>;

const coinsAdded = z.strictObject({
  coins: z.number(),
  reason: z.string().optional(),
  idempotency_key: z.string().optional(),
  /** Extra coins of this turn, released after its own period had closed: carried over, exactly once a turn. */
  turn_id: z.string().optional(),
  balance,
});

/** The number of included coins was changed by the company's subscription within the period. */
const coinsIncludedChanged = z.strictObject({
  coins_included: z.number(),
  /** See `CoinPeriodOpened`. */
  change: z.number(),
  balance,
});

const coinsReserved = z.strictObject({
  turn_id: z.string(),
  conversation_id: z.string(),
  coins: z.number(),
  from: split,
  /** The API key that asked for the turn: what `last_used_at` of a key is folded from. */
  key_id: z.string().optional(),
  balance,
});

/** A turn's facts without words: analysts' read models fold from these, and they outlive the conversation. */
const turnFactsV1 = z.strictObject({
  partner_id: z.string(),
  company_id: z.string(),
  conversation_id: z.string(),
  turn: z.number(),
  queued_at: z.string(),
  started_at: z.string().optional(),
  ended_at: z.string(),
  /** `built`, …, or `stopped`, `failed`. */
  outcome: z.string(),
  state: z.enum(['done', 'stopped', 'failed']),
  error_code: z.string().optional(),
  attempts: z.number(),
  images: z.number(),
  model: z.string().optional(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  cost_usd: z.number(),
  ms: z.number(),
  /** Of the result's findings, in their order, repeats included. */
  finding_codes: z.array(z.string()),
});
const turnFactsV2 = turnFactsV1.extend({
  /** Absent where the turn changed no order, and of turns that were settled before this was recorded. */
  kitchen: z
    .strictObject({
      /** Nothing had been assembled in its conversation before. */
      first: z.boolean(),
      /** By how many there are more of each module; below zero: fewer. */
      modules: z.record(z.string(), z.number()),
    })
    .optional(),
});
export type TurnFacts = z.infer<typeof turnFactsV2>;

/** The turn's reservation is over: `coins` of it are charged (or released), the rest is free again. */
const coinsSettledV1 = z.strictObject({
  turn_id: z.string(),
  coins: z.number(),
  /** Of these coins. */
  from: split,
  balance,
  facts: turnFactsV1.optional(),
});
const coinsSettledV2 = coinsSettledV1.extend({ facts: turnFactsV2.optional() });
export type CoinsCharged = z.infer<typeof coinsSettledV2>;
export type CoinsReleased = CoinsCharged;
const coinsSettled = EventType.of(coinsSettledV1).next(coinsSettledV2, (v1) => v1);

/** Carries the next period's opening, so that anyone can complete the change. */
const coinPeriodClosed = z.strictObject({ next: coinPeriodOpened });

export const coinEvents = {
  CoinPeriodOpened: EventType.of(coinPeriodOpened),
  CoinsAdded: EventType.of(coinsAdded),
  CoinsIncludedChanged: EventType.of(coinsIncludedChanged),
  CoinsReserved: EventType.of(coinsReserved),
  CoinsCharged: coinsSettled,
  CoinsReleased: coinsSettled,
  CoinPeriodClosed: EventType.of(coinPeriodClosed),
} satisfies EventTable;
export type CoinEvent = EventOf<typeof coinEvents>;
