import { readOptions } from './options.js';
import { reportOf } from './report.js';
import { attack } from './run.js';
import { startTarget, type Target } from './target.js';

/** By then the service's time-outs must have freed whatever is held: 60 s for a request, seen every 30 s; ms. */
const HOLD_MS = 100_000;

/** `npm run attack`: exits 1 where anything was found. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const { service, only, seed } = options;
  const target: Target = service
    ? { ...service, errors: () => '', stop: () => Promise.resolve() }
    : await startTarget();
  try {
    const run = only === undefined ? { ...options, holdMs: HOLD_MS } : { only, seed, requests: 1, connections: 1 };
    const report = await attack(target, run);
    console.log(reportOf(report));
    process.exitCode = report.findings.length === 0 ? 0 : 1;
  } finally {
    await target.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
