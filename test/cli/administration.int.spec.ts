import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { lockDataFolder } from '#libs/event-store';
import { signInWith } from '../cabinet/visitor.js';
import { garniturInProcess } from '../support/garnitur-in-process.js';
import { TestService } from '../support/service.js';
import { CommandLine } from './command-line.js';

jest.setTimeout(300_000);

/** Commands on a data folder that no service keeps: each opens it anew, and sees what the one before did. */
describe('the command line without a service', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'garnitur-cli-'));
  const shell = new CommandLine(dataDir, garniturInProcess);
  const processes = new CommandLine(dataDir);
  let company = '';
  let partner = '';

  beforeAll(async () => {
    const made = await shell.json(
      'company',
      'create',
      '--title',
      'Кухни',
      '--coins-included',
      '100',
      '--period-end',
      '2040-01-01',
    );
    expect(made).toEqual({
      company_id: expect.stringMatching(/^cmp_/),
      cabinet_url: expect.stringContaining('/cabinet/cmp_'),
    });
    company = made.company_id;
    const created = await shell.json('partner', 'create', '--company', company, '--name', 'П');
    expect(created).toEqual({
      partner_id: expect.stringMatching(/^prt_/),
      api_key: expect.stringMatching(/^pk_/),
      webhook_secret: expect.any(String),
    });
    partner = created.partner_id;
  });

  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('a company can be made without any subscription', async () => {
    const { company_id } = await shell.json('company', 'create', '--title', 'Без подписки', '--status', 'none');
    const { out } = await shell.garnitur('export', 'companies');
    const companies = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(companies).toContainEqual(expect.objectContaining({ company_id, status: 'none' }));
    expect(companies).toContainEqual(expect.objectContaining({ company_id: company, coins_included: 100 }));
  });

  it('a subscription is changed', async () => {
    expect(await shell.json('company', 'subscribe', '--company', company, '--status', 'trial')).toEqual({
      company_id: company,
    });
  });

  it('a top-up counts once, however often its key is repeated', async () => {
    const add = ['coins', 'add', '--company', company, '--coins', '5', '--idempotency-key', 'k'];
    expect(await shell.json(...add)).toEqual({ company_id: company, extra_coins: 5 });
    expect(await shell.json(...add)).toEqual({ company_id: company, extra_coins: 5 });
  });

  it('a link of access signs in to the cabinet', async () => {
    const { url, expires_at, ...rest } = await shell.json(
      'company',
      'access',
      '--company',
      company,
      '--role',
      'auditor',
    );
    expect(rest).toEqual({});
    expect(url).toContain(`/cabinet/${company}`);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
  });

  it('a partner is changed, its secret drawn anew', async () => {
    const update = ['partner', 'update', '--partner', partner, '--webhook-url', 'https://partner.example/hook'];
    expect(await shell.json(...update)).toEqual({ partner_id: partner });
    const rotated = await shell.json('partner', 'rotate-secret', '--partner', partner);
    expect(rotated).toEqual({ partner_id: partner, webhook_secret: expect.any(String) });
  });

  it('a key is issued, listed and revoked', async () => {
    const issued = await shell.json('key', 'issue', '--partner', partner);
    expect(issued).toEqual({ key_id: expect.stringMatching(/^key_/), api_key: expect.stringMatching(/^pk_/) });
    expect(await shell.json('key', 'revoke', '--key-id', issued.key_id)).toEqual({ key_id: issued.key_id });
    const keys = await shell.json('key', 'list', '--partner', partner);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toEqual({
      key_id: issued.key_id,
      created_at: expect.any(String),
      last_used_at: null,
      revoked_at: expect.any(String),
    });
  });

  it('a link of access may be for one workplace alone, and goes with it', async () => {
    const access = (...more: string[]) => shell.garnitur('company', 'access', '--company', company, ...more);
    const seat = async (title: string): Promise<number> =>
      (await shell.json('seat', 'add', '--company', company, '--title', title)).seat_id;
    const [kept, revoked] = [await seat('Салон'), await seat('Склад')];
    const ofWorkplace = async (id: number) => {
      const { url } = await shell.json(
        'company',
        'access',
        '--company',
        company,
        '--role',
        'workplace',
        '--seat',
        `${id}`,
      );
      return new URL(url).searchParams.get('access') ?? '';
    };
    const links = [await ofWorkplace(kept), await ofWorkplace(revoked)] as const;
    await shell.json('seat', 'revoke', '--company', company, '--seat', `${revoked}`);
    const refused = await Promise.all([
      access('--role', 'auditor', '--seat', `${kept}`),
      access('--role', 'workplace', '--seat', `${revoked}`),
      access('--role', 'workplace', '--seat', '99'),
    ]);
    for (const { code, err } of refused) {
      expect(code).not.toBe(0);
      expect(err).toMatch(/^[^\n]*seat[^\n]*\n$/);
    }
    const service = await TestService.start({ dataDir });
    try {
      const [signedIn, late] = await Promise.all(links.map((link) => signInWith(service.url, company, link)));
      expect(signedIn?.json.session).toMatchObject({ role: 'workplace', seat_id: kept, seat_title: 'Салон' });
      expect(late?.status).toBe(401);
    } finally {
      await service.service.stop();
    }
  });

  it('a seat is added, listed and revoked', async () => {
    expect(await shell.json('seat', 'add', '--company', company, '--title', 'Цех')).toEqual({
      seat_id: 3,
      title: 'Цех',
    });
    expect(await shell.json('seat', 'revoke', '--company', company, '--seat', '3')).toEqual({ seat_id: 3 });
    expect((await shell.json('seat', 'list', '--company', company)).slice(2)).toEqual([
      { seat_id: 3, title: 'Цех', cards: 0, created_at: expect.any(String), revoked_at: expect.any(String) },
    ]);
  });

  it('read models are listed, rebuilt and retried by the command itself', async () => {
    expect(await shell.json('projections', 'rebuild', 'keys')).toEqual({
      name: 'keys',
      events: expect.any(Number),
      ms: expect.any(Number),
    });
    expect(await shell.json('projections', 'retry', 'keys')).toEqual({ name: 'keys', retried: 0, left: 0 });
    expect(await shell.json('projections', 'parked')).toEqual([]);
    const statuses = await shell.json('projections', 'list');
    expect(statuses.length).toBeGreaterThan(10);
    for (const status of statuses) {
      expect(status).toEqual({
        name: expect.any(String),
        version: expect.any(Number),
        position: expect.any(Number),
        lag: 0,
        parked: 0,
      });
    }
  });

  it.each([
    [['company', 'subscribe', '--company', 'cmp_nowhere'], 'company cmp_nowhere not found'],
    [['key', 'list', '--partner', 'prt_nowhere'], 'partner prt_nowhere not found'],
    [['projections', 'rebuild', 'nothing'], 'there are bom, cards, companies'],
    [['webhooks', 'redeliver', '--event', 'evt_nowhere'], 'webhook event evt_nowhere not found'],
    [['conversation', 'restore', '--conversation', 'cnv_nowhere'], 'conversation cnv_nowhere not found'],
    [['export', 'nothing'], 'there are bom, cards, companies'],
  ])('%j ends with 1 and one clear line', async (args, told) => {
    const { code, out, err } = await shell.garnitur(...args, '--json');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(told);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each([
    [['export', 'nothing'], 1],
    [['frobnicate'], 2],
  ])('%j as a process ends with %d', async (args, code) => {
    expect(await processes.garnitur(...args)).toMatchObject({
      code,
      out: '',
      err: expect.stringMatching(/^[^\n]+\n$/),
    });
  });

  it('a value that a command refuses is wrong usage', async () => {
    const { code, err } = await shell.garnitur(
      'partner',
      'create',
      '--company',
      company,
      '--name',
      'П',
      '--webhook-url',
      'ftp://x',
    );
    expect(code).toBe(2);
    expect(err).toContain('an http or https URL');
  });

  it('a write that a service does not show within 5 s stands, and stderr says so', async () => {
    const lock = lockDataFolder(dataDir);
    try {
      const { code, out, err } = await processes.garnitur(
        'seat',
        'add',
        '--company',
        company,
        '--title',
        'Склад',
        '--json',
      );
      expect({ code, seat: JSON.parse(out) }).toEqual({ code: 0, seat: { seat_id: 4, title: 'Склад' } });
      expect(err).toContain('stored, but no running service or worker showed it within 5 s');
    } finally {
      lock.release();
    }
    expect(await shell.json('seat', 'list', '--company', company)).toContainEqual(
      expect.objectContaining({ title: 'Склад' }),
    );
  });

  it('two commands at a time both do their work', async () => {
    const titles = ['один', 'два', 'три'];
    const made = await Promise.all(titles.map((title) => processes.json('company', 'create', '--title', title)));
    const { out } = await shell.garnitur('export', 'companies', '--format', 'csv');
    for (const { company_id } of made) expect(out).toContain(company_id);
    expect(await shell.json('verify')).toMatchObject({ broken: [] });
  });
});
