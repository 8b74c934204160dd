import type { Answer, AssistantRequest } from '#libs/assistant';
import { conversationStream } from '#libs/conversations';
import { EventRegistry } from '#libs/event-store';
import { EVENT_TABLES } from '#libs/platform';
import { projections } from '#projections';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { eventually, pause } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { eachOn } from '../support/concurrent-cases.js';
import { Receiver } from '../support/receiver.js';
import { SharedNodes, type TestNode, TIMES } from './shared-nodes.js';

const READING: Answer = { kind: 'reading', reply: 'На рисунке слева направо: мойка 600, духовка 600.' };
/** At the word «виси» it never answers. */
const script = ({ words }: AssistantRequest) => (words.includes('виси') ? ('hang' as const) : READING);
/** The version before knew no turns. */
const OLDER = new EventRegistry(
  Object.fromEntries(EVENT_TABLES.flatMap(Object.entries).filter(([type]) => type !== 'TurnQueued')),
);
const assistant = () => new ScriptedAssistant(script);

const on = eachOn(
  async () => {
    const shared = await SharedNodes.create();
    const worker = (input: object = {}) => shared.start({ role: 'worker', assistant: assistant(), ...input });
    return { shared, worker };
  },
  ({ shared }) => shared.end(),
);

describe('nodes that share their stores', () => {
  const jobsOf = (...nodes: TestNode[]) => nodes.flatMap(({ service }) => service.jobs()).sort();
  const EVERY_JOB = [
    'deliver-webhooks',
    'log-heads',
    'projections',
    'saga:close-turn',
    'saga:erase-conversations',
    'saga:place-cards',
    'scheduled tasks',
  ];

  it(
    'a turn goes through an api node and a worker: accepted, run, settled, told, visible',
    on(async ({ shared, worker }) => {
      const receiver = await Receiver.start();
      await worker();
      const front = await shared.start({ role: 'api' });
      const { api } = await shared.partner(front, { webhook_url: receiver.url });
      const id = await api.conversation({ external_id: 'lead-1' });
      const turn = await api.say(id, 'прочитай', { images: [] });
      expect(turn).toMatchObject({ state: 'done' });
      await eventually(() => receiver.received.length > 0, 10_000);
      expect(receiver.bodies()[0]).toMatchObject({ event: 'turn.completed' });
      expect(jobsOf(front)).toEqual([]);
      await receiver.stop();
    }),
    60_000,
  );

  it(
    'an answered request is visible on its own node at once, on another within the lag',
    on(async ({ shared, worker }) => {
      await worker();
      const [one, two] = [await shared.start({ role: 'api' }), await shared.start({ role: 'api' })];
      const { api } = await shared.partner(one);
      const waits: number[] = [];
      for (let n = 0; n < 10; n++) {
        const id = await api.conversation();
        expect((await api.get(`/v1/conversations/${id}`)).status).toBe(200);
        const since = performance.now();
        expect((await new CheckedApi(two.url, api.key).get(`/v1/conversations/${id}`)).status).toBe(200);
        waits.push(performance.now() - since);
      }
      expect(Math.max(...waits)).toBeLessThan(2_000);
    }),
    60_000,
  );

  it(
    'stop reaches a turn that another node runs within 2 s, also from a second api node',
    on(async ({ shared, worker }) => {
      await worker();
      const [one, two] = [await shared.start({ role: 'api' }), await shared.start({ role: 'api' })];
      const { api } = await shared.partner(one);
      const turn = await api.send(await api.conversation(), 'виси');
      await api.running(turn);
      const since = performance.now();
      const stopped = await new CheckedApi(two.url, api.key).post(`/v1/turns/${turn}/stop`);
      expect(stopped.json).toMatchObject({ ok: true, state: 'stopped' });
      const elsewhere = await api.outcome(turn);
      expect(elsewhere.state).toBe('stopped');
      expect(performance.now() - since).toBeLessThan(2_000);
    }),
    60_000,
  );

  it(
    'the running node aborts the model call of a turn that was stopped elsewhere',
    on(async ({ shared, worker }) => {
      const script = assistant();
      const runner = await worker({ assistant: script });
      const front = await shared.start({ role: 'api' });
      const { api } = await shared.partner(front);
      const metric = async () => (await fetch(`${runner.url}/metrics`)).text();
      const turn = await api.send(await api.conversation(), 'виси');
      await eventually(async () => (await metric()).includes('garnitur_turns_running 1'));
      await api.post(`/v1/turns/${turn}/stop`);
      await eventually(async () => (await metric()).includes('garnitur_turns_running 0'), 2_000);
      expect(script.requests).toHaveLength(1);
    }),
    60_000,
  );

  it(
    'events of a turn stream from an api node while a worker runs it',
    on(async ({ shared, worker }) => {
      await worker();
      const front = await shared.start({ role: 'api' });
      const { api } = await shared.partner(front);
      const turn = await api.send(await api.conversation(), 'виси');
      const stream = await fetch(`${front.url}/v1/turns/${turn}/events`, {
        headers: { authorization: `Bearer ${api.key}` },
      });
      await api.running(turn);
      await api.post(`/v1/turns/${turn}/stop`);
      const told = await stream.text();
      expect([...told.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual(['queued', 'running', 'stopped']);
    }),
    60_000,
  );

  it.concurrent(
    'a worker that dies in mid-turn: its turn fails as internal in time, costs nothing, and others go on',
    on(async ({ shared, worker }) => {
      const doomed = await worker();
      const front = await shared.start({ role: 'api' });
      const { api } = await shared.partner(front);
      const id = await api.conversation();
      const turn = await api.send(id, 'виси');
      await api.running(turn);
      const survivor = await worker();
      doomed.die();
      const since = performance.now();
      const failed = await api.outcome(turn, 30_000);
      const ms = performance.now() - since;
      expect(failed).toMatchObject({ state: 'failed', error: { code: 'internal' } });
      expect(ms).toBeGreaterThan(TIMES.nodeTimes.goneMs - 2 * TIMES.nodeTimes.heartbeatMs);
      expect(ms).toBeLessThan(TIMES.nodeTimes.goneMs + 5_000);
      expect(jobsOf(survivor)).toEqual(EVERY_JOB);
      await eventually(async () => (await api.usage()).coins_left === 100);
      expect(await api.say(id, 'прочитай')).toMatchObject({ state: 'done' });
    }),
    90_000,
  );

  it.concurrent(
    'a node that starts fails no turn that runs on another',
    on(async ({ shared, worker }) => {
      const script = assistant();
      await worker({ assistant: script });
      const front = await shared.start({ role: 'api' });
      const { api } = await shared.partner(front);
      const turn = await api.send(await api.conversation(), 'виси');
      await api.running(turn);
      const second = await worker();
      await pause(TIMES.nodeTimes.heartbeatMs * 3);
      await second.stop();
      await worker();
      await pause(TIMES.nodeTimes.goneMs * 1.3);
      expect((await api.get(`/v1/turns/${turn}`)).json.turn.state).toBe('running');
      await api.post(`/v1/turns/${turn}/stop`);
    }),
    60_000,
  );

  it(
    'a rolling restart loses nothing: all that was accepted ends, and every job has one node',
    on(async ({ shared, worker }) => {
      let workers = [await worker(), await worker()];
      let front = await shared.start({ role: 'api' });
      const { api } = await shared.partner(front);
      const turns: string[] = [];
      let over = false;
      const load = (async () => {
        while (!over) {
          const now = new CheckedApi(front.url, api.key);
          turns.push(await now.send(await now.conversation(), 'прочитай'));
          await pause(50);
        }
      })();
      for (const old of workers) {
        await pause(500);
        const fresh = await worker();
        await old.stop();
        workers = [...workers.filter((node) => node !== old), fresh];
      }
      const before = front;
      front = await shared.start({ role: 'api' });
      // As a balancer does: nothing new goes to the old one, and what it has is answered.
      await pause(200);
      await before.stop();
      await pause(500);
      over = true;
      await load;
      const later = new CheckedApi(front.url, api.key);
      const outcomes = await Promise.all(turns.map((turn) => later.outcome(turn, 20_000)));
      expect(outcomes.filter(({ state }) => state !== 'done')).toEqual([]);
      expect(turns.length).toBeGreaterThan(10);
      await eventually(() => jobsOf(...workers).join() === EVERY_JOB.join(), 10_000);
    }),
    90_000,
  );

  it.concurrent(
    'an older worker waits at an event that it does not know, and a newer one takes over and goes on',
    on(async ({ shared, worker }) => {
      const older = await worker({ version: '0.0.9', registry: OLDER });
      const front = await shared.start({ role: 'api' });
      const { api } = await shared.partner(front);
      const { stores } = await shared.open();
      const id = await api.conversation();
      const places = async () => {
        const placed = await front.service.progress.status();
        return placed.map(({ position }) => position);
      };
      const before = await stores.events.head();
      await eventually(async () => (await places()).every((position) => position >= before));
      await api.post(`/v1/conversations/${id}/turns`, { text: 'прочитай' });
      await pause(2_000);
      const waits = await stores.events.load(conversationStream(id));
      const unknown = waits.find(({ type }) => type === 'TurnQueued');
      expect((await places()).every((position) => position < (unknown?.position ?? 0n))).toBe(true);

      const newer = await worker({ version: '0.2.0' });
      await eventually(() => jobsOf(newer).join() === EVERY_JOB.join(), 20_000);
      expect(jobsOf(older)).toEqual([]);
      const head = await stores.events.head();
      await eventually(async () => (await places()).every((position) => position >= head), 10_000);
      await stores.close();
    }),
    60_000,
  );

  it(
    'a rebuild that is asked of an api node is carried out by the worker that keeps the read models',
    on(async ({ shared, worker }) => {
      await worker();
      const front = await shared.start({ role: 'api' });
      await shared.partner(front);
      const [first] = projections;
      if (!first) throw new Error('there are read models');
      expect(await front.service.progress.rebuild(first.name)).toMatchObject({ name: first.name });
    }),
    60_000,
  );

  it(
    'several nodes with ROLE=all share the work, and only the first greets',
    on(async ({ shared }) => {
      const [one, two] = [
        await shared.start({ assistant: assistant() }),
        await shared.start({ assistant: assistant() }),
      ];
      expect([await one.service.isFresh, await two.service.isFresh]).toEqual([true, false]);
      const { api } = await shared.partner(two);
      expect(await api.say(await api.conversation(), 'прочитай')).toMatchObject({ state: 'done' });
      await eventually(() => jobsOf(one, two).join() === EVERY_JOB.join());
    }),
    60_000,
  );

  it(
    'a worker answers its health and metrics, and no API',
    on(async ({ worker }) => {
      const { url } = await worker();
      expect((await fetch(`${url}/v1/health`)).status).toBe(200);
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('garnitur_job_held{job="projections"} 1');
      const refused = await fetch(`${url}/v1/usage`);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await refused.json()).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    }),
    60_000,
  );
});
