import * as fc from 'fast-check';
import { type Aggregates, createAggregates, isEventOf } from '#libs/event-store';
import { newId, Problem, systemClock } from '#libs/kernel';
import { MemoryEventStore } from '../../../event-store/test/memory-event-store.js';
import type { Account, Accounts } from '../domain/accounts.js';
import { ledger } from '../domain/ledger.js';
import { ledgerStream } from '../domain/ledger-stream.js';
import { coinEvents } from '../events/coin-events.js';
import { AddCoins, AddCoinsHandler } from './add-coins.js';
import { Ledgers, ReserveCoins, ReserveCoinsHandler } from './ledgers.js';
import { SettleCoins, SettleCoinsHandler } from './settle-coins.js';
import { SyncLedger, SyncLedgerHandler } from './sync-ledger.js';

const company_id = newId('cmp');

/** The company as it truly is, and each node's view of it, which may be old until it reads again. */
class Company {
  account: Account = { company_id, period: 1, coins_included: 6, change: 1, refusal: undefined };

  newPeriod(): void {
    this.account = { ...this.account, period: this.account.period + 1, change: this.account.change + 1 };
  }

  view(): Accounts {
    let seen = this.account;
    return {
      account: async (_company, _now, options) => {
        if (options?.fresh) seen = this.account;
        return seen;
      },
    };
  }
}

/** One process: its own cache over the shared store, its own view of the company. */
function node(store: MemoryEventStore, company: Company) {
  const aggregates: Aggregates = createAggregates(store, { attempts: 1_000 });
  const ledgers = new Ledgers(aggregates, company.view(), systemClock);
  const [reserve, settle] = [new ReserveCoinsHandler(ledgers), new SettleCoinsHandler(ledgers)];
  const [add, sync] = [new AddCoinsHandler(ledgers), new SyncLedgerHandler(ledgers)];
  return { reserve, settle, add, sync };
}

const turns = Array.from({ length: 5 }, () => newId('trn'));
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      turn_id: fc.constantFrom(...turns),
      coins: fc.constantFrom(1, 8),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      turn_id: fc.constantFrom(...turns),
      coins: fc.constantFrom(0, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      coins: fc.integer({ min: 1, max: 9 }),
      key: fc.constantFrom('x', 'y', 'z'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('period' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;
const life = fc.array(fc.array(fc.tuple(fc.nat({ max: 1 }), step), { minLength: 1, maxLength: 8, size: 'max' }), {
  minLength: 1,
  maxLength: 6,
  size: 'max',
});

describe('two nodes that settle one turn differently at once', () => {
  it.each([0, 1])('agree on the one that was first; node %i hands over what is really left', async (closing) => {
    const store = new MemoryEventStore();
    const company = new Company();
    const [one, other] = [node(store, company), node(store, company)];
    const [turn_id = '', unknown = ''] = turns;
    await one.add.execute(new AddCoins({ company_id, coins: 10 }, {}));
    const input = { company_id, turn_id, conversation_id: 'cnv_1', coins: 8 };
    const { ledger: stream } = await one.reserve.execute(new ReserveCoins(input, {}));
    const settle = (on: typeof one, turn: string, coins: number) =>
      on.settle.execute(new SettleCoins({ ledger: stream, turn_id: turn, coins }, {}));
    // Both have the ledger at hand, so that both decide on one revision.
    for (const on of [one, other]) await settle(on, unknown, 0);
    await Promise.all([settle(one, turn_id, 8), settle(other, turn_id, 0)]);
    company.newPeriod();
    await [one, other][closing]?.sync.execute(new SyncLedger(company_id, {}));
    await lawsHold(store, 2);
  });
});

describe('ledgers of one company on two nodes, commands at once', () => {
  it('lose and make no coin, and pay each turn at most once', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (rounds) => {
        const store = new MemoryEventStore();
        const company = new Company();
        const nodes = [node(store, company), node(store, company)];
        const heldBy = new Map<string, string>();
        for (const round of rounds) await Promise.all(round.map(([at, now]) => run(nodes[at], company, heldBy, now)));
        for (const [turn_id, stream] of heldBy)
          await nodes[0]?.settle.execute(new SettleCoins({ ledger: stream, turn_id, coins: 0 }, {}));
        await nodes[1]?.sync.execute(new SyncLedger(company_id, {}));
        await lawsHold(store, company.account.period);
      }),
      { numRuns: 60 },
    );
  });
});

async function run(on: ReturnType<typeof node> | undefined, company: Company, heldBy: Map<string, string>, now: Step) {
  try {
    if (now.do === 'reserve') {
      const input = { company_id, conversation_id: 'cnv_1', turn_id: now.turn_id, coins: now.coins };
      const held = await on?.reserve.execute(new ReserveCoins(input, {}));
      if (held) heldBy.set(now.turn_id, held.ledger);
    } else if (now.do === 'settle') {
      const stream = heldBy.get(now.turn_id);
      if (stream)
        await on?.settle.execute(new SettleCoins({ ledger: stream, turn_id: now.turn_id, coins: now.coins }, {}));
    } else if (now.do === 'add') {
      await on?.add.execute(new AddCoins({ company_id, coins: now.coins, idempotency_key: now.key }, {}));
    } else {
      company.newPeriod();
    }
  } catch (error) {
    if (!(error instanceof Problem && (error.code === 'quota_exceeded' || error.code === 'conflict_state')))
      throw error;
  }
}

async function lawsHold(store: MemoryEventStore, period: number): Promise<void> {
  let [bought, spent] = [0, 0];
  const stories = new Map<string, string[]>();
  const topUps: unknown[] = [];
  for await (const event of store.readAll()) {
    if (!isEventOf(coinEvents, event)) throw new Error(`${event.type} is no event of a ledger`);
    if (event.type === 'CoinsAdded' && event.data.turn_id === undefined) {
      bought += event.data.coins;
      topUps.push(event.data.idempotency_key);
    }
    if (event.type === 'CoinsCharged') spent += event.data.from.extra;
    if (event.type === 'CoinsReserved' || event.type === 'CoinsCharged' || event.type === 'CoinsReleased') {
      stories.set(event.data.turn_id, [...(stories.get(event.data.turn_id) ?? []), event.type]);
    }
  }
  for (const story of stories.values())
    expect([
      ['CoinsReserved', 'CoinsCharged'],
      ['CoinsReserved', 'CoinsReleased'],
    ]).toContainEqual(story);
  expect(new Set(topUps).size).toBe(topUps.length);
  const { state } = await createAggregates(store).load(ledgerStream(company_id, period), ledger);
  expect(state.stage).toBe('open');
  expect([...state.open]).toEqual([]);
  expect(state.balance.extra).toBe(bought - spent);
}
