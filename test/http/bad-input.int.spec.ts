import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks } from '../support/answers.js';
import type { Answer, Api } from '../support/api.js';
import { gif, image, png } from '../support/images.js';
import { sendRaw } from '../support/raw-socket.js';
import { TestService } from '../support/service.js';
import { Traces } from '../support/traces.js';

const NO_STRINGS: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['true', true],
  ['an array', ['a']],
  ['an object', { a: 1 }],
];
const NO_NAMES: readonly (readonly [string, unknown])[] = [
  ...NO_STRINGS,
  ['empty', ''],
  ['blank', ' \t\n\u00a0'],
  ['201 characters', 'я'.repeat(201)],
  ['a NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800'],
];
const PNG = image(png(30, 30));
const PDF = Buffer.from('%PDF-1.7 and so on').toString('base64');

/** Body after body that no partner should send: each is refused by name, and none leaves a trace. */
describe('bad input', () => {
  let service: TestService;
  let api: Api;
  let traces: Traces;
  let id: string;

  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([asks]) });
    api = (await service.partner()).api;
    traces = await Traces.of(service.dataDir);
    id = await api.conversation();
  });
  afterAll(async () => {
    await traces.close();
    await service.stop();
  });

  const PATHS = {
    conversations: () => '/v1/conversations',
    turns: () => `/v1/conversations/${id}/turns`,
    handoff: () => `/v1/conversations/${id}/handoff`,
  };
  type Target = keyof typeof PATHS;

  const refused = ({ status, json, headers }: Answer) => {
    expect({ status, json }).toEqual({
      status: expect.any(Number),
      json: {
        ok: false,
        error: {
          code: expect.any(String),
          message: expect.stringMatching(/^[^\n]+$/),
          ...(json?.error?.details ? { details: expect.any(Object) } : {}),
        },
      },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(headers.get('x-request-id')).toMatch(/\S/);
    return json.error;
  };
  /** Sends it, and holds the service to a refusal that leaves nothing behind. */
  const refusal = async (target: Target, body: unknown, raw?: string | Uint8Array) => {
    const before = await traces.now();
    const error = refused(await api.post(PATHS[target](), body, raw === undefined ? {} : { raw }));
    expect(await traces.now()).toEqual(before);
    return error;
  };
  const named = async (target: Target, body: unknown, path: string) => {
    const error = await refusal(target, body);
    expect(error.code).toBe('invalid_request');
    expect(error.details?.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect(error.message).toContain(path.slice(0, 50));
  };

  describe.each(['external_id', 'order_id'])('POST conversations, %s', (field) => {
    it.each(NO_NAMES)('%s', (_case, value) => named('conversations', { [field]: value }, field));
  });

  it.each<readonly [string, unknown]>([
    ...NO_STRINGS,
    ['empty', ''],
    ['no URL', 'nonsense'],
    ['a relative URL', '/hook'],
    ['another scheme', 'ftp://receiver.test/hook'],
    ['a script', 'javascript:alert(1)'],
    ['a user and a password', 'https://me:secret@receiver.test/'],
    ['a space', 'https://receiver.test/a b'],
    ['2,049 characters', `https://receiver.test/${'a'.repeat(2_049 - 22)}`],
  ])('POST conversations, webhook_url: %s', (_case, value) =>
    named('conversations', { webhook_url: value }, 'webhook_url'),
  );

  it.each([
    ['over 16 KiB', { a: 'x'.repeat(16 * 1024) }, 'meta'],
    ['over 16 KiB of letters of two bytes', 'я'.repeat(8 * 1024), 'meta'],
    ['a NUL deep inside', { a: [{ b: 'x\0' }] }, 'meta.a[0].b'],
    ['a lone surrogate deep inside', { a: ['\udfff'] }, 'meta.a[0]'],
  ])('POST conversations, meta: %s', (_case, meta, path) => named('conversations', { meta }, path));

  it('POST turns, text: missing', () => named('turns', {}, 'text'));
  it.each<readonly [string, unknown]>([
    ...NO_STRINGS,
    ['empty', ''],
    ['blank', ' \n\u2003'],
    ['4,001 characters', 'я'.repeat(4_001)],
    ['a NUL', 'кухня\0'],
    ['a lone surrogate', '\udc00'],
  ])('POST turns, text: %s', (_case, text) => named('turns', { text }, 'text'));

  it.each([
    ['null', null, 'images'],
    ['a string', 'a', 'images'],
    ['an object', PNG, 'images'],
    ['three pictures', [PNG, PNG, PNG], 'images'],
    ['a picture that is null', [null], 'images[0]'],
    ['a picture that is a string', [PNG, PNG.b64], 'images[1]'],
    ['a picture that is an array', [[]], 'images[0]'],
    ['no mime', [{ b64: PNG.b64 }], 'images[0].mime'],
    ['a mime of another type', [{ ...PNG, mime: ['image/png'] }], 'images[0].mime'],
    ['an unknown mime', [{ ...PNG, mime: 'image/svg+xml' }], 'images[0].mime'],
    ['an inherited mime', [{ ...PNG, mime: 'constructor' }], 'images[0].mime'],
    ['no b64', [{ mime: 'image/png' }], 'images[0].b64'],
    ['b64 null', [{ ...PNG, b64: null }], 'images[0].b64'],
    ['b64 empty', [{ ...PNG, b64: '' }], 'images[0].b64'],
    ['b64 that is none', [{ ...PNG, b64: 'не base64' }], 'images[0].b64'],
    ['b64 of the URL alphabet', [{ ...PNG, b64: '_-__' }], 'images[0].b64'],
    ['b64 with a line break', [{ ...PNG, b64: `${PNG.b64.slice(0, 4)}\n${PNG.b64.slice(4)}` }], 'images[0].b64'],
    ['b64 as a data URL', [{ ...PNG, b64: `data:image/png;base64,${PNG.b64}` }], 'images[0].b64'],
    ['a PDF', [{ ...PNG, b64: PDF }], 'images[0].b64'],
    ['a picture cut off', [image(png(30, 30).subarray(0, 20))], 'images[0].b64'],
    ['a gif declared as png', [PNG, image(gif(9, 9))], 'images[1].b64'],
    ['a picture of no pixels', [image(png(0, 30))], 'images[0].b64'],
    ['a picture of too many pixels', [image(gif(65_535, 65_535), 'image/gif')], 'images[0].b64'],
    ['a picture over 5 MB', [image(Buffer.concat([png(30, 30), Buffer.alloc(5 * 1024 * 1024)]))], 'images[0].b64'],
    ['a name of another type', [{ ...PNG, name: 7 }], 'images[0].name'],
    ['a field that nobody knows', [{ ...PNG, nmae: 'plan' }], 'images[0].nmae'],
  ])('POST turns, images: %s', (_case, images, path) => named('turns', { text: 'кухня', images }, path));

  it('POST handoff, seat: missing', () => named('handoff', {}, 'seat'));
  it.each(NO_NAMES)('POST handoff, seat: %s', (_case, seat) => named('handoff', { seat }, 'seat'));
  it.each(NO_NAMES)('POST handoff, order_id: %s', (_case, order_id) =>
    named('handoff', { seat: '1', order_id }, 'order_id'),
  );

  it('several fields at fault are all named', async () => {
    const error = await refusal('turns', { text: 1, imagse: [], images: [{ mime: 'x', b64: 2 }] });
    const paths = error.details.fields.map((field: { path: string }) => field.path);
    expect(paths.sort()).toEqual(['images[0].b64', 'images[0].mime', 'imagse', 'text']);
  });

  const VALID = { conversations: {}, turns: { text: 'кухня' }, handoff: { seat: '1' } };
  describe.each(['conversations', 'turns', 'handoff'] as const)('any body of POST %s', (target) => {
    const valid = JSON.stringify(VALID[target]).slice(1, -1);

    it.each(['imagse', 'constructor', 'toString', 'hasOwnProperty', '__proto__', 'prototype', 'Text', ''])(
      'an unknown field is named: %j',
      async (field) => {
        const raw = `{${[valid, `${JSON.stringify(field)}:{"polluted":1}`].filter(Boolean).join()}}`;
        const error = await refusal(target, undefined, raw);
        if (field !== '') expect(error.details.fields[0].path).toBe(field);
        expect('polluted' in {}).toBe(false);
      },
    );

    it.each([
      ['broken', '{"text":'],
      ['followed by something', '{} {}'],
      ['an array', '[{"text":"a"}]'],
      ['a string', '"text"'],
      ['a number', '7'],
      ['null', 'null'],
      ['no JSON at all', 'text=a'],
      ['10,000 arrays in each other', `{"meta":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
      ['5,000 objects in each other', `${'{"meta":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
      ['a number that no double holds', '{"meta":1e999}'],
      ['not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d)],
      ['an encoded surrogate', Buffer.from('7b226d657461223a22eda08022 7d'.replace(' ', ''), 'hex')],
      ['UTF-16', Buffer.from('{"text":"a"}', 'utf16le')],
    ])('a body that is %s', async (_case, raw) => {
      expect((await refusal(target, undefined, raw)).code).toBe('invalid_request');
    });
  });

  it('an empty body names what is missing', async () => {
    expect((await refusal('turns', undefined, '')).details.fields[0].path).toBe('text');
    expect((await refusal('handoff', undefined, '')).details.fields[0].path).toBe('seat');
  });

  describe('on the wire', () => {
    const post = (headers: string, body = '') =>
      `POST /v1/conversations HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}\r\n${body}`;

    it.each([
      ['what is no HTTP', () => 'hello there\r\n\r\n', [400]],
      ['TLS', () => Buffer.from('16030100c8010000c40303', 'hex'), [400]],
      ['headers that are too large', () => post(`X-Long: ${'a'.repeat(64 * 1024)}\r\n`), [431]],
      ['a URL that is too long', () => `GET /v1/${'a'.repeat(64 * 1024)} HTTP/1.1\r\nHost: a\r\n\r\n`, [431]],
      ['two different lengths', () => post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} '), [400]],
      [
        'a length and chunks',
        () => post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
        [400],
      ],
      ['a broken chunk', () => post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n'), [400]],
      ['a method that does not exist', () => 'BREW /v1/usage HTTP/1.1\r\nHost: a\r\n\r\n', [400]],
      ['a header without a name', () => post(': a\r\n'), [400]],
      ['no Host', () => 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
      [
        'an expectation that nobody knows',
        () => post('Expect: the-unexpected\r\nContent-Length: 2\r\n', '{}'),
        [400, 417],
      ],
    ])('%s is refused in the envelope', async (_case, bytes, statuses) => {
      const before = await traces.now();
      const { status, body } = await sendRaw(service.url, bytes());
      expect(statuses).toContain(status);
      expect(JSON.parse(body)).toEqual({ ok: false, error: { code: 'invalid_request', message: expect.any(String) } });
      expect(await traces.now()).toEqual(before);
    });

    it.each([
      ['no length', ''],
      ['a length of 0', 'Content-Length: 0\r\n'],
      ['no chunk but the last', 'Transfer-Encoding: chunked\r\n'],
    ])('a body of %s counts as none, and the connection goes on', async (_case, headers) => {
      const next = 'GET /v1/usage HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      const bytes = post(headers, headers.startsWith('T') ? '0\r\n\r\n' : '').replace('Connection: close\r\n', '');
      const { status, body } = await sendRaw(service.url, bytes + next);
      expect(status).toBe(201);
      expect(body).toMatch(/HTTP\/1.1 401 /);
    });

    it('a body that is cut off leaves nothing, and the service answers the next', async () => {
      const before = await traces.now();
      await sendRaw(service.url, post('Content-Length: 1000\r\n', '{"external_id":"half'), 'cut');
      expect(await traces.now()).toEqual(before);
      expect((await api.get('/v1/usage')).status).toBe(200);
    });
  });
});
