import type { CabinetRole } from '#libs/companies';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { type Answer, eventually } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';
import { type Route, registeredRoutes } from './routes.js';
import { Visitor, visit } from './visitor.js';

/** Who may use a route of the cabinet, and what its path names of company A. */
interface Row {
  readonly roles: readonly CabinetRole[];
  /** The path with ids of company A; where it has none the route shows whoever asks their own company. */
  readonly path?: () => string;
  /** Query of a route that needs one. */
  readonly query?: string;
  /** What cards a workplace sees is decided by its seat: another seat's are not there. */
  readonly ofSeat?: boolean;
}

const ALL = ['owner', 'auditor', 'workplace'] as const;

describe('the routes of the cabinet', () => {
  let service: TestService;
  let partner: TestPartner;
  let a: Record<'owner' | 'auditor' | 'workplace' | 'otherSeat' | 'revokedSeat', Visitor>;
  let foreignOwner: Visitor;

  const rows: Record<string, Row> = {
    'GET /cabinet/api/session': { roles: ALL },
    'DELETE /cabinet/api/session': { roles: ALL },
  };

  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    partner = await service.partner();
    const { company_id } = partner;
    const seats = [];
    for (const title of ['Цех', 'Зал', 'Склад']) seats.push(await service.addSeat(company_id, title));
    const [first, second, third] = seats;
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
  });
  afterAll(() => service.stop());

  const cabinet = registeredRoutes().filter(({ path }) => path.startsWith('/cabinet/api/'));
  const guarded = cabinet.filter(({ name }) => name !== 'POST /cabinet/api/session');
  const rowOf = ({ name }: Route): Row => rows[name] ?? { roles: [] };
  const ask = (visitor: Visitor, route: Route, call?: Parameters<Visitor['call']>[3]): Promise<Answer> => {
    const { path, query = '' } = rowOf(route);
    return visitor.call(route.method, (path?.() ?? route.path) + query, undefined, call);
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
      else if (route.method === 'GET') expect([role, (await ask(a[role], route)).status]).toEqual([role, 200]);
    }
  });

  it('that name something of a company are not there for another, nor of a seat for another seat', async () => {
    for (const route of guarded) {
      const { path, ofSeat } = rowOf(route);
      if (path) expect([route.name, (await ask(foreignOwner, route)).status]).toEqual([route.name, 404]);
      if (ofSeat) expect([route.name, (await ask(a.otherSeat, route)).status]).toEqual([route.name, 404]);
    }
  });

  it.each(guarded.filter((route) => !rowOf(route).path && route.method === 'GET'))(
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
