import { coinEvents } from '#contracts/coins';
import { projection, type ServiceProjection } from '../projection.js';
import { dayOf, NO_TURNS, outcomeOf, TURN_SUM_COLUMNS, type TurnSums, withTurn } from './turn-sums.js';

/**
 * What the turns of one partner came to on one day (UTC) that they ended on. Days add up, durations and finding codes too,
 * so any span of any partners is a sum of a few documents, however many turns there were.
 */
export interface PartnerDayDocument extends TurnSums {
  company_id: string;
  partner_id: string;
  /** `2031-01-31`. */
  day: string;
  /** Built by the first attempt. */
  first_try: number;
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
  columns: {
    company_id: 'text',
    partner_id: 'text',
    day: 'day',
    ...TURN_SUM_COLUMNS,
    first_try: 'integer',
    durations: 'json',
    finding_codes: 'json',
  },
  keys: ({ data: { facts } }) => (facts ? [`${facts.company_id}:${facts.partner_id}:${dayOf(facts.ended_at)}`] : []),
  indexes: [['company_id', 'day']],
  evolve(document, { type, data }) {
    const { facts } = data;
    if (!facts) return document;
    const { company_id, partner_id } = facts;
    const sums = document ?? { company_id, partner_id, day: dayOf(facts.ended_at), ...NOTHING };
    const isFirstTry = outcomeOf(facts) === 'built' && facts.attempts === 1;
    return {
      ...sums,
      ...withTurn(sums, facts, type === 'CoinsCharged' ? data.coins : 0),
      first_try: sums.first_try + (isFirstTry ? 1 : 0),
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

const NOTHING = { ...NO_TURNS, first_try: 0, durations: {}, finding_codes: {} };
