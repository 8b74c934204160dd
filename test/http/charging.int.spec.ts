import { type Answer, AssistantUnavailable } from '#libs/assistant';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds, declines, reads, unusable } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { image, png } from '../support/images.js';
import { TestService } from '../support/service.js';

const SCRIPT: Record<string, Answer | Error | 'hang'> = {
  built: builds,
  parsed: reads,
  question: asks,
  rejected: declines,
  failed: unusable,
  hang: 'hang',
  unanswered: new AssistantUnavailable('connection reset'),
};

/** spec.md, Limits, "Coin charging", and what contract.md adds to it: a test for each row. */
describe('coin charging', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant(({ words }) => SCRIPT[words] ?? asks) });
  });
  afterAll(() => service.stop());

  const costOf = async (words: string, images: number) => {
    const { api } = await service.partner({ coins: 50 });
    const id = await api.conversation();
    const pictures = images > 0 ? { images: Array.from({ length: images }, () => image(png(700, 700))) } : {};
    const turn = await api.say(id, words, pictures);
    const usage = await eventually(async () => {
      const now = await api.usage();
      return now.coins_left + now.coins_used === 50 && now;
    });
    return { turn, cost: usage.coins_used };
  };

  it.each([
    ['Request in words, built', 'built', 0, 1],
    ['Request in words, parsed', 'parsed', 0, 1],
    ['question', 'question', 0, 0],
    ['rejected', 'rejected', 0, 0],
    ['failed', 'failed', 0, 0],
    ['Request with an image, built', 'built', 1, 8],
    ['Request with two images: any number costs the same', 'built', 2, 8],
    ['Request with an image, parsed', 'parsed', 1, 8],
    ['image exception: question', 'question', 1, 8],
    ['image exception: rejected', 'rejected', 1, 8],
    ['image turn whose answer was unusable', 'failed', 1, 0],
  ])('%s', async (_row, words, images, coins) => {
    const { turn, cost } = await costOf(words, images);
    expect(turn).toMatchObject({ state: 'done', status: words, result: { status: words, usage: { coins } } });
    expect(cost).toBe(coins);
  });

  it.each([0, 1])('a turn that the assistant did not answer costs nothing, with %i images', async (images) => {
    const { turn, cost } = await costOf('unanswered', images);
    expect(turn).toMatchObject({ state: 'failed', error: { code: 'assistant_unavailable' } });
    expect(cost).toBe(0);
  });

  it.each([0, 1])('stopped turn: a stopped turn costs nothing, with %i images', async (images) => {
    const { api } = await service.partner({ coins: 50 });
    const id = await api.conversation();
    const turnId = await api.send(id, 'hang', images > 0 ? { images: [image(png(700, 700))] } : {});
    await api.running(turnId);
    expect((await api.usage()).coins_left).toBe(50 - (images > 0 ? 8 : 1));
    const stopped = await api.post(`/v1/turns/${turnId}/stop`);
    expect(stopped.json).toEqual({ ok: true, turn_id: turnId, state: 'stopped' });
    const turn = (await api.get(`/v1/turns/${turnId}`)).json.turn;
    expect(turn).toEqual({ id: turnId, state: 'stopped' });
    await eventually(async () => (await api.usage()).coins_left === 50);
    expect((await api.usage()).coins_used).toBe(0);
  });

  it('included coins burn before extra ones', async () => {
    const { api, company_id } = await service.partner({ coins: 1 });
    await service.addCoins(company_id, 2);
    expect(await api.usage()).toMatchObject({ coins_left: 3, coins_included: 1, extra_coins: 2 });
    const id = await api.conversation();
    await api.say(id, 'parsed');
    await eventually(async () => (await api.usage()).coins_used === 1);
    expect(await api.usage()).toMatchObject({ coins_left: 2, extra_coins: 2 });
    await api.say(id, 'parsed');
    await eventually(async () => (await api.usage()).coins_used === 2);
    expect(await api.usage()).toMatchObject({ coins_left: 1, extra_coins: 1 });
  });

  it('coins are reserved when a turn is accepted: parallel conversations never overspend', async () => {
    const { api } = await service.partner({ coins: 3 });
    const ids = await Promise.all(Array.from({ length: 8 }, () => api.conversation()));
    const answers = await Promise.all(ids.map((id) => api.post(`/v1/conversations/${id}/turns`, { text: 'hang' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 402, 402, 402, 402, 402]);
    expect((await api.usage()).coins_left).toBe(0);
    await Promise.all(
      answers.filter(({ status }) => status === 202).map(({ json }) => api.post(`/v1/turns/${json.turn.id}/stop`)),
    );
    await eventually(async () => (await api.usage()).coins_left === 3);
  });

  it.each(['trial', 'past_due'] as const)('%s may spend while coins and period last', async (status) => {
    const { api } = await service.partner({ status, coins: 1 });
    const id = await api.conversation();
    expect((await api.say(id, 'parsed')).status).toBe('parsed');
    const refused = await api.post(`/v1/conversations/${id}/turns`, { text: 'parsed' });
    expect([refused.status, refused.json.error.details.reason]).toEqual([402, 'out_of_coins']);
  });

  it('an image turn needs its eight coins before anybody is asked', async () => {
    const { api } = await service.partner({ coins: 7 });
    const id = await api.conversation();
    const refused = await api.post(`/v1/conversations/${id}/turns`, { text: 'parsed', images: [image(png(700, 700))] });
    expect([refused.status, refused.json.error.details.reason]).toEqual([402, 'out_of_coins']);
    expect((await api.usage()).coins_left).toBe(7);
  });
});
