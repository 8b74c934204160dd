import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks } from '../support/answers.js';
import { type Api, eventually, pause } from '../support/api.js';
import { TestService } from '../support/service.js';
import { ON_SERVERS } from '../support/store-env.js';

describe("contract.md's limits", () => {
  let service: TestService;
  let api: Api;
  let id: string;

  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([asks]) });
    api = (await service.partner({ coins: 1_000 })).api;
    id = await api.conversation();
  });
  afterAll(() => service.stop());

  const faultOf = ({
    status,
    json,
  }: {
    status: number;
    json: { error?: { details?: { fields?: { path: string }[] } } };
  }) => [status, json.error?.details?.fields?.[0]?.path];
  const turn = (body: object, headers = {}) => api.post(`/v1/conversations/${id}/turns`, body, { headers });
  const ended = async (answer: Awaited<ReturnType<typeof turn>>) => {
    expect(answer.status).toBe(202);
    await api.outcome(answer.json.turn.id);
  };

  it('text: 1 to 4,000 characters after trimming, whatever they are made of', async () => {
    await ended(await turn({ text: ' к ' }));
    // The document promises 4,000 characters as they are: raw, it is not held against it.
    const padded = JSON.stringify({ text: ` \n${'я'.repeat(4_000)}\t ` });
    await ended(await api.post(`/v1/conversations/${id}/turns`, undefined, { raw: padded }));
    await ended(await turn({ text: '😀'.repeat(4_000) }));
    expect(faultOf(await turn({ text: 'я'.repeat(4_001) }))).toEqual([400, 'text']);
    expect(faultOf(await turn({ text: ' \n ' }))).toEqual([400, 'text']);
  });

  it.each(['external_id', 'order_id'])('%s: 1 to 200 characters, not blank', async (field) => {
    for (const right of ['1', 'я'.repeat(200), '😀'.repeat(200)]) {
      expect((await api.post('/v1/conversations', { [field]: right })).json.conversation?.[field]).toBe(right);
    }
    for (const wrong of ['', '  ', 'я'.repeat(201)])
      expect(faultOf(await api.post('/v1/conversations', { [field]: wrong }))).toEqual([400, field]);
  });

  it('Idempotency-Key: 1 to 200 characters, not blank', async () => {
    await ended(await turn({ text: 'a' }, { 'idempotency-key': 'k' }));
    await ended(await turn({ text: 'a' }, { 'idempotency-key': 'k'.repeat(200) }));
    for (const wrong of ['', 'k'.repeat(201)])
      expect(faultOf(await turn({ text: 'a' }, { 'idempotency-key': wrong }))).toEqual([400, 'Idempotency-Key']);
  });

  it('meta: at most 16 KiB of JSON, of any shape', async () => {
    const withMeta = (meta: unknown) => api.post('/v1/conversations', { meta });
    for (const meta of [null, 0, '', [], { constructor: 1, a: { toString: null } }, 'x'.repeat(16 * 1024 - 2)])
      expect((await withMeta(meta)).status).toBe(201);
    expect(faultOf(await withMeta('x'.repeat(16 * 1024 - 1)))).toEqual([400, 'meta']);
  });

  it('webhook_url: at most 2,048 characters', async () => {
    const of = (length: number) => `https://receiver.test/${'a'.repeat(length - 22)}`;
    expect((await api.post('/v1/conversations', { webhook_url: of(2_048) })).status).toBe(201);
    expect(faultOf(await api.post('/v1/conversations', { webhook_url: of(2_049) }))).toEqual([400, 'webhook_url']);
  });

  it('TURN_CONCURRENCY: so many turns run at a time, the rest wait as queued and then run', async () => {
    const assistant = new ScriptedAssistant(({ words }) => (words === 'виси' ? 'hang' : asks));
    // On a server both would run the same turns.
    if (ON_SERVERS) await service.stop();
    const narrow = await TestService.start({ assistant, env: { TURN_CONCURRENCY: '2' } });
    try {
      const { api } = await narrow.partner();
      const turns: string[] = [];
      for (let number = 0; number < 4; number++) turns.push(await api.send(await api.conversation(), 'виси'));
      const states = async () =>
        Promise.all(turns.map(async (one) => (await api.get(`/v1/turns/${one}`)).json.turn.state));
      await eventually(async () => (await states()).join() === 'running,running,queued,queued');
      await pause(1_500);
      expect(await states()).toEqual(['running', 'running', 'queued', 'queued']);
      expect(assistant.requests).toHaveLength(2);
      const [first = '', , , last = ''] = turns;
      await api.post(`/v1/turns/${last}/stop`);
      await api.post(`/v1/turns/${first}/stop`);
      await eventually(async () => (await states()).join() === 'stopped,running,running,stopped');
    } finally {
      await narrow.stop();
    }
  });
});
