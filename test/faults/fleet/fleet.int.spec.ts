import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BARE, programFile } from '../../support/dist.js';
import { reportOf } from './report.js';
import { runFaults } from './run.js';

/** The same at every run; another explores further. */
const seed = Number(process.env.FAULTS_SEED ?? 20261121);
const MS = 9_000;

/** The short one; `npm run faults` is the long one. */
describe(`two api nodes and three workers on shared stores, under faults (FAULTS_SEED=${seed})`, () => {
  it('lose nothing, charge nothing twice, tell every outcome, and keep nobody waiting', async () => {
    const log = await mkdtemp(join(tmpdir(), 'garnitur-faults-'));
    const run = await runFaults(seed, MS, { ...process.env, FAULTS_LOG: log });
    process.stdout.write(`${reportOf(seed, run)}\n`);
    expect(run.violations).toEqual([]);
    // There was load, and there were faults: otherwise nothing above says anything. How many, the machine decides.
    expect(run.outcomes).toBeGreaterThan(0);
    expect(run.injected.length).toBeGreaterThan(0);
    const faults = await readFile(join(log, 'faults.log'), 'utf8');
    expect(faults.match(/ is over after \d+ ms$/gm)).toHaveLength(run.injected.length);
    expect(await readFile(join(log, 'api-1.log'), 'utf8')).toContain('listens');
    await rm(log, { recursive: true });
  }, 300_000);

  it('are run from the build too: `npm run faults` reads its arguments', async () => {
    const run = promisify(execFile)(process.execPath, [programFile('faults'), 'no number'], { env: BARE });
    await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('usage: npm run faults') });
  });
});
