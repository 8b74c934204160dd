import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../faults/service-process.js';
import { TestService } from '../support/service.js';
import { blocksOf } from './blocks.js';
import { JUDGE_GO, JUDGE_PHP, JUDGE_PY } from './judges.js';

const REPOSITORY = resolve('.');
const run = promisify(execFile);

/** In the order in which a reader takes them, and what the shell must have said in the end. */
const GUIDES = {
  'first-conversation': [
    /"coins_left":\d+/,
    /^cnv_[0-9a-f]{32}$/m,
    /^event: done$/m,
    /^built Прямая кухня/m,
    /^built .*дуб/im,
  ],
  webhooks: [/^ping/m, /^evt_[\w-]+ turn\.completed$/m],
  'pictures-and-papers': [
    /^For the customer.*\/r\//m,
    /^\d+\.\d\d m² of sheet goods$/m,
    /^304$/m,
    /stands at Цех на Лесной$/m,
  ],
  errors: [/^На чём готовить/m, /^400 invalid_request text must not be blank/m],
  'going-live': [/"version":1/, /"coins_left":\d+/],
} as const;

/** A reader's shell. `npm run garnitur` would build first: here it is the command line as it was built. */
const PRELUDE = `set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
npm() {
  case "$*" in
    "run --silent garnitur -- "*) shift 4; node "$REPOSITORY/dist/apps/cli/src/main.js" "$@" ;;
    *) command npm "$@" ;;
  esac
}
`;

function environment(dataDir: string): NodeJS.ProcessEnv {
  const { PATH = '', HOME } = process.env;
  const path = [join(REPOSITORY, 'node_modules', '.bin'), PATH].join(delimiter);
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_offline: 'true' };
  return { PATH: path, HOME, REPOSITORY, DATA_DIR: dataDir, ...quiet };
}

const has = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;

const guide = (language: 'en' | 'ru', name: string) => `docs/guides/${language}/${name}.md`;

describe('the guides', () => {
  let service: TestService;
  let folder: string;
  let values: readonly (readonly [string, string])[];

  beforeAll(async () => {
    service = await TestService.start({ env: { ASSISTANT: 'offline' } });
    const { api, company_id, partner_id, webhook_secret } = await service.partner();
    values = [
      ['http://127.0.0.1:3000', service.url],
      ['pk_…', api.key],
      ['whsec_…', webhook_secret],
      ['prt_…', partner_id],
      ['cmp_…', company_id],
      ['8080', String(await freePort())],
    ];
    folder = await mkdtemp(join(tmpdir(), 'garnitur-guides-'));
    await symlink(REPOSITORY, join(folder, 'garnitur'));
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A reader's own values in the place of those of the guide. */
  const withValues = (text: string) => values.reduce((done, [theirs, own]) => done.replaceAll(theirs, own), text);

  it.each(Object.entries(GUIDES))('%s: every block does what the guide says', async (name, said) => {
    const blocks = blocksOf(guide('en', name));
    for (const { file, text } of blocks) if (file) await writeFile(join(folder, file), withValues(text));
    const pasted = blocks.filter(({ language }) => language === 'sh').map(({ text }) => withValues(text));
    await writeFile(join(folder, `${name}.sh`), PRELUDE + pasted.join('\n'));
    const { stdout } = await run('bash', [`${name}.sh`], { cwd: folder, env: environment(service.dataDir) });
    for (const expected of said) expect(stdout).toMatch(expected);
  });

  it('webhooks: where the port of the receiver is taken the reader is told so, and waits no longer', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, resolve));
    const { port } = taken.address() as AddressInfo;
    const [start] = blocksOf(guide('en', 'webhooks')).filter(({ language }) => language === 'sh');
    // Whoever types at a shell types on after a refusal.
    const typed = `${PRELUDE}set +e\n${withValues(start?.text.replace('8080', String(port)) ?? '')}`;
    await writeFile(join(folder, 'taken.sh'), typed);
    const options = { cwd: folder, env: environment(service.dataDir), timeout: 90_000 };
    const { stdout, stderr } = await run('bash', ['taken.sh'], options).finally(() => taken.close());
    expect(stderr).toContain('EADDRINUSE');
    expect(stdout).not.toMatch(/^ping/m);
  }, 120_000);

  it.each(Object.keys(GUIDES))('%s: the Russian guide has the same blocks', (name) => {
    expect(blocksOf(guide('ru', name))).toEqual(blocksOf(guide('en', name)));
  });

  it('are all run: no guide beside these, and no block of a language that nothing runs', () => {
    for (const language of ['en', 'ru'] as const)
      expect(readdirSync(`docs/guides/${language}`).sort()).toEqual(
        Object.keys(GUIDES)
          .map((name) => `${name}.md`)
          .sort(),
      );
    const kinds = Object.keys(GUIDES).flatMap((name) =>
      blocksOf(guide('en', name)).map(({ language, file }) => `${language}${file ? ' file' : ''}`),
    );
    expect(new Set(kinds)).toEqual(new Set(['sh', 'ts file', 'python file', 'php file', 'go file']));
  });

  describe('the verifiers judge every vector of the signature', () => {
    const vectors = resolve('libs/webhooks/src/signature-vectors.json');
    const verifier = async (file: string, text: string) => {
      const block = blocksOf(guide('en', 'webhooks')).find((one) => one.file === file);
      await writeFile(join(folder, file), block?.text ?? '');
      await writeFile(join(folder, `judge-${file}`), text);
    };
    const judge = async (program: string, ...args: string[]) => {
      const { stdout } = await run(program, args, { cwd: folder });
      const { vectors: all }: { vectors: { name: string; verdict: string }[] } = JSON.parse(
        await readFile(vectors, 'utf8'),
      );
      expect(stdout.trim().split('\n')).toEqual(all.map(({ name, verdict }) => `${name}: ${verdict}`));
    };

    const python = has('python3', '--version') ? it : it.skip; // nothing here can run it
    python('in Python (skipped where there is no python3)', async () => {
      await verifier('verify.py', JUDGE_PY);
      await judge('python3', 'judge-verify.py', vectors);
    });

    const php = has('php', '--version') ? it : it.skip; // nothing here can run it
    php('in PHP (skipped where there is no php)', async () => {
      await verifier('verify.php', JUDGE_PHP);
      await judge('php', 'judge-verify.php', vectors);
    });

    const go = has('go', 'version') ? it : it.skip; // nothing here can run it
    go('in Go (skipped where there is no go)', async () => {
      await verifier('verify.go', JUDGE_GO);
      await judge('go', 'run', 'verify.go', 'judge-verify.go', vectors);
    });
  });
});
