import type { CoinEvent, TurnFacts } from '#libs/coins';
import { fold, recorded } from '../test/fold.js';
import { dailyUsage } from './daily-usage.js';
import { turnFacts } from './turn-facts.js';

const facts: TurnFacts = {
  partner_id: 'prt_1',
  company_id: 'cmp_1',
  conversation_id: 'cnv_1',
  turn: 2,
  queued_at: '2031-03-01T23:59:50.000Z',
  started_at: '2031-03-01T23:59:52.500Z',
  ended_at: '2031-03-02T00:00:10.000Z',
  outcome: 'built',
  state: 'done',
  attempts: 2,
  images: 0,
  model: 'm',
  prompt_tokens: 100,
  completion_tokens: 20,
  cost_usd: 0.1,
  ms: 17_500,
  finding_codes: ['gap', 'gap'],
};
const balance = { included: 0, extra: 0, reserved: { included: 0, extra: 0 }, used: 1 };

function settled(turn_id: string, type: 'CoinsCharged' | 'CoinsReleased', coins: number, of?: TurnFacts) {
  const event: CoinEvent = {
    type,
    data: { turn_id, coins, from: { included: coins, extra: 0 }, balance, ...(of && { facts: of }) },
  };
  return recorded('coins-cmp_1-3', '2031-03-02T00:00:11.000Z', event);
}

const never: TurnFacts = {
  ...facts,
  outcome: 'failed',
  state: 'failed',
  error_code: 'internal',
  ended_at: '2031-03-02T12:00:00.000Z',
};
delete never.started_at;
delete never.model;

describe('turn_facts', () => {
  it('has one flat row a turn', () => {
    expect(fold(turnFacts, [settled('trn_1', 'CoinsCharged', 1, facts)]).get('trn_1')).toEqual({
      turn_id: 'trn_1',
      period: 3,
      ...facts,
      error_code: null,
      wait_ms: 2_500,
      coins: 1,
      findings: 2,
    });
  });

  it('a turn that never started waited for nothing and costs nothing, whatever was reserved', () => {
    const row = fold(turnFacts, [settled('trn_1', 'CoinsReleased', 8, never)]).get('trn_1');
    expect(row).toMatchObject({
      state: 'failed',
      error_code: 'internal',
      started_at: null,
      wait_ms: null,
      model: null,
      coins: 0,
    });
  });

  it('knows nothing of coins that were released without a turn', () => {
    expect(fold(turnFacts, [settled('trn_1', 'CoinsReleased', 8)]).size).toBe(0);
  });
});

describe('daily_usage', () => {
  it('adds up the turns that ended on a day, each under one outcome', () => {
    const others = (['parsed', 'question', 'rejected', 'failed'] as const).map((outcome, at) =>
      settled(`trn_${at}`, 'CoinsReleased', 1, { ...facts, outcome }),
    );
    const stopped = settled('trn_8', 'CoinsReleased', 8, { ...facts, outcome: 'stopped', state: 'stopped', images: 2 });
    const day = fold(dailyUsage, [
      settled('trn_7', 'CoinsCharged', 1, facts),
      ...others,
      stopped,
      settled('trn_9', 'CoinsReleased', 1, never),
    ]);
    expect([...day.keys()]).toEqual(['cmp_1:2031-03-02']);
    expect(day.get('cmp_1:2031-03-02')).toEqual({
      company_id: 'cmp_1',
      day: '2031-03-02',
      turns: 7,
      built: 1,
      parsed: 1,
      question: 1,
      rejected: 1,
      failed_answers: 1,
      stopped: 1,
      failed: 1,
      image_turns: 1,
      coins: 1,
      coins_added: 0,
      attempts: 14,
      prompt_tokens: 700,
      completion_tokens: 140,
      cost_usd: 0.7,
      ms: 122_500,
    });
  });

  it('adds up what was topped up, not what an earlier period owed', () => {
    const added = (coins: number, of: { turn_id?: string } = {}) =>
      recorded('coins-cmp_1-3', '2031-03-02T09:00:00.000Z', { type: 'CoinsAdded', data: { coins, ...of, balance } });
    const day = fold(dailyUsage, [added(5), added(2), added(8, { turn_id: 'trn_1' })]).get('cmp_1:2031-03-02');
    expect([day?.coins_added, day?.coins, day?.turns]).toEqual([7, 0, 0]);
  });

  it('counts by the day that a turn ended on, not the day that it was settled', () => {
    const late = { ...facts, ended_at: '2031-03-01T23:59:59.999Z' };
    expect([...fold(dailyUsage, [settled('trn_1', 'CoinsCharged', 1, late)]).keys()]).toEqual(['cmp_1:2031-03-01']);
  });

  it('does not drift over a long day of small costs', () => {
    const turns = Array.from({ length: 1_000 }, (_, at) =>
      settled(`trn_${at}`, 'CoinsCharged', 1, { ...facts, cost_usd: 0.0001 }),
    );
    expect(fold(dailyUsage, turns).get('cmp_1:2031-03-02')?.cost_usd).toBe(0.1);
  });
});
