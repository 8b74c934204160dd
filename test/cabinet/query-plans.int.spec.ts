import { DatabaseSync, StatementSync } from 'node:sqlite';
import { openStores, readEnvironment } from '#libs/platform';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { type Answer, eventually } from '../support/api.js';
import { TestService } from '../support/service.js';
import { ON_SERVERS } from '../support/store-env.js';
import { registeredRoutes } from './routes.js';
import { type Visitor, visit } from './visitor.js';

/** A list as somebody asks for it. */
interface Asked {
  readonly query?: string;
  /** Columns by which an index of its read model must narrow it down: what is left over would be read through row by row. */
  readonly by?: readonly [model: string, ...columns: string[]];
}

const SPAN = 'from=2020-01-01&to=2099-12-31';

/** Every GET of a list, with each of its filters. */
const LISTS: Readonly<Record<string, readonly Asked[]>> = {
  'GET /cabinet/api/balance/days': [{ query: SPAN, by: ['daily_usage', 'company_id', 'day'] }],
  'GET /cabinet/api/balance/entries': [{}],
  'GET /cabinet/api/seats': [{ by: ['seats', 'company_id'] }],
  'GET /cabinet/api/cards': [
    { by: ['cards', 'company_id'] },
    { query: 'seat_id=1', by: ['cards', 'company_id', 'seat_id'] },
  ],
  'GET /cabinet/api/conversations': [
    { by: ['conversations', 'company_id'] },
    { query: 'status=built', by: ['conversations', 'company_id', 'status'] },
    { query: 'external_id=lead-1', by: ['conversations', 'company_id', 'external_id'] },
    { query: 'partner_id=PARTNER', by: ['conversations', 'partner_id'] },
    { query: `id=cnv_${'0'.repeat(32)}`, by: ['conversations', '_id'] },
    { query: SPAN, by: ['conversations', 'company_id', 'started_at'] },
    { query: `status=built&${SPAN}`, by: ['conversations', 'company_id', 'started_at'] },
  ],
  'GET /cabinet/api/conversations/:id/events': [{}],
  'GET /cabinet/api/deliveries': [
    { by: ['deliveries', 'company_id'] },
    { query: 'state=scheduled', by: ['deliveries', 'company_id', 'state'] },
    { query: 'partner_id=PARTNER', by: ['deliveries', 'company_id', 'partner_id'] },
  ],
  'GET /cabinet/api/deliveries/hosts': [{ by: ['deliveries', 'company_id'] }],
  'GET /cabinet/api/partners': [{ by: ['partners', 'company_id'] }],
  'GET /cabinet/api/analysis': [
    { query: SPAN, by: ['partner_days', 'company_id', 'day'] },
    { query: `${SPAN}&partner_id=PARTNER`, by: ['partner_days', 'company_id', 'day'] },
  ],
  'GET /v1/conversations/:id/turns': [{ by: ['turns', 'conversation_id'] }],
  'GET /v1/events': [{ by: ['outcomes', 'partner_id'] }],
};

/** GETs of one thing, or of none that is stored. */
const SINGLE = [
  /^GET \/(assets|cabinet)(\/(icon\.svg|model-viewer[\w.-]+|assets\/:name|:company(\/\*)?))?$/,
  /^GET \/cabinet\/api\/(balance|live|session)$/,
  /^GET \/cabinet\/api\/(cards|conversations)\/:id$/,
  /^GET \/cabinet\/api\/(cards|conversations)\/.*\/(render|bom|parts|diff|verify|turns\/:turn|images\/:digest)$/,
  /^GET \/v1\/(usage|health|turns\/:id|turns\/:id\/events)$/,
  /^GET \/v1\/conversations\/:id(\/(project|bom|parts|render))?$/,
  /^GET \/(metrics|r\/:token)/,
];

/** Tables that grow, as plans name them: events and their streams (also by their alias), read models by name and version. */
const GROWING = /^(e|events|s|streams|\w+@[\d.]+)\b/;

/** What processes of the service ask meanwhile: open turns by their state, and what is due by now. There are few of either. */
const IN_BACKGROUND = /FROM "turns@[\d.]+" WHERE .*"state" (=|IN)|"(expires_at|expired_at|reserved_at)" <= \?/;

interface Plan {
  readonly sql: string;
  readonly steps: readonly string[];
}

/** What makes a query slower with each row that its table has: none where the answer is empty. */
function faultsOf({ sql, steps }: Plan): string[] {
  const tables = steps.flatMap((step) => /^(?:SCAN|SEARCH) (\S+)/.exec(step)?.[1] ?? []);
  if (!tables.some((table) => GROWING.test(table))) return [];
  const scans = steps.filter((step) => step.startsWith('SCAN ') && GROWING.test(step.slice('SCAN '.length)));
  // Of the last term alone: it sorts those that share the terms before, as many as a page has of them.
  const sorts = steps.filter((step) => /^USE TEMP B-TREE/.test(step) && !/LAST (\d+ )?TERMS? OF ORDER BY/.test(step));
  // OFFSET walks over what it leaves out; a bare parameter has the statement compiled at each use (BOUND_LIMIT).
  const words = ['OFFSET', 'LIMIT ?'].filter((word) => sql.includes(word));
  return [...scans, ...sorts, ...words].map((fault) => `${fault}: ${sql}`);
}

/** Every statement that this process asks SQLite for, with the plan that SQLite has for it. */
class Statements {
  private readonly asked = new Map<string, DatabaseSync>();
  private readonly homes = new WeakMap<StatementSync, DatabaseSync>();
  private readonly originals = {
    prepare: DatabaseSync.prototype.prepare,
    all: StatementSync.prototype.all,
    get: StatementSync.prototype.get,
  };

