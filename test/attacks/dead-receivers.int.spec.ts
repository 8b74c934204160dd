import type { ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { eventId, uuidv7 } from '#libs/kernel';
import { ScheduleWebhook } from '#libs/webhooks';
import type { DeliveryDocument } from '#projections';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks } from '../support/answers.js';
import { eventually, pause } from '../support/api.js';
import { garniturJson } from '../support/garnitur.js';
import { Receiver } from '../support/receiver.js';
import { type TestPartner, TestService } from '../support/service.js';
import { storeEnv } from '../support/store-env.js';

const context = { actor: 'test' };
/** How often deliveries are looked for where nothing wakes them, ms. */
const POLL_MS = 1_000;
const NEVER_MS = 2 ** 31 - 1;
/** Whoever is held up by a dead receiver waits as long as its answer is waited for, 10 s; a busy machine takes its time too. */
const HELD_UP_MS = 5_000;

describe('a receiver that is dead', () => {
  let service: TestService;
  let dead: Receiver;
  let alive: Receiver;
  /** What the dead one has not answered. */
  let held: ServerResponse[];
  let partner: TestPartner;

  const start = async (env: Record<string, string> = {}) => {
    service = await TestService.start({ assistant: new ScriptedAssistant([asks]), env });
    partner = await service.partner({ webhook_url: alive.url });
  };
  beforeEach(async () => {
    dead = await Receiver.start();
    held = [];
    dead.answer = (_received, response) => held.push(response);
    alive = await Receiver.start();
  });
  afterEach(async () => {
    await service.stop();
    await dead.stop();
    await alive.stop();
  });

  const schedule = async (partner_id: string, address: string) => {
    const event_id = eventId(uuidv7());
    const due_at = new Date().toISOString();
    const body = JSON.stringify({ id: event_id, event: 'ping', at: due_at });
    const webhook = { event_id, event: 'ping', partner_id, address, body, due_at };
    const { position } = await service.service.commands.execute(new ScheduleWebhook(webhook, context));
    return { event_id, position };
  };
  /** ms until each of some webhooks, one after another, has arrived at the living receiver; the longest. */
  const slowest = async (partner_id: string, count = 10) => {
    let most = 0;
    for (let n = 0; n < count; n += 1) {
      const began = performance.now();
      const { event_id } = await schedule(partner_id, alive.url);
      await eventually(() => alive.received.some(({ body }) => body.includes(event_id)));
      most = Math.max(most, performance.now() - began);
    }
    return most;
  };

  it.each([
    ['', 4_000, {}],
    [', also while most of them are set aside', 2_000, { WEBHOOK_MAX_PENDING: '1000' }],
  ])('holds up neither the living address of its partner nor anybody else%s', async (_when, webhooks, env) => {
    await start(env);
    const other = await service.partner();
    for (let n = 0; n < webhooks; n += 1_000)
      await Promise.all(Array.from({ length: 1_000 }, () => schedule(partner.partner_id, dead.url)));
    const { position } = await schedule(partner.partner_id, dead.url);
    await eventually(() => service.service.visible(position));
    expect(await slowest(other.partner_id)).toBeLessThan(HELD_UP_MS);
    expect(await slowest(partner.partner_id)).toBeLessThan(HELD_UP_MS);
  });

  it('has the oldest of too many pending set aside: they are read, listed and sent again when that is asked for', async () => {
    await start({ WEBHOOK_MAX_PENDING: '20', WEBHOOK_PARTNER_CONCURRENCY: '8' });
    const turns: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const id = await partner.api.conversation({ webhook_url: dead.url });
      turns.push((await partner.api.say(id, 'привет')).id);
    }
    const env = { DATA_DIR: service.dataDir, ...storeEnv(service.dataDir) };
    const listed = (state: string): Promise<DeliveryDocument[]> =>
      garniturJson(env, ['webhooks', 'list', '--state', state]);
    const setAside = await eventually(async () => {
      const found = await listed('undeliverable');
      return found.length >= 10 && found;
    });
    const scheduled = await listed('scheduled');
    expect(scheduled.length).toBeLessThanOrEqual(20);
    expect(scheduled.length + setAside.length).toBe(30);
    // Two are on their way to the receiver; of the others the oldest went.
    const waiting = setAside.map(({ turn_id }) => turns.indexOf(String(turn_id)));
    expect(Math.max(...waiting)).toBeLessThan(setAside.length + 2);
    const { events } = (await partner.api.get('/v1/events')).json;
    expect(events.map(({ turn_id }: { turn_id: string }) => turn_id)).toEqual(turns);

    dead.answer = (_received, response) => response.writeHead(204).end();
    for (const response of held) response.writeHead(204).end();
    const [first] = setAside;
    await garniturJson(env, ['webhooks', 'redeliver', '--event', String(first?.event_id)]);
    await eventually(() => dead.received.some(({ body }) => body.includes(String(first?.event_id))));
  });
});

describe('webhooks', () => {
  let service: TestService;
  let receiver: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    // No poll comes while the test lasts: what goes out was woken.
    const { setTimeout: usual } = globalThis;
    const timers = jest.spyOn(globalThis, 'setTimeout');
    timers.mockImplementation(((run: () => void, ms?: number) => usual(run, ms === POLL_MS ? NEVER_MS : ms)) as never);
    service = await TestService.start({ assistant: new ScriptedAssistant([asks]) });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await service.stop();
  });
  beforeEach(async () => {
    receiver = await Receiver.start();
    partner = await service.partner({ webhook_url: receiver.url });
  });
  afterEach(() => receiver.stop());

  it('go out at once, every one of them, not a poll later', async () => {
    for (let n = 0; n < 20; n += 1) {
      const turn = await partner.api.say(await partner.api.conversation(), 'привет');
      await eventually(() => receiver.received.some(({ body }) => body.includes(turn.id)));
    }
  });

  it('of a test are limited by partner: 429 before anything is stored', async () => {
    const other = await service.partner({ webhook_url: receiver.url });
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(await partner.api.post('/v1/webhooks/test'));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(202), 429, 429]);
    const refused = answers[10];
    expect(refused?.json.error.code).toBe('rate_limited');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"pings";q=10;w=60');
    expect((await other.api.post('/v1/webhooks/test')).status).toBe(202);
    await eventually(() => receiver.received.length === 11);
    await pause(100);
    expect(receiver.received).toHaveLength(11);
  });
});
