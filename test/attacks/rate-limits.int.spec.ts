import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { type Answer, Api, eventually, pause } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { TestService } from '../support/service.js';
import { ON_SERVERS } from '../support/store-env.js';

const embedded = ON_SERVERS ? it.skip : it; // on a server the turns of both services are one queue

const WINDOW_MS = 1_000;

/** RATE_LIMIT: what one partner may ask of a node, and that no other partner notices. */
describe('a caller beyond its limits', () => {
  let service: TestService | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });
  const start = async (env: Record<string, string>) => {
    service = await TestService.start({ assistant: new ScriptedAssistant(['hang']), env });
    return service;
  };
  const statuses = (answers: readonly Answer[]) =>
    Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]));
  const times = (count: number, call: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, call));
  /** Windows of a second begin with a request: the one before is over. */
  const nextWindow = () => pause(WINDOW_MS + 50);
  /** Calls that arrive together in a window of their own: what a busy machine spreads over two is asked again. */
  const timesInOneWindow = async (count: number, call: () => Promise<Answer>): Promise<Answer[]> => {
    await nextWindow();
    const begun = performance.now();
    const answers = await times(count, call);
    return performance.now() - begun < WINDOW_MS ? answers : timesInOneWindow(count, call);
  };

  it('is told 429 with Retry-After and RateLimit, and another partner is served', async () => {
    const service = await start({ RATE_LIMIT: '20' });
    const [flooding, other] = [(await service.partner()).api, (await service.partner()).api];
    const answers = await timesInOneWindow(60, () => flooding.get('/v1/usage'));
    expect(statuses(answers)).toEqual({ 200: 20, 429: 40 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toEqual({
      ok: false,
      error: { code: 'rate_limited', message: expect.any(String), details: expect.objectContaining({ limit: 20 }) },
    });
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('ratelimit')).toBe('"requests";r=0;t=1');
    expect(refused?.headers.get('ratelimit-policy')).toBe('"requests";q=20;w=1');
    expect((await other.get('/v1/usage')).status).toBe(200);
    await nextWindow();
    expect((await flooding.get('/v1/usage')).status).toBe(200);
  });

  it('without a valid key is told 429 after a fifth as many, and a valid key from the same address is served', async () => {
    const service = await start({ RATE_LIMIT: '50' });
    const { api } = await service.partner();
    const stranger = new CheckedApi(service.url, `pk_${'a'.repeat(40)}`);
    const answers = await timesInOneWindow(30, () => stranger.get('/v1/usage'));
    expect(statuses(answers)).toEqual({ 401: 10, 429: 20 });
    expect((await api.get('/v1/usage')).status).toBe(200);
  });

  const turnIn = async (api: Api, headers = {}) =>
    api.post(`/v1/conversations/${await api.conversation()}/turns`, { text: 'виси' }, { headers });

  it('in open turns is told 429 before a coin is reserved, however many come at once', async () => {
    const service = await start({ RATE_LIMIT: '1000,3' });
    const { api } = await service.partner();
    const answers = await times(12, () => turnIn(api));
    expect(statuses(answers)).toEqual({ 202: 3, 429: 9 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"open-turns";q=3');
    expect((await api.usage()).coins_left).toBe(97);
    expect((await turnIn((await service.partner()).api)).status).toBe(202);
    const [open] = answers.filter(({ status }) => status === 202);
    await api.post(`/v1/turns/${open?.json.turn.id}/stop`);
    await eventually(async () => (await turnIn(api)).status === 202);
    expect((await turnIn(api)).status).toBe(429);
  });

  it('gets a repeat of an accepted turn all the same', async () => {
    const { api } = await (await start({ RATE_LIMIT: '1000,1' })).partner();
    const id = await api.conversation();
    const send = () =>
      api.post(`/v1/conversations/${id}/turns`, { text: 'виси' }, { headers: { 'idempotency-key': 'one' } });
    expect([(await send()).status, (await send()).status]).toEqual([202, 202]);
  });

  embedded('is still beyond them after a restart', async () => {
    const first = await start({ RATE_LIMIT: '1000,3', TURN_CONCURRENCY: '1' });
    const { api } = await first.partner();
    expect(statuses(await times(4, () => turnIn(api)))).toEqual({ 202: 3, 429: 1 });
    service = await first.restart();
    const again = service.again(api);
    // The turn that ran was recorded as failed at the stop: one place is free.
    await eventually(async () => (await turnIn(again)).status === 202);
    expect((await turnIn(again)).status).toBe(429);
  });
});
