import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { ServiceProcess } from '../faults/service-process.js';
import { CheckedApi } from '../support/checked-api.js';
import { garniturJson } from '../support/garnitur.js';
import { garniturInProcess as garnitur } from '../support/garnitur-in-process.js';

jest.setTimeout(60_000);

const production = { NODE_ENV: 'production' };
/** CSI as ESC [ and as C1, a title of the window, a carriage return, an override of the direction. */
const ESCAPES = 'кухня \u001b[2J\u009b2J\u001b]0;x\u0007\r\u202e\u2066';
const RAW = /(?![\n])[\p{Cc}\p{Bidi_Control}]/u;

const root = mkdtempSync(join(tmpdir(), 'garnitur-defaults-'));
const running: ServiceProcess[] = [];
function start(env: Readonly<Record<string, string>>): ServiceProcess {
  const service = ServiceProcess.spawn({ ASSISTANT: 'offline', ...env });
  running.push(service);
  return service;
}

afterAll(async () => {
  await Promise.all(running.map((service) => service.kill()));
  rmSync(root, { recursive: true, force: true });
});

const json = (env: Readonly<Record<string, string>>, args: readonly string[]) => garniturJson(env, args, garnitur);

let folders = 0;
const folder = () => {
  folders += 1;
  return join(root, String(folders));
};

describe('in production', () => {
  it('the log of the first start holds no key; the partner that it names is issued one', async () => {
    const dataDir = folder();
    // Settings of a model that is not asked stop nothing.
    const openai = { OPENAI_API_KEY: 'a key', OPENAI_BASE_URL: 'ftp://a.test' };
    const service = start({ DATA_DIR: dataDir, ...production, ...openai });
    const url = await service.listening();
    const said = await settled(() => service.stdout.includes('key issue'), service);
    expect(said).not.toMatch(/pk_|whsec_/);
    const [, partner = ''] = /key issue --partner (prt_\w+)/.exec(said) ?? [];
    const { api_key } = await json({ DATA_DIR: dataDir }, ['key', 'issue', '--partner', partner]);
    expect((await new CheckedApi(url, api_key).get('/v1/usage')).status).toBe(200);
    await service.terminate();
  });

  // Which addresses are refused: libs/webhooks/src/domain/address.spec.ts.
  it('the command line takes a plain or private address, or one with a password, no more than the API does', async () => {
    const env = { DATA_DIR: folder(), ...production };
    const { company_id } = await json(env, ['company', 'create', '--title', 'К']);
    const create = ['partner', 'create', '--company', company_id, '--name', 'П'];
    const { partner_id } = await json(env, [...create, '--webhook-url', 'https://partner.example/hook']);
    const update = ['partner', 'update', '--partner', partner_id];
    const refused = [
      await garnitur(env, [...create, '--webhook-url', 'http://partner.example/hook']),
      await garnitur(env, [...update, '--webhook-url', 'https://user:pw@partner.example/hook']),
      await garnitur(env, [...update, '--webhook-url', 'https://127.0.0.1/hook']),
    ];
    expect(refused).toEqual(
      ['be an https URL', 'not hold a user or a password', 'not point to the private address 127.0.0.1'].map(
        (must) => ({ code: 2, out: '', err: `webhook_url must ${must}\n` }),
      ),
    );
  });
});

it('a service that others than this machine can call sends no webhook to private addresses by default', async () => {
  const env = { DATA_DIR: folder(), HOST: '0.0.0.0' };
  const { company_id } = await json(env, ['company', 'create', '--title', 'К']);
  const create = ['partner', 'create', '--company', company_id, '--name', 'П', '--webhook-url', 'http://10.0.0.1/'];
  expect(await garnitur(env, create)).toMatchObject({ code: 2 });
  expect(await garnitur({ ...env, WEBHOOK_ALLOW_PRIVATE: 'true' }, create)).toMatchObject({ code: 0 });
});

it('a secret of links of too few characters stops the start, and is not told', async () => {
  const service = start({ DATA_DIR: folder(), LINK_SECRET: 'x'.repeat(31) });
  expect(await service.exited).toEqual({ code: 1, signal: null });
  expect(service.stderr).toBe(
    'LINK_SECRET=(hidden) cannot be used; accepted: at least 32 characters, such as `openssl rand -base64 32` prints\n',
  );
});

describe('escape bytes of a caller', () => {
  const env = { DATA_DIR: join(root, 'escapes') };
  let company = '';
  let conversation = '';

  beforeAll(async () => {
    ({ company_id: company } = await json(env, ['company', 'create', '--title', 'К', '--coins-included', '9']));
    const { api_key } = await json(env, ['partner', 'create', '--company', company, '--name', 'П']);
    await json(env, ['seat', 'add', '--company', company, '--title', `Цех ${ESCAPES}`]);
    const service = start(env);
    const api = new CheckedApi(await service.listening(), api_key);
    const made = await api.post('/v1/conversations', { external_id: `лид ${ESCAPES}\nХод 9` });
    conversation = made.json.conversation.id;
    await api.say(conversation, `прямая кухня 2400, мойка и плита ${ESCAPES}`);
    await service.terminate();
  });

  it('are shown, and none reaches the terminal: replay, tables, exports, errors', async () => {
    const said = [
      await garnitur(env, ['replay', '--conversation', conversation]),
      await garnitur(env, ['seat', 'list', '--company', company]),
      await garnitur(env, ['export', 'turns']),
      await garnitur(env, ['replay', '--conversation', ESCAPES]),
    ];
    for (const { out, err } of said) {
      expect(out + err).toContain('\\u001b[2J\\u009b2J');
      expect(out + err).not.toMatch(RAW);
    }
    // Nor does a line feed make a line of its own where one is not expected.
    expect(said[0]?.out).not.toMatch(/^Ход 9/m);
  });

  it('a JSON answer holds them as they were sent', async () => {
    const { turns } = await json(env, ['replay', '--conversation', conversation]);
    expect(turns[0].text).toContain(ESCAPES);
  });
});

/** What a service has said once it has said enough. */
async function settled(enough: () => boolean, service: ServiceProcess): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end && !enough(); )
    await new Promise((next) => setTimeout(next, 20));
  return service.stdout;
}
