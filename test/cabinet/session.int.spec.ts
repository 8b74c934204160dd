import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '#libs/kernel';
import { adjustableClock, type TestPartner, TestService } from '../support/service.js';
import { accessToken, cookieOf, signInWith, Visitor, visit } from './visitor.js';

const HOUR_MS = 3_600_000;

describe('signing in to the cabinet', () => {
  const { clock, wind } = adjustableClock();
  let service: TestService;
  let partner: TestPartner;
  beforeAll(async () => {
    service = await TestService.start({ clock });
    partner = await service.partner();
  });
  afterAll(() => service.stop());

  const token = (access: Omit<Parameters<typeof accessToken>[1], 'company_id'> = {}) =>
    accessToken(service, { company_id: partner.company_id, ...access });
  const signIn = (access: string, call?: Parameters<typeof signInWith>[3]) =>
    signInWith(service.url, partner.company_id, access, call);

  it('takes a link once and keeps what the browser gets out of scripts and other sites', async () => {
    const access = await token({ role: 'auditor' });
    const first = await signIn(access);
    expect(first.status).toBe(201);
    expect(first.json).toEqual({
      ok: true,
      session: {
        session_id: expect.stringMatching(/^ses_/),
        company_id: partner.company_id,
        company_title: 'Кухни',
        role: 'auditor',
        seat_id: null,
        seat_title: null,
        expires_at: expect.any(String),
      },
    });
    expect(first.headers.get('set-cookie')).toMatch(
      /^garnitur_cabinet=[^;]+; Path=\/cabinet; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const visitor = new Visitor(service.url, cookieOf(first.headers));
    expect((await visitor.get('/cabinet/api/session')).json).toEqual(first.json);
    expect((await signIn(access)).status).toBe(401);
  });

  it('of twenty that come with one link at once lets one in', async () => {
    const access = await token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(access)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(401)]);
  });

  it('a look at the link, as for a preview, uses nothing up', async () => {
    const access = await token();
    for (let look = 0; look < 3; look++) {
      const page = await fetch(`${service.url}/cabinet/${partner.company_id}?access=${access}`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await page.text()).not.toContain(access);
    }
    expect((await signIn(access)).status).toBe(201);
  });

  it('the page runs scripts of this service alone, and is not framed', async () => {
    const page = await fetch(`${service.url}/cabinet`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await fetch(`${service.url}/cabinet/api`)).status).toBe(404);
  });

  it('the console is served with its scripts, kept by their content; nothing else of the disk is', async () => {
    const at = (path: string) => fetch(`${service.url}/cabinet/${path}`);
    const page = await (await at(`${partner.company_id}/analysis`)).text();
    const [, script = ''] = /src="\/cabinet\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
    const asset = await at(script);
    expect([asset.status, asset.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    for (const path of [
      'assets/none.js',
      'assets/..%2f..%2fpackage.json',
      'assets/index.html',
      'favicon.ico',
      'cmp_x/a',
    ])
      expect([path, (await at(path)).status]).toEqual([path, 404]);
  });

  it('is refused alike for a used, an expired, a foreign and an unknown link, and for an unknown company', async () => {
    const expired = await token({ ttl_ms: 0 });
    const other = await service.partner();
    const foreign = await accessToken(service, { company_id: other.company_id });
    const answers = [
      await signIn(expired),
      await signIn(foreign),
      await signIn('x'.repeat(40)),
      await signInWith(service.url, newId('cmp'), foreign),
      await signInWith(service.url, 'constructor', foreign),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });

  it('is refused to another site, and to whoever sends no header of ours', async () => {
    const access = await token();
    const others: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of others) expect((await signIn(access, { headers })).status).toBe(403);
    const form = await partner.api.post(
      '/cabinet/api/session',
      { company_id: partner.company_id, access },
      { key: null },
    );
    expect(form.status).toBe(403);
    const own = { origin: service.url, 'sec-fetch-site': 'same-origin' };
    expect((await signIn(access, { headers: own })).status).toBe(201);
  });

  it('an act of a session is refused to another site too', async () => {
    const visitor = await visit(service, partner.company_id);
    const headers = { origin: 'https://elsewhere.example' };
    expect((await visitor.call('DELETE', '/cabinet/api/session', undefined, { headers })).status).toBe(403);
    expect((await visitor.get('/cabinet/api/session')).status).toBe(200);
  });

  it('ends with signing out, which takes the cookie away', async () => {
    const visitor = await visit(service, partner.company_id);
    const out = await visitor.call('DELETE', '/cabinet/api/session');
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await visitor.get('/cabinet/api/session')).status).toBe(401);
  });

  it('lasts twelve hours, however often it is used', async () => {
    const visitor = await visit(service, partner.company_id);
    wind(11 * HOUR_MS);
    expect((await visitor.get('/cabinet/api/session')).status).toBe(200);
    wind(HOUR_MS);
    expect((await visitor.get('/cabinet/api/session')).status).toBe(401);
  });

  it('is not made of a cookie that was altered, nor of an API key', async () => {
    const { cookie } = await visit(service, partner.company_id);
    const last = cookie.at(-1) === 'A' ? 'B' : 'A';
    for (const wrong of ['garnitur_cabinet=', `garnitur_cabinet=${partner.company_id}`, cookie.slice(0, -1) + last])
      expect((await new Visitor(service.url, wrong).get('/cabinet/api/session')).status).toBe(401);
    expect((await partner.api.get('/cabinet/api/session')).status).toBe(401);
    expect((await partner.api.get('/v1/usage', { key: null, headers: { cookie } })).status).toBe(401);
  });

  it('keeps neither the token nor the cookie: no file holds one', async () => {
    const access = await token();
    const { headers } = await signIn(access);
    const [, secret = ''] = cookieOf(headers).split('.');
    expect(secret).toHaveLength(43);
    const files = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(service.dataDir, name))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) {
      const bytes = readFileSync(path);
      expect([path, bytes.includes(access), bytes.includes(secret)]).toEqual([path, false, false]);
    }
  });
});
