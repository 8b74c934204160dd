import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds } from '../support/answers.js';
import type { Answer, Api } from '../support/api.js';
import { TestService } from '../support/service.js';

const FINISHES = [
  'clear',
  'white',
  'milk',
  'sand',
  'oak',
  'walnut',
  'wenge',
  'grey',
  'graphite',
  'black',
  'olive',
  'blue',
];

/** spec.md, Errors: a test for each row; then the rows of contract.md, HTTP beyond spec.md. */
describe('spec.md, Errors', () => {
  let service: TestService;
  let api: Api;
  let companyId: string;
  let empty: string;
  let assembled: string;

  beforeAll(async () => {
    const assistant = new ScriptedAssistant(({ words }) =>
      words === 'виси' ? 'hang' : words === 'спроси' ? asks : builds,
    );
    service = await TestService.start({ assistant });
    const partner = await service.partner();
    api = partner.api;
    companyId = partner.company_id;
    empty = await api.conversation();
    assembled = await api.conversation();
    await api.say(assembled, 'собери');
  });
  afterAll(() => service.stop());

  const expectProblem = ({ status, json }: Answer, wanted: number, code: string) => {
    expect({ status, ok: json.ok, code: json.error.code }).toEqual({ status: wanted, ok: false, code });
    expect(json.error.message).toMatch(/\S/);
    expect(Object.keys(json)).toEqual(['ok', 'error']);
  };

  it.each(['facade', 'carcass'])(
    '400 invalid_request: unknown finish name in %s, with the allowed names',
    async (part) => {
      const answer = await api.get(`/v1/conversations/${assembled}/render?${part}=purple`);
      expectProblem(answer, 400, 'invalid_request');
      for (const finish of FINISHES) expect(answer.text).toContain(finish);
    },
  );

  it('404 not_found: render requested while nothing is assembled', async () => {
    expectProblem(await api.get(`/v1/conversations/${empty}/render`), 404, 'not_found');
  });

  it("404: conversation not found, or another partner's", async () => {
    const other = await service.partner();
    const theirs = await other.api.conversation();
    for (const id of ['cnv_00000000000000000000000000000000', 'nonsense', '%00', theirs]) {
      expectProblem(await api.get(`/v1/conversations/${id}`), 404, 'not_found');
      expectProblem(await api.post(`/v1/conversations/${id}/turns`, { text: 'a' }), 404, 'not_found');
      expectProblem(await api.post(`/v1/conversations/${id}/handoff`, { seat: '1' }), 404, 'not_found');
      expectProblem(await api.call('DELETE', `/v1/conversations/${id}`), 404, 'not_found');
    }
    expectProblem(await api.get('/v1/turns/trn_00000000000000000000000000000000'), 404, 'not_found');
    expectProblem(await api.post('/v1/turns/trn_00000000000000000000000000000000/stop'), 404, 'not_found');
  });

  it('404: project requested while nothing is assembled; 404 for its bom', async () => {
    expectProblem(await api.get(`/v1/conversations/${empty}/project`), 404, 'not_found');
    expectProblem(await api.get(`/v1/conversations/${empty}/bom`), 404, 'not_found');
  });

  it('404: expired or forged render token', async () => {
    const { url } = (await api.get(`/v1/conversations/${assembled}/render?link=1`)).json;
    const token = url.split('/r/')[1];
    expectProblem(await api.get(`/r/${token.slice(0, -2)}`, { key: null }), 404, 'not_found');
    expectProblem(await api.get('/r/a.b', { key: null }), 404, 'not_found');
  });

  it('409 conflict_busy: a turn is already running in the conversation', async () => {
    const id = await api.conversation();
    const running = await api.send(id, 'виси');
    expectProblem(await api.post(`/v1/conversations/${id}/turns`, { text: 'ещё' }), 409, 'conflict_busy');
    await api.post(`/v1/turns/${running}/stop`);
  });

  it('409 conflict_state: stop requested for a turn that already ended', async () => {
    const id = await api.conversation();
    const turn = await api.say(id, 'спроси');
    expectProblem(await api.post(`/v1/turns/${turn.id}/stop`), 409, 'conflict_state');
    expect((await api.get(`/v1/turns/${turn.id}`)).json.turn).toEqual(turn);
  });

  it.each([
    ['out_of_coins', { coins: 0 }],
    ['period_over', { period_end: '2020-01-01T00:00:00.000Z' }],
    ['canceled', { status: 'canceled' as const }],
    ['no_subscription', { status: 'none' as const }],
  ])('402 quota_exceeded with reason %s, before any assistant is asked', async (reason, input) => {
    const poor = await service.partner(input);
    const id = await poor.api.conversation();
    const answer = await poor.api.post(`/v1/conversations/${id}/turns`, { text: 'собери' });
    expectProblem(answer, 402, 'quota_exceeded');
    expect(answer.json.error.details).toEqual({ reason });
    expect((await poor.api.get(`/v1/conversations/${id}`)).json.conversation).toMatchObject({
      turn: 0,
      running_turn: null,
    });
  });

  it('403 forbidden: handoff to a workplace that the account does not have or that was revoked', async () => {
    expectProblem(await api.post(`/v1/conversations/${assembled}/handoff`, { seat: 'Нет такого' }), 403, 'forbidden');
    const other = await service.partner();
    await service.addSeat(other.company_id, 'Чужой цех');
    expectProblem(await api.post(`/v1/conversations/${assembled}/handoff`, { seat: 'Чужой цех' }), 403, 'forbidden');
    const seat = await service.addSeat(companyId, 'Закрытый цех');
    await service.revokeSeat(companyId, seat);
    expectProblem(await api.post(`/v1/conversations/${assembled}/handoff`, { seat: String(seat) }), 403, 'forbidden');
  });

  it('400 invalid_request: handoff while nothing is assembled, before the seat is looked at', async () => {
    expectProblem(await api.post(`/v1/conversations/${empty}/handoff`, { seat: 'Нет такого' }), 400, 'invalid_request');
  });

  it('501 png_unsupported: format=png', async () => {
    expectProblem(await api.get(`/v1/conversations/${assembled}/render?format=png`), 501, 'png_unsupported');
    expectProblem(await api.get(`/v1/conversations/${empty}/render?format=png`), 501, 'png_unsupported');
  });

  it('in turn error, internal: the service was restarted in mid-turn', async () => {
    const partner = await service.partner();
    const id = await partner.api.conversation();
    const turn = await partner.api.send(id, 'виси');
    await partner.api.running(turn);
    service = await service.restart();
    api = service.again(api);
    const back = service.again(partner.api);
    const failed = await back.outcome(turn);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'internal', message: expect.any(String) } });
    expect(failed).not.toHaveProperty('status');
    expect(failed).not.toHaveProperty('result');
    expect((await back.get(`/v1/conversations/${id}`)).json.conversation.running_turn).toBeNull();
  });
});

