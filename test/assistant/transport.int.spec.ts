import { eventually, pause } from '../support/api.js';
import * as model from './model-answers.js';
import type { Step } from './model-server.js';
import { KEY, OpenAiService } from './openai-service.js';
import { keepsItsRecord } from './turn-record.js';

/** Of the turns that are to reach it, some after a first attempt, on a machine that is busy. */
const DEADLINE_MS = 15_000;

/** The same path while the provider is busy, failing, slow or unreachable, and while a turn is stopped. */
describe('the OpenAI-compatible assistant', () => {
  let open: OpenAiService;
  beforeAll(async () => {
    open = await OpenAiService.start();
  });
  afterAll(() => open.stop());

  const good = model.says('Прямая кухня.', model.plan('3 м'));

  describe('a busy provider is called again within the same attempt', () => {
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
      ['400, however it is asked', model.fails(400), 9],
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

  const refused = model.says('Готово!', model.plan('1,5 м'));
  /** Attempts before the provider went away stay in the stream and cost nothing. */
  const keepsAttempts = async ({ attempts, coins, api, id }: Awaited<ReturnType<OpenAiService['said']>>) => {
    expect(attempts).toMatchObject([{ attempt: 1, next: 'retry', findings: [{ code: 'GEO-SUM' }] }]);
    expect(coins).toBe(0);
    expect((await api.get(`/v1/conversations/${id}/project`)).status).toBe(404);
  };

  it('500 for ever after a first attempt: that stays in the stream and costs nothing', async () => {
    const turn = await open.turn('прямая', refused, model.fails(500));
    expect(turn.outcome).toMatchObject({ state: 'failed', error: { code: 'assistant_unavailable' } });
    await keepsAttempts(turn);
  });

  it('401 with the key in its message: nothing of it is shown or stored', async () => {
    const { outcome, events } = await open.turn('прямая', model.fails(401, {}, `Incorrect API key provided: ${KEY}`));
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'assistant_unavailable' } });
    expect(
      JSON.stringify([outcome, events.map(({ data, metadata }) => [data, metadata]), open.callFailures]),
    ).not.toContain(KEY.slice(0, 12));
    expect(open.callFailures).toEqual([{ call: 1, status: 401 }]);
    expect(open.server.calls).toHaveLength(1);
  });

  it('a slow answer is accepted if it is complete before the deadline', async () => {
    const answer = { reply: 'Прямая кухня.', actions: [model.plan('3 м')] };
    const { outcome } = await open.turn(
      'прямая',
      model.trickles(model.completion({ content: JSON.stringify(answer) })),
    );
    expect(outcome).toMatchObject({ status: 'built', result: { usage: { attempts: 1 } } });
    expect(outcome.result.usage.ms).toBeGreaterThan(300);
    expect(open.server.calls).toHaveLength(1);
  });

  describe('the deadline', () => {
    /** What the provider does, by what is said. */
    const LATE: Readonly<Record<string, readonly Step[]>> = {
      висит: [model.hangs],
      каплет: [model.drips],
      'сначала неверно': [refused, model.hangs],
    };
    let hurried: OpenAiService;
    let turns: Readonly<Record<string, Awaited<ReturnType<OpenAiService['said']>>>>;
    const callsOf = (words: string) => hurried.server.calls.filter(({ text }) => text.includes(words));

    beforeAll(async () => {
      hurried = await OpenAiService.start({ deadlineMs: DEADLINE_MS });
      hurried.server.script((response, call) => {
        const [words, steps] = Object.entries(LATE).find(([said]) => call.text.includes(said)) ?? ['прямая', [good]];
        steps[callsOf(words).length - 1]?.(response, call);
      });
      // What is loaded for the first turn of a service takes none of their time.
      await hurried.said('прямая');
      // All at once: each waits for the deadline.
      const said = Object.keys(LATE).map(async (words) => [words, await hurried.said(words)] as const);
      turns = Object.fromEntries(await Promise.all(said));
    });
    afterAll(() => hurried.stop());

    it.each([
      ['a hang', 'висит'],
      ['a slow stream', 'каплет'],
    ])('ends %s', async (_name, words) => {
      expect(turns[words]?.outcome).toMatchObject({ state: 'failed', error: { code: 'deadline_exceeded' } });
      expect(turns[words]?.coins).toBe(0);
      const [call] = callsOf(words);
      const abortedAt = await eventually(() => call?.abortedAt);
      expect(abortedAt - (call?.at ?? 0)).toBeLessThan(DEADLINE_MS + 2_000);
    });

    it('ends a hang after a first attempt, which stays in the stream and costs nothing', async () => {
      const turn = turns['сначала неверно'];
      expect(turn?.outcome).toMatchObject({ state: 'failed', error: { code: 'deadline_exceeded' } });
      if (turn) await keepsAttempts(turn);
    });
  });

  describe('a stop', () => {
    /**
     * Stops a turn after the provider got `calls` calls; ms from the stop until the last one was aborted at the
     * provider.
     */
    async function stopAt(calls: number, ...steps: Step[]) {
      open.server.script(...steps);
      const { api, id } = await open.customer();
      const turnId = await api.send(id, 'прямая');
      const call = await eventually(() => open.server.calls[calls - 1]);
      const asked = performance.now();
      const stopped = await api.post(`/v1/turns/${turnId}/stop`);
      expect(stopped.json).toEqual({ ok: true, turn_id: turnId, state: 'stopped' });
      const ms = (await eventually(() => call.abortedAt, 1000)) - asked;
      const { turn } = (await api.get(`/v1/turns/${turnId}`)).json;
      expect(turn).toEqual({ id: turnId, state: 'stopped' });
      const record = await keepsItsRecord(open.traces, api, id, turn);
      await open.settled(api, 0);
      return { ms, ...record };
    }

    it.each<[string, Step]>([
      ['while the model thinks', model.hangs],
      ['while its answer arrives', model.drips],
    ])('%s aborts the request within 100 ms and costs nothing', async (_name, step) => {
      // Median of five, relative to a plain request: on a loaded machine everything is slow.
      const took: number[] = [];
      const writes: number[] = [];
      const { api } = await open.customer();
      for (let i = 0; i < 5; i += 1) {
        const from = performance.now();
        await api.conversation();
        writes.push(performance.now() - from);
        took.push((await stopAt(1, step)).ms);
      }
      expect(middle(took)).toBeLessThan(Math.max(100, 10 * middle(writes)));
    });

    it('during a second attempt aborts that one; the first stays in the stream', async () => {
      const { attempts } = await stopAt(2, model.says('Готово!', model.plan('1,5 м')), model.hangs);
      expect(attempts).toMatchObject([{ attempt: 1, next: 'retry' }]);
    });

    it('during a backoff ends the wait: the provider is not called again', async () => {
      open.server.script(model.fails(429, { 'retry-after': '1' }));
      open.callFailures.length = 0;
      const { api, id } = await open.customer();
      const turnId = await api.send(id, 'прямая');
      await eventually(() => open.callFailures.length > 0);
      await api.post(`/v1/turns/${turnId}/stop`);
      await keepsItsRecord(open.traces, api, id, (await api.get(`/v1/turns/${turnId}`)).json.turn);
      await open.settled(api, 0);
      await pause(1_300);
      expect(open.server.calls).toHaveLength(1);
    });
  });
});

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
