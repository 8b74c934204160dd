import { eventually } from '../support/api.js';
import * as model from './model-answers.js';
import type { Step } from './model-server.js';
import { KEY, OpenAiService } from './openai-service.js';

/** The same path while the provider is busy, broken, slow or out of reach, and while a turn is stopped. */
describe('the OpenAI-compatible assistant', () => {
  let open: OpenAiService;
  beforeAll(async () => {
    open = await OpenAiService.start();
  });
  afterAll(() => open.stop());

  describe('a provider that is busy is asked again within the same try', () => {
    const good = model.says('Прямая кухня.', model.plan('3 м'));
    it.each<[string, Step]>([
      ['429 without Retry-After', model.fails(429)],
      ['500', model.fails(500)],
      ['503', model.fails(503)],
      ['408', model.fails(408)],
      ['409', model.fails(409)],
      ['a reset', model.resets],
      ['a body that breaks off', model.breaksOff],
    ])('%s', async (_name, step) => {
      const { outcome, coins } = await open.turn('прямая', step, good);
      expect(outcome).toMatchObject({ status: 'built', result: { usage: { attempts: 1, prompt_tokens: 1200 } } });
      expect(open.server.calls).toHaveLength(2);
      expect(coins).toBe(1);
    });

    it.each<[string, Record<string, string>, number]>([
      ['seconds', { 'retry-after': '1' }, 1000],
      ['milliseconds', { 'retry-after-ms': '300' }, 300],
    ])('429 with Retry-After in %s is honoured', async (_name, headers, ms) => {
      const { outcome } = await open.turn('прямая', model.fails(429, headers), good);
      expect(outcome.status).toBe('built');
      const [first, second] = open.server.calls;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(ms);
    });

    it('a Retry-After beyond the deadline fails at once', async () => {
      const { outcome, coins } = await open.turn('прямая', model.fails(429, { 'retry-after': '600' }));
      expect(outcome).toMatchObject({ state: 'failed', error: { code: 'assistant_unavailable' } });
      expect(open.server.calls).toHaveLength(1);
      expect(coins).toBe(0);
    });

    it.each<[string, Step, number]>([
      ['500 for ever', model.fails(500), 3],
      ['resets for ever', model.resets, 3],
      ['400, strict and plain', model.fails(400), 2],
      ['403', model.fails(403), 1],
      ['404', model.fails(404), 1],
    ])('%s: the turn has failed, costs nothing, and its conversation is free', async (_name, step, calls) => {
      const { outcome, coins, attempts, api, id } = await open.turn('прямая', step);
      expect(outcome).toMatchObject({ state: 'failed', error: { code: 'assistant_unavailable' } });
      expect(outcome.result).toBeUndefined();
      expect(open.server.calls).toHaveLength(calls);
      expect(attempts).toEqual([]);
      expect(coins).toBe(0);
      open.server.script(good);
      expect((await api.say(id, 'ещё раз')).status).toBe('built');
    });
  });

  it('401 with the key in its message: nothing of it is shown or stored', async () => {
    const { outcome, events } = await open.turn('прямая', model.fails(401, {}, `Incorrect API key provided: ${KEY}`));
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'assistant_unavailable' } });
    expect(
      JSON.stringify([outcome, events.map(({ data, metadata }) => [data, metadata]), open.troubles]),
    ).not.toContain(KEY.slice(0, 12));
    expect(open.troubles).toEqual([{ tried: 1, status: 401 }]);
    expect(open.server.calls).toHaveLength(1);
  });

  describe('the deadline', () => {
    it.each<[string, Step]>([
      ['a hang', model.hangs],
      ['a slow stream', model.drips],
    ])('ends %s', async (_name, step) => {
      const { outcome, coins } = await open.turn('прямая', step);
      expect(outcome).toMatchObject({ state: 'failed', error: { code: 'deadline_exceeded' } });
      expect(coins).toBe(0);
      await eventually(() => open.server.calls[0]?.abortedAt !== undefined);
    });
  });

  describe('a stop', () => {
    it.each<[string, Step]>([
      ['while the model thinks', model.hangs],
      ['while its answer arrives', model.drips],
    ])('%s aborts the request within 100 ms and costs nothing', async (_name, step) => {
      open.server.script(step);
      const { api } = await open.service.partner({ coins: 5 });
      const id = await api.conversation();
      const turnId = await api.send(id, 'прямая');
      await eventually(() => open.server.calls.length === 1);
      const asked = performance.now();
      const stopped = await api.post(`/v1/turns/${turnId}/stop`);
      expect(stopped.json).toMatchObject({ ok: true, state: 'stopped' });
      const abortedAt = await eventually(() => open.server.calls[0]?.abortedAt, 1000);
      expect(abortedAt - asked).toBeLessThan(100);
      await eventually(async () => (await api.usage()).coins_left === 5);
      expect((await api.get(`/v1/turns/${turnId}`)).json.turn).toEqual({ id: turnId, state: 'stopped' });
    });

    it('while we wait for the provider ends the wait', async () => {
      open.server.script(model.fails(429, { 'retry-after': '2' }));
      const { api } = await open.service.partner({ coins: 5 });
      const turnId = await api.send(await api.conversation(), 'прямая');
      await eventually(() => open.troubles.length > 0);
      await api.post(`/v1/turns/${turnId}/stop`);
      await eventually(async () => (await api.usage()).coins_left === 5);
      expect(open.server.calls).toHaveLength(1);
    });
  });

  it('a server without strict schemas is asked in plain JSON mode, from then on at once', async () => {
    const plain = await OpenAiService.start();
    const good = model.says('Прямая кухня.', model.plan('3 м'));
    expect((await plain.turn('прямая', model.fails(400), good)).outcome.status).toBe('built');
    expect(plain.server.calls.map(({ body }) => body.response_format.type)).toEqual(['json_schema', 'json_object']);
    expect(plain.server.calls[1]?.body).toMatchObject({ max_tokens: 16_000 });
    expect(plain.server.calls[1]?.body.messages[0].content).toContain('"plan_kitchen"');
    expect((await plain.turn('прямая', good)).outcome.status).toBe('built');
    expect(plain.server.calls.map(({ body }) => body.response_format.type)).toEqual(['json_object']);
    await plain.stop();
  });
});