describe('contract.md, HTTP beyond spec.md', () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    api = (await service.partner()).api;
  });
  afterAll(() => service.stop());

  it.each([
    ['missing', null, {}],
    ['malformed', 'not a key', {}],
    ['unknown', `pk_${'a'.repeat(40)}`, {}],
    ['of another scheme', null, { authorization: 'Basic cGs6' }],
  ])('401 unauthorized with WWW-Authenticate: key %s', async (_name, key, headers) => {
    const { status, json, headers: given } = await api.get('/v1/usage', { key, headers });
    expect([status, json.error.code, given.get('www-authenticate')]).toEqual([401, 'unauthorized', 'Bearer']);
  });

  it('401 comes before a body is looked at; 404 before its schema', async () => {
    expect((await api.post('/v1/conversations', undefined, { key: null, raw: '{broken' })).status).toBe(401);
    expect((await api.post('/v1/conversations/cnv_none/turns', undefined, { raw: '{broken' })).status).toBe(404);
  });

  it.each(['text/plain', 'nonsense', 'application/json; =', ''])(
    '401 comes before 415, also for Content-Type %j',
    async (type) => {
      const headers = { 'content-type': type };
      for (const [key, status] of [
        [null, 401],
        [api.key, 415],
      ] as const)
        expect((await api.post('/v1/conversations', undefined, { raw: '{}', headers, key })).status).toBe(status);
    },
  );

  it('400 tells a bad webhook_url beside the other fields', async () => {
    const body = { webhook_url: 'nonsense', external_id: 7, extra: 1 };
    const { fields } = (await api.post('/v1/conversations', body)).json.error.details;
    expect(fields.map(({ path }: { path: string }) => path).sort()).toEqual(['external_id', 'extra', 'webhook_url']);
  });

  it('415 for another content type, 413 over the size limit', async () => {
    const form = await api.post('/v1/conversations', undefined, {
      raw: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, form.json.error.code]).toEqual([415, 'unsupported_media_type']);
    const large = await api.post('/v1/conversations', undefined, { raw: `{"meta":"${'x'.repeat(16 * 1024 * 1024)}"}` });
    expect([large.status, large.json.error.code]).toEqual([413, 'payload_too_large']);
  });

  it('404 not_found for an unknown path, 405 with Allow for a wrong method', async () => {
    const nowhere = await api.get('/v2/conversations');
    expect([nowhere.status, nowhere.json.error.code]).toEqual([404, 'not_found']);
    const wrong = await api.call('PATCH', '/v1/conversations');
    expect([wrong.status, wrong.json.error.code, wrong.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'POST',
    ]);
    const keyless = await api.call('DELETE', '/v1/health', undefined, { key: null });
    expect([keyless.status, keyless.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['/v1/usage?a=1', '/v1/health?a=1', '/v1/events?page=2', '/v1/usage?constructor=1'])(
    '400 for an unknown query parameter: %s',
    async (path) => {
      const { status, json } = await api.get(path);
      expect([status, json.error.code]).toEqual([400, 'invalid_request']);
      expect(json.error.details.fields[0].path).toMatch(/^(a|page|constructor)$/);
    },
  );
});
