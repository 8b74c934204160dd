import { DataFolderLocked, StoreTooNew, StoreUnavailable } from '#libs/event-store';
import { collectSeldom, collectWhenIdle, oneLine, releaseMemory } from '#libs/kernel';
import { BadEnvironment, createLog, readEnvironment, StoreUnusable } from '#libs/platform';
import { ReadModelsTooNew } from '#libs/read-models';
import { greet } from './greeting.js';
import { startService } from './service.js';

/** What an operator can put right: told in one line, without a stack. */
const EXPECTED = [BadEnvironment, DataFolderLocked, ReadModelsTooNew, StoreTooNew, StoreUnavailable, StoreUnusable];

/** What this process makes, the databases and secrets above all, is its user's alone. */
process.umask(0o077);

async function main(): Promise<void> {
  collectSeldom();
  const environment = readEnvironment(process.env);
  const log = createLog(environment.logLevel, process.stdout.isTTY === true);
  const service = await startService({ environment, log });
  // What loading and composing left behind, before anybody is told the address.
  releaseMemory();
  collectWhenIdle();
  process.stdout.write(await greet(service, environment));
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      void service.stop().then(() => process.exit(0));
    });
  }
}

main().catch((error: unknown) => {
  const expected = EXPECTED.some((type) => error instanceof type) || isOfAddress(error);
  process.stderr.write(
    `${error instanceof Error ? (expected ? oneLine(error.message) : error.stack) : String(error)}\n`,
  );
  process.exit(1);
});

/** HOST and PORT: taken, forbidden, or not this machine's. */
function isOfAddress(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall));
}
