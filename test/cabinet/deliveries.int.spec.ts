import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks } from '../support/answers.js';
import { Api, eventually } from '../support/api.js';
import { Receiver } from '../support/receiver.js';
import { type TestPartner, TestService } from '../support/service.js';
import { type Visitor, visit } from './visitor.js';

describe('deliveries and partners in the cabinet', () => {
  let service: TestService;
  let receiver: Receiver;
  let partner: TestPartner;
  let owner: Visitor;
  let auditor: Visitor;
  beforeAll(async () => {
    receiver = await Receiver.start();
    service = await TestService.start({ assistant: new ScriptedAssistant([asks]), env: { WEBHOOK_RETRY: '1ms' } });
    partner = await service.partner({ webhook_url: receiver.url });
    owner = await visit(service, partner.company_id);
    auditor = await visit(service, partner.company_id, 'auditor');
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const deliveries = async (query = '') => (await auditor.get(`/cabinet/api/deliveries${query}`)).json.items;
  const partners = async () => (await auditor.get('/cabinet/api/partners')).json.partners;
  const ofPartner = (path: string) => `/cabinet/api/partners/${partner.partner_id}${path}`;
  const actors = async () => (await owner.get('/cabinet/api/session')).json.session.session_id;

  it('a delivery is shown with every attempt, and redelivered one by one or over a span', async () => {
    receiver.answer = (_received, response) => response.writeHead(500).end();
    await partner.api.say(await partner.api.conversation(), 'раз');
    const [given] = await eventually(async () => {
      const items = await deliveries('?state=given_up');
      return items.length > 0 && items;
    });
    expect(given).toEqual({
      event_id: expect.stringMatching(/^evt_/),
      event: 'turn.completed',
      state: 'given_up',
      partner_id: partner.partner_id,
      conversation_id: expect.stringMatching(/^cnv_/),
      turn_id: expect.stringMatching(/^trn_/),
      url_host: new URL(receiver.url).host,
      scheduled_at: expect.any(String),
      attempts: [expect.objectContaining({ status: 500 }), expect.objectContaining({ status: 500 })],
      last_status: 500,
      last_error: null,
      due_at: null,
      delivered_at: null,
    });
    const host = { host: given.url_host, delivered: 0, failed: 1, failing_since: given.attempts[0].at };
    expect((await auditor.get('/cabinet/api/deliveries/hosts')).json.hosts).toEqual([host]);

    receiver.answer = (_received, response) => response.writeHead(204).end();
    const again = await owner.post(`/cabinet/api/deliveries/${given.event_id}/redeliver`);
    expect([again.status, again.json]).toEqual([202, { ok: true, event_id: given.event_id }]);
    await eventually(async () => (await deliveries('?state=delivered')).length === 1);
    expect((await auditor.get('/cabinet/api/deliveries/hosts')).json.hosts).toEqual([
      { ...host, delivered: 1, failed: 0, failing_since: null },
    ]);
    expect((await owner.post('/cabinet/api/deliveries/evt_none/redeliver')).status).toBe(404);

    receiver.answer = (_received, response) => response.writeHead(500).end();
    for (const words of ['два', 'три']) await partner.api.say(await partner.api.conversation(), words);
    await eventually(async () => (await deliveries('?state=given_up')).length === 2);
    receiver.answer = (_received, response) => response.writeHead(204).end();
    const span = { from: '2020-01-01T00:00:00.000Z', to: '2099-01-01T00:00:00.000Z' };
    const other = { ...span, partner_id: 'prt_other' };
    expect((await owner.post('/cabinet/api/deliveries/redeliver', other)).json).toEqual({ ok: true, count: 0 });
    expect((await owner.post('/cabinet/api/deliveries/redeliver', span)).json).toEqual({ ok: true, count: 2 });
    await eventually(async () => (await deliveries('?state=delivered')).length === 3);
    expect((await owner.post('/cabinet/api/deliveries/redeliver', { from: 'now', to: 'then' })).status).toBe(400);
    const paged = await auditor.get('/cabinet/api/deliveries?limit=2');
    const rest = await auditor.get(`/cabinet/api/deliveries?limit=2&after=${paged.json.next}`);
    expect([...paged.json.items, ...rest.json.items]).toEqual(await deliveries());
  });

  it('a key is issued, used, listed and revoked', async () => {
    const { json } = await owner.post(ofPartner('/keys'));
    expect(json).toEqual({ ok: true, key_id: expect.any(String), api_key: expect.stringMatching(/^pk_/) });
    const api = new Api(service.url, json.api_key);
    await api.say(await api.conversation(), 'раз');
    const [shown] = await partners();
    expect(shown).toMatchObject({ partner_id: partner.partner_id, name: 'Магазин', webhook_url: receiver.url });
    const key = shown.keys.find(({ key_id }: { key_id: string }) => key_id === json.key_id);
    expect(key).toMatchObject({ revoked: false, last_used_at: expect.any(String) });
    expect(JSON.stringify(shown)).not.toContain(json.api_key);
    const path = ofPartner(`/keys/${json.key_id}`);
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await api.get('/v1/usage')).status).toBe(401);
    const other = await service.partnerOf(partner.company_id);
    const elsewhere = `/cabinet/api/partners/${other.partner_id}/keys/${json.key_id}`;
    expect((await owner.call('DELETE', elsewhere)).status).toBe(404);
  });

  it('a partner is registered, its webhook address changed and tried', async () => {
    const made = await owner.post('/cabinet/api/partners', { name: 'Новый' });
    expect(made.json).toEqual({
      ok: true,
      partner_id: expect.stringMatching(/^prt_/),
      api_key: expect.stringMatching(/^pk_/),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    const path = `/cabinet/api/partners/${made.json.partner_id}`;
    expect((await owner.post(`${path}/ping`)).status).toBe(400);
    expect((await owner.call('PUT', `${path}/webhook`, { url: 'ftp://x' })).status).toBe(400);
    const moved = await owner.call('PUT', `${path}/webhook`, { url: `${receiver.url}/new` });
    expect(moved.json).toMatchObject({ webhook_url: `${receiver.url}/new` });
    const { event_id } = (await owner.post(`${path}/ping`)).json;
    const ping = await eventually(() => receiver.received.find(({ path: at }) => at === '/hook/new'));
    expect(JSON.parse(ping.body)).toMatchObject({ id: event_id, event: 'ping' });
    expect(
      (await deliveries(`?partner_id=${made.json.partner_id}`)).map((one: { event: string }) => one.event),
    ).toEqual(['ping']);
    expect((await owner.call('PUT', `${path}/webhook`, { url: '' })).json.webhook_url).toBeNull();
    expect(await actors()).toMatch(/^ses_/);
  });
});
