import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventStore, NewEvent } from '#libs/event-store';
import { newId, systemClock, uuidv7 } from '#libs/kernel';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { Ledgers, ReserveCoins, ReserveCoinsHandler } from '../../libs/coins/src/commands/ledgers.js';
import { SettleCoins, SettleCoinsHandler } from '../../libs/coins/src/commands/settle-coins.js';
import { type LedgerCommand, ledger } from '../../libs/coins/src/domain/ledger.js';
import { ledgerStream } from '../../libs/coins/src/domain/ledger-stream.js';
import { ListLedgerEntries, ListLedgerEntriesHandler } from '../../libs/coins/src/queries/list-ledger-entries.js';
import type { Figure } from '../figure.js';
import { projectAll } from './growth.js';
import { compareSizes, type Sized, timed } from './sizes.js';

/** Entries of one period; each turn makes two. */
const ENTRIES = [1_000, 1_000_000];
const PAGE = 50;
const AT_ONCE = 1_000;
const COINS = 1_000_000_000;

/** An account with a million ledger entries beside one with a thousand: what a turn is charged with, balance and pages. */
export async function run(dir: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(dir, 'bench-account-'));
  const environment = readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const following = new AbortController();
  let stores = await openStores(environment, true);
  try {
    const accounts: Sized<string>[] = [];
    for (const entries of ENTRIES) {
      const company_id = newId('cmp');
      await fill(stores.events, company_id, entries);
      accounts.push({ size: `${entries.toLocaleString('en')} entries`, of: company_id });
    }
    await projectAll(stores);
    const { aggregates } = stores;
    const firsts = await timedOnce('the first fold of an account of', accounts, (id) =>
      // However long it takes: a command would be refused after 9 s.
      aggregates.load(ledgerStream(id, 1), ledger, { until: following.signal }),
    );
    await stores.close();
    stores = await openStores(environment, true);
    const { charge, page } = coinsOf(stores);
    firsts.push(...(await timedOnce('after a start, the first turn charged to an account of', accounts, charge)));
    void stores.aggregates.follow(stores.events, following.signal);
    return [
      ...(await compareSizes('a turn charged to an account of', accounts, charge)),
      ...(await compareSizes('the balance of an account of', accounts, (id) => stores.readModels.get('usage', id))),
      ...(await compareSizes(`the newest ${PAGE} entries of an account of`, accounts, page)),
      ...firsts,
    ];
  } finally {
    following.abort();
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timedOnce(
  name: string,
  accounts: readonly Sized<string>[],
  call: (company_id: string) => Promise<unknown>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { size, of } of accounts)
    figures.push({ name: `${name} ${size}`, value: Math.round(await timed(() => call(of))), unit: 'ms' });
  return figures;
}

/** The service's own commands and query over these stores. */
function coinsOf({ events, aggregates }: Stores) {
  const account = { period: 1, coins_included: COINS, change: 1, refusal: undefined };
  const accounts = { account: async (company_id: string) => ({ company_id, ...account }) };
  const ledgers = new Ledgers(aggregates, accounts, systemClock);
  const reserving = new ReserveCoinsHandler(ledgers);
  const settling = new SettleCoinsHandler(ledgers);
  const listing = new ListLedgerEntriesHandler(events, accounts, systemClock);
  return {
    charge: async (company_id: string) => {
      const turn_id = newId('trn');
      const input = { company_id, turn_id, conversation_id: 'cnv_bench', coins: 1 };
      const { ledger: stream } = await reserving.execute(new ReserveCoins(input, {}));
      await settling.execute(new SettleCoins({ ledger: stream, turn_id, coins: 1 }, {}));
    },
    page: (company_id: string) => listing.execute(new ListLedgerEntries(company_id, { limit: PAGE })),
  };
}

/** A ledger as its commands make it, by as many turns, one after another. */
async function fill(store: EventStore, company_id: string, entries: number): Promise<void> {
  const metadata = { at: new Date().toISOString(), schema: 1, company_id };
  let state = ledger.initial;
  const made: NewEvent[] = [];
  const act = (command: LedgerCommand) => {
    for (const event of ledger.decide(command, state)) {
      state = ledger.evolve(state, event);
      const data = JSON.parse(JSON.stringify(event.data));
      made.push({ id: event.id ?? uuidv7(), type: event.type, data, metadata });
    }
  };
  const plan = { coins_included: COINS, change: 1, extra_coins: 0, top_up_keys: [] };
  act({ type: 'OpenCoinPeriod', opening: { company_id, period: 1, ...plan, opened_at: metadata.at } });
  for (let stored = 0; stored < entries; ) {
    while (made.length < Math.min(AT_ONCE, entries - stored)) {
      const turn_id = newId('trn');
      act({ type: 'ReserveCoins', turn_id, conversation_id: 'cnv_bench', coins: 1 });
      act({ type: 'SettleCoins', turn_id, coins: 1 });
    }
    const some = made.splice(0);
    await store.append(ledgerStream(company_id, 1), stored === 0 ? 'no-stream' : stored - 1, some);
    stored += some.length;
  }
}
