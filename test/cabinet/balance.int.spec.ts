import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds, paints } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';
import { type Visitor, visit } from './visitor.js';

const ANSWERS: Record<string, typeof builds> = { собери: builds, 'фасады под дуб': paints };

describe('the balance in the cabinet', () => {
  let service: TestService;
  let partner: TestPartner;
  let owner: Visitor;
  let conversation: string;
  beforeAll(async () => {
    const assistant = new ScriptedAssistant(({ words }) => ANSWERS[words] ?? asks);
    service = await TestService.start({ assistant });
    partner = await service.partner({ coins: 10 });
    owner = await visit(service, partner.company_id);
    conversation = await partner.api.conversation();
    for (const words of ['собери', 'какой?', 'фасады под дуб']) await partner.api.say(conversation, words);
    // A turn is settled behind its end.
    await eventually(async () => (await balance()).coins_reserved === 0);
  });
  afterAll(() => service.stop());

  const balance = async () => (await owner.get('/cabinet/api/balance')).json.balance;
  const topUp = (body: object, key?: string) =>
    owner.post('/cabinet/api/balance/top-ups', body, key === undefined ? {} : { headers: { 'idempotency-key': key } });

  it('is what the partner is shown, and what is reserved beside it', async () => {
    const { cabinet: _, ...usage } = await partner.api.usage();
    expect(await balance()).toEqual({
      ...usage,
      coins_reserved: 0,
      period: 1,
      period_start: expect.stringMatching(/^\d{4}-/),
    });
  });

  it('has every entry of the ledger, newest first, page by page, with its turn', async () => {
    const { json } = await owner.get('/cabinet/api/balance/entries?limit=200');
    expect(json.next).toBeNull();
    const kinds = json.items.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['charged', 'reserved', 'released', 'reserved', 'charged', 'reserved', 'granted']);
    expect(json.items[0]).toMatchObject({ coins: 1, coins_left: 8, conversation_id: conversation, period: 1 });
    const paged = [];
    let next: string | null = '';
    do {
      const page = await owner.get(`/cabinet/api/balance/entries?limit=3${next === '' ? '' : `&after=${next}`}`);
      paged.push(...page.json.items);
      next = page.json.next;
    } while (next !== null);
    expect(paged).toEqual(json.items);
  });

  it('refuses a cursor that is none of this list', async () => {
    for (const after of ['x', '-1', '1', 'WyJhIl0'])
      expect((await owner.get(`/cabinet/api/balance/entries?after=${after}`)).status).toBe(400);
  });

  it('is topped up once by a key, with a note and its actor', async () => {
    const before = (await balance()).coins_left;
    const first = await topUp({ coins: 5, note: 'счёт 12' }, 'k1');
    expect([first.status, first.json.balance.coins_left]).toEqual([200, before + 5]);
    expect((await topUp({ coins: 5, note: 'счёт 12' }, 'k1')).json.balance.coins_left).toBe(before + 5);
    const { session_id } = (await owner.get('/cabinet/api/session')).json.session;
    const [entry] = (await owner.get('/cabinet/api/balance/entries?limit=1')).json.items;
    expect(entry).toMatchObject({
      kind: 'added',
      coins: 5,
      note: 'счёт 12',
      turn_id: null,
      actor: `cabinet:owner:${session_id}`,
    });
  });

  it.each([
    { coins: 0 },
    { coins: 1.5 },
    { coins: '5' },
    { coins: 2e9 },
    {},
    { coins: 1, note: ' ' },
    { coins: 1, x: 1 },
  ])('refuses the top-up %j', async (body) => {
    expect((await topUp(body)).status).toBe(400);
  });

  it('by day shows what was used and added', async () => {
    const { json } = await owner.get('/cabinet/api/balance/days?from=2020-01-01&to=2099-12-31');
    const sum = (field: 'used' | 'added') =>
      json.days.reduce((all: number, day: Record<'used' | 'added', number>) => all + day[field], 0);
    expect([sum('used'), sum('added')]).toEqual([2, 5]);
    expect((await owner.get('/cabinet/api/balance/days?from=2020-01-01&to=2020-01-31')).json.days).toEqual([]);
    expect((await owner.get('/cabinet/api/balance/days?from=yesterday&to=2020-01-31')).status).toBe(400);
  });
});

