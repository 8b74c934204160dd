import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { Chat, type Garnitur } from '../../packages/client/src/index.js';
import { builds } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { Receiver } from '../support/receiver.js';
import { type TestPartner, TestService } from '../support/service.js';
import { tryAs, type Visitor, visit } from './visitor.js';

/** The API under an owner's session: a partner's site on the company's own coins. */
describe('Try it', () => {
  let service: TestService;
  let receiver: Receiver;
  let partner: TestPartner;
  let owner: Visitor;
  let garnitur: Garnitur;
  beforeAll(async () => {
    receiver = await Receiver.start();
    const assistant = new ScriptedAssistant(({ words }) => (words === 'молчи' ? 'hang' : builds));
    service = await TestService.start({ assistant });
    partner = await service.partner({ webhook_url: receiver.url });
    owner = await visit(service, partner.company_id);
    garnitur = tryAs(owner);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const balance = async () => (await owner.get('/cabinet/api/balance')).json.balance;

  it('a chat is held by the client as on a partner’s site, and costs what it costs there', async () => {
    const chat = new Chat(garnitur);
    await chat.say('собери');
    const { conversationId = '', exchanges } = chat.state;
    expect(exchanges).toMatchObject([{ text: 'собери', outcome: { status: 'built' } }]);
    expect((await garnitur.picture(conversationId, { view: 'iso' })).type).toContain('image/svg+xml');
    expect((await garnitur.bom(conversationId)).bom.sheets.length).toBeGreaterThan(0);
    expect((await garnitur.turns(conversationId)).turns).toEqual([exchanges[0]?.outcome]);
    await eventually(async () => (await balance()).coins_used === 1);
  });

  it('each act is an event of the person who did it', async () => {
    const { id } = await garnitur.createConversation();
    await garnitur.say(id, 'собери');
    const { session_id } = (await owner.get('/cabinet/api/session')).json.session;
    const { items } = (await owner.get(`/cabinet/api/conversations/${id}/events`)).json;
    const actors = Object.fromEntries(items.map(({ type, actor }: { type: string; actor: string }) => [type, actor]));
    expect(actors).toMatchObject({
      ConversationStarted: `cabinet:owner:${session_id}`,
      TurnQueued: `cabinet:owner:${session_id}`,
    });
  });

  it('a partner of the company neither hears of it nor finds it', async () => {
    const { id } = await garnitur.createConversation();
    const { id: turn } = await garnitur.say(id, 'собери');
    const mine = await partner.api.conversation();
    await partner.api.say(mine, 'собери');
    await eventually(() => receiver.received.length > 0);
    expect(receiver.bodies().map(({ conversation_id }) => conversation_id)).toEqual([mine]);
    const { events } = (await partner.api.get('/v1/events')).json;
    expect(events.map((event: { conversation_id: string }) => event.conversation_id)).toEqual([mine]);
    for (const path of [`/v1/conversations/${id}`, `/v1/turns/${turn}`])
      expect((await partner.api.get(path)).status).toBe(404);
    await expect(garnitur.conversation(mine)).rejects.toMatchObject({ status: 404 });
  });

  it('a stop costs nothing', async () => {
    const before = (await balance()).coins_used;
    const chat = new Chat(garnitur);
    const said = chat.say('молчи');
    await eventually(() => chat.state.exchanges[0]?.turnId !== undefined);
    await chat.stop();
    await said;
    expect(chat.state.exchanges[0]?.outcome?.state).toBe('stopped');
    await eventually(async () => (await balance()).coins_reserved === 0);
    expect((await balance()).coins_used).toBe(before);
  });

  it('a stream of events ends with the session that it was opened by', async () => {
    const leaving = await visit(service, partner.company_id);
    const { id } = await tryAs(leaving).createConversation();
    const turn = await tryAs(leaving).send(id, 'молчи');
    const steps = tryAs(leaving).follow(turn.id);
    expect((await steps.next()).value).toMatchObject({ name: 'queued' });
    await leaving.call('DELETE', '/cabinet/api/session');
    const ended = (async () => {
      for await (const _step of steps);
      return true;
    })();
    expect(await ended).toBe(true);
    await garnitur.stop(turn.id);
  });
});
