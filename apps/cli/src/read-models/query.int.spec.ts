import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projections } from '#projections';
import { readModelsOf } from '../../test/read-models-of.js';
import { exportedFiles, exportTo } from './folder.js';
import { query } from './query.js';

const at = (second: number) => `2031-01-31T00:00:0${second}.500Z`;
const facts = (turn_id: string, second: number, more: object = {}) => ({
  turn_id,
  outcome: 'built',
  ended_at: at(second),
  error_code: null,
  ms: 12.5,
  coins: 1,
  finding_codes: ['GEO-GAP', 'HOB-HOOD'],
  ...more,
});
const store = readModelsOf({
  turn_facts: [facts('trn_1', 1), facts('trn_2', 2, { outcome: 'question', coins: 0, finding_codes: [] })],
  partner_days: [{ company_id: 'c', partner_id: 'p', day: '2031-01-31', turns: 2, durations: { 13: 1, 15: 1 } }],
  outcomes: [{ partner_id: 'p', sequence: '00000000000000000007', body: { state: 'done', turn: 7 } }],
});

describe.each(['ndjson', 'parquet'] as const)('a query over read models as %s', (format) => {
  const root = mkdtempSync(join(tmpdir(), 'garnitur-query-'));
  const dir = join(root, "it's here");
  beforeAll(() => exportTo(store, dir, { models: projections, format, replace: false, onProgress: () => {} }));
  afterAll(() => rmSync(root, { recursive: true }));

  const ask = (sql: string) =>
    query(exportedFiles(dir), sql, async ({ columns, rows }) => {
      const found: unknown[] = [];
      for await (const row of rows)
        found.push(Object.fromEntries(columns.map((column, index) => [column, row[index]])));
      return found;
    });

  it('sees times, numbers and what has parts of its own as they are', async () => {
    expect(
      await ask('SELECT turn_id, ended_at, error_code, ms, coins, finding_codes FROM turn_facts ORDER BY 1'),
    ).toEqual([
      {
        turn_id: 'trn_1',
        ended_at: at(1),
        error_code: null,
        ms: 12.5,
        coins: 1,
        finding_codes: ['GEO-GAP', 'HOB-HOOD'],
      },
      { turn_id: 'trn_2', ended_at: at(2), error_code: null, ms: 12.5, coins: 0, finding_codes: [] },
    ]);
    expect(
      await ask("SELECT sum(coins) AS coins, avg(ms) AS ms, date_trunc('day', max(ended_at)) AS day FROM turn_facts"),
    ).toEqual([{ coins: 1, ms: 12.5, day: '2031-01-31T00:00:00.000Z' }]);
    expect(await ask('SELECT day + 1 AS next, durations FROM partner_days')).toEqual([
      { next: '2031-02-01', durations: { 13: 1, 15: 1 } },
    ]);
  });

  it('takes lists and objects apart', async () => {
    expect(
      await ask(
        'SELECT code, count(*) AS count FROM turn_facts, unnest(finding_codes::VARCHAR[]) AS t(code) GROUP BY code ORDER BY 1',
      ),
    ).toEqual([
      { code: 'GEO-GAP', count: 1 },
      { code: 'HOB-HOOD', count: 1 },
    ]);
    expect(await ask("SELECT body->>'state' AS state FROM outcomes")).toEqual([{ state: 'done' }]);
  });

  it('finds every read model, empty ones with their columns too', async () => {
    expect(await ask('SHOW TABLES')).toHaveLength(projections.length);
    expect(await ask('SELECT card_id, placed_at FROM cards')).toEqual([]);
  });

  it.each([
    ['SELEC 1', /^Parser Error: syntax error at or near "SELEC"$/],
    ['SELECT * FROM turn_fact', /^Catalog Error: .*turn_fact does not exist! Did you mean "turn_facts"\?$/],
    ['SELECT nothing FROM turn_facts', /^Binder Error: Referenced column "nothing" not found/],
    ["SELECT 'x'::INTEGER", /^Conversion Error: /],
    ['', /^a query is one SELECT/],
    ['SELECT 1; SELECT 2', /^a query is one SELECT/],
  ])('%j is refused in one line', async (sql, told) => {
    const refusal = await ask(sql).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'Failure', message: expect.stringMatching(told) });
    expect(String(refusal)).not.toContain('\n');
  });

  describe('is read only', () => {
    const secret = join(root, 'secret.csv');
    beforeAll(() => writeFileSync(secret, 'a\n1\n'));

    it.each([
      ['CREATE TABLE t AS SELECT 1'],
      ['DROP VIEW turn_facts'],
      [`COPY (SELECT 1) TO '${join(root, 'out.csv')}'`],
      [`EXPLAIN ANALYZE COPY (SELECT 1) TO '${join(root, 'out.csv')}'`],
      [`EXPORT DATABASE '${join(root, 'all')}'`],
      [`ATTACH '${join(root, 'other.db')}'`],
      ['INSTALL httpfs'],
      ['LOAD httpfs'],
      ['SET lock_configuration = false'],
      ['SET enable_external_access = true'],
      ['RESET allowed_paths'],
      [`PRAGMA profiling_output = '${join(root, 'profile')}'`],
      [`SELECT * FROM query('COPY (SELECT 1) TO ''${join(root, 'out.csv')}''')`],
      [`SELECT * FROM read_csv('${secret}')`],
      [`SELECT * FROM '${secret}'`],
      [`SELECT * FROM read_text('${secret}')`],
      [`SELECT * FROM glob('${root}/*')`],
      ["SELECT * FROM read_csv('https://example.com/x.csv')"],
      ["SELECT * FROM read_parquet('s3://bucket/x.parquet')"],
      ['SELECT * FROM duckdb_secrets()'],
    ])('%s', async (sql) => {
      const before = readdirSync(root);
      await expect(ask(sql)).rejects.toThrow(/a query is one SELECT|Permission Error|Parser Error/);
      expect(readdirSync(root)).toEqual(before);
    });

    it('within the folder too: it overwrites no export', async () => {
      await expect(ask(`COPY (SELECT 1) TO '${dir.replace("'", "''")}/cards.${format}'`)).rejects.toThrow('one SELECT');
      expect(await ask('SELECT count(*) AS cards FROM cards')).toEqual([{ cards: 0 }]);
    });
  });
});

it('a folder without an export, or one for spreadsheets, is told what to do', () => {
  const dir = mkdtempSync(join(tmpdir(), 'garnitur-query-'));
  writeFileSync(join(dir, 'turns.csv'), '');
  for (const folder of [dir, join(dir, 'nowhere')])
    expect(() => exportedFiles(folder)).toThrow('holds no read model as Parquet or NDJSON: garnitur export --to DIR');
  rmSync(dir, { recursive: true });
});
