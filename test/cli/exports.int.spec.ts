import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { openMongo, openMongoReadModels, type ReadModelStore, SqliteReadModels } from '#libs/read-models';
import { exported, modelCalled } from '../../apps/cli/src/read-models/lines.js';
import { garnitur } from '../support/garnitur.js';
import { garniturInProcess } from '../support/garnitur-in-process.js';
import { MongoDouble } from '../support/mongodb/double.js';

jest.setTimeout(300_000);

const TURNS = { name: 'turns', version: 1 };
const COUNT = 5_000;
const AT_ONCE = 500;
/** Together they are larger than the heap that the command may have: 95 MB in memory. */
const WORDS = 'кухня '.repeat(1_600);
const MAX_HEAP_MB = 80;

/** A turn's document, of some 17 KB. */
const turn = (number: number, text = WORDS) => ({
  id: `trn_${number}`,
  turn: number,
  state: 'done',
  text,
  attempts: [],
});

async function fill(store: ReadModelStore, count: number, text = WORDS): Promise<void> {
  await store.ensure(TURNS, []);
  await store.serve(TURNS);
  for (let from = 0; from < count; from += AT_ONCE) {
    const writes = Array.from({ length: AT_ONCE }, (_, index) => {
      const number = from + index + 1;
      return { id: `trn_${number}`, position: BigInt(number), document: turn(number, text) };
    });
    await store.commit({ writes: [{ collection: TURNS, writes }], checkpoints: [] });
  }
}

describe('read models of many documents', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'garnitur-exports-'));
  const shell = (...args: string[]) =>
    garnitur({ DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_OPTIONS: `--max-old-space-size=${MAX_HEAP_MB}` }, args);

  const here = (...args: string[]) => garniturInProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, args);

  beforeAll(async () => {
    const store = SqliteReadModels.open(join(dataDir, 'read-models.db'));
    await fill(store, COUNT);
    await store.close();
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it.each(['ndjson', 'parquet'])(
    'are exported as %s in less memory than they are, and without a word on a pipe',
    async (format) => {
      const dir = join(dataDir, `export-${format}`);
      const { code, out, err } = await shell('export', 'turns', 'seats', '--to', dir, '--format', format, '--json');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      const { files } = JSON.parse(out);
      expect(files).toMatchObject([
        { name: 'turns', documents: COUNT, bytes: statSync(join(dir, `turns.${format}`)).size },
        { name: 'seats', documents: 0 },
      ]);
      expect(readdirSync(dir)).toEqual([`seats.${format}`, `turns.${format}`]);
      const sql = 'SELECT count(*) AS count, sum(turn) AS sum, min(length(text)) AS words FROM turns';
      const asked = await shell('query', sql, '--from', dir, '--json');
      expect(JSON.parse(asked.out)).toEqual([{ count: COUNT, sum: (COUNT * (COUNT + 1)) / 2, words: WORDS.length }]);
    },
  );

  it('are answered about without an export of before, of which nothing stays', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('garnitur-query-'));
    const { out } = await here('query', 'SELECT count(*) AS seats FROM seats', '--format', 'csv');
    expect(out).toBe('seats\r\n0\r\n');
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('garnitur-query-'))).toEqual(before);
  });

  it('are more than a table shows, and it says so', async () => {
    const from = ['--from', join(dataDir, 'export-ndjson')];
    const { out, err } = await here('query', 'SELECT turn FROM turns ORDER BY turn', ...from);
    expect(out.trimEnd().split('\n')).toHaveLength(1_001);
    expect(err).toContain('the first 1000 rows');
  });

  it('lie in files of their user alone', () => {
    const dir = join(dataDir, 'export-ndjson');
    expect(statSync(dir).mode & 0o077).toBe(0);
    expect(statSync(join(dir, 'turns.ndjson')).mode & 0o077).toBe(0);
    expect(JSON.parse(readFileSync(join(dir, 'turns.ndjson'), 'utf8').split('\n', 1)[0] ?? '')).toEqual(turn(1));
  });

  it.each([
    [['export', 'turns', 'seats'], 2, 'name one read model for stdout, or a folder with --to'],
    [['export', 'turns', '--format', 'parquet'], 2, 'add --to DIR'],
    [['export', '--to', join(dataDir, 'export-ndjson')], 1, 'is not empty'],
    [['export', 'turn', '--to', join(dataDir, 'new')], 1, 'no read model is called turn; there are bom'],
    [['query', 'SELECT * FROM turn'], 1, 'Did you mean'],
    [['query', 'SELECT 1', '--from', join(dataDir, 'nowhere')], 1, 'holds no read model'],
  ])('%j is refused in one line', async (args, code, told) => {
    const said = await here(...args);
    expect(said).toMatchObject({ code, out: '', err: expect.stringContaining(told) });
    expect(said.err.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('read models of many documents in MongoDB', () => {
  it('are asked for page by page, each when the one before is written', async () => {
    const double = await MongoDouble.start();
    const store = await openMongoReadModels(await openMongo(double.url));
    await fill(store, 5 * AT_ONCE, WORDS.slice(0, 1_000));
    let pages = 0;
    double.watch = ({ command }) => {
      if (command === 'find' || command === 'getMore') pages += 1;
    };
    const lines = exported(store, modelCalled('turns'), 'ndjson');
    let text = (await lines.next()).value ?? '';
    const first = pages;
    for await (const chunk of lines) text += chunk;
    expect(text.trimEnd().split('\n')).toHaveLength(5 * AT_ONCE);
    // The first asks which collection serves the name.
    expect(first).toBeLessThan(pages / 2);
    await store.close();
    await double.stop();
  });
});
