import { reportOf } from './report.js';
import { runFaults } from './run.js';

/**
 * `npm run faults [-- MINUTES [SEED]]`: ten minutes by default, on doubles, or on real servers where EVENTSTORE_URL and
 * MONGODB_URL are set. Exits 1 where anything that must hold did not.
 */
async function main(): Promise<void> {
  const [minutes = '10', given] = process.argv.slice(2);
  const seed = given === undefined ? Date.now() % 1_000_000 : Number(given);
  const ms = Number(minutes) * 60_000;
  if (!Number.isFinite(ms) || ms <= 0 || !Number.isInteger(seed)) {
    console.error('usage: npm run faults [-- MINUTES [SEED]], for example: npm run faults -- 10 4711');
    process.exit(2);
  }
  const run = await runFaults(seed, ms);
  console.log(reportOf(seed, run));
  process.exit(run.violations.length === 0 ? 0 : 1);
}

void main();
