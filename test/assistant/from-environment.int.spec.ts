import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { RegisterCompany, RegisterPartner } from '#libs/companies';
import { readEnvironment } from '#libs/platform';
import { type Service, startService } from '../../apps/service/src/service.js';
import { Api, eventually } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import * as model from './model-answers.js';
import { ModelServer } from './model-server.js';

const KEY = 'sk-proj-test-0123456789abcdef';
const WORDS = 'прямая кухня для Аграфены';

/** From environment variables to the endpoint, including the log. */
describe('the assistant that OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL name', () => {
  let server: ModelServer;
  let service: Service;
  let api: Api;
  let dataDir: string;
  const lines: string[] = [];
  const log = (): string => lines.join('');

  beforeAll(async () => {
    server = await ModelServer.start();
    dataDir = await mkdtemp(join(tmpdir(), 'garnitur-'));
    const environment = readEnvironment({
      ...{ PORT: '0', DATA_DIR: dataDir, TURN_DEADLINE: '60s' },
      ...{ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.url}/`, OPENAI_MODEL: 'qwen3-32b' },
      OPENAI_MAX_OUTPUT_TOKENS: '3000',
    });
    const sink = { write: (line: string) => void lines.push(line) };
    service = await startService({ environment, log: pino({ level: 'trace' }, sink) });
    const company = { title: 'Кухни', plan: 'test', status: 'active' as const, coins_included: 50 };
    const { company_id } = await service.commands.execute(
      new RegisterCompany(
        { ...company, period_end: '2099-01-01T00:00:00.000Z', base_url: service.url },
        { actor: 'test' },
      ),
    );
    const made = await service.commands.execute(
      new RegisterPartner({ company_id, name: 'Магазин' }, { actor: 'test' }),
    );
    await service.visible(made.position);
    api = new CheckedApi(service.url, made.api_key);
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is asked at that address for that model, and health names it', async () => {
    server.script(model.says('Прямая кухня.', model.plan('3 м')));
    expect((await api.say(await api.conversation(), WORDS)).status).toBe('built');
    expect(server.calls[0]).toMatchObject({ path: '/v1/chat/completions', body: { model: 'qwen3-32b' } });
    expect(server.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect((await api.get('/v1/health')).json.model).toBe('qwen3-32b');
  });

  it('is asked for an answer of at most OPENAI_MAX_OUTPUT_TOKENS', async () => {
    server.script(model.asks('Какой длины стена?'));
    await api.say(await api.conversation(), WORDS);
    expect(server.calls[0]?.body.max_tokens).toBe(3_000);
  });

  it('tells the log what the endpoint refuses, and never its words', async () => {
    server.script(model.fails(400, {}, `the seed of ${WORDS} is not supported`), model.asks('Какой длины стена?'));
    expect((await api.say(await api.conversation(), WORDS)).status).toBe('question');
    await eventually(() => log().includes('asked without it'));
    const line = lines.find((one) => one.includes('asked without it')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ format: 'json_schema', options: ['temperature'], tokens: 3_000 });
    for (const secret of ['the seed of', 'Аграфены']) expect(log()).not.toContain(secret);
  });

  it('says once at its start that it knows no price of the model', () => {
    const warned = lines.filter((line) => line.includes('no price is known'));
    expect(warned.map((line) => JSON.parse(line).model)).toEqual(['qwen3-32b']);
  });

  it('tells the log of a refused key by its status, and never the key, the words or what the provider said', async () => {
    server.script(model.fails(401, {}, `Incorrect API key provided: ${KEY}. Said: ${WORDS}`));
    const turn = await api.say(await api.conversation(), WORDS);
    expect(turn).toMatchObject({ state: 'failed', error: { code: 'assistant_unavailable' } });
    await eventually(() => log().includes('"status":401'));
    for (const secret of [KEY.slice(0, 12), 'Incorrect', 'Аграфены']) expect(log()).not.toContain(secret);
  });
});
