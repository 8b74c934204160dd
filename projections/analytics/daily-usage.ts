import { coinEvents, parseLedgerStream } from '#contracts/coins';
import { type Folded, projection, type ServiceProjection } from '../projection.js';
import { dayOf, NO_TURNS, TURN_SUM_COLUMNS, type TurnSums, withTurn } from './turn-sums.js';

/** What one company used on one day (UTC) that its turns ended on, summed from the turns' facts; and what it was topped up. */
export interface DailyUsageDocument extends TurnSums {
  company_id: string;
  /** `2031-01-31`. */
  day: string;
  image_turns: number;
  /** Topped up. */
  coins_added: number;
  /** Durations of the turns added up. */
  ms: number;
}

export const dailyUsage: ServiceProjection<DailyUsageDocument> = projection(coinEvents, {
  name: 'daily_usage',
  version: 2,
  conversation: 'none',
  types: ['CoinsAdded', 'CoinsCharged', 'CoinsReleased'],
  columns: {
    company_id: 'text',
    day: 'day',
    ...TURN_SUM_COLUMNS,
    image_turns: 'integer',
    coins_added: 'integer',
    ms: 'number',
  },
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
    return {
      ...sums,
      ...withTurn(sums, facts, type === 'CoinsCharged' ? data.coins : 0),
      image_turns: sums.image_turns + (facts.images > 0 ? 1 : 0),
      ms: sums.ms + facts.ms,
    };
  },
});

const NOTHING = { ...NO_TURNS, image_turns: 0, coins_added: 0, ms: 0 };

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
