import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds, paints } from '../support/answers.js';
import { image, png } from '../support/images.js';
import { type TestPartner, TestService } from '../support/service.js';
import { type Visitor, visit } from './visitor.js';

const ANSWERS: Record<string, typeof builds> = { собери: builds, 'фасады под дуб': paints };

describe('conversations in the cabinet', () => {
  let service: TestService;
  let partner: TestPartner;
  let auditor: Visitor;
  let id: string;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant(({ words }) => ANSWERS[words] ?? asks) });
    partner = await service.partner({ coins: 1_000 });
    auditor = await visit(service, partner.company_id, 'auditor');
    id = await partner.api.conversation({ external_id: 'лид 7' });
    for (const words of ['какая?', 'собери', 'фасады под дуб']) await partner.api.say(id, words);
  });
  afterAll(() => service.stop());

  const found = async (query: string) => (await auditor.get(`/cabinet/api/conversations?${query}`)).json.items;
  const get = (path: string) => auditor.get(`/cabinet/api/conversations/${id}${path}`);

  it('are found by lead, id, partner, status and days, newest first and page by page', async () => {
    const other = await service.partnerOf(partner.company_id);
    const theirs = await other.api.conversation({ external_id: 'лид 8' });
    const ids = async (query: string) => (await found(query)).map((one: FoundItem) => one.conversation_id);
    expect(await ids('')).toEqual([theirs, id]);
    expect(await ids(`external_id=${encodeURIComponent('лид 7')}`)).toEqual([id]);
    expect(await ids(`id=${theirs}`)).toEqual([theirs]);
    expect(await ids('id=nothing')).toEqual([]);
    expect(await ids(`partner_id=${other.partner_id}`)).toEqual([theirs]);
    expect(await ids('status=new')).toEqual([theirs]);
    expect(await ids('status=built&from=2020-01-01&to=2099-01-01')).toEqual([id]);
    expect(await ids('to=2020-01-01')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await ids(`from=${today}&to=${today}`)).toEqual([theirs, id]);
    const first = await auditor.get('/cabinet/api/conversations?limit=1');
    const second = await auditor.get(`/cabinet/api/conversations?limit=1&after=${first.json.next}`);
    expect([first.json.items[0].conversation_id, second.json.items[0].conversation_id]).toEqual([theirs, id]);
    expect(second.json.next).toBeNull();
    expect((await found(`id=${id}`))[0]).toEqual({
      conversation_id: id,
      partner_id: partner.partner_id,
      partner_name: 'Магазин',
      external_id: 'лид 7',
      order_id: 'lead-лид 7',
      status: 'built',
      turns: 3,
      started_at: expect.any(String),
      updated_at: expect.any(String),
      last_words: 'фасады под дуб',
    });
    for (const query of ['status=lost', 'from=today', 'x=1', 'after=x'])
      expect((await auditor.get(`/cabinet/api/conversations?${query}`)).status).toBe(400);
  });

  it('show the images that the customer sent, and no others', async () => {
    const plan = png(64, 48);
    const sent = await partner.api.conversation();
    await partner.api.say(sent, 'по плану', { images: [image(plan)] });
    const { conversation } = (await auditor.get(`/cabinet/api/conversations/${sent}`)).json;
    const [{ digest }] = conversation.turns[0].images;
    const shown = await fetch(`${service.url}/cabinet/api/conversations/${sent}/images/${digest}`, {
      headers: { cookie: auditor.cookie },
    });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(plan);
    expect((await get(`/images/${digest}`)).status).toBe(404);
    expect((await auditor.get(`/cabinet/api/conversations/${sent}/images/..%2f${digest}`)).status).toBe(404);
  });

  it('have a timeline of events, page by page', async () => {
    const { items } = (await get('/events')).json;
    expect(items[0]).toMatchObject({
      revision: 0,
      type: 'ConversationStarted',
      actor: `partner:${partner.partner_id}`,
    });
    expect(items.filter(({ type }: { type: string }) => type === 'TurnCompleted')).toHaveLength(3);
    const first = (await get('/events?limit=2')).json;
    const second = (await get(`/events?limit=200&after=${first.next}`)).json;
    expect([...first.items, ...second.items]).toEqual(items);
    expect((await get('/events?after=x')).status).toBe(400);
  });

  it('stand as they stood after each turn, with picture and bill', async () => {
    const { conversation } = (await get('/turns/2')).json;
    expect(conversation).toMatchObject({ turn: 2, order_id: 'lead-лид 7' });
    expect(conversation.turns.map(({ text }: { text: string }) => text)).toEqual(['какая?', 'собери']);
    expect((await get('/turns/0')).json.conversation.turns).toEqual([]);
    expect((await get('')).json.conversation.order).toEqual(
      (await partner.api.get(`/v1/conversations/${id}/project`)).json.project,
    );
    expect((await get('/turns/3/render')).text).toBe((await partner.api.get(`/v1/conversations/${id}/render`)).text);
    expect((await get('/turns/2/bom')).json.bom).not.toEqual((await get('/turns/3/bom')).json.bom);
    expect((await get('/turns/3/bom')).json.bom).toEqual(
      (await partner.api.get(`/v1/conversations/${id}/bom`)).json.bom,
    );
    for (const path of ['/turns/1/render', '/turns/1/bom', '/turns/0/parts', '/turns/4', '/turns/x', '/turns/-1'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('show what changed between any two turns', async () => {
    const whole = (await get('/diff?from=1&to=2')).json.diff;
    expect(whole.nodes).toMatchObject({ removed: [], changed: [] });
    expect(whole.nodes.added.length).toBeGreaterThan(3);
    expect(whole.bom.length).toBeGreaterThan(3);
    expect(whole.coins).toEqual({ before: 0, after: 1 });
    const back = (await get('/diff?from=2&to=1')).json.diff;
    expect(back.nodes.removed).toEqual(whole.nodes.added);
    const painted = (await get('/diff?from=2&to=3')).json.diff;
    expect(painted.nodes).toEqual({ added: [], removed: [], changed: [] });
    expect(painted.bom.every(({ kind }: { kind: string }) => kind === 'sheet' || kind === 'edge')).toBe(true);
    expect((await get('/diff?from=2&to=2')).json.diff).toMatchObject({ bom: [], coins: { before: 1, after: 1 } });
    expect((await get('/diff?from=2')).status).toBe(400);
  });

  it('prove that their events are those that were written', async () => {
    const { chain } = (await get('/verify')).json;
    const { items } = (await get('/events')).json;
    expect(chain).toEqual({
      events: items.length,
      head: { revision: items.length - 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      broken: [],
    });
  });

  it('are not there once they are deleted', async () => {
    const gone = await partner.api.conversation({ external_id: 'прочь' });
    await partner.api.call('DELETE', `/v1/conversations/${gone}`);
    expect((await auditor.get(`/cabinet/api/conversations/${gone}`)).status).toBe(404);
    expect(await found(`id=${gone}`)).toEqual([]);
  });
});

interface FoundItem {
  readonly conversation_id: string;
}
