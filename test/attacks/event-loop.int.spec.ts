import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { ServiceProcess } from '../faults/service-process.js';
import { asks, builds } from '../support/answers.js';
import { Api, eventually, pause } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { TestService } from '../support/service.js';

const KITCHEN =
  'Кухня вдоль стены 6 м, мойка 60, посудомойка 60, духовка с индукцией, верхние шкафы по всей стене и вытяжка';
/** As many units as words have room for. */
const HEAVY = 'добавь шкаф 40 с ящиками. '.repeat(150);

let dataDir: string;
/** Of the demo partner. */
let key = '';

/** Runs the built service with the test's folder, which is empty at first, and calls as its demo partner. */
async function withProcess(env: Record<string, string>, use: (api: Api) => Promise<void>): Promise<void> {
  const service = ServiceProcess.spawn({ DATA_DIR: dataDir, ASSISTANT: 'offline', ...env });
  try {
    const url = await service.listening();
    key ||= /pk_\w+/.exec(service.stdout)?.[0] ?? '';
    await use(new CheckedApi(url, key));
  } finally {
    await service.kill();
  }
}

describe('a message that asks for much', () => {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'garnitur-loop-'));
    key = '';
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('keeps nobody else waiting', async () => {
    await withProcess({}, async (api) => {
      const ids = await Promise.all(Array.from({ length: 4 }, () => api.conversation()));
      for (const id of ids) expect((await api.say(id, KITCHEN)).status).toBe('built');
      const posted = Promise.all(ids.map((id) => api.send(id, HEAVY)));
      const waited: number[] = [];
      for (const end = Date.now() + 2_000; Date.now() < end; await pause(10)) {
        const began = performance.now();
        expect((await api.get('/v1/health', { key: null })).status).toBe(200);
        waited.push(performance.now() - began);
      }
      await posted;
      waited.sort((a, b) => a - b);
      expect(waited.at(-Math.ceil(waited.length / 20))).toBeLessThan(200);
    });
  });

  it('ends at its budget in a question that says so, costs nothing, and the next turn is answered', async () => {
    let id = '';
    await withProcess({}, async (api) => {
      id = await api.conversation();
      expect((await api.say(id, KITCHEN)).status).toBe('built');
      // `usage` may trail an outcome.
      await eventually(async () => (await api.usage()).coins_used === 1);
    });
    // No message that is known takes the budget of five seconds, so this one has less than any takes.
    await withProcess({ TURN_CPU_BUDGET: '1ms' }, async (api) => {
      const turn = await api.say(id, HEAVY);
      expect(turn).toMatchObject({ state: 'done', status: 'question', result: { usage: { coins: 0 } } });
      expect(turn.result.note).toMatch(/за один раз не получилось\. Пожалуйста, пришлите просьбу частями/);
    });
    await withProcess({}, async (api) => {
      expect(await api.say(id, 'фасады белые')).toMatchObject({ status: 'built', result: { usage: { coins: 1 } } });
      await eventually(async () => (await api.usage()).coins_used === 2);
    });
  });
});

describe('turns of one company that hang', () => {
  it("do not delay another company's first", async () => {
    const assistant = new ScriptedAssistant(({ words }) => (words === 'виси' ? 'hang' : asks));
    const service = await TestService.start({ assistant, env: { TURN_CONCURRENCY: '16' } });
    try {
      const { api } = await service.partner({ coins: 1_000 });
      await Promise.all(Array.from({ length: 64 }, async () => api.send(await api.conversation(), 'виси')));
      const other = (await service.partner()).api;
      const began = performance.now();
      expect((await other.say(await other.conversation(), 'привет')).status).toBe('question');
      expect(performance.now() - began).toBeLessThan(2_000);
    } finally {
      await service.stop();
    }
  });
});

describe('a signed link', () => {
  let service: TestService;
  let api: Api;
  let id: string;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    api = (await service.partner()).api;
    id = await api.conversation();
    await api.say(id, 'собери');
  });
  afterAll(() => service.stop());
  const path = async () =>
    new URL((await api.get(`/v1/conversations/${id}/render?format=html&link=1`)).json.url).pathname;

  it('is opened so many times a second, and then refused', async () => {
    const link = await path();
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.get(link, { key: null })));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect([...statuses.keys()].sort()).toEqual([200, 429]);
    expect(statuses.get(200)?.length).toBeLessThanOrEqual(60);
    expect(statuses.get(429)?.[0]?.headers.get('retry-after')).toBe('1');
    expect(new Set(statuses.get(200)?.map(({ text }) => text)).size).toBe(1);
  });

  it.each([
    ['a link', path],
    ['a picture', async () => `/v1/conversations/${id}/render?facade=oak`],
  ])('%s is not sent again to whoever has it', async (_what, pathOf) => {
    const address = await pathOf();
    const first = await api.get(address);
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await api.get(address, { headers: { 'if-none-match': known } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await api.get(address, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});
