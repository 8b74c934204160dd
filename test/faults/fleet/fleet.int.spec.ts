import { reportOf } from './report.js';
import { runFaults } from './run.js';

const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const MS = 14_000;

/** The short one; `npm run faults` is the long one. */
describe(`two api nodes and three workers on shared stores, under faults (FAULTS_SEED=${seed})`, () => {
  it('lose nothing, charge nothing twice, tell every outcome, and keep nobody waiting', async () => {
    const run = await runFaults(seed, MS);
    process.stdout.write(`${reportOf(seed, run)}\n`);
    expect(run.violations).toEqual([]);
    // There was load, and there were faults: otherwise nothing above says anything. How many, the machine decides.
    expect(run.outcomes).toBeGreaterThan(0);
    expect(run.struck.length).toBeGreaterThan(0);
  }, 300_000);
});
