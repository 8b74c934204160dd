import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median } from './figure.js';
import { mongoWire, type SentCommand } from './mongo-wire.js';
import { ask, type Env, withService } from './service/measured-service.js';

const ROUNDS = 3;
const TURNS = 40;
/** Longer than any checkpoint trails, ms. */
const QUIET_MS = 1_200;
const BODY = JSON.stringify({ text: 'Прямая кухня 3 метра: мойка 60, посудомойка 45' });
/** What a node asks for by the clock; and the driver, for itself. */
const BY_THE_CLOCK = /^(hello|ismaster|\w+ (_leases|_admin_requests|_serving))/i;
/** Half of what a turn took at first. */
const AT_MOST = 13.1;

/**
 * Commands to MongoDB that follow from a turn's events, with an instant assistant: documents loaded and written, and
 * checkpoints. Queries of the API and of scheduled tasks follow from none.
 * @param servers of a database of its own for each name.
 */
export async function run(dir: string, servers: (database: string) => Env): Promise<Figure[]> {
  const single: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    single.push(await commandsPerTurn(dir, servers(`single_${round}`), 1));
    together.push(await commandsPerTurn(dir, servers(`together_${round}`), TURNS));
  }
  const round1 = (values: readonly number[]) => Math.round(10 * median(values)) / 10;
  const target = { of: 'value' as const, atMost: AT_MOST };
  return [
    { name: 'commands to MongoDB for a turn, one after another', value: round1(single), unit: 'commands', target },
    { name: `commands to MongoDB for a turn, ${TURNS} at once`, value: round1(together), unit: 'commands' },
  ];
}

async function commandsPerTurn(dir: string, env: Env, atOnce: number): Promise<number> {
  let count = 0;
  const wire = await mongoWire(env.MONGODB_URL ?? '', (command) => {
    if (followsFromEvents(command)) count += 1;
  });
  const quiet = async () => {
    for (let before = Number.NaN; before !== count; await pause(QUIET_MS)) before = count;
  };
  const wanted = { dir, conversations: [TURNS], concurrency: TURNS, env: { ...env, MONGODB_URL: wire.url } };
  try {
    return await withService(wanted, async ({ child, url, partners }) => {
      const [{ key = '', ids = [] } = {}] = partners;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const say = async (id: string) => {
        const { status } = await fetch(`${url}/v1/conversations/${id}/turns`, { method: 'POST', headers, body: BODY });
        if (status !== 202) throw new Error(`a turn was refused: ${status}`);
      };
      await quiet();
      count = 0;
      for (let at = 0; at < ids.length; at += atOnce) await Promise.all(ids.slice(at, at + atOnce).map(say));
      while ((await ask(child, 'used')).coinsUsed < TURNS) await pause(QUIET_MS);
      await quiet();
      return count / TURNS;
    });
  } finally {
    wire.close();
  }
}

function followsFromEvents({ name, collection, body }: SentCommand): boolean {
  if (BY_THE_CLOCK.test(`${name} ${collection}`)) return false;
  return name !== 'find' || collection.startsWith('_') || Object(Object(body.filter)._id).$in !== undefined;
}
