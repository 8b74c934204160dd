import { DataFolderLocked, StoreTooNew, StoreUnavailable } from '#libs/event-store';
import { BadEnvironment, createLog, readEnvironment, StoreUnusable } from '#libs/platform';
import { greet } from './greeting.js';
import { startService } from './service.js';

/** What an operator can put right: told in one line, without a stack. */
const EXPECTED = [BadEnvironment, DataFolderLocked, StoreTooNew, StoreUnavailable, StoreUnusable];

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = createLog(environment.logLevel, process.stdout.isTTY === true);
  const service = await startService({ environment, log });
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
  const expected = EXPECTED.some((type) => error instanceof type) || isPortTaken(error);
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`);
  process.exit(1);
});

function isPortTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EADDRINUSE' || error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
  );
}
