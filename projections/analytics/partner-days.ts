import { coinEvents, type TurnFacts } from '#contracts/coins';
import { cardEvents } from '#contracts/conversations';
import { type Folded, projection, type ServiceProjection } from '../projection.js';
import { dayOf, NO_TURNS, outcomeOf, TURN_SUM_COLUMNS, type TurnSums, withTurn } from './turn-sums.js';

/**
 * What the turns of one partner came to on one day (UTC) that they ended on, and its leads on their way. Days add up,
 * durations, finding codes and modules too, so any span of any partners is a sum of a few documents, however many turns
 * there were.
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
  /** Conversations whose first turn ended; whose first kitchen was assembled; that were handed off for the first time. */
  conversations: number;
  kitchens: number;
  handed_off: number;
  /** How many more modules of each code kitchens have than before; below zero: fewer. */
  modules: { readonly [code: string]: number };
}

export const partnerDays: ServiceProjection<PartnerDayDocument> = projection(
  { ...coinEvents, ...cardEvents },
  {
    name: 'partner_days',
    version: 2,
    conversation: 'none',
    types: ['CoinsCharged', 'CoinsReleased', 'CardPlaced'],
    columns: {
      company_id: 'text',
      partner_id: 'text',
      day: 'day',
      ...TURN_SUM_COLUMNS,
      first_try: 'integer',
      durations: 'json',
      finding_codes: 'json',
      conversations: 'integer',
      kitchens: 'integer',
      handed_off: 'integer',
      modules: 'json',
    },
    keys: (event) => {
      const of = ofDay(event);
      return of ? [`${of.company_id}:${of.partner_id}:${of.day}`] : [];
    },
    indexes: [['company_id', 'day']],
    evolve(document, event) {
      const of = ofDay(event);
      if (!of) return document;
      const sums = document ?? { ...of, ...NOTHING };
      const { type, data } = event;
      if (type === 'CardPlaced') return { ...sums, handed_off: sums.handed_off + (data.from?.first ? 1 : 0) };
      return data.facts ? withFacts(sums, data.facts, type === 'CoinsCharged' ? data.coins : 0) : document;
    },
  },
);

type Event = Folded<typeof coinEvents & typeof cardEvents, 'CoinsCharged' | 'CoinsReleased' | 'CardPlaced'>;

/** Whose and of which day an event is; undefined for coins of no turn, and for cards of before they named their partner. */
function ofDay(event: Event): Pick<PartnerDayDocument, 'company_id' | 'partner_id' | 'day'> | undefined {
  if (event.type === 'CardPlaced') {
    const { company_id, from } = event.data;
    return from && { company_id, partner_id: from.partner_id, day: dayOf(event.metadata.at) };
  }
  const { facts } = event.data;
  return facts && { company_id: facts.company_id, partner_id: facts.partner_id, day: dayOf(facts.ended_at) };
}

function withFacts(sums: PartnerDayDocument, facts: TurnFacts, coins: number): PartnerDayDocument {
  const { turn, kitchen, ms, finding_codes } = facts;
  const isFirstTry = outcomeOf(facts) === 'built' && facts.attempts === 1;
  return {
    ...sums,
    ...withTurn(sums, facts, coins),
    first_try: sums.first_try + (isFirstTry ? 1 : 0),
    durations: counted(sums.durations, { [durationStep(ms)]: 1 }),
    finding_codes: finding_codes.reduce((codes, code) => counted(codes, { [code]: 1 }), sums.finding_codes),
    conversations: sums.conversations + (turn === 1 ? 1 : 0),
    kitchens: sums.kitchens + (kitchen?.first ? 1 : 0),
    modules: counted(sums.modules, kitchen?.modules ?? {}),
  };
}

/** Each step is a tenth above the one before: percentiles of a sum of days are exact to that. */
const STEP = 1.1;

/** The upper end of the step that a duration falls into, whole ms. */
export function durationStep(ms: number): number {
  return ms <= 1 ? 1 : Math.ceil(STEP ** Math.ceil(Math.log(ms) / Math.log(STEP)));
}

function counted(counts: Counts, more: Counts): Counts {
  const added = Object.entries(more);
  if (added.length === 0) return counts;
  const sums = { ...counts };
  for (const [name, count] of added) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

type Counts = { readonly [name: string]: number };

const NOTHING = {
  ...NO_TURNS,
  ...{ first_try: 0, durations: {}, finding_codes: {}, conversations: 0, kitchens: 0, handed_off: 0, modules: {} },
};
