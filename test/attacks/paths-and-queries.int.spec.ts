import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks } from '../support/answers.js';
import type { Api } from '../support/api.js';
import { sendRaw } from '../support/raw-socket.js';
import { TestService } from '../support/service.js';

const NO_CURSORS = [
  'x',
  '',
  '%00',
  '%20',
  '-1',
  'null',
  '%F0%9F%98%80',
  'eyJ',
  'a'.repeat(100),
  "'%20OR%201=1",
  '1e9',
  '../..',
];
const STRANGE = [
  ...['%00', '%2e%2e', '%2e%2e%2fpackage.json', '..%5c', '%ff', '%c0%af', 'swagger-ui.css%00', `${'a'.repeat(5_000)}`],
];

/** Paths and parameters that no caller needs: 4xx in the envelope, never a 200 and never a 500. */
describe('paths and queries', () => {
  let service: TestService;
  let api: Api;
  let id: string;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([asks]) });
    api = (await service.partner()).api;
    id = await api.conversation();
    await api.say(id, 'кухня');
    await api.say(id, 'ещё');
  });
  afterAll(() => service.stop());

  describe.each([
    ['events', () => '/v1/events'],
    ['turns', () => `/v1/conversations/${id}/turns`],
  ])('the cursor of %s', (_name, path) => {
    it.each(NO_CURSORS)('after=%s is none of ours: 400', async (after) => {
      const { status, json } = await api.get(`${path()}?after=${after}`);
      expect([status, json.error?.code, json.error?.details?.fields[0].path]).toEqual([
        400,
        'invalid_request',
        'after',
      ]);
    });

    it('is taken back as it was given', async () => {
      const first = (await api.get(`${path()}?limit=1`)).json;
      const second = (await api.get(`${path()}?limit=1&after=${encodeURIComponent(first.next)}`)).json;
      expect([first.ok, second.ok]).toEqual([true, true]);
      expect((second.events ?? second.turns)[0].id).not.toBe((first.events ?? first.turns)[0].id);
    });

    it('given twice is refused', async () => {
      expect((await api.get(`${path()}?after=a&after=b`)).status).toBe(400);
    });
  });

  it.each(['/docs/', '/r/', '/cabinet/', '/v1/turns/', '/v1/'])(
    'a strange path under %s is not found',
    async (under) => {
      for (const strange of STRANGE) {
        const { status, json } = await api.get(under + strange);
        const isRefused = [400, 404].includes(status) && ['invalid_request', 'not_found'].includes(json?.error.code);
        expect([under + strange.slice(0, 50), status, isRefused]).toEqual([expect.any(String), status, true]);
      }
    },
  );

  it('CONNECT is refused in the envelope', async () => {
    const { status, body } = await sendRaw(service.url, 'CONNECT /v1/usage HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(body || '{}')).toMatchObject({ ok: false, error: { message: expect.any(String) } });
  });

  it.each([
    ['headers beyond any length', `GET /v1/health HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['CONNECT', 'CONNECT /v1/usage HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an expectation', 'GET /v1/health HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417],
  ])('%s behind other requests is refused after their answers, not ahead of them', async (_, bytes, status) => {
    const { headers, body } = await sendRaw(
      service.url,
      'GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3) + bytes,
    );
    const statuses = [...`${headers}${body}`.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code));
    expect(statuses).toEqual([200, 200, 200, status]);
  });
});
