import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { jest } from '@jest/globals';
import { garniturInProcess } from '../support/garnitur-in-process.js';
import { CommandLine } from './command-line.js';
import { eventually, Partner } from './partner.js';

jest.setTimeout(300_000);

const KITCHEN =
  'Прямая кухня 2400 мм: мойка 600, посудомойка 45, духовой шкаф с электрической варочной, верхние шкафы и вытяжка';

/** A conversation is had with a running service; the command line works beside it, and after it. */
describe('the command line beside a running service', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'garnitur-cli-'));
  const shell = new CommandLine(dataDir, garniturInProcess);
  let url = '';
  let key = '';
  const partner = new Partner(
    () => url,
    () => key,
  );
  let company = '';
  let conversation = '';

  beforeAll(async () => {
    url = await shell.startService();
    ({ company_id: company } = await shell.json('company', 'create', '--title', '=Кухни', '--coins-included', '100'));
    const hook = ['--webhook-url', await partner.listen()];
    ({ api_key: key } = await shell.json('partner', 'create', '--company', company, '--name', 'П', ...hook));
    ({ id: conversation } = (await partner.call('POST', '/conversations', { external_id: 'lead-1' })).conversation);
    expect(await partner.turn(conversation, KITCHEN)).toMatchObject({ state: 'done', status: 'built' });
    expect(await partner.turn(conversation, 'Сколько это стоит?')).toMatchObject({ state: 'done', status: 'question' });
    await eventually(async () => (partner.received >= 2 ? true : undefined));
  });

  afterAll(async () => {
    await shell.stopService();
    await partner.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('a write is shown by the service as soon as the command returns', async () => {
    await shell.json('coins', 'add', '--company', company, '--coins', '7', '--reason', 'подарок');
    expect((await partner.call('GET', '/usage')).usage).toMatchObject({ extra_coins: 7 });
    const { seat_id } = await shell.json('seat', 'add', '--company', company, '--title', 'Цех');
    const { handoff } = await partner.call('POST', `/conversations/${conversation}/handoff`, { seat: 'Цех' });
    expect(handoff).toMatchObject({ seat_id, turn: 2 });
  });

  it('the service carries out rebuilds and retries, also of what a saga parked', async () => {
    const rebuilt = await shell.json('projections', 'rebuild', 'turns');
    expect(rebuilt).toEqual({ name: 'turns', events: expect.any(Number), ms: expect.any(Number) });
    expect(rebuilt.events).toBeGreaterThan(5);
    expect(await shell.json('projections', 'retry', 'close-turn')).toEqual({
      name: 'close-turn',
      retried: 0,
      left: 0,
    });
    expect(await shell.garnitur('projections', 'retry', 'nothing')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing'),
    });
  });

  it('the delivery log has every attempt, and an event is delivered again', async () => {
    const log = await eventually(async () => {
      const delivered = await shell.json('webhooks', 'list', '--conversation', conversation, '--state', 'delivered');
      return delivered.length === 2 ? delivered : undefined;
    });
    expect(log[0]).toMatchObject({ state: 'delivered', attempts: [{ attempt: 1, status: 204 }] });
    const before = partner.received;
    expect(await shell.json('webhooks', 'redeliver', '--event', log[0].event_id)).toEqual({
      event_id: log[0].event_id,
    });
    await eventually(async () => (partner.received > before ? true : undefined));
  });

  it('a replay tells words, attempts, coins, webhooks, order and picture from events alone', async () => {
    const told = await shell.json('replay', '--conversation', conversation);
    expect(told).toMatchObject({
      conversation_id: conversation,
      external_id: 'lead-1',
      turn: 2,
      order: { kind: 'kitchen' },
    });
    expect(told.picture).toMatch(/^<svg /);
    expect(told.bom.sheets.length).toBeGreaterThan(0);
    const [first, second] = told.turns;
    expect(first).toMatchObject({
      text: KITCHEN,
      status: 'built',
      order_changed: true,
      attempts: [{ attempt: 1, next: 'complete' }],
    });
    expect(first.coins).toMatchObject([
      { step: 'reserved', coins: 1 },
      { step: 'charged', coins: 1, balance: { used: 1 } },
    ]);
    expect(second.coins).toMatchObject([{ step: 'reserved' }, { step: 'released', balance: { used: 1 } }]);
    expect(first.webhooks[0]).toMatchObject({ step: 'scheduled' });
    expect(told.order).toEqual((await partner.call('GET', `/conversations/${conversation}/project`)).project);
  });

  it('a replay goes back to any turn, in words and as a picture', async () => {
    const { out: words } = await shell.garnitur('replay', '--conversation', conversation, '--turn', '1');
    expect(words).toContain(KITCHEN);
    expect(words).not.toContain('Сколько это стоит?');
    expect((await shell.garnitur('replay', '--conversation', conversation, '--format', 'svg')).out).toMatch(
      /^<svg [\s\S]*<\/svg>\n$/,
    );
    const before = await shell.garnitur('replay', '--conversation', conversation, '--turn', '0', '--format', 'svg');
    expect(before).toMatchObject({ code: 1, out: '', err: expect.stringContaining('nothing was assembled') });
    const later = await shell.garnitur('replay', '--conversation', conversation, '--turn', '9');
    expect(later).toMatchObject({ code: 1, err: expect.stringContaining('has no turn 9: it has 2') });
  });

  it('a replay tells what changed between any two turns, in words, as JSON and as pictures', async () => {
    const diff = (...more: string[]) => shell.garnitur('replay', '--conversation', conversation, '--diff', ...more);
    const { out } = await diff('0', '1', '--json');
    expect(JSON.parse(out)).toMatchObject({
      conversation_id: conversation,
      from: 0,
      to: 1,
      nodes: { removed: [], changed: [] },
      coins: { before: 0, after: 1 },
    });
    expect((await diff('0', '1')).out).toContain('Добавлено:');
    expect((await diff('1', '2')).out).toContain('Заказ тот же.');
    const { out: pictures } = await diff('0', '2', '--format', 'svg');
    expect(pictures).toMatch(/ничего не собрано[\s\S]*После хода 2[\s\S]*data:image/);
    expect(await diff('1', '9')).toMatchObject({ code: 1, err: expect.stringContaining('has no turn 9') });
  });

  it('a read model goes out as NDJSON and as CSV that no spreadsheet runs', async () => {
    const { out: lines } = await shell.garnitur('export', 'turns', '--format', 'ndjson');
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).text),
    ).toEqual([KITCHEN, 'Сколько это стоит?']);
    const { out: rows } = await shell.garnitur('export', 'companies', '--format', 'csv');
    expect(rows).toMatch(/^company_id,title,/);
    expect(rows).toContain(`${company},'=Кухни,`);
  });

  it('a reader that has seen enough ends an export quietly', async () => {
    const child = shell.spawn('export', 'turns');
    let err = '';
    child.stderr?.on('data', (text: Buffer) => {
      err += text;
    });
    child.stdout?.destroy();
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('the engine reads an order document from a file', async () => {
    const file = join(dataDir, 'order.json');
    const { project } = await partner.call('GET', `/conversations/${conversation}/project`);
    writeFileSync(file, JSON.stringify(project));
    const { findings } = await shell.json('order', 'check', file);
    writeFileSync(file, JSON.stringify({ ok: true, project }));
    expect(await shell.json('order', 'check', file)).toEqual({ findings });
    expect(findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    const { bom } = await partner.call('GET', `/conversations/${conversation}/bom`);
    expect(await shell.json('order', 'bom', file)).toEqual({ bom });
    const {
      ok: _ok,
      order_id: _id,
      turn: _turn,
      ...parts
    } = await partner.call('GET', `/conversations/${conversation}/parts`);
    expect(await shell.json('order', 'parts', file)).toEqual(parts);
    const csv = await shell.garnitur('order', 'parts', file, '--format', 'csv');
    expect(csv).toMatchObject({ code: 0, out: expect.stringMatching(/^Name,Count,Length,Width,Thickness,Material,/) });
    expect((await shell.garnitur('order', 'parts', file)).out).toContain('Столешница');
    const page = await shell.garnitur('order', 'render', file, '--view', 'iso', '--format', 'html', '--facade', 'oak');
    expect(page).toMatchObject({ code: 0, out: expect.stringMatching(/^<!doctype html>/) });
    const model = await shell.garnitur('order', 'render', file, '--format', 'glb');
    expect(model).toMatchObject({ code: 0, out: expect.stringMatching(/^glTF/) });
    const sheets = await shell.garnitur('order', 'render', file, '--format', 'pdf', '--date', '2026-11-22');
    expect(sheets).toMatchObject({ code: 0, out: expect.stringMatching(/^%PDF-1/) });
    const never = await shell.garnitur('order', 'render', file, '--format', 'pdf', '--date', '22.11.2026');
    expect(never).toMatchObject({ code: 2, out: '', err: expect.stringContaining('YYYY-MM-DD') });
    writeFileSync(file, JSON.stringify({ ...project, ceiling: 'high' }));
    const wrong = await shell.garnitur('order', 'check', file);
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('order.json: ceiling must be') });
  });

  describe('verifying', () => {
    it('finds nothing broken beside the service, of all or of one conversation', async () => {
      const all = await shell.json('verify');
      expect(all).toEqual({ streams: expect.any(Number), events: expect.any(Number), broken: [] });
      const one = await shell.json('verify', '--conversation', conversation);
      expect(one).toMatchObject({ broken: [] });
      expect(one.events).toBeLessThan(all.events);
      const card = 1; // What a workplace received names no conversation.
      expect(one.streams).toBe(streamsAbout(conversation) + card);
      expect(await shell.garnitur('verify', '--conversation', 'cnv_x')).toMatchObject({ code: 1, out: '' });
    });

    it('names a document that was changed, and one that is missing', async () => {
      await shell.stopService();
      // The second build of `turns`: it was rebuilt above.
      const restore = change('read-models.db', [
        `UPDATE "turns@1.1" SET _doc = replace(_doc, 'question', 'built') WHERE _doc LIKE '%question%'`,
        `DELETE FROM "seats@2"`,
      ]);
      const { code, out, err } = await shell.garnitur('verify', '--json');
      expect(code).toBe(1);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
      expect(JSON.parse(out).broken).toMatchObject([
        { read_model: 'seats', id: `${company}:1`, reason: 'is missing' },
        { read_model: 'turns', reason: 'differs from what its events say' },
      ]);
      const one = await shell.garnitur('verify', '--conversation', conversation, '--json');
      expect(JSON.parse(one.out).broken).toMatchObject([{ read_model: 'turns' }]);
      restore();
    });

    it('names an event that was changed', async () => {
      const sql = `UPDATE events SET data = replace(data, 'Сколько', 'Почём') WHERE data LIKE '%Сколько%' AND type = 'TurnQueued'`;
      const restore = change('events.db', [sql]);
      const { code, out } = await shell.garnitur('verify', '--json');
      expect(code).toBe(1);
      expect(JSON.parse(out).broken).toContainEqual({
        stream: `conversation-${conversation}`,
        revision: expect.any(Number),
        reason: 'hash does not match the event and the one before it',
      });
      restore();
    });

    it('finds documents of an erased conversation that were left behind', async () => {
      const restore = change('events.db', [
        `DELETE FROM events WHERE stream IN (SELECT key FROM streams WHERE name = 'conversation-${conversation}')`,
      ]);
      const { code, out } = await shell.garnitur('verify', '--conversation', conversation, '--json');
      expect(code).toBe(1);
      const models = JSON.parse(out).broken.map(({ read_model }: { read_model: string }) => read_model);
      expect(new Set(models)).toEqual(new Set(['bom', 'conversations', 'deliveries', 'orders', 'outcomes', 'turns']));
      restore();
    });
  });

  /** How many streams hold an event that names the conversation. */
  function streamsAbout(id: string): number {
    const db = new DatabaseSync(join(dataDir, 'events.db'), { readOnly: true });
    const sql = 'SELECT count(DISTINCT stream) AS streams FROM events WHERE instr(data || metadata, ?) > 0';
    const row = db.prepare(sql).get(`"conversation_id":"${id}"`);
    db.close();
    return Number(row?.streams);
  }

  /** Changes a store behind the service's back; the result puts it back as it was. */
  function change(file: string, statements: readonly string[]): () => void {
    const path = join(dataDir, file);
    const db = new DatabaseSync(path);
    const kept = join(dataDir, `kept-${file}`);
    rmSync(kept, { force: true });
    db.exec(`VACUUM INTO '${kept}'`);
    for (const statement of statements) expect(Number(db.prepare(statement).run().changes)).toBeGreaterThan(0);
    db.close();
    return () => {
      for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
      const backup = new DatabaseSync(kept);
      rmSync(path);
      backup.exec(`VACUUM INTO '${path}'`);
      backup.close();
    };
  }
});
