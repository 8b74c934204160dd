import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aggregator, Query } from 'mingo';
import { IssueApiKey, RevokeApiKey } from '#libs/companies';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { projections } from '#projections';
import { exportedFiles, exportTo } from '../../apps/cli/src/read-models/folder.js';
import { query } from '../../apps/cli/src/read-models/query.js';
import { queryOf } from '../../apps/console/src/ui/charts/queries.js';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { visit } from '../cabinet/visitor.js';
import { asks, builds, declines } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { TestService } from '../support/service.js';
import { storeEnv } from '../support/store-env.js';

const README = readFileSync('projections/README.md', 'utf8');
const CHARTS = readFileSync('projections/charts.md', 'utf8');
const SPAN = { from: '2020-01-01', to: '2099-12-31' };
const ANSWERS: Record<string, typeof builds> = { собери: builds, откажи: declines };

interface Question {
  readonly title: string;
  readonly mongo: string;
  readonly sql: string;
}

/** The questions of a read model's section, in the order in which both languages have them. */
function questionsOf(name: string): Question[] {
  const section = README.split(/^### /m).find((text) => text.startsWith(`\`${name}\``)) ?? '';
  const [, mongo = '', sql = ''] = /^```js\n(.*?)^```\n\n^```sql\n(.*?)^```/ms.exec(section) ?? [];
  const inSql = statements(sql, /^-- /m);
  return statements(mongo, /^\/\/ /m).map(({ title, text }, index) => {
    expect(inSql[index]?.title).toBe(title);
    return { title, mongo: text.replace(/;\s*$/, ''), sql: inSql[index]?.text ?? '' };
  });
}

function statements(block: string, start: RegExp): { readonly title: string; readonly text: string }[] {
  return block.split(start).flatMap((part) => {
    const [title = '', ...lines] = part.trim().split('\n');
    return title === '' ? [] : [{ title, text: lines.join('\n') }];
  });
}

type Documents = Readonly<Record<string, object[]>>;

/** MongoDB's shell as far as the questions need it: mingo answers, over documents in memory. */
function shell(documents: Documents) {
  return Object.fromEntries(
    Object.entries(documents).map(([name, all]) => [
      name,
      {
        aggregate: (pipeline: Record<string, unknown>[]) => new Aggregator(pipeline).run(all),
        find: (filter: object, projection: object) => new Query({ ...filter }).find(all, { ...projection }),
      },
    ]),
  );
}

function shellAnswers(mongo: string, documents: Documents): readonly unknown[] {
  return new Function('db', `return [...${mongo}]`)(shell(documents));
}

/** What rows say, whatever the columns are called and however they are sorted. */
function said(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(scalars(row).sort())).sort();
}

function scalars(value: unknown): (string | number | boolean)[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(scalars);
  if (typeof value === 'number') return [Number(value.toPrecision(10))];
  return typeof value === 'string' || typeof value === 'boolean' ? [value] : [String(value)];
}

