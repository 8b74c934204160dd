import Stripe from 'stripe';
import { AssistantUnavailable } from '#libs/assistant';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds } from '../support/answers.js';
import { eventually, pause } from '../support/api.js';
import { Receiver } from '../support/receiver.js';
import { type TestPartner, TestService } from '../support/service.js';

/** spec.md, Events: destination, request, body, signature and every delivery rule. */
describe('spec.md, Events', () => {
  let service: TestService;
  let receiver: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    const script = { спроси: asks, виси: 'hang', молчи: new AssistantUnavailable('reset') } as const;
    const assistant = new ScriptedAssistant(({ words }) =>
      words in script ? script[words as keyof typeof script] : builds,
    );
    service = await TestService.start({ assistant, env: { WEBHOOK_RETRY: '50ms,100ms', WEBHOOK_TIMEOUT: '300ms' } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
    partner = await service.partner({ webhook_url: receiver.url });
  });
  afterEach(() => receiver.stop());

  const received = (count: number) => eventually(() => receiver.received.length >= count && receiver.received);

  it('turn.completed: headers, body, and a signature that an independent library accepts', async () => {
    const id = await partner.api.conversation({ external_id: 'lead' });
    const turn = await partner.api.say(id, 'собери');
    const [hook] = await received(1);
    expect(hook?.headers).toMatchObject({ 'content-type': 'application/json', 'x-service-event': 'turn.completed' });
    expect(hook?.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const header = String(hook?.headers['x-service-signature']);
    const body = Stripe.webhooks.constructEvent(hook?.body ?? '', header, partner.webhook_secret);
    expect(body).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      event: 'turn.completed',
      at: expect.stringMatching(/Z$/),
      turn_id: turn.id,
      conversation_id: id,
      external_id: 'lead',
      state: 'done',
      result: turn.result,
    });
  });

  it('turn.completed also tells of a question; external_id is null where there is none', async () => {
    const id = await partner.api.conversation();
    await partner.api.say(id, 'спроси');
    await received(1);
    expect(receiver.bodies()[0]).toMatchObject({
      event: 'turn.completed',
      external_id: null,
      result: { status: 'question' },
    });
  });

  it('turn.stopped has neither result nor error', async () => {
    const id = await partner.api.conversation();
    const turn = await partner.api.send(id, 'виси');
    await partner.api.post(`/v1/turns/${turn}/stop`);
    await received(1);
    const { result, error, ...rest } = receiver.bodies()[0];
    expect(rest).toMatchObject({ event: 'turn.stopped', state: 'stopped', turn_id: turn });
    expect([result, error]).toEqual([undefined, undefined]);
  });

  it('turn.failed carries the error instead of a result', async () => {
    const id = await partner.api.conversation();
    await partner.api.say(id, 'молчи');
    await received(1);
    expect(receiver.bodies()[0]).toMatchObject({
      event: 'turn.failed',
      state: 'failed',
      error: { code: 'assistant_unavailable' },
    });
    expect(receiver.bodies()[0]).not.toHaveProperty('result');
  });

  it("destination: the conversation's address overrides the partner-wide one", async () => {
    const own = await Receiver.start();
    const id = await partner.api.conversation({ webhook_url: own.url });
    await partner.api.say(id, 'спроси');
    await eventually(() => own.received.length === 1);
    expect(receiver.received).toHaveLength(0);
    await own.stop();
  });

  it('a webhook follows the settlement', async () => {
    let leftAtDelivery: number | undefined;
    receiver.answer = (_received, response) => {
      void partner.api.usage().then((usage) => {
        leftAtDelivery = usage.coins_left + usage.coins_used;
        response.writeHead(204).end();
      });
    };
    const id = await partner.api.conversation();
    await partner.api.say(id, 'собери');
    await eventually(() => leftAtDelivery !== undefined);
    expect(leftAtDelivery).toBe(100);
  });

  it('any non-2xx reply is tried again under the same id with a fresh t, then delivery stops', async () => {
    receiver.answer = (_received, response) => response.writeHead(500).end();
    const id = await partner.api.conversation();
    await partner.api.say(id, 'спроси');
    const hooks = await received(3);
    await pause(400);
    expect(hooks).toHaveLength(3);
    expect(new Set(receiver.bodies().map((body) => body.id)).size).toBe(1);
    expect(new Set(hooks.map(({ body }) => body)).size).toBe(1);
  });

  it.each([
    [
      'a redirect',
      (response: import('node:http').ServerResponse) => response.writeHead(302, { location: '/other' }).end(),
    ],
    ['a broken connection', (response: import('node:http').ServerResponse) => response.destroy()],
    ['no reply in time', () => undefined],
  ])('%s triggers a retry', async (_name, fail) => {
    receiver.answer = (_received, response) => {
      if (receiver.received.length === 1) fail(response);
      else response.writeHead(200).end();
    };
    const id = await partner.api.conversation();
    await partner.api.say(id, 'спроси');
    const hooks = await received(2);
    expect(new Set(hooks.map(({ path }) => path))).toEqual(new Set(['/hook']));
  });

  it('one slow receiver delays nobody', async () => {
    const slow = await Receiver.start();
    slow.answer = () => undefined;
    const theirs = await service.partner({ webhook_url: slow.url });
    const ids = await Promise.all(Array.from({ length: 40 }, () => theirs.api.conversation()));
    await Promise.all(ids.map((id) => theirs.api.say(id, 'спроси')));
    const id = await partner.api.conversation();
    const began = Date.now();
    await partner.api.say(id, 'спроси');
    await received(1);
    expect(Date.now() - began).toBeLessThan(2_000);
    await slow.stop();
  });

  it('GET /v1/events gives a partner who was down the same bodies, in order, from a cursor', async () => {
    const id = await partner.api.conversation();
    for (let turn = 0; turn < 3; turn++) await partner.api.say(id, 'спроси');
    await received(3);
    const first = await partner.api.get('/v1/events?limit=2');
    const rest = await partner.api.get(`/v1/events?limit=2&after=${first.json.next}`);
    const all = [...first.json.events, ...rest.json.events];
    const byId = (bodies: { id: string }[]) => [...bodies].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(all)).toEqual(byId(receiver.bodies()));
    expect(all.map((event) => event.result.turn)).toEqual([1, 2, 3]);
    const later = await partner.api.get(`/v1/events?after=${rest.json.next}`);
    expect(later.json).toEqual({ ok: true, events: [], next: rest.json.next });
    expect((await (await service.partner()).api.get('/v1/events')).json.events).toEqual([]);
  });

  it('POST /v1/webhooks/test sends a signed ping to the partner-wide address', async () => {
    expect((await partner.api.post('/v1/webhooks/test')).status).toBe(202);
    const [hook] = await received(1);
    expect(hook?.headers['x-service-event']).toBe('ping');
    const body = Stripe.webhooks.constructEvent(
      hook?.body ?? '',
      String(hook?.headers['x-service-signature']),
      partner.webhook_secret,
    );
    expect(body).toMatchObject({ event: 'ping' });
    const none = await service.partner();
    expect((await none.api.post('/v1/webhooks/test')).status).toBe(400);
  });

  it('GET /v1/turns/{id}/events streams the life of a turn and resumes by Last-Event-ID', async () => {
    const id = await partner.api.conversation();
    const turn = await partner.api.send(id, 'собери');
    const stream = async (lastEventId?: string) => {
      const { status, text } = await partner.api.get(
        `/v1/turns/${turn}/events`,
        lastEventId ? { headers: { 'last-event-id': lastEventId } } : {},
      );
      expect(status).toBe(200);
      return text
        .trim()
        .split('\n\n')
        .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))));
    };
    const whole = await stream();
    expect(whole.map(({ event }) => event)).toEqual(['queued', 'running', 'attempt', 'done']);
    expect(JSON.parse(whole[2]?.data)).toMatchObject({ attempt: 1, findings: expect.any(Number) });
    expect(JSON.parse(whole[3]?.data)).toEqual((await partner.api.get(`/v1/turns/${turn}`)).json.turn);
    expect((await stream(whole[1]?.id)).map(({ event }) => event)).toEqual(['attempt', 'done']);
  });

  it('what was not delivered before a restart is delivered after it, under the same id', async () => {
    receiver.answer = (_received, response) => response.writeHead(503).end();
    const id = await partner.api.conversation();
    await partner.api.say(id, 'спроси');
    await received(1);
    service = await service.restart({ env: { WEBHOOK_RETRY: '50ms,100ms,100ms,100ms', WEBHOOK_TIMEOUT: '300ms' } });
    const before = receiver.received.length;
    receiver.answer = (_received, response) => response.writeHead(200).end();
    const [event] = (await service.again(partner.api).get('/v1/events')).json.events;
    if (before < 3) await received(before + 1);
    expect(new Set(receiver.bodies().map((body) => body.id))).toEqual(new Set([event.id]));
  });
});
