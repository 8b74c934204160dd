import { type Exchange, faultsOf, faultsOfWebhook } from './api-document.js';

const health = { ok: true, version: 1, model: 'offline' };
const exchange = (changes: Partial<Exchange> & { json?: object; more?: Record<string, string> } = {}): Exchange => ({
  method: 'GET',
  path: '/v1/health',
  status: 200,
  headers: new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'a', ...changes.more }),
  text: JSON.stringify(changes.json ?? health),
  ...changes,
});
const refusal = (code: string, details?: object) => ({
  ok: false,
  error: { code, message: 'no', ...(details ? { details } : {}) },
});

describe('an answer held against the document', () => {
  it.each([
    ['as it should be', exchange()],
    ['to HEAD', exchange({ method: 'HEAD', text: '' })],
    ['a refusal', exchange({ status: 400, json: refusal('invalid_request') })],
    ['of an unknown path', exchange({ path: '/nowhere', status: 404, json: refusal('not_found') })],
    [
      'of a wrong method',
      exchange({ method: 'PUT', status: 405, more: { allow: 'GET' }, json: refusal('method_not_allowed') }),
    ],
    ['of no business of partners', exchange({ path: '/metrics', text: 'x 1' })],
  ])('%s has no fault', (_, one) => {
    expect(faultsOf(one)).toEqual([]);
  });

  it.each<[string, Exchange, RegExp]>([
    ['an undocumented status', exchange({ status: 418 }), /status 418 is undocumented/],
    ['an undocumented member', exchange({ json: { ...health, uptime: 1 } }), /additional properties .*uptime/],
    ['a missing member', exchange({ json: { ok: true, version: 1 } }), /required property 'model'/],
    ['a wrong type', exchange({ json: { ...health, model: 7 } }), /body\/model must be string/],
    ['an undocumented header', exchange({ more: { 'x-powered-by': 'cats' } }), /x-powered-by is undocumented/],
    [
      'a missing header',
      exchange({ headers: new Headers({ 'content-type': 'application/json' }) }),
      /X-Request-Id is missing/,
    ],
    [
      'another media type',
      exchange({ headers: new Headers({ 'content-type': 'text/plain', 'x-request-id': 'a' }) }),
      /media type/,
    ],
    ["a code that is another status's", exchange({ status: 400, json: refusal('not_found') }), /code/],
    ['details that are none', exchange({ status: 400, json: refusal('invalid_request', { why: 'x' }) }), /why/],
    ['a success outside of the document', exchange({ path: '/v1/secrets' }), /no operation of the document/],
    ['a parameter that is taken in silence', exchange({ path: '/v1/health?loud=1' }), /the parameter loud was taken/],
    [
      'a request that the document forbids and the service takes',
      exchange({
        method: 'POST',
        path: '/v1/conversations/cnv_1/turns',
        status: 202,
        sent: { text: 'кухня', imagse: [] },
        json: { ok: true, turn: { id: 'trn_01a20660407c7390b7952895dcb9aa0d', state: 'queued' } },
      }),
      /the request that was taken .*imagse/,
    ],
  ])('%s is a fault', (_, one, fault) => {
    expect(faultsOf(one).join()).toMatch(fault);
  });
});

describe('a webhook held against the document', () => {
  const headers = (event: string) =>
    new Headers({ 'x-service-event': event, 'x-service-signature': `t=1800000000,v1=${'0'.repeat(64)}` });
  const ping = { id: 'evt_01a20660-4318-729f-88fa-a1a0fc246e9d', event: 'ping', at: '2026-11-23T09:00:00.000Z' };

  it('has no fault as it should be, and is told what it has else', () => {
    expect(faultsOfWebhook(headers('ping'), JSON.stringify(ping))).toEqual([]);
    expect(faultsOfWebhook(headers('ping'), JSON.stringify({ ...ping, to: 'me' })).join()).toMatch(/"to"/);
    expect(faultsOfWebhook(headers('turn.begun'), '{}')).toEqual(['the webhook turn.begun is undocumented']);
  });
});
