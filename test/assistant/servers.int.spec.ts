import * as model from './model-answers.js';
import type { Step } from './model-server.js';
import { ModelTurns } from './model-turns.js';
import { OpenAiService } from './openai-service.js';
import { SERVERS, servedBy } from './servers.js';

const built = { reply: 'Прямая кухня.', actions: [model.plan('3 м')] };
const good = model.says(built.reply, ...built.actions);
const wrong = model.says('Готово!', model.plan('1,5 м'));

let turns: ModelTurns;
beforeAll(async () => {
  turns = await ModelTurns.start();
});
afterAll(() => turns.stop());

const started: ModelTurns['assistant'] = (options) => turns.assistant(options);
const turn: ModelTurns['turn'] = (...one) => turns.turn(...one);
const rolesOf = ({ messages }: { messages: { role: string }[] }): string[] => messages.map(({ role }) => role);

/** Servers of one's own, as they are known to refuse and to answer: none of it fails a turn. */
describe('a server of one’s own', () => {
  it.each(Object.entries(SERVERS))(
    '%s builds, is asked once from then on, and anew after a start',
    async (_name, refusals) => {
      const answers = servedBy(refusals, good);
      const firsts: object[] = [];
      for (const assistant of [await started(), await started()]) {
        const { outcome, calls } = await turn(assistant, answers);
        expect(outcome).toMatchObject({ status: 'built', usage: { attempts: 1, promptTokens: 1200 } });
        expect([calls.length > 1, calls.length < 9]).toEqual([true, true]);
        firsts.push(calls[0]);
        expect((await turn(assistant, answers)).calls).toEqual([calls.at(-1)]);
      }
      expect(firsts[1]).toEqual(firsts[0]);
    },
  );

  it('with a window of 8k builds through the whole service, for one coin', async () => {
    await OpenAiService.within({ model: 'kitchen-7b' }, async (open) => {
      const { outcome, coins } = await open.turn('прямая', servedBy(SERVERS['vLLM with a window of 8k'], good));
      expect([outcome.status, outcome.result.usage.attempts, coins]).toEqual(['built', 1, 1]);
    });
  });

  it('without strict schemas is asked in JSON mode, from then on at once', async () => {
    const plain = await started({ model: 'qwen3-32b' });
    const { outcome, calls } = await turn(plain, model.fails(400), good);
    expect(outcome.status).toBe('built');
    expect(calls.map(({ response_format }) => response_format.type)).toEqual(['json_schema', 'json_object']);
    expect(calls[1]).toMatchObject({ max_tokens: 16_000 });
    expect(calls[1].messages[0].content).toContain('"plan_kitchen"');
    const next = await turn(plain, good);
    expect(next.outcome.status).toBe('built');
    expect(next.calls.map(({ response_format }) => response_format.type)).toEqual(['json_object']);
  });

  it('that is a gateway and does not know all fields of a model is asked without them, by the strict schema still', async () => {
    const gateway = await started({ model: 'gpt-6.1-terra' });
    const { outcome, calls } = await turn(gateway, model.fails(422), good);
    expect(outcome.status).toBe('built');
    const [first, second] = calls;
    expect(Object.keys(first)).toEqual(expect.arrayContaining(['prompt_cache_options', 'reasoning_effort']));
    expect(Object.keys(second).sort()).toEqual(['max_completion_tokens', 'messages', 'model', 'response_format']);
    expect(second.response_format).toEqual(first.response_format);
    expect((await turn(gateway, good)).calls).toHaveLength(1);
  });

  it('is corrected too: a retry is taken by templates that want the roles in turn', async () => {
    for (const name of ['vLLM with a window of 8k', 'llama.cpp whose template has no system role'] as const) {
      const assistant = await started();
      await turn(assistant, servedBy(SERVERS[name], good));
      const steps = [wrong, good].map((step) => servedBy(SERVERS[name], step));
      const { outcome, nexts, calls } = await turn(assistant, ...steps);
      expect([outcome.status, nexts, calls.length]).toEqual(['built', ['retry', 'complete'], 2]);
    }
  });

  it('keeps the schema, temperature 0 and the seed where only the limit is refused', async () => {
    const { calls } = await turn(await started(), servedBy(SERVERS['vLLM with a window of 8k'], good));
    expect(calls.map(({ max_tokens }) => max_tokens).slice(0, 2)).toEqual([16_000, 8_000]);
    for (const call of calls)
      expect(call).toMatchObject({ temperature: 0, seed: 1, response_format: { type: 'json_schema' } });
  });

  it('begins with the limit that is set', async () => {
    const { calls } = await turn(await started({ maxOutputTokens: 3_000 }), good);
    expect(calls.map(({ max_tokens }) => max_tokens)).toEqual([3_000]);
  });

  it('gets the limit by the name that it knows: by the newer one it would write without end', async () => {
    const endless: Step = (response, call) =>
      (call.body.max_tokens ? good : model.text('{"reply":"', { finish_reason: 'length' }))(response, call);
    expect((await turn(await started(), endless)).outcome).toMatchObject({ status: 'built', usage: { attempts: 1 } });
  });

  const json = JSON.stringify(built);
  it.each([
    ['fenced', `\`\`\`json\n${JSON.stringify(built, null, 2)}\n\`\`\``],
    ['between words', `Конечно! Вот ответ:\n${json}\nОбращайтесь :)`],
    ['after braces in prose', `По схеме {op: …} получается так: ${json}`],
    ['with commas too many', json.replaceAll(']', ', ]').replaceAll('}', ',\n}')],
    ['after its thoughts', `<think>План {"op":"ask"} не нужен, "стена" 3 м.</think>\n\n${json}`],
    ['after thoughts that the server has cut off', `Стена 3 м {"reply":1}.</think>${json}`],
  ])('without any format may answer %s', async (_name, content) => {
    const refusals = SERVERS['LM Studio without a decoder for the schema'];
    const { outcome, calls } = await turn(await started(), servedBy(refusals, model.text(content)));
    expect(calls.at(-1)).not.toHaveProperty('response_format');
    expect(outcome).toMatchObject({ status: 'built', usage: { attempts: 1 } });
  });

  it('may put the whole answer where the thoughts belong', async () => {
    const step = model.body(model.completion({ content: null, reasoning_content: json }));
    expect((await turn(await started(), step)).outcome.status).toBe('built');
  });

  it('that breaks, rather than refuses, is asked the same again', async () => {
    const { outcome, calls } = await turn(await started(), model.fails(500, {}, 'CUDA error'), good);
    expect(outcome.status).toBe('built');
    expect(calls[1]).toEqual(calls[0]);
  });

  it.each(['no', 'max_tokens: context length', 'json_schema', 'seed', 'unknown max_tokens'])(
    'that refuses everything, saying «%s», is given up; nothing was taken, so nothing is remembered',
    async (words) => {
      const assistant = await started();
      await expect(turn(assistant, model.fails(400, {}, words))).rejects.toThrow('the model answered 400');
      expect(turns.server.calls.length).toBeLessThan(12);
      expect((await turn(assistant, good)).calls).toMatchObject([{ max_tokens: 16_000, seed: 1 }]);
    },
  );
});

