import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds } from '../support/answers.js';
import type { Api } from '../support/api.js';
import { TestService } from '../support/service.js';

/** What stays with whoever it was for. Logs, and what an operator's terminal is shown: defaults.int.spec.ts. */
describe('private answers', () => {
  let service: TestService;
  let api: Api;
  let id: string;
  beforeAll(async () => {
    const assistant = new ScriptedAssistant(({ words }) => (words === 'собери' ? builds : asks));
    service = await TestService.start({ assistant });
    api = (await service.partner()).api;
    id = await api.conversation();
    await api.say(id, 'собери');
  });
  afterAll(() => service.stop());

  it.each([
    ['a balance', () => '/v1/usage'],
    ['a conversation', () => `/v1/conversations/${id}`],
    ['turns', () => `/v1/conversations/${id}/turns`],
    ['an order', () => `/v1/conversations/${id}/project`],
    ['a link', () => `/v1/conversations/${id}/render?link=1`],
    ['events', () => '/v1/events'],
    ['a refusal', () => '/v1/conversations/none'],
  ])('%s is kept by no cache', async (_name, path) => {
    expect((await api.get(path())).headers.get('cache-control') ?? 'none').toMatch(/\bno-store\b/);
  });

  it.each(['render', 'bom', 'parts?format=csv'])(
    'what is drawn or counted may be kept by its reader alone, who asks each time: %s',
    async (path) => {
      const answer = await api.get(`/v1/conversations/${id}/${path}`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    },
  );

  it('the API documentation runs no script but its own', async () => {
    const policy = (await api.get('/docs', { key: null })).headers.get('content-security-policy') ?? 'none';
    expect(policy).toMatch(/default-src|script-src/);
    expect(policy).not.toMatch(/script-src[^;]*(\*|https?:)/);
  });
});
