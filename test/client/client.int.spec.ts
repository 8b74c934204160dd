import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { Garnitur, type TurnStep, verifyWebhook } from '../../packages/client/src/index.js';
import { asks, builds } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { Receiver } from '../support/receiver.js';
import { type TestPartner, TestService } from '../support/service.js';

describe('the client', () => {
  let service: TestService;
  let receiver: Receiver;
  let partner: TestPartner;
  let garnitur: Garnitur;

  beforeAll(async () => {
    const assistant = new ScriptedAssistant(({ words }) =>
      words === 'собери' ? builds : words === 'молчи' ? 'hang' : asks,
    );
    service = await TestService.start({ assistant });
    receiver = await Receiver.start();
    partner = await service.partner({ webhook_url: receiver.url });
    garnitur = new Garnitur({ url: service.url, key: partner.api.key, pollMs: 20 });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  it('plays a whole conversation: words, outcome, picture, papers, lists, handoff, balance', async () => {
    await service.addSeat(partner.company_id, 'Цех');
    const { id } = await garnitur.createConversation({ external_id: 'lead-1' });
    const steps: TurnStep['name'][] = [];
    const turn = await garnitur.say(id, 'собери', { onStep: ({ name }) => steps.push(name) });
    expect(turn).toMatchObject({ state: 'done', status: 'built', result: { turn: 1 } });
    expect([steps[0], steps.at(-1)]).toEqual(['queued', 'done']);
    const svg = await garnitur.picture(id, { facade: 'oak' });
    expect([svg.type, new TextDecoder().decode(svg.bytes).slice(0, 4)]).toEqual([
      'image/svg+xml; charset=utf-8',
      '<svg',
    ]);
    expect((await garnitur.picture(id, { format: 'pdf' })).type).toBe('application/pdf');
    expect((await fetch((await garnitur.link(id, { format: 'html' })).url)).status).toBe(200);
    expect((await garnitur.bom(id)).bom.sheets.length).toBeGreaterThan(0);
    expect((await garnitur.parts(id)).parts.length).toBeGreaterThan(0);
    expect(await garnitur.partsCsv(id)).toMatch(/^Name,Count,/);
    expect((await garnitur.project(id)).kind).toBe('kitchen');
    expect(await garnitur.handOff(id, { seat: 'Цех' })).toMatchObject({ seat_title: 'Цех', turn: 1 });
    expect(await garnitur.conversation(id)).toMatchObject({ external_id: 'lead-1', has_project: true });
    expect((await garnitur.usage()).coins_left).toBeLessThan(100);
    await garnitur.deleteConversation(id);
    await expect(garnitur.conversation(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('a message sent twice under its id is one turn', async () => {
    const { id } = await garnitur.createConversation();
    const words = { text: 'кухня', idempotencyKey: 'message-1' };
    const [first, second] = [await garnitur.send(id, words), await garnitur.send(id, words)];
    expect(second.id).toBe(first.id);
    await garnitur.outcome(first.id);
  });

  it('stops a turn, and whoever waits for it is told', async () => {
    const { id } = await garnitur.createConversation();
    const turn = await garnitur.send(id, 'молчи');
    const [outcome] = await Promise.all([garnitur.outcome(turn.id), garnitur.stop(turn.id)]);
    expect(outcome).toEqual({ id: turn.id, state: 'stopped' });
    await expect(garnitur.stop(turn.id)).rejects.toMatchObject({ status: 409, code: 'conflict_state' });
  });

  it('a wait ends with its signal or its time, and the turn goes on', async () => {
    const { id } = await garnitur.createConversation();
    const turn = await garnitur.send(id, 'молчи');
    await expect(garnitur.outcome(turn.id, { timeoutMs: 50 })).rejects.toThrow(/timeout/i);
    const enough = new AbortController();
    const waiting = garnitur.outcome(turn.id, {
      signal: enough.signal,
      onStep: () => enough.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
    expect((await garnitur.turn(turn.id)).state).toBe('running');
    await garnitur.stop(turn.id);
  });

  it('a refusal is thrown with its code, its details and the id of the request', async () => {
    const { id } = await garnitur.createConversation();
    await expect(garnitur.send(id, ' ')).rejects.toMatchObject({
      name: 'GarniturError',
      ...{ status: 400, code: 'invalid_request', message: 'text must not be blank' },
      details: { fields: [{ path: 'text', message: 'must not be blank' }] },
      requestId: expect.any(String),
    });
    const stranger = new Garnitur({ url: service.url, key: 'pk_none' });
    await expect(stranger.usage()).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('verifies webhooks, and reads what a receiver has missed from the cursor on', async () => {
    const { id } = await garnitur.createConversation({ external_id: 'lead-2' });
    let cursor: string | undefined;
    for await (const { next } of garnitur.eventsSince()) cursor = next ?? cursor;
    const turn = await garnitur.say(id, 'собери');
    const hook = await eventually(() => receiver.received.find(({ body }) => body.includes(turn.id)));
    const request = { signature: String(hook.headers['x-service-signature']), body: hook.body };
    const event = await verifyWebhook({ ...request, secret: partner.webhook_secret });
    expect(event).toMatchObject({ event: 'turn.completed', turn_id: turn.id, external_id: 'lead-2' });
    await expect(verifyWebhook({ ...request, secret: 'whsec_other' })).rejects.toMatchObject({ reason: 'no_match' });
    const missed = [];
    for await (const { events } of garnitur.eventsSince(cursor)) missed.push(...events);
    expect(missed).toEqual([event]);
    expect(await garnitur.ping()).toMatch(/^evt_/);
  });

  describe('where the way to the service is bad', () => {
    let proxy: Server;
    let through: Garnitur;
    /** Decides of each request whether it is passed on. */
    let refuse: (method: string, url: string) => number | undefined = () => undefined;
    const asked: string[] = [];

    beforeAll(async () => {
      proxy = createServer(async (request, response) => {
        const { method = '', url = '' } = request;
        asked.push(`${method} ${url}`);
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(Buffer.from(chunk));
        const status = refuse(method, url);
        if (status !== undefined) return response.writeHead(status, { 'retry-after': '0' }).end('<h1>Bad way</h1>');
        const headers = Object.entries(request.headers).flatMap(([name, value]) =>
          /^(authorization|content-type|idempotency-key)$/.test(name)
            ? [[name, String(value)] as [string, string]]
            : [],
        );
        const answer = await fetch(service.url + url, {
          method,
          headers,
          ...(chunks.length ? { body: Buffer.concat(chunks) } : {}),
        });
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const { port } = proxy.address() as AddressInfo;
      through = new Garnitur({ url: `http://127.0.0.1:${port}`, key: partner.api.key, pollMs: 20 });
    });
    afterAll(() => {
      proxy.closeAllConnections();
      return new Promise((resolve) => proxy.close(resolve));
    });

    it('asks for a turn again and again where its events do not come through', async () => {
      refuse = (_, url) => (url.endsWith('/events') ? 502 : undefined);
      const { id } = await through.createConversation();
      expect(await through.say(id, 'собери')).toMatchObject({ state: 'done', status: 'built' });
    });

    it('repeats what can be repeated, and what cannot not', async () => {
      let left = 1;
      refuse = () => (left-- > 0 ? 503 : undefined);
      const { id } = await through.createConversation({ external_id: 'again' });
      left = 1;
      const { id: turn } = await through.send(id, 'кухня');
      await through.outcome(turn);
      asked.length = 0;
      left = 1;
      await expect(through.createConversation()).rejects.toMatchObject({ status: 503, code: undefined });
      expect(asked).toEqual(['POST /v1/conversations']);
    });
  });
});