describe('a second try', () => {
  it('shows the model its own answer and what is wrong with it, roles in turn', async () => {
    const unreadable = model.says('Готово!', { op: 'resize', node: 'n1', change: 'to' });
    const prose = model.text('Ну, давайте подумаем.');
    const { calls } = await turn(await started(), wrong, unreadable, prose, good);
    expect(calls.map(rolesOf)).toEqual([['system', 'user'], ...Array(3).fill(['system', 'user', 'assistant', 'user'])]);
    const retries = calls.slice(1).map(({ messages }) => messages);
    expect(retries.map(([, , own]) => own.content)).toEqual([
      JSON.stringify({ reply: 'Готово!', actions: [model.plan('1,5 м')] }),
      JSON.stringify({ reply: 'Готово!', actions: [{ op: 'resize', node: 'n1', change: 'to' }] }),
      'Ну, давайте подумаем.',
    ]);
    const lessons = retries.map((messages) => JSON.parse(messages.at(-1).content));
    expect(lessons).toMatchObject([
      { findings: [{ code: 'GEO-SUM' }], ways_out: expect.arrayContaining(['мойку 500 вместо 600']) },
      { findings: [{ code: 'OP-READ', path: 'actions[0].size', choices: expect.stringMatching(/string/) }] },
      { last_try: expect.stringContaining('JSON') },
    ]);
    // Only the schema's own words, none of the engine's.
    expect(JSON.stringify(retries)).not.toMatch(/builtIn|\\"brief|wallTier/);
  });

  it('after no answer at all says what was wrong at once', async () => {
    const { calls } = await turn(await started(), model.text(null), good);
    expect(calls.map(rolesOf)).toEqual(Array(2).fill(['system', 'user']));
    expect(JSON.parse(calls[1].messages[1].content)).toMatchObject({ customer: 'прямая 3 м', last_try: 'Ответ пуст.' });
  });
});

it('sizes may be numbers', async () => {
  const plan = {
    ...{ op: 'plan_kitchen', walls: [{ length: 3 }], ordered: false },
    fixtures: [
      { kind: 'sink', width: 60 },
      { kind: 'dishwasher', width: 450 },
      { kind: 'unit', code: 'BD3', width: 400, count: 2 },
    ],
  };
  const { nexts, operations } = await turn(await started(), model.says('Прямая кухня.', plan));
  expect(nexts).toEqual(['complete']);
  const fixtures = [{ width: 600 }, { width: 450 }, { width: 400, count: 2 }];
  expect(operations).toMatchObject([{ brief: { walls: [{ length: 3000 }], fixtures } }]);
});
