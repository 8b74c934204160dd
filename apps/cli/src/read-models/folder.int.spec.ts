import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projections } from '#projections';
import { readModelsOf } from '../../test/read-models-of.js';
import { type ExportRequest, exportTo, type Progress } from './folder.js';
import { modelCalled } from './lines.js';

const seat = { company_id: 'c', title: '=Цех', seat_id: 1, cards: 0, created_at: '2031-01-31T00:00:00.000Z' };
const store = readModelsOf({ seats: [seat, { ...seat, seat_id: 2, title: null }] });
const seats = [modelCalled('seats')];

describe('an export to a folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'garnitur-export-'));
  afterAll(() => rmSync(root, { recursive: true }));
  let dir = '';
  let made = 0;
  beforeEach(() => {
    made += 1;
    dir = join(root, `export-${made}`);
  });

  const save = (request: Partial<ExportRequest> = {}, models = store) =>
    exportTo(models, dir, { models: seats, format: 'ndjson', replace: false, onProgress: () => {}, ...request });

  it('has a file for every read model, also for one without documents', async () => {
    const files = await save({ models: projections });
    expect(readdirSync(dir)).toEqual(projections.map(({ name }) => `${name}.ndjson`).sort());
    expect(files.filter(({ documents }) => documents > 0)).toEqual([
      { name: 'seats', file: join(dir, 'seats.ndjson'), documents: 2, bytes: statSync(join(dir, 'seats.ndjson')).size },
    ]);
    expect(JSON.parse(readFileSync(join(dir, 'seats.ndjson'), 'utf8').split('\n')[0] ?? '')).toEqual(seat);
  });

  it('as CSV has the same columns whatever the documents hold, and nothing that a spreadsheet runs', async () => {
    await save({ format: 'csv', models: [...seats, modelCalled('cards')] });
    expect(readFileSync(join(dir, 'seats.csv'), 'utf8').split('\r\n')).toEqual([
      'company_id,seat_id,title,cards,created_at,revoked_at',
      "c,1,'=Цех,0,2031-01-31T00:00:00.000Z,",
      'c,2,,0,2031-01-31T00:00:00.000Z,',
      '',
    ]);
    expect(readFileSync(join(dir, 'cards.csv'), 'utf8')).toMatch(/^card_id,[^\r\n]*\r\n$/);
  });

  it('refuses a folder that holds something, unless told to replace; what is not of an export stays', async () => {
    await save();
    writeFileSync(join(dir, 'notes.txt'), 'мои');
    writeFileSync(join(dir, 'seats.ndjson.partial-1'), 'half');
    await expect(save()).rejects.toThrow('is not empty: name another folder, or --replace');
    await save({ replace: true, format: 'csv' });
    expect(readdirSync(dir)).toEqual(['notes.txt', 'seats.csv']);
  });

  it('that breaks off leaves whole files alone: the earlier one keeps its name, nothing half written stays', async () => {
    await save();
    const before = readFileSync(join(dir, 'seats.ndjson'), 'utf8');
    async function* broken() {
      yield seat;
      throw new Error('the store is gone');
    }
    for (const format of ['ndjson', 'parquet'] as const) {
      const request = { replace: true, format };
      await expect(save(request, readModelsOf({ seats: broken() }))).rejects.toThrow('the store is gone');
    }
    expect(readdirSync(dir)).toEqual(['seats.ndjson']);
    expect(readFileSync(join(dir, 'seats.ndjson'), 'utf8')).toBe(before);
  });

  it('names the read models that there are where one is not', () => {
    expect(() => modelCalled('seat')).toThrow('no read model is called seat; there are bom, cards');
    expect(existsSync(dir)).toBe(false);
  });

  it('tells how far it is', async () => {
    const told: Progress[] = [];
    await save({ models: [modelCalled('cards'), ...seats], onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([
      { done: 0, of: 2, name: 'cards', documents: 0 },
      { done: 1, of: 2, name: 'seats', documents: 0 },
      { done: 1, of: 2, name: 'seats', documents: 1 },
      { done: 1, of: 2, name: 'seats', documents: 2 },
    ]);
  });
});
