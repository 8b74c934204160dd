import fc from 'fast-check';
import type { CoinEvent, TurnFacts } from '#libs/coins';
import { fold, recorded } from '../test/fold.js';
import { durationStep, partnerDays } from './partner-days.js';

const facts: TurnFacts = {
  partner_id: 'prt_1',
  company_id: 'cmp_1',
  conversation_id: 'cnv_1',
  turn: 1,
  queued_at: '2031-03-02T00:00:00.000Z',
  ended_at: '2031-03-02T00:00:10.000Z',
  outcome: 'built',
  state: 'done',
  attempts: 1,
  images: 0,
  prompt_tokens: 100,
  completion_tokens: 20,
  cost_usd: 0.1,
  ms: 1_000,
  finding_codes: ['gap', 'gap', 'hob'],
};
const balance = { included: 0, extra: 0, reserved: { included: 0, extra: 0 }, used: 1 };

function charged(turn_id: string, of: Partial<TurnFacts> = {}) {
  const data = { turn_id, coins: 1, from: { included: 1, extra: 0 }, balance, facts: { ...facts, ...of } };
  return recorded<CoinEvent>('coins-cmp_1-1', '2031-03-02T00:00:11.000Z', { type: 'CoinsCharged', data });
}

describe('partner_days', () => {
  it('add up the turns of each partner on each day', () => {
    const days = fold(partnerDays, [
      charged('trn_1'),
      charged('trn_2', { attempts: 3, ms: 1_010 }),
      charged('trn_3', { outcome: 'question', ms: 20 }),
      charged('trn_4', { partner_id: 'prt_2' }),
    ]);
    expect([...days.keys()]).toEqual(['cmp_1:prt_1:2031-03-02', 'cmp_1:prt_2:2031-03-02']);
    expect(days.get('cmp_1:prt_1:2031-03-02')).toMatchObject({
      ...{ turns: 3, built: 2, question: 1, first_try: 1, attempts: 5, coins: 3, cost_usd: 0.3 },
      durations: { [durationStep(1_000)]: 2, [durationStep(20)]: 1 },
      finding_codes: { gap: 6, hob: 3 },
    });
  });

  it('count a duration in a step whose upper end is at most a tenth above it, and a millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (ms) => {
        const step = durationStep(ms);
        expect(step).toBeGreaterThanOrEqual(ms);
        expect(step).toBeLessThanOrEqual(ms * 1.1 + 2);
      }),
    );
  });
});
