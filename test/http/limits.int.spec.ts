import { readEnvironment } from '#libs/platform';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { webhookRefusal } from '../../packages/client/src/index.js';
import { asks, builds } from '../support/answers.js';
import { type Api, eventually, pause } from '../support/api.js';
import { gif, image, jpeg, png, webp } from '../support/images.js';
import { Receiver } from '../support/receiver.js';
import { adjustableClock, type TestOptions, TestService } from '../support/service.js';

const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60_000;
/** A picture of exactly so many bytes: what follows the end of a PNG is no part of it. */
const pngOf = (bytes: number) => Buffer.concat([png(700, 700), Buffer.alloc(bytes)]).subarray(0, bytes);

describe('spec.md, Limits', () => {
  const assistant = new ScriptedAssistant(({ words }) =>
    words === 'виси' ? 'hang' : words === 'собери' ? builds : asks,
  );
  /** With the settings as they come. */
  let usual: TestService;
  /** A test's own. */
  let service: TestService | undefined;
  beforeAll(async () => {
    usual = await TestService.start({ assistant });
  });
  afterAll(() => usual.stop());
  beforeEach(() => assistant.requests.splice(0));
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  const begin = async (options?: TestOptions): Promise<{ api: Api; id: string }> => {
    if (options) service = await TestService.start({ assistant, ...options });
    const { api } = await (service ?? usual).partner();
    return { api, id: await api.conversation() };
  };

  it('Running turns per conversation: 1, and the conversation beside it is not held up', async () => {
    const { api, id } = await begin();
    await api.send(id, 'виси');
    const answers = await Promise.all([1, 2, 3].map(() => api.post(`/v1/conversations/${id}/turns`, { text: 'ещё' })));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect((await api.say(await api.conversation(), 'спроси')).state).toBe('done');
  });

  it('Images per turn: at most 2', async () => {
    const { api, id } = await begin();
    const pictures = [png(700, 700), png(700, 701), png(700, 702)].map((bytes) => image(bytes));
    const three = await api.post(`/v1/conversations/${id}/turns`, { text: 'план', images: pictures });
    expect([three.status, three.json.error.details.fields[0].path]).toEqual([400, 'images']);
    await api.say(id, 'план', { images: pictures.slice(0, 2) });
    expect(assistant.requests[0]?.pictures).toHaveLength(2);
  });

  it('Images: 5 MB are taken, one byte more is not; two of 5 MB fit into one turn', async () => {
    const { api, id } = await begin();
    const more = await api.post(`/v1/conversations/${id}/turns`, { text: 'план', images: [image(pngOf(5 * MIB + 1))] });
    expect([more.status, more.json.error.details.fields[0].path]).toEqual([400, 'images[0].b64']);
    const full = image(pngOf(5 * MIB));
    await api.say(id, 'я'.repeat(4_000), { images: [full, image(Buffer.from(pngOf(5 * MIB)).fill(1, 5 * MIB - 1))] });
    expect(assistant.requests[0]?.pictures.map(({ bytes }) => bytes.length)).toEqual([5 * MIB, 5 * MIB]);
  });

  it('Images: formats png, jpeg, webp, gif, byte for byte as they were sent', async () => {
    const { api, id } = await begin();
    const formats = {
      'image/png': png(700, 640),
      'image/jpeg': jpeg(700, 640),
      'image/webp': webp(700, 640),
      'image/gif': gif(700, 640),
    };
    for (const [mime, bytes] of Object.entries(formats)) {
      await api.say(id, 'план', { images: [image(bytes, mime)] });
      const [seen] = assistant.requests.at(-1)?.pictures ?? [];
      expect(seen).toMatchObject({ mime, width: 700, height: 640 });
      expect(Buffer.from(seen?.bytes ?? []).equals(bytes)).toBe(true);
    }
    const svg = await api.post(`/v1/conversations/${id}/turns`, {
      text: 'план',
      images: [{ mime: 'image/svg+xml', b64: 'PHN2Zy8+' }],
    });
    expect(svg.status).toBe(400);
  });

  it.each([599, 1])('Small image: %i px on the short side are accepted', async (side) => {
    const { api, id } = await begin();
    expect((await api.say(id, 'план', { images: [image(png(800, side))] })).state).toBe('done');
  });

  it('Image memory: a picture is shown in its turn and in exactly one following turn', async () => {
    const { api, id } = await begin();
    await api.say(id, 'первая', { images: [image(png(700, 601))] });
    await api.say(id, 'вторая', { images: [image(png(700, 602))] });
    await api.say(id, 'без картинки');
    await api.say(id, 'забыто');
    const shown = assistant.requests.map(({ pictures }) => pictures.map(({ height, from }) => `${height} ${from}`));
    expect(shown).toEqual([['601 this_turn'], ['602 this_turn', '601 previous_turn'], ['602 previous_turn'], []]);
  });

  it('Image memory: outlives a restart, and a turn that was stopped still is the one following turn', async () => {
    const { api, id } = await begin({});
    await api.say(id, 'первая', { images: [image(png(700, 601))] });
    service = await service?.restart();
    const again = service?.again(api) ?? api;
    const stopped = await again.send(id, 'виси');
    await again.running(stopped);
    await again.post(`/v1/turns/${stopped}/stop`);
    await again.say(id, 'после');
    expect(assistant.requests.map(({ pictures }) => pictures.length)).toEqual([1, 1, 0]);
  });

  it('Turn duration: longer than TURN_DEADLINE (four minutes) ends as failed, free and uncharged', async () => {
    expect(readEnvironment({}).turnDeadlineMs).toBe(4 * 60_000);
    const { api, id } = await begin({ env: { TURN_DEADLINE: '300ms' } });
    const turn = await api.say(id, 'виси');
    expect(turn).toEqual({
      id: turn.id,
      state: 'failed',
      error: { code: expect.any(String), message: expect.any(String) },
    });
    expect((await api.get(`/v1/conversations/${id}`)).json.conversation.running_turn).toBeNull();
    await eventually(async () => (await api.usage()).coins_left === 100);
    expect((await api.say(id, 'спроси')).state).toBe('done');
  });

  describe('Conversation lifetime', () => {
    const expiryOf = async (api: Api, id: string) =>
      Date.parse((await api.get(`/v1/conversations/${id}`)).json.conversation.expires_at);

    it('30 days from the last request, and only an accepted turn extends it', async () => {
      const { clock, wind } = adjustableClock();
      const { api, id } = await begin({ clock });
      const first = await expiryOf(api, id);
      expect(Math.abs(first - clock.now().getTime() - 30 * DAY)).toBeLessThan(10_000);
      wind(DAY);
      await api.get(`/v1/conversations/${id}`);
      await api.post(`/v1/conversations/${id}/turns`, { text: '' });
      await api.post(`/v1/conversations/${id}/handoff`, { seat: '1' });
      expect(await expiryOf(api, id)).toBe(first);
      const running = await api.send(id, 'виси');
      const extended = await expiryOf(api, id);
      expect(extended - first).toBeGreaterThan(DAY - 1_000);
      wind(DAY);
      expect((await api.post(`/v1/conversations/${id}/turns`, { text: 'занято' })).status).toBe(409);
      expect(await expiryOf(api, id)).toBe(extended);
      await api.post(`/v1/turns/${running}/stop`);
      expect(await expiryOf(api, id)).toBe(extended);
    });

    it('after it (here: a minute) the conversation is not found and its lead is free; one with an open turn does not expire', async () => {
      const { clock, wind } = adjustableClock();
      const { api } = await begin({ clock, env: { CONVERSATION_TTL: '1m' }, maxEveryMs: 200 });
      const quiet = await api.conversation({ external_id: 'тихий' });
      const busy = await api.conversation();
      const turn = await api.send(busy, 'виси');
      await api.running(turn);
      wind(61_000);
      await eventually(async () => (await api.get(`/v1/conversations/${quiet}`)).status === 404, 10_000);
      expect((await api.get(`/v1/turns/${turn}`)).json.turn).toEqual({ id: turn, state: 'running' });
      const anew = await api.post('/v1/conversations', { external_id: 'тихий' });
      expect(anew.status).toBe(201);
      await api.post(`/v1/turns/${turn}/stop`);
      await eventually(async () => (await api.get(`/v1/conversations/${busy}`)).status === 404, 10_000);
    });
  });

  it('Signed render link lifetime: one day, then 404', async () => {
    expect(readEnvironment({}).linkTtlMs).toBe(DAY);
    const { clock, wind } = adjustableClock();
    const { api, id } = await begin({ clock, env: { LINK_TTL: '1m' } });
    await api.say(id, 'собери');
    const { url, expires_at } = (await api.get(`/v1/conversations/${id}/render?link=1`)).json;
    expect((await fetch(url)).status).toBe(200);
    wind(Date.parse(expires_at) - clock.now().getTime() + 20);
    const late = await api.get(new URL(url).pathname, { key: null });
    expect([late.status, late.json.error.code]).toEqual([404, 'not_found']);
  });

  it('Webhook reply wait: a receiver that is slower than WEBHOOK_TIMEOUT (10 s) is tried again', async () => {
    expect(readEnvironment({}).webhookTimeoutMs).toBe(10_000);
    const receiver = await Receiver.start();
    try {
      receiver.answer = (_received, response) =>
        setTimeout(() => response.writeHead(204).end(), receiver.received.length === 1 ? 4_000 : 100);
      const { api } = await begin({ env: { WEBHOOK_TIMEOUT: '2s', WEBHOOK_RETRY: '100ms' } });
      await api.say(await api.conversation({ webhook_url: receiver.url }), 'спроси');
      await eventually(() => receiver.received.length === 2);
      const [first, second] = receiver.received;
      // The wait began before the request arrived, on a busy machine some hundred ms before.
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
      await pause(300);
      expect(receiver.received).toHaveLength(2);
    } finally {
      await receiver.stop();
    }
  });

  it('Webhook retry schedule: 10 s, 1 min, 5 min, 30 min, 2 h, 6 h, then stop', () => {
    const minute = 60_000;
    expect(readEnvironment({}).webhookRetryMs).toEqual([
      10_000,
      minute,
      5 * minute,
      30 * minute,
      120 * minute,
      360 * minute,
    ]);
  });

  it('Webhook signature age: a real signature is refused once it is older than five minutes', async () => {
    const receiver = await Receiver.start();
    try {
      const partner = await usual.partner({ webhook_url: receiver.url });
      await partner.api.say(await partner.api.conversation(), 'спроси');
      await eventually(() => receiver.received.length === 1);
      const [hook] = receiver.received;
      const signature = String(hook?.headers['x-service-signature']);
      const t = Number(/^t=(\d+)/.exec(signature)?.[1]);
      const at = (seconds: number) =>
        webhookRefusal({ signature, body: hook?.body ?? '', secret: partner.webhook_secret, now: t + seconds });
      expect([await at(0), await at(300), await at(301)]).toEqual([undefined, undefined, 'too_old']);
    } finally {
      await receiver.stop();
    }
  });

  it('Idempotency key scope: unique within a conversation', async () => {
    const { api, id } = await begin();
    const headers = { 'idempotency-key': 'message-1' };
    const first = await api.send(id, 'спроси', {}, { headers });
    await api.outcome(first);
    expect(await api.send(id, 'спроси', {}, { headers })).toBe(first);
    expect(await api.send(await api.conversation(), 'спроси', {}, { headers })).not.toBe(first);
  });
});
