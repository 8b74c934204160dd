import type { TurnFacts } from '#contracts/coins';
import type { Columns } from '../projection.js';

/** How a turn ended, as analysts count it. */
export type Outcome = 'built' | 'parsed' | 'question' | 'rejected' | 'failed_answers' | 'stopped' | 'failed';

/** What turns came to together. */
export interface TurnSums {
  /** However they ended; the next seven add up to it. */
  turns: number;
  built: number;
  parsed: number;
  question: number;
  rejected: number;
  /** The assistant answered nonsense (state `done`, status `failed`). */
  failed_answers: number;
  stopped: number;
  /** The turn did not take place (state `failed`). */
  failed: number;
  /** Charged. */
  coins: number;
  attempts: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** US dollars, to a hundred-millionth. */
  cost_usd: number;
}

export const NO_TURNS: TurnSums = {
  turns: 0,
  built: 0,
  parsed: 0,
  question: 0,
  rejected: 0,
  failed_answers: 0,
  stopped: 0,
  failed: 0,
  coins: 0,
  attempts: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
};

export const TURN_SUM_COLUMNS: Columns<TurnSums> = {
  turns: 'integer',
  built: 'integer',
  parsed: 'integer',
  question: 'integer',
  rejected: 'integer',
  failed_answers: 'integer',
  stopped: 'integer',
  failed: 'integer',
  coins: 'integer',
  attempts: 'integer',
  prompt_tokens: 'integer',
  completion_tokens: 'integer',
  cost_usd: 'number',
};

/** The sums with one turn more. Pure. */
export function withTurn(sums: TurnSums, facts: TurnFacts, coins: number): TurnSums {
  const outcome = outcomeOf(facts);
  return {
    ...sums,
    turns: sums.turns + 1,
    [outcome]: sums[outcome] + 1,
    coins: sums.coins + coins,
    attempts: sums.attempts + facts.attempts,
    prompt_tokens: sums.prompt_tokens + facts.prompt_tokens,
    completion_tokens: sums.completion_tokens + facts.completion_tokens,
    // Rounded at each step, so that a long day does not drift.
    cost_usd: Math.round((sums.cost_usd + facts.cost_usd) * 1e8) / 1e8,
  };
}

export function outcomeOf({ state, outcome }: Pick<TurnFacts, 'state' | 'outcome'>): Outcome {
  if (state !== 'done') return state;
  return outcome === 'built' || outcome === 'parsed' || outcome === 'question' || outcome === 'rejected'
    ? outcome
    : 'failed_answers';
}

/** The day of a time, UTC: `2031-01-31`. */
export function dayOf(at: string): string {
  return at.slice(0, 10);
}
