import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds, declines } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';
import { type Visitor, visit } from './visitor.js';

const ANSWERS: Record<string, typeof builds> = { собери: builds, откажи: declines };

describe('how it goes, in the cabinet', () => {
  let service: TestService;
  let partner: TestPartner;
  let owner: Visitor;
  beforeAll(async () => {
    const usage = { promptTokens: 10, completionTokens: 2, costUsd: 0.01 };
    service = await TestService.start({
      assistant: new ScriptedAssistant(({ words }) => ANSWERS[words] ?? asks, usage),
    });
    partner = await service.partner();
    owner = await visit(service, partner.company_id);
  });
  afterAll(() => service.stop());

  const analysis = async (query = '') =>
    (await owner.get(`/cabinet/api/analysis?from=2020-01-01&to=2099-12-31${query}`)).json.analysis;

  it('turns are counted by day and outcome, with attempts, times, tokens, costs and findings', async () => {
    expect(await analysis()).toMatchObject({ days: [], findings: [], totals: { turns: 0, p50_ms: null } });
    for (const words of ['собери', 'спроси', 'откажи']) await partner.api.say(await partner.api.conversation(), words);
    const { days, totals, findings } = await eventually(async () => {
      const found = await analysis();
      return found.totals.turns === 3 && found;
    });
    expect(totals).toMatchObject({ turns: 3, built: 1, question: 1, rejected: 1, first_try: 1, coins: 1, failed: 0 });
    expect(totals).toMatchObject({ attempts: 3, prompt_tokens: 30, completion_tokens: 6, cost_usd: 0.03 });
    expect(totals.p50_ms).toBeGreaterThan(0);
    expect(totals.p95_ms).toBeGreaterThanOrEqual(totals.p50_ms);
    expect(days.reduce((sum: number, day: { turns: number }) => sum + day.turns, 0)).toBe(3);
    expect(findings).toContainEqual({ code: 'HOB-HOOD', count: 1 });
    expect(totals).toMatchObject({ conversations: 3, kitchens: 1, handed_off: 0 });
    expect((await analysis(`&partner_id=${partner.partner_id}`)).totals).toEqual(totals);
    expect((await analysis('&partner_id=prt_other')).totals.turns).toBe(0);
  });

  it('modules are counted as kitchens have them, and leads followed to their first handoff', async () => {
    const conversation = await partner.api.conversation();
    const before = (await analysis()).modules;
    await partner.api.say(conversation, 'собери');
    await owner.post('/cabinet/api/seats', { title: 'Цех' });
    for (const _ of [1, 2]) await partner.api.post(`/v1/conversations/${conversation}/handoff`, { seat: 'Цех' });
    const { totals, modules } = await eventually(async () => {
      const found = await analysis();
      return found.totals.kitchens === 2 && found.totals.handed_off > 0 && found;
    });
    expect(totals).toMatchObject({ conversations: 4, kitchens: 2, handed_off: 1 });
    const twice = before.map(({ count, ...module }: { count: number }) => ({ ...module, count: 2 * count }));
    expect(modules).toEqual(twice);
    expect(modules[0]).toEqual({ code: expect.any(String), title: expect.any(String), count: expect.any(Number) });
  });

  it('turns and balance are told while they move, until the session ends', async () => {
    const visitor = await visit(service, partner.company_id, 'auditor');
    const stream = await fetch(`${service.url}/cabinet/api/live`, { headers: { cookie: visitor.cookie } });
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let told = '';
    const ended = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) told += decoder.decode(chunk, { stream: true });
    })();
    await eventually(() => told.includes('event: balance\n'));
    const other = await service.partner();
    await other.api.say(await other.api.conversation(), 'спроси');
    const conversation = await partner.api.conversation();
    const turn = await partner.api.say(conversation, 'собери');
    await eventually(() => told.includes('"state":"done"'));
    const turns = [...told.matchAll(/event: turn\ndata: (.*)\n/g)].map(([, data = '']) => JSON.parse(data));
    expect(turns.map(({ state }) => state)).toEqual(['queued', 'running', 'running', 'done']);
    expect(turns[0]).toEqual({ turn_id: turn.id, conversation_id: conversation, state: 'queued' });
    const before = told.split('event: balance').length;
    await service.addCoins(partner.company_id, 7);
    await eventually(() => told.split('event: balance').length > before);
    await visitor.call('DELETE', '/cabinet/api/session');
    await ended;
  });
});
