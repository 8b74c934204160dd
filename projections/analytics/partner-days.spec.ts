import fc from 'fast-check';
import type { CoinEvent, TurnFacts } from '#libs/coins';
import type { CardEvent } from '#libs/conversations';
import { goldenOrder } from '../../libs/furniture/test/golden-order.js';
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

function card(card_id: string, from?: { partner_id: string; first: boolean }) {
  const lies = { company_id: 'cmp_1', seat_id: 1, seat_title: 'Цех', order_id: null, turn: 3, order: goldenOrder() };
  const data = { card_id, ...lies, ...(from ? { from } : {}) };
  return recorded<CardEvent>(`card-${card_id}`, '2031-03-02T00:00:12.000Z', { type: 'CardPlaced', data });
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

  it('follow a lead: the first turn, the first kitchen, the first handoff', () => {
    const kitchen = (first: boolean, modules: Record<string, number>) => ({ kitchen: { first, modules } });
    const days = fold(partnerDays, [
      charged('trn_1', { outcome: 'question' }),
      charged('trn_2', { turn: 2, ...kitchen(true, { BD3: 2, B1: 1 }) }),
      charged('trn_3', { turn: 3, ...kitchen(false, { BD3: 1, B1: -1 }) }),
      charged('trn_4', { conversation_id: 'cnv_2' }),
      card('crd_1', { partner_id: 'prt_1', first: true }),
      card('crd_2', { partner_id: 'prt_1', first: false }),
      card('crd_3'),
    ]);
    expect([...days.values()]).toMatchObject([
      { turns: 4, conversations: 2, kitchens: 1, handed_off: 1, modules: { BD3: 3, B1: 0 } },
    ]);
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
