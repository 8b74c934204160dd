import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { ServiceProcess } from '../faults/service-process.js';
import { asks, builds } from '../support/answers.js';
import type { Api } from '../support/api.js';
import { garnitur } from '../support/garnitur.js';
import { TestService } from '../support/service.js';
import { storeEnv } from '../support/store-env.js';

/** What stays with whoever it was for: not in a shared cache, not in a log, not on an operator's terminal as commands. */
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

  it("a customer's escape bytes do nothing to an operator's terminal", async () => {
    const words = 'цвет \u001b[31mкрасный\u001b]0;title\u0007 \u009b2J конец';
    await api.say(id, words);
    const { code, out } = await garnitur({ DATA_DIR: service.dataDir, ...storeEnv(service.dataDir) }, [
      'replay',
      '--conversation',
      id,
      '--format',
      'text',
    ]);
    expect(code).toBe(0);
    expect(out).toContain('конец');
    expect([...out].filter((letter) => letter !== '\n' && /\p{Cc}/u.test(letter))).toEqual([]);
  });

  it('in production the first start prints no key', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-production-'));
    const first = ServiceProcess.spawn({ DATA_DIR: dataDir, NODE_ENV: 'production', ASSISTANT: 'offline' });
    try {
      await first.listening();
      expect(first.stdout + first.stderr).not.toMatch(/pk_\w{8}/);
    } finally {
      await first.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
