import { readEnvironment } from '#libs/platform';
import { seed } from './seed.js';

/** `npm run seed -- [--conversations N] [--seed S]`: fills `DATA_DIR`, which no service keeps meanwhile. */
const say = (line: string) => process.stdout.write(`${line}\n`);

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const given = process.argv[at + 1] ?? '';
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new Error(`--${name} is a whole number above 0`);
  return Number(given);
}

async function main(): Promise<void> {
  const environment = readEnvironment({ ...process.env, ASSISTANT: 'offline' });
  const wanted = { conversations: option('conversations', 1_000), seed: option('seed', 4711) };
  const { company_id, api_key, conversations, turns } = await seed(environment, wanted, say);
  say(`company ${company_id}: ${conversations} conversations, ${turns} turns`);
  say(`a key: ${api_key}`);
  say(`its console: npm run garnitur -- company access --company ${company_id}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
