import { coinEvents, parseLedgerStream } from '#contracts/coins';
import { type Folded, projection, type ServiceProjection } from '../projection.js';

/** What one company used on one day (UTC) that its turns ended on, summed from the turns' facts; and what it was topped up. */
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
  /** Topped up. */
  coins_added: number;
  attempts: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** US dollars, to a hundred-millionth. */
  cost_usd: number;
  /** Durations of the turns added up. */
  ms: number;
}

export type Outcome = 'built' | 'parsed' | 'question' | 'rejected' | 'failed_answers' | 'stopped' | 'failed';

export const dailyUsage: ServiceProjection<DailyUsageDocument> = projection(coinEvents, {
  name: 'daily_usage',
  version: 2,
  conversation: 'none',
  types: ['CoinsAdded', 'CoinsCharged', 'CoinsReleased'],
  keys: (event) => {
    const of = ofDay(event);
    return of ? [`${of.company_id}:${of.day}`] : [];
  },
  indexes: [['company_id', 'day'], ['day']],
  evolve(document, event) {
    const of = ofDay(event);
    if (!of) return document;
    const sums = document ?? { ...of, ...NOTHING };
    const { type, data } = event;
    if (type === 'CoinsAdded') return { ...sums, coins_added: sums.coins_added + data.coins };
    const { facts } = data;
    if (!facts) return document;
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
  coins_added: 0,
  attempts: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  ms: 0,
};

/** Whose and of which day an event is; undefined for coins that were only moved: of no turn, or of an earlier period's. */
function ofDay({
  type,
  data,
  stream,
  metadata,
}: Folded<typeof coinEvents, 'CoinsAdded' | 'CoinsCharged' | 'CoinsReleased'>):
  | Pick<DailyUsageDocument, 'company_id' | 'day'>
  | undefined {
  if (type !== 'CoinsAdded')
    return data.facts && { company_id: data.facts.company_id, day: dayOf(data.facts.ended_at) };
  const company_id = parseLedgerStream(stream)?.company_id;
  return company_id === undefined || data.turn_id !== undefined ? undefined : { company_id, day: dayOf(metadata.at) };
}

export function outcomeOf(state: 'done' | 'stopped' | 'failed', outcome: string): Outcome {
  if (state !== 'done') return state;
  return outcome === 'built' || outcome === 'parsed' || outcome === 'question' || outcome === 'rejected'
    ? outcome
    : 'failed_answers';
}

export function dayOf(at: string): string {
  return at.slice(0, 10);
}
