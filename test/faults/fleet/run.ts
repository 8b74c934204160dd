import { setTimeout as pause } from 'node:timers/promises';
import { garniturJson } from '../../support/garnitur.js';
import { Receiver } from '../../support/receiver.js';
import { Caller } from '../caller.js';
import { Journal } from '../journal.js';
import { delivered, ended } from '../outcome-oracle.js';
import { Random } from '../random.js';
import { chainKeyOf, inspectStores } from '../store-oracle.js';
import { withDeliveries } from './deliveries.js';
import { type InjectedFault, injectFaults } from './fault-injection.js';
import { FaultLog } from './fault-log.js';
import { Fleet } from './fleet.js';
import { FleetApi } from './fleet-api.js';
import { Prober } from './prober.js';
import { settle, storesOf, twoMinutesLater } from './settle.js';
import { openStorePorts, type StorePorts } from './stores.js';
import { readWaits, type Waits } from './waits.js';

const CALLERS = 6;
const COINS = 20_000;
/** Faults that may overlap. */
const CONCURRENT_FAULTS = 2;
/** Conversations of untouched nodes never wait longer, ms. */
const MAX_WAIT_MS = 20_000;
/** Short times, so that deadlines and retries fall among the faults; a table long enough that nothing is given up. */
const SETTINGS = {
  LINK_SECRET: 'a secret of the fault run, which all nodes know',
  TURN_DEADLINE: '5s',
  WEBHOOK_TIMEOUT: '500ms',
  WEBHOOK_RETRY: Array(200).fill('500ms').join(),
};

