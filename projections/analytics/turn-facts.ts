import { coinEvents, parseLedgerStream } from '#contracts/coins';
import { projection, type ServiceProjection } from '../projection.js';

/**
 * One flat row a turn, for analysts: no words and no lead id, so it outlives its conversation. Times are ISO 8601,
 * durations ms, costs US dollars.
 */
export interface TurnFactsDocument {
  turn_id: string;
  conversation_id: string;
  partner_id: string;
  company_id: string;
  /** Coin period that the turn was paid in. */
  period: number;
  /** Number within the conversation. */
  turn: number;
  state: 'done' | 'stopped' | 'failed';
  /** `built`, `parsed`, `question`, `rejected`, `failed`; `stopped` or `failed` where the turn had no outcome. */
  outcome: string;
  error_code: string | null;
  queued_at: string;
  started_at: string | null;
  ended_at: string;
  /** From queued to started; null where it never started. */
  wait_ms: number | null;
  ms: number;
  attempts: number;
  images: number;
  model: string | null;
  prompt_tokens: number;
  completion_tokens: number;
  cost_usd: number;
  /** Charged. */
  coins: number;
  findings: number;
  /** Codes of the outcome's findings, in their order, repeats included. */
  finding_codes: readonly string[];
}

export const turnFacts: ServiceProjection<TurnFactsDocument> = projection(coinEvents, {
  name: 'turn_facts',
  version: 1,
  conversation: { field: 'conversation_id', erased: false },
  types: ['CoinsCharged', 'CoinsReleased'],
  anew: ['CoinsCharged', 'CoinsReleased'],
  // Coins of a turn that never came about are released without facts: there is no turn to tell of.
  columns: {
    turn_id: 'text',
    conversation_id: 'text',
    partner_id: 'text',
    company_id: 'text',
    period: 'integer',
    turn: 'integer',
    state: 'text',
    outcome: 'text',
    error_code: 'text',
    queued_at: 'time',
    started_at: 'time',
    ended_at: 'time',
    wait_ms: 'number',
    ms: 'number',
    attempts: 'integer',
    images: 'integer',
    model: 'text',
    prompt_tokens: 'integer',
    completion_tokens: 'integer',
    cost_usd: 'number',
    coins: 'integer',
    findings: 'integer',
    finding_codes: 'json',
  },
  keys: ({ data }) => (data.facts ? [data.turn_id] : []),
  evolve(document, { type, data, stream }) {
    if (!data.facts) return document;
    const { error_code = null, started_at = null, model = null, finding_codes, kitchen: _, ...facts } = data.facts;
    return {
      turn_id: data.turn_id,
      ...facts,
      period: parseLedgerStream(stream)?.period ?? 0,
      error_code,
      started_at,
      wait_ms: started_at === null ? null : Date.parse(started_at) - Date.parse(facts.queued_at),
      model,
      coins: type === 'CoinsCharged' ? data.coins : 0,
      findings: finding_codes.length,
      finding_codes,
    };
  },
  indexes: [['company_id', 'ended_at'], ['outcome', 'ended_at'], ['ended_at']],
});
