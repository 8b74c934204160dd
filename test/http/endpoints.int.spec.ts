import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds } from '../support/answers.js';
import { type TestPartner, TestService } from '../support/service.js';

/** spec.md, Endpoints: a test for each, in the specification's order. */
describe('spec.md, Endpoints', () => {
  let service: TestService;
  let partner: TestPartner;

  beforeAll(async () => {
    service = await TestService.start({
      assistant: new ScriptedAssistant(({ words }) => (words === 'спроси' ? asks : builds)),
    });
    partner = await service.partner({ coins: 1_000 });
  });
  afterAll(() => service.stop());

  const built = async (body: object = {}) => {
    const id = await partner.api.conversation(body);
    const turn = await partner.api.say(id, 'собери');
    expect(turn.status).toBe('built');
    return { id, turn };
  };

  it('GET /v1/health answers without a key', async () => {
    const { status, json } = await partner.api.get('/v1/health', { key: null });
    expect(status).toBe(200);
    expect(json).toEqual({ ok: true, version: 1, model: 'scripted' });
  });

  it('GET /v1/health?verbose=1 tells operators of the parts, and nobody else', async () => {
    const { status, json } = await partner.api.get('/v1/health?verbose=1', { key: null });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ok: true, status: 'ok', parts: { turns: { status: 'ok' }, disk: { status: 'ok' } } });
    const proxied = { headers: { 'x-forwarded-for': '203.0.113.7' } };
    const stranger = await partner.api.get('/v1/health?verbose=1', proxied);
    expect(stranger.json.error.code).toBe('forbidden');
    expect((await partner.api.get('/v1/health?verbose=yes', { key: null })).status).toBe(400);
    expect((await partner.api.get('/v1/health', proxied)).status).toBe(200);
  });

  it('GET /v1/usage shows the balance and nothing else', async () => {
    const { status, json } = await partner.api.get('/v1/usage');
    expect(status).toBe(200);
    expect(json).toEqual({
      ok: true,
      usage: {
        plan: 'test',
        status: 'active',
        coins_left: expect.any(Number),
        coins_used: expect.any(Number),
        coins_included: 1_000,
        extra_coins: 0,
        period_end: '2099-01-01T00:00:00.000Z',
        cabinet: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/cabinet\//),
      },
    });
  });

  describe('POST /v1/conversations', () => {
    it('creates with 201, finds by external_id with 200, and leaves what is there as it is', async () => {
      const first = await partner.api.post('/v1/conversations', {
        external_id: 'лид 1',
        meta: { a: [1, { b: null }] },
      });
      expect(first.status).toBe(201);
      expect(first.json).toEqual({
        ok: true,
        conversation: {
          id: expect.stringMatching(/^cnv_[0-9a-f]{32}$/),
          external_id: 'лид 1',
          order_id: 'lead-лид 1',
          turn: 0,
          running_turn: null,
          has_project: false,
          expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      });
      const again = await partner.api.post('/v1/conversations', { external_id: 'лид 1', order_id: 'other' });
      expect(again.status).toBe(200);
      expect(again.json).toEqual(first.json);
    });

    it('takes an order name, and makes one where there is no external_id', async () => {
      const named = await partner.api.post('/v1/conversations', { order_id: 'Кухня Ивановых' });
      expect(named.json.conversation).toMatchObject({ external_id: null, order_id: 'Кухня Ивановых' });
      const plain = await partner.api.post('/v1/conversations');
      expect(plain.status).toBe(201);
      expect(plain.json.conversation.order_id).toBe(`lead-${plain.json.conversation.id}`);
    });

    it('a lead created twenty times at once is one conversation', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => partner.api.post('/v1/conversations', { external_id: 'at once' })),
      );
      expect(new Set(answers.map(({ json }) => json.conversation.id)).size).toBe(1);
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    });

    it("a lead id is the partner's own", async () => {
      const other = await service.partner();
      const mine = await partner.api.post('/v1/conversations', { external_id: 'shared' });
      const theirs = await other.api.post('/v1/conversations', { external_id: 'shared' });
      expect([mine.status, theirs.status]).toEqual([201, 201]);
      expect(mine.json.conversation.id).not.toBe(theirs.json.conversation.id);
    });
  });

  it('GET /v1/conversations/{id} shows the conversation right after the POST, and to its partner alone', async () => {
    const { json } = await partner.api.post('/v1/conversations', {});
    const { id } = json.conversation;
    expect((await partner.api.get(`/v1/conversations/${id}`)).json).toEqual(json);
    const other = await service.partner();
    expect((await other.api.get(`/v1/conversations/${id}`)).status).toBe(404);
  });

  it('DELETE /v1/conversations/{id} answers 204 without a body; nothing of it is found afterwards', async () => {
    const { id, turn } = await built({ external_id: 'to delete' });
    const link = (await partner.api.get(`/v1/conversations/${id}/render?link=1`)).json.url;
    const deleted = await partner.api.call('DELETE', `/v1/conversations/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const path of [
      `conversations/${id}`,
      `turns/${turn.id}`,
      `conversations/${id}/project`,
      `conversations/${id}/turns`,
    ]) {
      expect((await partner.api.get(`/v1/${path}`)).status).toBe(404);
    }
    expect((await fetch(link)).status).toBe(404);
    expect((await partner.api.call('DELETE', `/v1/conversations/${id}`)).status).toBe(404);
    const anew = await partner.api.post('/v1/conversations', { external_id: 'to delete' });
    expect(anew.status).toBe(201);
    expect(anew.json.conversation.id).not.toBe(id);
  });

  it('POST /v1/conversations/{id}/turns answers 202 with a queued turn', async () => {
    const id = await partner.api.conversation();
    const { status, json } = await partner.api.post(`/v1/conversations/${id}/turns`, { text: 'собери' });
    expect(status).toBe(202);
    expect(json).toEqual({ ok: true, turn: { id: expect.stringMatching(/^trn_[0-9a-f]{32}$/), state: 'queued' } });
    await partner.api.outcome(json.turn.id);
  });

  it('GET /v1/turns/{id} shows the outcome with the fields of the result object', async () => {
    const { id, turn } = await built({ external_id: 'fields' });
    expect(turn).toEqual({
      id: expect.any(String),
      state: 'done',
      status: 'built',
      result: {
        status: 'built',
        note: expect.stringMatching(/[а-я]/),
        applied: expect.any(Number),
        turn: 1,
        order_id: 'lead-fields',
        findings: expect.any(Array),
        usage: {
          model: 'scripted',
          attempts: 1,
          prompt_tokens: 0,
          completion_tokens: 0,
          cost_usd: 0,
          ms: expect.any(Number),
          coins: 1,
        },
      },
    });
    expect(turn.result.applied).toBeGreaterThan(0);
    expect((await partner.api.get(`/v1/conversations/${id}`)).json.conversation).toMatchObject({
      turn: 1,
      running_turn: null,
      has_project: true,
    });
    const other = await service.partner();
    expect((await other.api.get(`/v1/turns/${turn.id}`)).status).toBe(404);
  });

  it('GET /v1/conversations/{id}/project is the order document', async () => {
    const { id } = await built({ order_id: 'o-1' });
    const { status, json } = await partner.api.get(`/v1/conversations/${id}/project`);
    expect(status).toBe(200);
    expect(json.project).toMatchObject({
      id: 'o-1',
      kind: 'kitchen',
      ceiling: 2700,
      room: { walls: [{ id: 'A', turn: 'start', length: 2400 }] },
    });
    const [node] = json.project.runs[0].nodes;
    expect(node).toMatchObject({
      id: expect.any(String),
      at: expect.stringMatching(/^\d+$/),
      code: expect.any(String),
      w: expect.any(Number),
    });
  });

  it('GET /v1/conversations/{id}/bom counts anew and says of which turn', async () => {
    const { id } = await built();
    expect((await partner.api.say(id, 'спроси')).status).toBe('question');
    const { status, json } = await partner.api.get(`/v1/conversations/${id}/bom`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ ok: true, order_id: `lead-${id}`, turn: 2 });
    expect(Object.keys(json.bom).sort()).toEqual(['edges', 'linear', 'pieces', 'sheets']);
    expect(json.bom.sheets[0]).toEqual({
      material: expect.any(String),
      name: expect.any(String),
      parts: expect.any(Number),
      area_mm2: expect.any(Number),
    });
    expect(json.bom.linear[0]).toEqual({
      key: expect.any(String),
      name: expect.any(String),
      parts: expect.any(Number),
      length_mm: expect.any(Number),
    });
    expect(json.bom.edges[0]).toEqual({
      edge: expect.any(String),
      name: expect.any(String),
      length_mm: expect.any(Number),
    });
    expect(json.bom.pieces[0]).toEqual({
      article: expect.any(String),
      name: expect.any(String),
      qty: expect.any(Number),
    });
  });

  describe('GET /v1/conversations/{id}/render', () => {
    it.each([
      ['svg', 'front', 'image/svg+xml'],
      ['svg', 'iso', 'image/svg+xml'],
      ['svg', 'plan', 'image/svg+xml'],
      ['html', 'front', 'text/html'],
      ['html', 'iso', 'text/html'],
      ['html', 'plan', 'text/html'],
    ])('rule 1: format=%s view=%s is the picture itself', async (format, view, type) => {
      const { id } = await built();
      const { status, headers, text } = await partner.api.get(
        `/v1/conversations/${id}/render?format=${format}&view=${view}`,
      );
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain(type);
      expect(text).toMatch(format === 'svg' ? /^<svg[\s\S]*<\/svg>\s*$/ : /^<!doctype html>[\s\S]*<svg/i);
    });

    it('format=pdf is the set of sheets: the same bytes each time, known by its ETag, behind a signed link too', async () => {
      const { id } = await built();
      const path = `/v1/conversations/${id}/render?format=pdf`;
      const first = await partner.api.get(path);
      expect(first.status).toBe(200);
      expect(first.headers.get('content-type')).toBe('application/pdf');
      expect(first.text).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/);
      const etag = first.headers.get('etag') ?? '';
      expect((await partner.api.get(path)).headers.get('etag')).toBe(etag);
      const { json } = await partner.api.get(`${path}&link=1`);
      const linked = await fetch(json.url);
      expect([linked.status, linked.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(linked.headers.get('etag')).toBe(etag);
      expect((await fetch(json.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
      const painted = await partner.api.get(`${path}&facade=oak`);
      expect(painted.headers.get('etag')).not.toBe(etag);
    });

    it('rule 2: link=1 gives a signed link that needs no key and lives one day', async () => {
      const { id } = await built();
      const { json } = await partner.api.get(`/v1/conversations/${id}/render?format=html&facade=oak&link=1`);
      expect(json).toEqual({ ok: true, url: expect.stringMatching(/\/r\/[\w.-]+$/), expires_at: expect.any(String) });
      expect(Date.parse(json.expires_at) - Date.now()).toBeGreaterThan(86_300_000);
      expect(Date.parse(json.expires_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
      const page = await fetch(`${json.url}?utm_source=messenger`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toContain('text/html');
    });

    it('rule 3: every finish of the palette paints carcass and facade', async () => {
      const { id } = await built();
      const clear = (await partner.api.get(`/v1/conversations/${id}/render`)).text;
      for (const finish of [
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
      ]) {
        const painted = await partner.api.get(`/v1/conversations/${id}/render?facade=${finish}&carcass=${finish}`);
        expect(painted.status).toBe(200);
        expect(painted.text).not.toBe(clear);
      }
      expect((await partner.api.get(`/v1/conversations/${id}/render?facade=clear&carcass=clear`)).text).toBe(clear);
    });

    it('rule 7: the page is self-contained and shows the palette as buttons', async () => {
      const { id } = await built();
      const { text } = await partner.api.get(`/v1/conversations/${id}/render?format=html&facade=olive`);
      expect(text.match(/<button/g)?.length).toBeGreaterThanOrEqual(12);
      expect(text.replaceAll('http://www.w3.org/2000/svg', '').match(/https?:\/\//g)).toBeNull();
      expect(text.match(/ (src|href)="(?!data:|#)/g)).toBeNull();
    });

    it('rule 8: it is there after any turn while something is assembled, as it was before a question', async () => {
      const { id } = await built();
      const before = (await partner.api.get(`/v1/conversations/${id}/render`)).text;
      await partner.api.say(id, 'спроси');
      expect((await partner.api.get(`/v1/conversations/${id}/render`)).text).toBe(before);
    });
  });

  it('GET /r/{token}: content is addressed by conversation and turn; forged tokens are 404', async () => {
    const { id } = await built();
    const { url } = (await partner.api.get(`/v1/conversations/${id}/render?link=1`)).json;
    const before = await (await fetch(url)).text();
    await partner.api.say(id, 'собери');
    expect(await (await fetch(url)).text()).toBe(before);
    expect((await fetch(`${url}x`)).status).toBe(404);
    expect((await fetch(`${service.url}/r/none`)).status).toBe(404);
  });

  it('POST /v1/conversations/{id}/handoff places the order at a workplace, by id or by title', async () => {
    const seat = await service.addSeat(partner.company_id, 'Цех на Лесной');
    const { id } = await built({ external_id: 'handed' });
    const byTitle = await partner.api.post(`/v1/conversations/${id}/handoff`, { seat: 'Цех на Лесной' });
    expect(byTitle.status).toBe(200);
    expect(byTitle.json).toEqual({
      ok: true,
      handoff: { seat_id: seat, seat_title: 'Цех на Лесной', order_id: 'lead-handed', turn: 1 },
    });
    const byId = await partner.api.post(`/v1/conversations/${id}/handoff`, { seat: String(seat), order_id: 'Заказ 7' });
    expect(byId.json.handoff).toMatchObject({ seat_id: seat, order_id: 'Заказ 7' });
  });

  describe('beyond spec.md (contract.md)', () => {
    it('GET /v1/conversations/{id}/turns lists oldest first, by pages', async () => {
      const { id, turn } = await built();
      const second = await partner.api.say(id, 'спроси');
      const page = await partner.api.get(`/v1/conversations/${id}/turns?limit=1`);
      expect(page.json.turns).toEqual([turn]);
      const rest = await partner.api.get(
        `/v1/conversations/${id}/turns?limit=1&after=${encodeURIComponent(page.json.next)}`,
      );
      expect(rest.json.turns).toEqual([second]);
    });

    it('GET /docs and /docs-json need no key', async () => {
      expect((await partner.api.get('/docs', { key: null })).status).toBe(200);
      const { json } = await partner.api.get('/docs-json', { key: null });
      expect(json.openapi).toMatch(/^3\./);
      expect(Object.keys(json.paths)).toEqual(expect.arrayContaining(['/v1/conversations/{id}/turns', '/r/{token}']));
    });

    it('GET /metrics is read from loopback without a key, not through a proxy', async () => {
      expect((await partner.api.get('/metrics', { key: null })).text).toContain('garnitur_projection_lag_events');
      expect((await partner.api.get('/metrics', { key: null, headers: { 'x-forwarded-for': '9.9.9.9' } })).status).toBe(
        403,
      );
    });

    it("every answer carries X-Request-Id: the caller's if it is sane", async () => {
      const given = await partner.api.get('/v1/usage', { headers: { 'x-request-id': 'abc-1' } });
      expect(given.headers.get('x-request-id')).toBe('abc-1');
      for (const path of ['/v1/health', '/nowhere', '/%zz', '/v1/usage?x=1']) {
        expect(
          (await partner.api.get(path, { headers: { 'x-request-id': 'no way' } })).headers.get('x-request-id'),
        ).toMatch(/^[0-9a-f-]{36}$/);
      }
    });
  });
});
