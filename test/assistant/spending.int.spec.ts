import { image, png } from '../support/images.js';
import * as model from './model-answers.js';
import { ModelTurns } from './model-turns.js';
import { OpenAiService } from './openai-service.js';

/** gpt-4o-mini: 0.15, cached 0.075, output 0.60 dollars per million. */
const COST = (200 * 0.15 + 1000 * 0.075 + 80 * 0.6) / 1e6;

/** Caps, exact prices, and a prompt prefix that all turns share. */
describe('what the OpenAI-compatible assistant spends', () => {
  let turns: ModelTurns;
  beforeAll(async () => {
    turns = await ModelTurns.start();
  });
  afterAll(() => turns.stop());

  it.each<[string, object]>([
    ['tokens', { tokens: 2 * 1280, costUsd: 1 }],
    ['money', { tokens: 1e6, costUsd: 2 * COST }],
  ])('a turn that has taken its %s is not retried: it ends with what is known', async (_what, caps) => {
    const lengths = ['1,5 м', '1,4 м', '1,3 м', '3 м'].map((length) => model.says('Готово!', model.plan(length)));
    const capped = await turns.assistant({ model: 'gpt-4o-mini', caps });
    const { outcome, nexts, calls } = await turns.turn(capped, ...lengths);
    expect(outcome).toMatchObject({ status: 'question', usage: { attempts: 2, costUsd: 2 * COST } });
    expect([nexts, calls.length]).toEqual([['retry', 'ask'], 2]);
  });

  it('a model without a known price costs nothing in `cost_usd`, its tokens are counted all the same', async () => {
    const unknown = await turns.assistant({ model: 'qwen3-32b' });
    const { outcome } = await turns.turn(unknown, model.says('Прямая кухня.', model.plan('3 м')));
    expect(outcome).toMatchObject({ status: 'built', usage: { model: 'qwen3-32b', promptTokens: 1200, costUsd: 0 } });
  });

  it('a model that takes money for keeping a prompt keeps the instructions alone, at their exact price', async () => {
    const terra = await turns.assistant({ model: 'gpt-6.1-terra' });
    const answer = { content: JSON.stringify({ reply: 'Прямая кухня.', actions: [model.plan('3 м')] }) };
    const usage = { prompt: 5_400, completion: 300, cached: 100, written: 5_000 };
    const { outcome, calls } = await turns.turn(terra, model.body(model.completion(answer, {}, usage)));
    // 300 uncached at 1, 100 read at 0.05, 5,000 written at 1.25, 300 of output at 5 dollars per million.
    expect(outcome.usage).toMatchObject({ promptTokens: 5_400, completionTokens: 300, costUsd: 0.008055 });
    const [call] = calls;
    expect(call).toMatchObject({ prompt_cache_options: { mode: 'explicit' }, reasoning_effort: 'low' });
    const marks = call.messages.map((one: object) => JSON.stringify(one).includes('prompt_cache_breakpoint'));
    expect(marks).toEqual([true, false]);
  });

  it.each(['gpt-6.1-terra', 'gpt-4o-mini'])(
    'every call to %s begins with the same bytes, instructions and schema',
    async (name) => {
      await OpenAiService.within({ model: name }, async (open) => {
        const words: string[] = [];
        const pictures: string[] = [];
        const collect = (texts: string[]) => texts.push(...open.server.calls.map(({ text }) => text));
        // Another partner, a second attempt, an existing order, a later turn.
        await open.turn('прямая', model.says('Готово!', model.plan('1,5 м')), model.asks('Какой длины стена?'));
        collect(words);
        const { api, id } = await open.turn('кухня вдоль одной стены', model.says('Вот.', model.plan('3 м')));
        collect(words);
        open.server.script(model.asks('Что ещё?'));
        await api.say(id, 'а сколько стоит?');
        collect(words);
        for (const [width, said] of [
          [900, 'вот план'],
          [800, 'и ещё один'],
        ] as const) {
          open.server.script(model.text('{'));
          await api.say(id, said, { images: [image(png(width, 700))] });
          collect(pictures);
        }
        expect([words.length, pictures.length]).toEqual([4, 8]);
        for (const texts of [words, pictures]) {
          const shared = beginning(texts);
          expect(shared).toContain(JSON.stringify(JSON.parse(texts[0] ?? '{}').messages[0]));
          expect(shared).toContain('"strict":true');
          expect(shared.length).toBeGreaterThan(3_000);
        }
      });
    },
  );

  /** Their common prefix. */
  const beginning = (texts: readonly string[]): string =>
    texts.reduce((one, other) => {
      let end = 0;
      while (end < one.length && one[end] === other[end]) end += 1;
      return one.slice(0, end);
    });
});
