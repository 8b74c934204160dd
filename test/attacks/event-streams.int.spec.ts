import { ListKeys, RevokeApiKey } from '#libs/companies';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { type Api, eventually, pause } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';

const MAX_STREAMS = 256;

/** What open event streams hold, and when they end although their turn goes on. */
describe('event streams', () => {
  let service: TestService;
  let partner: TestPartner;
  let api: Api;
  const opened: AbortController[] = [];
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant(['hang']) });
  });
  beforeEach(async () => {
    partner = await service.partner();
    api = partner.api;
  });
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.abort();
  });
  afterAll(() => service.stop());

  const open = async (turn: string, key = api.key) => {
    const life = new AbortController();
    opened.push(life);
    const response = await fetch(`${service.url}/v1/turns/${turn}/events`, {
      headers: { authorization: `Bearer ${key}` },
      signal: life.signal,
    });
    return { response, life };
  };
  const running = async () => {
    const id = await api.conversation();
    const turn = await api.send(id, 'виси');
    await api.running(turn);
    return { id, turn };
  };

  it(`are ${MAX_STREAMS} of a partner at most; one more is told 429, one that is over makes room`, async () => {
    const { turn } = await running();
    const streams = await Promise.all(Array.from({ length: MAX_STREAMS }, () => open(turn)));
    expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]));
    const refused = await api.get(`/v1/turns/${turn}/events`);
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit')).toBe('"event-streams";r=0;t=1');
    expect(refused.headers.get('ratelimit-policy')).toBe(`"event-streams";q=${MAX_STREAMS}`);
    streams[0]?.life.abort();
    await eventually(async () => (await open(turn)).response.status === 200);
  });

  it('end soon after their key is revoked, and no others do', async () => {
    const { turn } = await running();
    const { commands, queries } = service.service;
    const [first] = await queries.execute(new ListKeys(partner.partner_id));
    const second = await service.issueKey(partner.partner_id);
    const [ending, going] = [await open(turn), await open(turn, second)];
    expect(going.response.status).toBe(200);
    let isGoing = true;
    void going.response
      .text()
      .catch(() => undefined)
      .then(() => (isGoing = false));
    const text = ending.response.text();
    await commands.execute(new RevokeApiKey(first?.key_id ?? '', { actor: 'test' }));
    expect(await Promise.race([text, pause(3_000)])).toContain('event: running');
    expect(isGoing).toBe(true);
  });

  it('say so at their end when the conversation is deleted', async () => {
    const { id, turn } = await running();
    const { response } = await open(turn);
    expect((await api.call('DELETE', `/v1/conversations/${id}`)).status).toBe(204);
    const text = await Promise.race([response.text(), pause(3_000)]);
    expect(text).toMatch(/event: deleted\ndata: \{"id":"trn_[0-9a-f-]+"\}\n\n$/);
  });
});