  record(): void {
    const { originals, homes, asked } = this;
    /** The same method, which notes each statement that it is called on. */
    const noting = <Method extends StatementSync['all'] | StatementSync['get']>(method: Method): Method =>
      new Proxy(method, {
        apply(_, statement: StatementSync, values) {
          const home = homes.get(statement);
          if (home) asked.set(statement.sourceSQL, home);
          return Reflect.apply(method, statement, values);
        },
      });
    DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql) {
      const statement = originals.prepare.call(this, sql);
      homes.set(statement, this);
      return statement;
    };
    StatementSync.prototype.all = noting(originals.all);
    StatementSync.prototype.get = noting(originals.get);
  }

  restore(): void {
    DatabaseSync.prototype.prepare = this.originals.prepare;
    StatementSync.prototype.all = this.originals.all;
    StatementSync.prototype.get = this.originals.get;
  }

  async during(act: () => Promise<unknown>): Promise<Plan[]> {
    this.asked.clear();
    await act();
    const selects = [...this.asked].filter(([sql]) => /^\s*(SELECT|WITH)/.test(sql) && !IN_BACKGROUND.test(sql));
    return selects.map(([sql, db]) => {
      const plan = this.originals.prepare.call(db, `EXPLAIN QUERY PLAN ${sql}`);
      const rows: readonly { readonly detail: string }[] = Reflect.apply(this.originals.all, plan, []);
      return { sql, steps: rows.map(({ detail }) => detail) };
    });
  }
}

const onFiles = ON_SERVERS ? describe.skip : describe; // on servers there is no plan of SQLite's to read

onFiles('a list takes as long for a hundred thousand documents as for ten', () => {
  const statements = new Statements();
  let service: TestService;
  let owner: Visitor;
  let ask: (route: string, query: string, after?: string) => Promise<Answer>;

  beforeAll(async () => {
    statements.record();
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    const { api, company_id, partner_id } = await service.partner({ webhook_url: 'http://127.0.0.1:9/hook' });
    const seat = String(await service.addSeat(company_id, 'Цех'));
    const conversations = [await api.conversation({ external_id: 'lead-1' }), await api.conversation()];
    for (const id of conversations) {
      for (const words of ['собери', 'собери']) await api.say(id, words);
      await api.post(`/v1/conversations/${id}/handoff`, { seat });
    }
    owner = await visit(service, company_id);
    await eventually(async () => (await owner.get('/cabinet/api/cards')).json.items.length === 2);
    ask = (route, query, after) => {
      const path = route.replace('GET ', '').replace(':id', conversations[0] ?? '');
      const paged = /balance\/days|seats|hosts|partners$|analysis/.test(path) ? '' : 'limit=1';
      const cursor = after === undefined ? '' : `after=${encodeURIComponent(after)}`;
      const given = [query.replace('PARTNER', partner_id), paged, cursor].filter(Boolean).join('&');
      return (path.startsWith('/v1') ? api : owner).get(`${path}?${given}`);
    };
  });
  afterAll(async () => {
    await service.stop();
    statements.restore();
  });

  it('is told of here, whichever it is', () => {
    const gets = registeredRoutes().filter(({ method, path }) => method === 'GET' && !path.includes('/api/try/'));
    const unknown = gets.filter(({ name }) => !LISTS[name] && !SINGLE.some((known) => known.test(name)));
    expect(unknown.map(({ name }) => name)).toEqual([]);
    expect(Object.keys(LISTS).filter((name) => !gets.some((route) => route.name === name))).toEqual([]);
  });

  const cases = Object.entries(LISTS).flatMap(([route, all]) => all.map((asked) => ({ route, query: '', ...asked })));
  it.each(cases)('$route?$query, the first page and the next', async ({ route, query, by }) => {
    const plans = await statements.during(async () => {
      const first = await ask(route, query);
      expect([first.status, first.text]).toEqual([200, first.text]);
      if (typeof first.json.next === 'string') expect((await ask(route, query, first.json.next)).status).toBe(200);
    });
    expect(plans.flatMap(faultsOf)).toEqual([]);
    if (!by) return;
    const [model, ...columns] = by;
    const isSearch = (step: string) => step.startsWith(`SEARCH ${model}@`);
    // One document by its id is no list.
    const isOne = (step: string) => step.endsWith('(_id=?)') && !columns.includes('_id');
    const searches = plans.flatMap(({ steps }) => steps).filter((step) => isSearch(step) && !isOne(step));
    expect(searches.length).toBeGreaterThan(0);
    for (const search of searches) {
      const narrowed = [...search.slice(search.lastIndexOf('(')).matchAll(/\b(\w+)[=<>]/g)].map(([, column]) => column);
      expect([search, narrowed]).toEqual([search, expect.arrayContaining(columns)]);
    }
  });

  it('and one that does not is found', async () => {
    const { dataDir } = service;
    const stores = await openStores(readEnvironment({ DATA_DIR: dataDir }), false);
    const planted = await statements.during(async () => {
      await stores.readModels.find('conversations', { where: { order_id: 'x' } });
      await stores.readModels.find('turns', { where: { conversation_id: 'x' }, sort: [['queued_at', 'desc']] });
    });
    await stores.close();
    const faults = planted.flatMap(faultsOf);
    expect(faults).toContainEqual(expect.stringMatching(/^SCAN conversations@/));
    expect(faults).toContainEqual(expect.stringMatching(/^USE TEMP B-TREE FOR ORDER BY/));
    const paged = { sql: 'SELECT * FROM events LIMIT 5 OFFSET 5', steps: ['SEARCH events USING INTEGER PRIMARY KEY'] };
    expect(faultsOf(paged)).toEqual([expect.stringMatching(/^OFFSET/)]);
  });
});
