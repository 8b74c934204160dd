import { RestoreConversation } from '#libs/conversations';
import type { Clock } from '#libs/kernel';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { type Api, eventually, pause } from '../support/api.js';
import { type TestOptions, TestService } from '../support/service.js';

const DAY = 24 * 60 * 60_000;
/** Long enough for every scheduled task to look several times. */
const LOOKS_MS = 1_200;

/** Time that a test lets pass, on both clocks; or wall time alone jumps. */
function movable() {
  let passed = 0;
  let jumped = 0;
  const clock: Clock = {
    now: () => new Date(Date.now() + passed + jumped),
    monotonicMs: () => performance.now() + passed,
  };
  return { clock, pass: (ms: number) => (passed += ms), jump: (ms: number) => (jumped += ms) };
}

describe('a clock that jumps', () => {
  let service: TestService | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  const start = async (options: TestOptions) => {
    const assistant = new ScriptedAssistant(() => builds);
    service = await TestService.start({ assistant, maxEveryMs: 100, ...options });
    return { service, ...(await service.partner()) };
  };
  const statuses = (api: Api, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await api.get(`/v1/conversations/${id}`)).status));
  const unsettled = async (url: string) =>
    /^garnitur_clock_unsettled (\d)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];

  it('ahead by 40 days ends no conversation, and is told of; back again, all goes on as before', async () => {
    const { clock, jump } = movable();
    const { service, api } = await start({ clock });
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, lead) => api.conversation({ external_id: `${lead}` })),
    );
    expect(await unsettled(service.url)).toBe('0');
    jump(40 * DAY);
    await pause(LOOKS_MS);
    expect(await unsettled(service.url)).toBe('1');
    jump(-40 * DAY);
    await pause(LOOKS_MS);
    expect(await unsettled(service.url)).toBe('0');
    expect(await statuses(api, ids)).toEqual(ids.map(() => 200));
  });

  it('does not shorten the time in which an expired conversation can be restored', async () => {
    const { clock, pass, jump } = movable();
    const { service, api } = await start({ clock });
    const id = await api.conversation({ external_id: 'лид' });
    pass(31 * DAY);
    await eventually(async () => (await api.get(`/v1/conversations/${id}`)).status === 404);
    jump(2 * DAY);
    await pause(LOOKS_MS);
    await expect(
      service.service.commands.execute(new RestoreConversation(id, { actor: 'test' })),
    ).resolves.toMatchObject({
      conversation_id: id,
      lead: 'claimed',
    });
  });
});

describe('an expired conversation', () => {
  let service: TestService | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  const begin = async () => {
    const { clock, pass } = movable();
    const env = { LINK_TTL: '365d' };
    service = await TestService.start({ assistant: new ScriptedAssistant(() => builds), maxEveryMs: 100, clock, env });
    const { commands } = service.service;
    const restore = (id: string) => commands.execute(new RestoreConversation(id, { actor: 'test' }));
    const { api } = await service.partner();
    const expire = async (id: string) => {
      pass(31 * DAY);
      await eventually(async () => (await api.get(`/v1/conversations/${id}`)).status === 404, 10_000);
    };
    return { api, restore, expire, pass };
  };

  it('is found by nobody, and restored whole: turns, order, events, links and lead, again and again', async () => {
    const { api, restore, expire } = await begin();
    const id = await api.conversation({ external_id: 'лид' });
    const turn = await api.say(id, 'собери');
    const { url } = (await api.get(`/v1/conversations/${id}/render?link=1`)).json;
    const paths = [`conversations/${id}/turns`, `turns/${turn.id}`, `conversations/${id}/project`, 'events'];
    const read = async () => {
      const answers = await Promise.all(paths.map((path) => api.get(`/v1/${path}`)));
      const link = await fetch(url);
      return [...answers.map(({ status, json }) => [status, json.events ?? json]), [link.status, await link.text()]];
    };
    const before = await read();
    expect(before.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    for (let round = 0; round < 2; round++) {
      await expire(id);
      await eventually(async () => (await read()).every(([status]) => status !== 503));
      const gone = await read();
      expect(gone.map(([status]) => status)).toEqual([404, 404, 404, 200, 404]);
      expect(gone[3]).toEqual([200, []]);
      expect(await restore(id)).toMatchObject({ conversation_id: id, lead: 'claimed' });
      await eventually(async () => (await api.get(`/v1/turns/${turn.id}`)).status === 200);
      expect(await read()).toEqual(before);
      const found = await api.post('/v1/conversations', { external_id: 'лид' });
      expect([found.status, found.json.conversation.id]).toEqual([200, id]);
    }
  });

  it('stands without its lead where a newer conversation has that, and cannot be restored while it lives', async () => {
    const { api, restore, expire } = await begin();
    const id = await api.conversation({ external_id: 'лид' });
    await expect(restore(id)).rejects.toMatchObject({ code: 'conflict_state' });
    await expire(id);
    const newer = await api.conversation({ external_id: 'лид' });
    expect(newer).not.toBe(id);
    expect(await restore(id)).toMatchObject({ lead: 'claimed_by_another' });
    const found = await api.post('/v1/conversations', { external_id: 'лид' });
    expect(found.json.conversation.id).toBe(newer);
  });

  it('cannot be restored any more once its grace is over', async () => {
    const { api, restore, expire, pass } = await begin();
    const id = await api.conversation();
    await expire(id);
    pass(DAY + 60_000);
    await pause(LOOKS_MS);
    await expect(restore(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
