import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { TestService } from '../support/service.js';

/** `Idempotency-Key` in all its cases (spec.md, POST turns; contract.md). */
describe('a repeat under the same Idempotency-Key', () => {
  let service: TestService;
  beforeAll(async () => {
    const assistant = new ScriptedAssistant(({ words }) =>
      words === 'виси' ? 'hang' : words === 'спроси' ? asks : builds,
    );
    service = await TestService.start({ assistant });
  });
  afterAll(() => service.stop());

  const key = (value: string) => ({ headers: { 'idempotency-key': value } });

  it('while the turn is running is the same turn in its current state', async () => {
    const { api } = await service.partner();
    const id = await api.conversation();
    const first = await api.post(`/v1/conversations/${id}/turns`, { text: 'виси' }, key('m-1'));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    await api.running(first.json.turn.id);
    const again = await api.post(`/v1/conversations/${id}/turns`, { text: 'виси' }, key('m-1'));
    expect(again.status).toBe(202);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json).toEqual({ ok: true, turn: { id: first.json.turn.id, state: 'running' } });
    await api.post(`/v1/turns/${first.json.turn.id}/stop`);
  });

  it('after the end, with another body, and when coins have run out since: the first one counts, charged once', async () => {
    const { api } = await service.partner({ coins: 1 });
    const id = await api.conversation();
    const turn = await api.outcome(await api.send(id, 'собери', {}, key('m-1')));
    expect(turn.status).toBe('built');
    const again = await api.post(`/v1/conversations/${id}/turns`, { text: 'совсем другое' }, key('m-1'));
    expect([again.status, again.json.turn]).toEqual([202, { id: turn.id, state: 'done' }]);
    await eventually(async () => (await api.usage()).coins_used === 1);
    const other = await api.post(`/v1/conversations/${id}/turns`, { text: 'собери' }, key('m-2'));
    expect(other.status).toBe(402);
  });

  it('fifty at once make one turn and one reservation', async () => {
    const { api } = await service.partner({ coins: 10 });
    const id = await api.conversation();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.post(`/v1/conversations/${id}/turns`, { text: 'виси' }, key('m-1'))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ json }) => json.turn.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect((await api.usage()).coins_left).toBe(9);
    await api.post(`/v1/turns/${answers[0]?.json.turn.id}/stop`);
    await eventually(async () => (await api.usage()).coins_left === 10);
  });

  it('is no dead end after a refusal: the same key is accepted once the conversation is free', async () => {
    const { api } = await service.partner({ coins: 10 });
    const id = await api.conversation();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => api.post(`/v1/conversations/${id}/turns`, { text: 'виси' }, key(`m-${n}`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409]);
    await eventually(async () => (await api.usage()).coins_left === 9);
    const accepted = answers.findIndex(({ status }) => status === 202);
    await api.post(`/v1/turns/${answers[accepted]?.json.turn.id}/stop`);
    const refused = accepted === 0 ? 1 : 0;
    const again = await api.post(`/v1/conversations/${id}/turns`, { text: 'спроси' }, key(`m-${refused}`));
    expect(again.status).toBe(202);
    expect((await api.outcome(again.json.turn.id)).status).toBe('question');
  });

  it('after a restart is still the same turn', async () => {
    const { api } = await service.partner();
    const id = await api.conversation();
    const turn = await api.outcome(await api.send(id, 'спроси', {}, key('m-1')));
    service = await service.restart();
    const again = await service.again(api).post(`/v1/conversations/${id}/turns`, { text: 'спроси' }, key('m-1'));
    expect([again.status, again.json.turn]).toEqual([202, { id: turn.id, state: 'done' }]);
  });

  it('is another turn in another conversation, and without a key', async () => {
    const { api } = await service.partner();
    const [one, two] = [await api.conversation(), await api.conversation()];
    const ids = [await api.send(one, 'спроси', {}, key('m-1')), await api.send(two, 'спроси', {}, key('m-1'))];
    expect(ids[0]).not.toBe(ids[1]);
    await Promise.all(ids.map((id) => api.outcome(id)));
    const bare = [await api.say(one, 'спроси'), await api.say(one, 'спроси')];
    expect(bare[0].id).not.toBe(bare[1].id);
  });

  it.each(['', ' ', 'x'.repeat(201)])('a key that is blank or too long is refused: %j', async (value) => {
    const { api } = await service.partner();
    const id = await api.conversation();
    const { status, json } = await api.post(`/v1/conversations/${id}/turns`, { text: 'спроси' }, key(value));
    expect([status, json?.error.details.fields[0].path]).toEqual([400, 'Idempotency-Key']);
  });
});
