import { hash } from 'node:crypto';
import type { CabinetRole } from '#libs/companies';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { type Answer, eventually } from '../support/api.js';
import { image, png } from '../support/images.js';
import { type TestPartner, TestService } from '../support/service.js';
import { type Route, registeredRoutes } from './routes.js';
import { tryAs, Visitor, visit } from './visitor.js';

/** Who may use a route of the cabinet, and what its path names of company A. */
interface Row {
  readonly roles: readonly CabinetRole[];
  /** The path with ids of company A; where it has none the route shows whoever asks their own company. */
  readonly path?: () => string;
  /** Query of a route that needs one. */
  readonly query?: string;
  /** A body that is well formed, so that the path decides. */
  readonly body?: object;
  /** Whether its answer lasts: of those that it is for, another spec looks at it. */
  readonly streams?: boolean;
  /** What cards a workplace sees is decided by its seat: another seat's are not there. */
  readonly ofSeat?: boolean;
}

const ALL = ['owner', 'auditor', 'workplace'] as const;
/** What the customer of company A sent. */
const PLAN = png(64, 64);
const READERS = ['owner', 'auditor'] as const;

describe('the routes of the cabinet', () => {
  let service: TestService;
  let partner: TestPartner;
  let a: Record<'owner' | 'auditor' | 'workplace' | 'otherSeat' | 'revokedSeat', Visitor>;
  let foreignOwner: Visitor;
  let card = '';
  let delivery = '';
  let key = '';
  const ofPartner = () => `/cabinet/api/partners/${partner.partner_id}`;
  let conversation = '';
  let tried = { conversation: '', turn: '' };
  const ofTry = (path = '') => `/cabinet/api/try/v1/conversations/${tried.conversation}${path}`;

  const rows: Record<string, Row> = {
    'GET /cabinet/api/session': { roles: ALL },
    'DELETE /cabinet/api/session': { roles: ALL },
    'GET /cabinet/api/balance': { roles: READERS },
    'GET /cabinet/api/balance/days': { roles: READERS, query: '?from=2020-01-01&to=2099-12-31' },
    'GET /cabinet/api/balance/entries': { roles: READERS },
    'POST /cabinet/api/balance/top-ups': { roles: ['owner'] },
    'GET /cabinet/api/seats': { roles: READERS },
    'POST /cabinet/api/seats': { roles: ['owner'] },
    'PUT /cabinet/api/seats/:seat': { roles: ['owner'], path: () => '/cabinet/api/seats/1', body: { title: 'Мой' } },
    'DELETE /cabinet/api/seats/:seat': { roles: ['owner'], path: () => '/cabinet/api/seats/1' },
    'GET /cabinet/api/cards': { roles: ALL },
    'GET /cabinet/api/conversations': { roles: READERS },
    'GET /cabinet/api/analysis': { roles: READERS, query: '?from=2020-01-01&to=2099-12-31' },
    'GET /cabinet/api/live': { roles: READERS, streams: true },
    'GET /cabinet/api/deliveries': { roles: READERS },
    'GET /cabinet/api/deliveries/hosts': { roles: READERS },
    'POST /cabinet/api/deliveries/redeliver': { roles: ['owner'] },
    'POST /cabinet/api/deliveries/:id/redeliver': {
      roles: ['owner'],
      path: () => `/cabinet/api/deliveries/${delivery}/redeliver`,
    },
    'GET /cabinet/api/partners': { roles: READERS },
    'POST /cabinet/api/partners': { roles: ['owner'] },
    'POST /cabinet/api/partners/:id/keys': { roles: ['owner'], path: () => `${ofPartner()}/keys` },
    'DELETE /cabinet/api/partners/:id/keys/:key': { roles: ['owner'], path: () => `${ofPartner()}/keys/${key}` },
    'PUT /cabinet/api/partners/:id/webhook': {
      roles: ['owner'],
      path: () => `${ofPartner()}/webhook`,
      body: { url: 'http://127.0.0.1:9/hook' },
    },
    'POST /cabinet/api/partners/:id/secret': { roles: ['owner'], path: () => `${ofPartner()}/secret` },
    'POST /cabinet/api/partners/:id/ping': { roles: ['owner'], path: () => `${ofPartner()}/ping` },
    'GET /cabinet/api/conversations/:id': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}`,
    },
    'GET /cabinet/api/conversations/:id/events': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}/events`,
    },
    'GET /cabinet/api/conversations/:id/images/:digest': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}/images/${hash('sha256', PLAN, 'hex')}`,
    },
    'GET /cabinet/api/conversations/:id/turns/:turn': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}/turns/1`,
    },
    'GET /cabinet/api/conversations/:id/turns/:turn/render': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}/turns/1/render`,
    },
    'GET /cabinet/api/conversations/:id/turns/:turn/bom': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}/turns/1/bom`,
    },
    'GET /cabinet/api/conversations/:id/turns/:turn/parts': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}/turns/1/parts`,
    },
    'GET /cabinet/api/conversations/:id/diff': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}/diff`,
      query: '?from=0&to=1',
    },
    'GET /cabinet/api/conversations/:id/verify': {
      roles: READERS,
      path: () => `/cabinet/api/conversations/${conversation}/verify`,
    },
    'POST /cabinet/api/try/v1/conversations': { roles: ['owner'] },
    'GET /cabinet/api/try/v1/conversations/:id': { roles: ['owner'], path: () => ofTry() },
    'DELETE /cabinet/api/try/v1/conversations/:id': { roles: ['owner'], path: () => ofTry() },
    'POST /cabinet/api/try/v1/conversations/:id/handoff': {
      roles: ['owner'],
      path: () => ofTry('/handoff'),
      body: { seat: '1' },
    },
    'POST /cabinet/api/try/v1/conversations/:id/turns': {
      roles: ['owner'],
      path: () => ofTry('/turns'),
      body: { text: 'собери' },
    },
    'GET /cabinet/api/try/v1/conversations/:id/turns': { roles: ['owner'], path: () => ofTry('/turns') },
    'GET /cabinet/api/try/v1/conversations/:id/project': { roles: ['owner'], path: () => ofTry('/project') },
    'GET /cabinet/api/try/v1/conversations/:id/bom': { roles: ['owner'], path: () => ofTry('/bom') },
    'GET /cabinet/api/try/v1/conversations/:id/parts': { roles: ['owner'], path: () => ofTry('/parts') },
    'GET /cabinet/api/try/v1/conversations/:id/render': { roles: ['owner'], path: () => ofTry('/render') },
    'GET /cabinet/api/try/v1/turns/:id': { roles: ['owner'], path: () => `/cabinet/api/try/v1/turns/${tried.turn}` },
    'POST /cabinet/api/try/v1/turns/:id/stop': {
      roles: ['owner'],
      path: () => `/cabinet/api/try/v1/turns/${tried.turn}/stop`,
    },
    'GET /cabinet/api/try/v1/turns/:id/events': {
      roles: ['owner'],
      path: () => `/cabinet/api/try/v1/turns/${tried.turn}/events`,
    },
    'GET /cabinet/api/cards/:id': { roles: ALL, ofSeat: true, path: () => `/cabinet/api/cards/${card}` },
    'GET /cabinet/api/cards/:id/render': { roles: ALL, ofSeat: true, path: () => `/cabinet/api/cards/${card}/render` },
    'GET /cabinet/api/cards/:id/bom': { roles: ALL, ofSeat: true, path: () => `/cabinet/api/cards/${card}/bom` },
    'GET /cabinet/api/cards/:id/parts': { roles: ALL, ofSeat: true, path: () => `/cabinet/api/cards/${card}/parts` },
  };

  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    partner = await service.partner({ webhook_url: 'http://127.0.0.1:9/hook' });
    const { company_id } = partner;
    const seats = [];
    for (const title of ['Цех', 'Зал', 'Склад']) seats.push(await service.addSeat(company_id, title));
    const [first, second, third] = seats;
    conversation = await partner.api.conversation({ external_id: 'лид' });
    await partner.api.say(conversation, 'собери', { images: [image(PLAN)] });
    await partner.api.post(`/v1/conversations/${conversation}/handoff`, { seat: String(first) });
    a = {
      owner: await visit(service, company_id, 'owner'),
      auditor: await visit(service, company_id, 'auditor'),
      workplace: await visit(service, company_id, 'workplace', first),
      otherSeat: await visit(service, company_id, 'workplace', second),
      revokedSeat: await visit(service, company_id, 'workplace', third),
    };
    await service.revokeSeat(company_id, third ?? 0);
    foreignOwner = await visit(service, (await service.partner()).company_id);
    await eventually(async () => (await a.revokedSeat.get('/cabinet/api/session')).status === 401);
    const garnitur = tryAs(a.owner);
    const { id } = await garnitur.createConversation();
    tried = { conversation: id, turn: (await garnitur.say(id, 'собери')).id };
    key = (await a.owner.get('/cabinet/api/partners')).json.partners[0].keys[0].key_id;
    delivery = await eventually(async () => (await a.owner.get('/cabinet/api/deliveries')).json.items[0]?.event_id);
    card = await eventually(async () => (await a.owner.get('/cabinet/api/cards')).json.items[0]?.card_id);
  });
  afterAll(() => service.stop());

  const cabinet = registeredRoutes().filter(({ path }) => path.startsWith('/cabinet/api/'));
  const guarded = cabinet.filter(({ name }) => name !== 'POST /cabinet/api/session');
  const rowOf = ({ name }: Route): Row => rows[name] ?? { roles: [] };
  const ask = (visitor: Visitor, route: Route, call?: Parameters<Visitor['call']>[3]): Promise<Answer> => {
    const { path, query = '', body } = rowOf(route);
    return visitor.call(route.method, (path?.() ?? route.path) + query, body, call);
  };

  it('each have a row in this table', () => {
    expect(guarded.length).toBeGreaterThan(1);
    expect(guarded.map(({ name }) => name).sort()).toEqual(Object.keys(rows).sort());
  });

  it.each(guarded)('$name is closed to a stranger, a partner’s key and a seat that was revoked', async (route) => {
    const headers = { authorization: `Bearer ${partner.api.key}` };
    const answers = [
      await ask(new Visitor(service.url, ''), route),
      await ask(new Visitor(service.url, ''), route, { headers }),
      await ask(a.revokedSeat, route),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it.each(guarded)('$name lets in its roles alone', async (route) => {
    const { roles } = rowOf(route);
    for (const role of ALL) {
      if (!roles.includes(role)) expect([role, (await ask(a[role], route)).status]).toEqual([role, 403]);
      else if (route.method === 'GET' && !rowOf(route).streams)
        expect([role, (await ask(a[role], route)).status]).toEqual([role, 200]);
    }
  });

  it('that name something of a company are not there for another, nor of a seat for another seat', async () => {
    for (const route of guarded) {
      const { path, ofSeat } = rowOf(route);
      if (path) expect([route.name, (await ask(foreignOwner, route)).status]).toEqual([route.name, 404]);
      if (ofSeat) expect([route.name, (await ask(a.otherSeat, route)).status]).toEqual([route.name, 404]);
    }
  });

  it.each(guarded.filter((route) => !rowOf(route).path && !rowOf(route).streams && route.method === 'GET'))(
    '$name shows another company nothing of this one',
    async (route) => {
      const { status, text } = await ask(foreignOwner, route);
      expect(status).toBe(200);
      expect(text).not.toContain(partner.company_id);
      expect(text).not.toContain(partner.partner_id);
    },
  );

  it.each(registeredRoutes().filter(({ path }) => path.startsWith('/v1/') && path !== '/v1/health'))(
    '$name takes no session of the cabinet for a key',
    async ({ method, path }) => {
      expect((await a.owner.call(method, path)).status).toBe(401);
    },
  );
});
