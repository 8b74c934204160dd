import * as model from './model-answers.js';
import type { Step } from './model-server.js';
import { KEY, nexts, OpenAiService } from './openai-service.js';
import { keepsItsRecord } from './turn-record.js';

/** gpt-4o-mini: 0.15, cached 0.075, output 0.60 dollars per million. */
const COST = (200 * 0.15 + 1000 * 0.075 + 80 * 0.6) / 1e6;

/** The OpenAI path through the whole service, against a server with the same API: what becomes of each answer. */
describe('the OpenAI-compatible assistant', () => {
  let open: OpenAiService;
  beforeAll(async () => {
    open = await OpenAiService.start();
  });
  afterAll(() => open.stop());

  it('builds at the first attempt: one call, its tokens, its exact price, one coin', async () => {
    const { outcome, coins, attempts } = await open.turn(
      'прямая 3 м',
      model.says('Прямая кухня с мойкой.', model.plan('3 м')),
    );
    expect(outcome).toMatchObject({ state: 'done', status: 'built' });
    expect(outcome.result.note).toContain('Прямая кухня с мойкой. Принято по умолчанию: потолок 2700 мм');
    expect(outcome.result.usage).toMatchObject({
      model: 'gpt-4o-mini',
      attempts: 1,
      prompt_tokens: 1200,
      completion_tokens: 80,
      cost_usd: COST,
      coins: 1,
    });
    expect(coins).toBe(1);
    expect(nexts(attempts)).toEqual(['complete']);
    expect(attempts[0]).toMatchObject({ operations: [{ op: 'plan_kitchen' }], usage: { prompt_tokens: 1200 } });
  });

  it('asks the endpoint that it was given, with the key, not streamed, by a strict schema', async () => {
    await open.turn('привет', model.asks('Какой длины стена?'));
    const [call] = open.server.calls;
    expect(call?.path).toBe('/v1/chat/completions');
    expect(call?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(call?.body.stream ?? false).toBe(false);
    expect(call?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
    expect(open.server.calls).toHaveLength(1);
  });

  it.each([2, 3, 4])('is corrected at attempt %i by what the checks found', async (at) => {
    const wrong = ['1,5 м', '1,4 м', '1,3 м']
      .slice(0, at - 1)
      .map((length) => model.says('Готово!', model.plan(length)));
    const { outcome, coins, attempts } = await open.turn('прямая', ...wrong, model.says('Собрано.', model.plan('3 м')));
    expect(outcome).toMatchObject({
      status: 'built',
      result: { usage: { attempts: at, cost_usd: Number((at * COST).toFixed(12)) } },
    });
    expect(coins).toBe(1);
    expect(nexts(attempts)).toEqual([...Array(at - 1).fill('retry'), 'complete']);
    const lesson = open.server.calls.at(-1)?.body.messages.at(-1).content;
    expect(JSON.parse(lesson)).toMatchObject({ findings: [{ code: 'GEO-SUM' }] });
    expect(JSON.parse(lesson).ways_out.length).toBeGreaterThan(0);
    expect(attempts.map(({ findings }) => (findings as unknown[]).length > 0).slice(0, -1)).toEqual(
      Array(at - 1).fill(true),
    );
  });

  it('that is never corrected asks, whatever the model claims, and costs nothing', async () => {
    const lengths = ['1,5 м', '1,4 м', '1,3 м', '1,2 м'];
    const { outcome, coins, attempts, id, api } = await open.turn(
      'прямая',
      ...lengths.map((l) => model.says('Готово, кухня собрана!', model.plan(l))),
    );
    expect(outcome).toMatchObject({ status: 'question', result: { applied: 0, usage: { attempts: 4, coins: 0 } } });
    expect(outcome.result.note).not.toMatch(/готов|собран/i);
    expect(outcome.result.findings[0].code).toBe('GEO-SUM');
    expect(nexts(attempts)).toEqual(['retry', 'retry', 'retry', 'ask']);
    expect(coins).toBe(0);
    expect((await api.get(`/v1/conversations/${id}/project`)).status).toBe(404);
  });

  it('an edit against a norm asks with the alternative, and the order stays', async () => {
    const { api, id } = await open.turn('прямая', model.says('Прямая кухня.', model.plan('3 м')));
    const before = (await api.get(`/v1/conversations/${id}/project`)).json.project;
    open.server.script(model.says('Готово, потолок 1,8 м!', { op: 'set_ceiling', height: '1,8 м' }));
    const turn = await api.say(id, 'потолок 1,8');
    expect(turn).toMatchObject({ status: 'question', result: { findings: [{ code: 'HGT-CEIL' }] } });
    expect(turn.result.note).toMatch(/^До потолка 1800, шкафы до 2140\. Можно так: /);
    expect((await keepsItsRecord(open.traces, api, id, turn)).coins).toBe(0);
    expect((await api.get(`/v1/conversations/${id}/project`)).json.project).toEqual(before);
  });

  it('the same findings twice end it early', async () => {
    const { outcome, attempts } = await open.turn('прямая', model.says('Готово!', model.plan('1,5 м')));
    expect(outcome.status).toBe('question');
    expect(nexts(attempts)).toEqual(['retry', 'ask']);
  });

  it('a claim of success in a question after a refusal never reaches the customer', async () => {
    const { outcome } = await open.turn(
      'прямая',
      model.says('Готово!', model.plan('1,5 м')),
      model.asks('Готово, всё собрал!'),
    );
    expect(outcome).toMatchObject({ status: 'question', result: { applied: 0 } });
    expect(outcome.result.note).not.toMatch(/готово|собрал/i);
    expect(outcome.result.note).toContain('не хватает');
  });

  it('a decline counts only if the checks reported the norm, and gives their reason', async () => {
    const decline = model.says('Так нельзя.', { op: 'decline', code: 'GEO-SUM' });
    const held = await open.turn('прямая', model.says('Готово!', model.plan('1,5 м')), decline);
    expect(held.outcome).toMatchObject({ status: 'rejected', result: { note: 'Так нельзя.', applied: 0 } });
    expect(held.outcome.result.why).toContain('не хватает');
    expect(nexts(held.attempts)).toEqual(['retry', 'reject']);
    expect(held.coins).toBe(0);
    const invented = await open.turn('прямая', decline);
    expect(invented.outcome).toMatchObject({ status: 'question' });
    expect(invented.outcome.result.why).toBeUndefined();
  });

  it('restores the order of an earlier turn', async () => {
    const { api, id } = await open.turn('прямая', model.says('Прямая кухня.', model.plan('3 м')));
    const first = (await api.get(`/v1/conversations/${id}/project`)).json.project;
    open.server.script(model.says('Фасады под дуб.', model.oak));
    await api.say(id, 'дуб');
    open.server.script(
      model.says('Вернул.', { op: 'restore', turn: 9 }),
      model.says('Вернул как было.', { op: 'restore', turn: 1 }),
    );
    const back = await api.say(id, 'верни как было');
    expect(back).toMatchObject({ status: 'built', result: { usage: { attempts: 2 } } });
    expect(back.result.note).toMatch(/^Вернул как было\./);
    await keepsItsRecord(open.traces, api, id, back);
    expect((await api.get(`/v1/conversations/${id}/project`)).json.project).toEqual(first);
  });

  describe('an unusable answer counts as an attempt, is retried, and costs nothing', () => {
    const call = { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'run_shell', arguments: '{}' } }] };
    const rows: [string, Step, number][] = [
      ['prose', model.text('Ну, давайте подумаем вместе...'), 4],
      ['cut JSON', model.text('{"reply":"Собрано","actions":[{"op":"plan_kit'), 4],
      ['another schema', model.text('{"answer":42}'), 2],
      ['a wrong tool', model.body(model.completion(call, { finish_reason: 'tool_calls' })), 4],
      ['a refusal', model.body(model.completion({ refusal: 'I cannot help with that.' })), 2],
      ['`length`', model.text('{"reply":"', { finish_reason: 'length' }), 4],
      ['an empty answer', model.text(''), 4],
      ['no content', model.text(null), 4],
      ['no choices', model.body({ id: 'x', choices: [] }), 4],
      [
        'a page instead of JSON',
        (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>ok</h1>'),
        4,
      ],
      [
        'a body that is cut JSON',
        (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[{'),
        4,
      ],
      ['unknown ids', model.says('Убрал.', { op: 'remove', node: 'n77' }), 2],
      ['no actions', model.says('Готово!'), 2],
    ];
    it.each(rows)('%s', async (_name, step, calls) => {
      const { outcome, coins, attempts } = await open.turn('прямая', step);
      expect(outcome).toMatchObject({
        state: 'done',
        status: 'failed',
        result: { applied: 0, usage: { attempts: calls, coins: 0 } },
      });
      expect(nexts(attempts)).toEqual([...Array(calls - 1).fill('retry'), 'give_up']);
      expect(coins).toBe(0);
      expect(outcome.result.findings).toBeUndefined();
    });

    it('and may be corrected', async () => {
      const { outcome, coins } = await open.turn(
        'прямая',
        model.text('{"reply'),
        model.says('Прямая кухня.', model.plan('3 м')),
      );
      expect(outcome).toMatchObject({ status: 'built', result: { usage: { attempts: 2 } } });
      expect(coins).toBe(1);
    });
  });

  it('missing usage counts as 0, and the turn is built all the same', async () => {
    const answer = model.completion(
      { content: JSON.stringify({ reply: 'Прямая кухня.', actions: [model.plan('3 м')] }) },
      {},
      null,
    );
    const { outcome, coins } = await open.turn('прямая', model.body(answer));
    expect(outcome).toMatchObject({
      status: 'built',
      result: { usage: { attempts: 1, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, coins: 1 } },
    });
    expect(coins).toBe(1);
  });

  it('a refused attempt is in the stream with its operations, findings and usage', async () => {
    const { attempts } = await open.turn(
      'прямая',
      model.says('Готово!', model.plan('1,5 м')),
      model.says('Вот.', model.plan('3 м')),
    );
    expect(attempts).toMatchObject([
      {
        attempt: 1,
        next: 'retry',
        operations: [{ op: 'plan_kitchen', brief: { walls: [{ length: 1500 }] } }],
        findings: [{ code: 'GEO-SUM' }],
        usage: { model: 'gpt-4o-mini', prompt_tokens: 1200, completion_tokens: 80, cost_usd: COST },
      },
      { attempt: 2, next: 'complete', usage: { cost_usd: COST } },
    ]);
  });

  it('the order changes only on `built`', async () => {
    const { api, id } = await open.turn('прямая', model.says('Прямая кухня.', model.plan('3 м')));
    const project = async () => (await api.get(`/v1/conversations/${id}/project`)).json.project;
    const before = await project();
    for (const step of [
      model.asks('Какой?'),
      model.text('{'),
      model.says('Готово', { op: 'set_wall', wall: 'A', length: '1 м' }),
    ]) {
      open.server.script(step);
      expect((await api.say(id, 'измени')).status).not.toBe('built');
      expect(await project()).toEqual(before);
    }
    open.server.script(model.says('Фасады под дуб.', model.oak));
    expect((await api.say(id, 'дуб')).status).toBe('built');
    expect((await project()).finish.facade.base).toBe('oak');
  });
});
