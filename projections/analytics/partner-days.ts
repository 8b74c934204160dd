import { coinEvents } from '#contracts/coins';
import { projection, type ServiceProjection } from '../projection.js';
import { dayOf, type Outcome, outcomeOf } from './daily-usage.js';

/**
 * What the turns of one partner came to on one day (UTC) that they ended on. Days add up, durations and finding codes too,
 * so any span of any partners is a sum of a few documents, however many turns there were.
 */
export interface PartnerDayDocument extends Record<Outcome, number> {
  company_id: string;
  partner_id: string;
  /** `2031-01-31`. */
  day: string;
  turns: number;
  /** Built by the first attempt. */
  first_try: number;
  attempts: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** US dollars, to a hundred-millionth. */
  cost_usd: number;
  /** Charged. */
  coins: number;
  /** How many turns took so long: by the upper end of their step, ms (`durationStep`). */
  durations: { readonly [ms: string]: number };
  /** How many findings of each code the outcomes had. */
  finding_codes: { readonly [code: string]: number };
}

export const partnerDays: ServiceProjection<PartnerDayDocument> = projection(coinEvents, {
  name: 'partner_days',
  version: 1,
  conversation: 'none',
  types: ['CoinsCharged', 'CoinsReleased'],
  keys: ({ data: { facts } }) => (facts ? [`${facts.company_id}:${facts.partner_id}:${dayOf(facts.ended_at)}`] : []),
  indexes: [['company_id', 'day']],
  evolve(document, { type, data }) {
    const { facts } = data;
    if (!facts) return document;
    const { company_id, partner_id } = facts;
    const sums = document ?? { company_id, partner_id, day: dayOf(facts.ended_at), ...NOTHING };
    const outcome = outcomeOf(facts.state, facts.outcome);
    return {
      ...sums,
      turns: sums.turns + 1,
      [outcome]: sums[outcome] + 1,
      first_try: sums.first_try + (outcome === 'built' && facts.attempts === 1 ? 1 : 0),
      attempts: sums.attempts + facts.attempts,
      prompt_tokens: sums.prompt_tokens + facts.prompt_tokens,
      completion_tokens: sums.completion_tokens + facts.completion_tokens,
      // Rounded at each step, so that a long day does not drift.
      cost_usd: Math.round((sums.cost_usd + facts.cost_usd) * 1e8) / 1e8,
      coins: sums.coins + (type === 'CoinsCharged' ? data.coins : 0),
      durations: counted(sums.durations, [String(durationStep(facts.ms))]),
      finding_codes: counted(sums.finding_codes, facts.finding_codes),
    };
  },
});

/** Each step is a tenth above the one before: percentiles of a sum of days are exact to that. */
const STEP = 1.1;

/** The upper end of the step that a duration falls into, whole ms. */
export function durationStep(ms: number): number {
  return ms <= 1 ? 1 : Math.ceil(STEP ** Math.ceil(Math.log(ms) / Math.log(STEP)));
}

function counted(counts: { readonly [name: string]: number }, names: readonly string[]) {
  const sums = { ...counts };
  for (const name of names) sums[name] = (sums[name] ?? 0) + 1;
  return sums;
}

const NOTHING = {
  turns: 0,
  built: 0,
  parsed: 0,
  question: 0,
  rejected: 0,
  failed_answers: 0,
  stopped: 0,
  failed: 0,
  first_try: 0,
  attempts: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  coins: 0,
  durations: {},
  finding_codes: {},
};