describe('workplaces in the cabinet', () => {
  let service: TestService;
  let partner: TestPartner;
  let owner: Visitor;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    partner = await service.partner();
    owner = await visit(service, partner.company_id);
  });
  afterAll(() => service.stop());

  it('are added, renamed and revoked, each act an event of its actor', async () => {
    const added = await owner.post('/cabinet/api/seats', { title: 'Цех' });
    expect([added.status, added.json.seat]).toEqual([
      201,
      { seat_id: 1, title: 'Цех', cards: 0, created_at: expect.any(String), revoked_at: null, revoked: false },
    ]);
    expect((await owner.post('/cabinet/api/seats', { title: 'Цех' })).status).toBe(409);
    const renamed = await owner.call('PUT', '/cabinet/api/seats/1', { title: 'Зал' });
    expect([renamed.status, renamed.json.seat.title]).toEqual([200, 'Зал']);
    expect((await owner.call('DELETE', '/cabinet/api/seats/1')).status).toBe(204);
    expect((await owner.get('/cabinet/api/seats')).json.seats).toMatchObject([{ seat_id: 1, revoked: true }]);
    for (const seat of ['0', '9', 'x', '1e1']) {
      expect((await owner.call('PUT', `/cabinet/api/seats/${seat}`, { title: 'Т' })).status).toBe(404);
      expect((await owner.call('DELETE', `/cabinet/api/seats/${seat}`)).status).toBe(404);
    }
  });

  it('show the cards that were handed off to them, newest first, with all that is made of the order', async () => {
    const seats = [
      await service.addSeat(partner.company_id, 'Цех'),
      await service.addSeat(partner.company_id, 'Склад'),
    ];
    const conversation = await partner.api.conversation({ external_id: 'лид 1' });
    await partner.api.say(conversation, 'собери');
    for (const [at, seat] of [seats[0], seats[1], seats[0]].entries())
      await partner.api.post(`/v1/conversations/${conversation}/handoff`, { seat: `${seat}`, order_id: `Заказ ${at}` });
    const workplace = await visit(service, partner.company_id, 'workplace', seats[0]);
    const cards = await eventuallyCards(workplace, 2);
    expect(cards.map(({ order_id }) => order_id)).toEqual(['Заказ 2', 'Заказ 0']);
    expect(cards[0]).toMatchObject({ conversation_id: conversation, seat_title: 'Цех', title: expect.any(String) });
    expect(await eventuallyCards(owner, 3)).toHaveLength(3);
    const first = await owner.get('/cabinet/api/cards?limit=1');
    const second = await owner.get(`/cabinet/api/cards?limit=1&after=${first.json.next}`);
    expect([first.json.items[0].order_id, second.json.items[0].order_id]).toEqual(['Заказ 2', 'Заказ 1']);
    expect((await workplace.get(`/cabinet/api/cards?seat_id=${seats[1]}`)).status).toBe(404);
    const path = `/cabinet/api/cards/${cards[0]?.card_id}`;
    const { card } = (await workplace.get(path)).json;
    expect(card).toMatchObject({ summary: expect.any(String), project: { id: 'Заказ 2' } });
    expect((await workplace.get(`${path}/render?view=plan`)).text).toContain('<svg');
    expect((await workplace.get(`${path}/render?format=pdf`)).headers.get('content-type')).toBe('application/pdf');
    const { bom } = (await workplace.get(`${path}/bom`)).json;
    expect(bom).toEqual((await partner.api.get(`/v1/conversations/${conversation}/bom`)).json.bom);
    const csv = (await workplace.get(`${path}/bom?format=csv`)).text.trim().split('\r\n');
    const lines = bom.sheets.length + bom.linear.length + bom.edges.length + bom.pieces.length;
    expect(csv).toHaveLength(1 + lines);
    expect((await workplace.get(`${path}/parts?format=csv`)).text).toBe(
      (await partner.api.get(`/v1/conversations/${conversation}/parts?format=csv`)).text,
    );
    expect((await owner.get('/cabinet/api/seats')).json.seats.map(({ cards: n }: { cards: number }) => n)).toEqual([
      0, 2, 1,
    ]);
  });

  it('a card outlives its conversation, without the words that were said', async () => {
    const seat = await service.addSeat(partner.company_id, 'Архив');
    const conversation = await partner.api.conversation({ external_id: 'лид 2' });
    await partner.api.say(conversation, 'собери');
    await partner.api.post(`/v1/conversations/${conversation}/handoff`, { seat: `${seat}` });
    const workplace = await visit(service, partner.company_id, 'workplace', seat);
    const [card] = await eventuallyCards(workplace, 1);
    await partner.api.call('DELETE', `/v1/conversations/${conversation}`);
    const after = (await workplace.get(`/cabinet/api/cards/${card?.card_id}`)).json.card;
    expect(after).toMatchObject({ conversation_id: null, summary: null, order_id: card?.card_id });
    expect((await workplace.get(`/cabinet/api/cards/${card?.card_id}/render`)).status).toBe(200);
  });
});

interface Card {
  readonly card_id: string;
  readonly order_id: string;
}

async function eventuallyCards(visitor: Visitor, count: number): Promise<readonly Card[]> {
  return eventually(async () => {
    const { items } = (await visitor.get('/cabinet/api/cards')).json;
    return items.length === count && items;
  });
}