export interface FaultRun {
  /** Which stores it met. */
  readonly stores: string;
  readonly violations: readonly string[];
  readonly injected: readonly InjectedFault[];
  readonly recoveries: readonly number[];
  readonly waits: Waits;
  readonly turns: number;
  readonly outcomes: number;
  /** Outcomes that the receiver took and got once more. */
  readonly duplicates: number;
  readonly events: number;
  readonly documents: number;
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * A fleet under steady load while its nodes die, stand still and lose their stores; then the oracle: what every caller
 * was told against what the stores hold. Real servers must be empty at the start.
 */
export async function runFaults(seed: number, ms: number, env: NodeJS.ProcessEnv = process.env): Promise<FaultRun> {
  const ports = await openStorePorts(env);
  const receiver = await Receiver.start();
  const log = new FaultLog(env.FAULTS_LOG);
  try {
    return await runOn({ ports, receiver, random: new Random(seed), ms, log });
  } finally {
    log.close();
    await receiver.stop();
    await ports.stop();
  }
}

interface Ground {
  readonly ports: StorePorts;
  readonly receiver: Receiver;
  readonly random: Random;
  readonly ms: number;
  readonly log: FaultLog;
}

async function runOn({ ports, receiver, random, ms, log }: Ground): Promise<FaultRun> {
  const direct = {
    EVENTSTORE_URL: ports.events.url(ports.events.port),
    MONGODB_URL: ports.models.url(ports.models.port),
    ...SETTINGS,
  };
  await refuseUsed(direct, ports.events.title);
  const taken = unreliable(receiver, random.fork());
  const journal = new Journal();
  const fleet = await Fleet.start(ports, SETTINGS, log);
  try {
    const key = await partner(direct);
    const { injected, prober } = await underLoad({ fleet, key, journal, random, ms, webhookUrl: receiver.url, log });
    const unsettled = await settle(direct);
    const api = new FleetApi(fleet.urls, key, log);
    const ends = await ended(api, journal);
    const { outcomes, violations: untold } = await delivered(api, receiver);
    const unclean = await fleet.stop();
    const usage = await twoMinutesLater(direct, key);
    const stores = await storesOf(direct);
    try {
      const found = await inspectStores(stores.events, stores.readModels, journal, chainKeyOf(direct));
      const waits = await readWaits(stores.events, [...injected, ...fleet.nodes.flatMap(({ touched }) => touched)]);
      const charged = [...found.books.turns.values()].reduce((sum, turn) => sum + turn.charged, 0);
      const wrong = usage.used === charged && usage.left === COINS - charged ? [] : [balanceOff(usage, charged)];
      const slow = waits.untouched
        .filter((wait) => wait > MAX_WAIT_MS)
        .map((wait) => `an untouched turn took ${wait} ms`);
      return {
        stores: `${ports.events.title} and ${ports.models.title}`,
        violations: [
          ...journal.violations,
          ...unsettled,
          ...ends,
          ...(await withDeliveries(stores.events, untold)),
          ...unclean,
          ...found.violations,
          ...wrong,
          ...usage.undone,
          ...slow,
        ],
        injected,
        recoveries: prober.recoveries(injected),
        waits,
        turns: journal.turns.size,
        outcomes,
        duplicates: taken.length - new Set(taken).size,
        events: found.events,
        documents: found.documents,
        counts: journal.counts,
      };
    } finally {
      await stores.close();
    }
  } finally {
    await fleet.end();
  }
}

/** What an earlier run left would be counted as this one's: charges without callers, turns that waited for its history. */
async function refuseUsed(env: Readonly<Record<string, string>>, title: string): Promise<void> {
  const stores = await storesOf(env);
  try {
    for await (const { type } of stores.events.readAll())
      throw new Error(`${title} already holds events (the first is ${type}): start the fault run on an empty one`);
  } finally {
    await stores.close();
  }
}

interface Load {
  readonly fleet: Fleet;
  readonly key: string;
  readonly journal: Journal;
  readonly random: Random;
  readonly ms: number;
  readonly webhookUrl: string;
  readonly log: FaultLog;
}

/** Callers and a prober for as long as faults are injected, and a moment longer. */
async function underLoad({ fleet, key, journal, random, ms, webhookUrl, log }: Load) {
  let over = false;
  const isOver = () => over;
  const api = () => new FleetApi(fleet.urls, key, log);
  const callers = Array.from({ length: CALLERS }, (_, index) =>
    new Caller({ name: `c${index}`, api: api(), journal, random: random.fork(), webhookUrl, isOver }).run(),
  );
  const prober = new Prober(api(), webhookUrl, isOver);
  const probing = prober.run();
  const end = Date.now() + ms;
  const plans = Array.from({ length: CONCURRENT_FAULTS }, () =>
    injectFaults(fleet.nodes, random.fork(), () => Date.now() > end, log),
  );
  const injected = (await Promise.all(plans)).flat();
  await pause(2_000);
  over = true;
  await Promise.all([...callers, probing]);
  return { injected, prober };
}

/** A company and its partner, made on the command line as an operator makes them. @returns the partner's key. */
async function partner(env: Readonly<Record<string, string>>): Promise<string> {
  const subscription = ['--plan', 'faults', '--status', 'active', '--coins-included', String(COINS)];
  const { company_id } = await garniturJson(env, ['company', 'create', '--title', 'Кухни', ...subscription]);
  const { api_key } = await garniturJson(env, ['partner', 'create', '--company', company_id, '--name', 'Магазин']);
  return api_key;
}

/** A receiver as they are: mostly quick, sometimes failing or breaking off. @returns ids of what it took. */
function unreliable(receiver: Receiver, random: Random): readonly string[] {
  const taken: string[] = [];
  receiver.answer = ({ body }, response) => {
    const chance = random.next();
    if (chance < 0.1) return response.writeHead(500).end();
    if (chance < 0.15) return response.destroy();
    taken.push(JSON.parse(body).id);
    return response.writeHead(204).end();
  };
  return taken;
}

function balanceOff({ used, left }: { used: number; left: number }, charged: number): string {
  return `usage says ${used} used and ${left} left of ${COINS}; the ledger charged ${charged}`;
}
