import { coinEvents } from '#contracts/coins';
import { projection, type ServiceProjection } from '../projection.js';

/** What one company used on one day (UTC) that its turns ended on; summed from the turns' facts. */
export interface DailyUsageDocument {
  company_id: string;
  /** `2031-01-31`. */
  day: string;
  /** Ended that day, however they ended; the next seven add up to it. */
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
  image_turns: number;
  /** Charged. */
  coins: number;
  attempts: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** US dollars, to a hundred-millionth. */
  cost_usd: number;
  /** Durations of the turns added up. */
  ms: number;
}

type Outcome = 'built' | 'parsed' | 'question' | 'rejected' | 'failed_answers' | 'stopped' | 'failed';

export const dailyUsage: ServiceProjection<DailyUsageDocument> = projection(coinEvents, {
  name: 'daily_usage',
  version: 1,
  conversation: 'none',
  types: ['CoinsCharged', 'CoinsReleased'],
  keys: ({ data: { facts } }) => (facts ? [`${facts.company_id}:${dayOf(facts.ended_at)}`] : []),
  indexes: [['company_id', 'day'], ['day']],
  evolve(document, { type, data }) {
    if (!data.facts) return document;
    const { facts } = data;
    const sums = document ?? { company_id: facts.company_id, day: dayOf(facts.ended_at), ...NOTHING };
    const outcome = outcomeOf(facts.state, facts.outcome);
    return {
      ...sums,
      turns: sums.turns + 1,
      [outcome]: sums[outcome] + 1,
      image_turns: sums.image_turns + (facts.images > 0 ? 1 : 0),
      coins: sums.coins + (type === 'CoinsCharged' ? data.coins : 0),
      attempts: sums.attempts + facts.attempts,
      prompt_tokens: sums.prompt_tokens + facts.prompt_tokens,
      completion_tokens: sums.completion_tokens + facts.completion_tokens,
      // Rounded at each step, so that a long day does not drift.
      cost_usd: Math.round((sums.cost_usd + facts.cost_usd) * 1e8) / 1e8,
      ms: sums.ms + facts.ms,
    };
  },
});

const NOTHING = {
  turns: 0,
  built: 0,
  parsed: 0,
  question: 0,
  rejected: 0,
  failed_answers: 0,
  stopped: 0,
  failed: 0,
  image_turns: 0,
  coins: 0,
  attempts: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  ms: 0,
};

function outcomeOf(state: 'done' | 'stopped' | 'failed', outcome: string): Outcome {
  if (state !== 'done') return state;
  return outcome === 'built' || outcome === 'parsed' || outcome === 'question' || outcome === 'rejected'
    ? outcome
    : 'failed_answers';
}

function dayOf(at: string): string {
  return at.slice(0, 10);
}
