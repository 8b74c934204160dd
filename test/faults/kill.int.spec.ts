import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, pause } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { garnitur } from '../support/garnitur.js';
import { Receiver } from '../support/receiver.js';
import { TestService } from '../support/service.js';
import { Caller } from './caller.js';
import { settle, twoMinutesLater } from './fleet/settle.js';
import { Journal } from './journal.js';
import { delivered, ended } from './outcome-oracle.js';
import { Random } from './random.js';
import { freePort, ServiceProcess } from './service-process.js';
import { type Inspection, inspectFolder } from './store-oracle.js';

const KILLS = 6;
const CALLERS = 6;
const COINS = 400;
const TOP_UP = 25;
/** The same at every run; another explores further. */
const seed = Number(process.env.FAULTS_SEED ?? 20261121);
/** Short times, so that deadlines and retries fall among the kills; a table long enough that nothing is given up. */
const ENV = { TURN_DEADLINE: '2s', WEBHOOK_TIMEOUT: '500ms', WEBHOOK_RETRY: Array(40).fill('300ms').join() };

/** Exactly-once where it matters, shown by an oracle that knows what every caller was told. */
describe(`the service under load, killed ${KILLS} times at random moments (FAULTS_SEED=${seed})`, () => {
  it('loses nothing that it acknowledged, charges nothing twice, and tells every outcome', async () => {
    const random = new Random(seed);
    const journal = new Journal();
    const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-kill-'));
    const receiver = await Receiver.start();
    const taken = unreliable(receiver, random.fork());
    const { key, company } = await prepare(dataDir);
    const port = await freePort();
    const env = { DATA_DIR: dataDir, PORT: String(port), ...ENV };
    const api = new CheckedApi(`http://127.0.0.1:${port}`, key);
    let over = false;
    const isOver = () => over;
    const recoveries: number[] = [];

    let service = await started(env);
    try {
      const work = Array.from({ length: CALLERS }, (_, index) =>
        new Caller({ name: `c${index}`, api, journal, random: random.fork(), webhookUrl: receiver.url, isOver }).run(),
      );
      const topUps = treasurer(dataDir, company, journal, isOver);
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(random.between(100, 1_200));
        await service.kill();
        const since = performance.now();
        service = await started(env);
        await eventually(async () => (await api.usage().catch(() => undefined)) !== undefined, 30_000);
        recoveries.push(performance.now() - since);
      }
      // The load is one: otherwise nothing below says anything.
      await eventually(() => journal.turns.size > 20, 60_000);
      over = true;
      await Promise.all([...work, topUps]);

      const unsettled = await settle({ DATA_DIR: dataDir });
      const ends = await ended(api, journal);
      const outcomes = await delivered(api, receiver);
      expect(await service.terminate()).toEqual({ code: 0, signal: null });
      const coins = COINS + TOP_UP * journal.topUps.size;
      const usage = await twoMinutesLater({ DATA_DIR: dataDir }, api.key);
      const folder = await inspectFolder(dataDir, journal);
      report(
        journal,
        recoveries,
        { outcomes: outcomes.outcomes, duplicates: taken.length - new Set(taken).size },
        folder,
      );

      expect([
        ...journal.violations,
        ...unsettled,
        ...ends,
        ...outcomes.violations,
        ...usage.undone,
        ...folder.violations,
      ]).toEqual([]);
      const charged = [...folder.books.turns.values()].reduce((sum, turn) => sum + turn.charged, 0);
      expect(usage).toMatchObject({ used: charged, left: coins - charged });
      expect(outcomes.outcomes).toBeGreaterThan(10);
    } finally {
      over = true;
      await service.kill();
      await receiver.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 300_000);
});

/** A top-up that ran while no service did keeps the folder until it ends: then the start is refused, and repeated. */
async function started(env: Record<string, string>): Promise<ServiceProcess> {
  for (;;) {
    const service = ServiceProcess.spawn(env, 'thinking');
    const failure = await service.listening().then(
      () => undefined,
      (error: Error) => error,
    );
    if (!failure) return service;
    await service.kill();
    if (!service.stderr.includes('is held by')) throw failure;
  }
}

async function prepare(dataDir: string): Promise<{ key: string; company: string }> {
  const service = await TestService.start({ dataDir });
  const { api, company_id } = await service.partner({ coins: COINS });
  await service.service.stop();
  return { key: api.key, company: company_id };
}

/** A receiver as they are: mostly quick, sometimes failing, breaking off, or too slow. @returns ids of what it took. */
function unreliable(receiver: Receiver, random: Random): readonly string[] {
  const taken: string[] = [];
  receiver.answer = ({ body }, response) => {
    const chance = random.next();
    if (chance < 0.1) return response.writeHead(500).end();
    if (chance < 0.15) return response.destroy();
    taken.push(JSON.parse(body).id);
    return setTimeout(() => response.writeHead(204).end(), chance < 0.18 ? 700 : 0);
  };
  return taken;
}

/** The operator: tops the company up through the command line, now and then, until each top-up is said to be done. */
async function treasurer(dataDir: string, company: string, journal: Journal, isOver: () => boolean): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    const key = `top-up-${number}`;
    const args = ['coins', 'add', '--company', company, '--coins', String(TOP_UP), '--idempotency-key', key, '--json'];
    while (!journal.topUps.has(key)) {
      if ((await garnitur({ DATA_DIR: dataDir }, args)).code === 0) journal.topUps.set(key, TOP_UP);
      else journal.count('top-ups tried again');
    }
    await pause(6_000);
  }
}

function report(
  journal: Journal,
  recoveries: readonly number[],
  { outcomes, duplicates }: { outcomes: number; duplicates: number },
  folder: Inspection,
): void {
  const sorted = [...recoveries].sort((one, other) => one - other);
  const ms = (at: number) => Math.round(sorted[at] ?? Number.NaN);
  const counts = [...journal.counts].map(([what, count]) => `${count} ${what}`).join(', ');
  process.stdout.write(
    `${KILLS} kills (seed ${seed}): ${journal.conversations.size} conversations and ${journal.turns.size} turns acknowledged, ` +
      `${outcomes} outcomes told, ${duplicates} taken again by the receiver, ${journal.topUps.size} top-ups; ${counts}; ` +
      `${folder.events} events, ${folder.documents} documents; recovery p50 ${ms(sorted.length >> 1)} ms, worst ${ms(sorted.length - 1)} ms\n`,
  );
}
