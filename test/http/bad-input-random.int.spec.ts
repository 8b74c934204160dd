import fc from 'fast-check';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks } from '../support/answers.js';
import type { Answer, Api } from '../support/api.js';
import { image, png } from '../support/images.js';
import { TestService } from '../support/service.js';

const RUNS = 150;
const PNG = image(png(9, 9));

/** Whatever comes: never a 5xx, and every refusal in the one envelope. fast-check prints the seed of a failure. */
describe('input at random', () => {
  let service: TestService;
  let api: Api;
  let id: string;
  let turn: string;

  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([asks]) });
    api = (await service.partner({ coins: 1_000_000 })).api;
    id = await api.conversation();
    turn = (await api.say(id, 'кухня')).id;
  });
  afterAll(() => service.stop());

  const sane = ({ status, json, headers }: Answer) => {
    expect(headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{1,128}$/);
    if (status >= 400) {
      expect(json).toEqual({
        ok: false,
        error: expect.objectContaining({ code: expect.any(String), message: expect.stringMatching(/\S/) }),
      });
      for (const field of json.error.details?.fields ?? [])
        expect(field).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
    }
    // format=png is the one input that is understood and cannot be met.
    expect(status < 500 || json.error.code === 'png_unsupported').toBe(true);
    return status;
  };
  const check = <Value>(values: fc.Arbitrary<Value>, law: (value: Value) => Promise<unknown>) =>
    fc.assert(
      fc.asyncProperty(values, async (value) => {
        await law(value);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );

  const json = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(null, '', 0, [], {}, [[]], 'x'.repeat(5_000)),
  );
  /** Mostly right in its names, so that every rule behind them is reached. */
  const near = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record(
          Object.fromEntries(Object.entries(fields).map(([name, right]) => [name, fc.oneof(right, json)])),
          { requiredKeys: [] },
        ),
      },
      {
        weight: 1,
        arbitrary: fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', ...Object.keys(fields))),
          json,
        ),
      },
      { weight: 1, arbitrary: json },
    );
  const pictures = fc.array(
    fc.oneof(
      fc.constant(PNG),
      fc.record(
        { mime: fc.oneof(fc.constantFrom('image/png', 'image/gif'), json), b64: fc.oneof(fc.base64String(), json) },
        { requiredKeys: [] },
      ),
      json,
    ),
    { maxLength: 4 },
  );

  it.each([
    [
      'conversations',
      () => '/v1/conversations',
      near({ external_id: fc.string(), order_id: fc.string(), webhook_url: fc.webUrl(), meta: fc.jsonValue() }),
    ],
    ['turns', () => `/v1/conversations/${id}/turns`, near({ text: fc.string({ minLength: 1 }), images: pictures })],
    ['handoff', () => `/v1/conversations/${id}/handoff`, near({ seat: fc.string(), order_id: fc.string() })],
    ['stop', () => `/v1/turns/${turn}/stop`, json],
    ['webhooks/test', () => '/v1/webhooks/test', json],
  ])('as a body of POST %s', (_name, path, bodies) =>
    check<unknown>(bodies, async (body) => sane(await api.post(path(), undefined, { raw: JSON.stringify(body) }))),
  );

  it('as bytes of a body', () =>
    check(fc.uint8Array({ maxLength: 300 }), async (raw) =>
      sane(await api.post(`/v1/conversations/${id}/turns`, undefined, { raw })),
    ));

  const escaped = fc.oneof(
    fc.constantFrom(
      'v1',
      'conversations',
      'turns',
      'events',
      'usage',
      'render',
      'project',
      'bom',
      'parts',
      'r',
      'stop',
      'cabinet',
      '__proto__',
      '..',
      '%',
      '%zz',
      '%ff',
      '%00',
    ),
    fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc
      .uint8Array({ maxLength: 12 })
      .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
    fc.constantFrom('ID', 'TURN'),
  );
  const real = (path: string) => path.replaceAll('ID', id).replaceAll('TURN', turn);

  it('as a path', () => {
    const method = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'OPTIONS');
    return check(fc.tuple(method, fc.array(escaped, { maxLength: 5 })), async ([verb, parts]) =>
      sane(await api.call(verb, real(`/${parts.join('/')}`))),
    );
  });

  it('as a query', () => {
    const path = fc.constantFrom(
      'conversations/ID',
      'conversations/ID/render',
      'conversations/ID/turns',
      'turns/TURN',
      'usage',
      'health',
      'events',
      'conversations/ID/bom',
      'conversations/ID/parts',
    );
    const name = fc.oneof(
      fc.constantFrom(
        'after',
        'limit',
        'format',
        'view',
        'facade',
        'carcass',
        'link',
        'after[]',
        'limit[a]',
        '__proto__',
        'constructor',
      ),
      escaped,
    );
    const value = fc.oneof(fc.constantFrom('1', '0', '-1', '1e9', 'NaN', 'svg', 'png', 'iso', 'oak', 'eyJ'), escaped);
    return check(fc.tuple(path, fc.array(fc.tuple(name, value), { maxLength: 4 })), async ([place, pairs]) =>
      sane(await api.get(real(`/v1/${place}?${pairs.map((pair) => pair.join('=')).join('&')}`))),
    );
  });

  /** Everything that a header's value may hold on the wire. */
  const headerValue = fc.oneof(
    fc
      .array(
        fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f),
        { maxLength: 300 },
      )
      .map((codes) => String.fromCharCode(...codes)),
    fc.constantFrom(
      '',
      '0',
      '9',
      '999999999',
      '-1',
      '1, 2',
      'a'.repeat(5_000),
      '__proto__',
      'Bearer',
      'Bearer pk_',
      '"',
    ),
  );

  it('as Idempotency-Key', () =>
    check(headerValue, async (value) =>
      sane(
        await api.post(`/v1/conversations/${id}/turns`, { text: 'кухня' }, { headers: { 'idempotency-key': value } }),
      ),
    ));
  it('as Authorization', () =>
    check(headerValue, async (value) => {
      for (const header of [value, `Bearer ${value}`]) {
        expect(sane(await api.get('/v1/usage', { key: null, headers: { authorization: header } }))).toBe(401);
      }
    }));
  it('as X-Request-Id', () =>
    check(headerValue, async (value) => sane(await api.get('/v1/usage', { headers: { 'x-request-id': value } }))));
  it('as Last-Event-ID', () =>
    check(headerValue, async (value) =>
      sane(await api.get(`/v1/turns/${turn}/events`, { headers: { 'last-event-id': value } })),
    ));
  it('as Content-Type', () =>
    check(headerValue, async (value) =>
      sane(await api.post('/v1/conversations', undefined, { raw: '{}', headers: { 'content-type': value } })),
    ));
});