describe('the questions of projections/README.md', () => {
  const root = mkdtempSync(join(tmpdir(), 'garnitur-queries-'));
  const dataDir = join(root, 'data');
  let service: TestService;
  let stores: Stores;
  const documents: Record<string, object[]> = {};
  /** Rows of each chart, as the console has them from the service. */
  let charts: Readonly<Record<string, readonly object[]>>;
  let shown: { readonly company_id: string; readonly partner_id: string };

  beforeAll(async () => {
    const usage = { promptTokens: 10, completionTokens: 2, costUsd: 0.01 };
    const assistant = new ScriptedAssistant(({ words }) => ANSWERS[words] ?? asks, usage);
    service = await TestService.start({ assistant, dataDir });
    // Nobody listens there: its webhooks are tried and stay due.
    const { api, company_id, partner_id } = await service.partner({
      coins: 40,
      webhook_url: 'http://127.0.0.1:9/hook',
    });
    await service.partnerOf(company_id);
    await service.addCoins(company_id, 5);
    const { commands } = service.service;
    const { key_id } = await commands.execute(new IssueApiKey(partner_id, { actor: 'test' }));
    await commands.execute(new IssueApiKey(partner_id, { actor: 'test' }));
    const seats = [await service.addSeat(company_id, 'Цех'), await service.addSeat(company_id, 'Салон')];
    await service.revokeSeat(company_id, seats[1] ?? 0);
    const conversation = await api.conversation({ external_id: 'lead-1' });
    for (const words of ['спроси', 'собери', 'откажи']) await api.say(conversation, words);
    await api.post(`/v1/conversations/${conversation}/handoff`, { seat: 'Цех' });
    await api.say(await api.conversation(), 'собери');
    stores = await openStores(readEnvironment({ DATA_DIR: dataDir, ...storeEnv(dataDir) }), false);
    await commands.execute(new RevokeApiKey(key_id, { actor: 'test' }));
    await eventually(async () => {
      for (const { name } of projections) documents[name] = await all(name);
      const tried = JSON.stringify(documents.deliveries).includes('"attempt":1');
      return tried && documents.turn_facts?.length === 4 && documents.cards?.length === 1;
    });
    shown = { company_id, partner_id };
    charts = chartsOf(await cabinetAnswers(service, company_id));
    const request = { models: projections, format: 'parquet' as const, replace: false, onProgress: () => {} };
    await service.service.stop();
    await exportTo(stores.readModels, join(root, 'export'), request);
    for (const { name } of projections) documents[name] = await all(name);
  });
  afterAll(async () => {
    await stores.close();
    await service.stop();
    rmSync(root, { recursive: true, force: true });
  });

  async function all(name: string): Promise<object[]> {
    const found: object[] = [];
    for await (const { document } of stores.readModels.stream(name)) found.push(document);
    return found;
  }

  async function asked(sql: string): Promise<unknown[]> {
    const rows: unknown[] = [];
    await query(exportedFiles(join(root, 'export')), sql, async (answer) => {
      for await (const row of answer.rows) rows.push(row);
    });
    return rows;
  }

  it('are three a read model, and each of its columns is told there', () => {
    for (const { name, columns } of projections) {
      expect([name, questionsOf(name).length]).toEqual([name, 3]);
      const section = README.split(/^### /m).find((text) => text.startsWith(`\`${name}\``)) ?? '';
      // Those of sums are told once, where the first of them stands.
      const told = name === 'partner_days' ? README : section;
      const untold = Object.keys(columns).filter((field) => !new RegExp(`\`${field}[\`.[]`).test(told));
      expect([name, untold]).toEqual([name, []]);
    }
  });

  it.each(projections.map(({ name }) => [name]))('have the same answers in both languages: %s', async (name) => {
    for (const { title, mongo, sql } of questionsOf(name)) {
      const rows = await asked(sql);
      expect([title, said(shellAnswers(mongo, documents))]).toEqual([title, said(rows)]);
      // Coins are held for a moment only; every other question finds something here.
      if (name !== 'reservations') expect([title, rows.length > 0]).toEqual([title, true]);
    }
  });

  it('behind the charts of the console are told of each chart, and no more', () => {
    const told = [...CHARTS.matchAll(/^### `([\w-]+)`$/gm)].map(([, name]) => name);
    expect(told.sort()).toEqual(Object.keys(charts).sort());
    const drawn = ['analysis', 'balance'].flatMap((screen) => {
      const text = readFileSync(`apps/console/src/screens/${screen}.tsx`, 'utf8');
      return [...text.matchAll(/^ +name="([\w-]+)"$/gm)].map(([, name]) => name);
    });
    expect(drawn.sort()).toEqual(told);
  });

  it('behind the charts of the console answer what the charts show, in both languages', async () => {
    for (const [chart, rows] of Object.entries(charts)) {
      for (const partner_id of [shown.partner_id, undefined]) {
        const { mongo, sql } = queryOf(CHARTS, chart, { ...SPAN, ...shown, partner_id });
        expect([chart, sql]).toEqual([chart, expect.not.stringContaining('…')]);
        expect([chart, said(await asked(sql))]).toEqual([chart, said(rows)]);
        expect([chart, said(shellAnswers(mongo.replace(/;$/, ''), documents))]).toEqual([chart, said(rows)]);
      }
      const ofAnother = queryOf(CHARTS, chart, { ...SPAN, ...shown, partner_id: 'prt_other' });
      if (ofAnother.sql.includes('prt_other'))
        expect([chart, said(await asked(ofAnother.sql)).filter((row) => row !== '[]')]).toEqual([chart, []]);
    }
  });
});

interface Answers {
  readonly analysis: {
    readonly days: readonly Readonly<Record<string, number> & { day: string }>[];
    readonly totals: Readonly<Record<string, number>>;
    readonly findings: readonly object[];
    readonly modules: readonly { readonly code: string; readonly count: number }[];
  };
  readonly used: readonly { readonly day: string; readonly used: number }[];
}

async function cabinetAnswers(service: TestService, companyId: string): Promise<Answers> {
  const owner = await visit(service, companyId);
  const span = new URLSearchParams(SPAN);
  const { analysis } = (await owner.get(`/cabinet/api/analysis?${span}`)).json;
  return { analysis, used: (await owner.get(`/cabinet/api/balance/days?${span}`)).json.days };
}

/** What the screens draw (apps/console/src/screens/analysis.tsx, balance.tsx). */
function chartsOf({ analysis: { days, totals, findings, modules }, used }: Answers) {
  const byDay = (row: (day: Readonly<Record<string, number>>) => Readonly<Record<string, number>>) =>
    days.map((of) => ({ day: of.day, ...row(of) }));
  const pick = (...fields: string[]) => byDay((of) => Object.fromEntries(fields.map((name) => [name, of[name] ?? 0])));
  return {
    'lead-to-handoff': [[totals.conversations, totals.kitchens, totals.handed_off]],
    'turns-by-outcome': pick('built', 'parsed', 'question', 'rejected', 'failed_answers', 'failed', 'stopped'),
    'first-try': byDay(({ built = 0, first_try = 0 }) => ({ first_try, later: built - first_try })),
    'attempts-by-day': byDay(({ attempts = 0, turns = 0 }) => ({ attempts: attempts / turns })),
    'time-to-outcome': byDay(({ p50_ms = 0, p95_ms = 0 }) => ({ p50: p50_ms / 1000, p95: p95_ms / 1000 })),
    'tokens-by-day': pick('prompt_tokens', 'completion_tokens'),
    'cost-by-day': pick('cost_usd'),
    'coins-by-day': pick('coins'),
    modules: modules.map(({ code, count }) => ({ code, count })),
    findings,
    'balance-by-day': used.map(({ day, used: coins }) => ({ day, coins })),
  };
}
