import * as fc from 'fast-check';
import { Problem } from '#libs/kernel';
import type { CoinEvent } from '../events/coin-events.js';
import { carryOver, LedgerClosed, type LedgerCommand, LedgerNotOpen, type LedgerState, ledger } from './ledger.js';
import { ledgerSnapshot } from './ledger-snapshot.js';

/** A company's ledgers, one a period, driven by commands in any order and number, and what went into and out of them. */
class Company {
  readonly ledgers = new Map<number, LedgerState>();
  readonly events: { period: number; event: CoinEvent }[] = [];

  constructor(private readonly snapshots: boolean) {}

  /** Refusals are lawful answers; anything else that is thrown is a defect and fails the property. */
  run(period: number, command: LedgerCommand): void {
    try {
      let state = this.state(period);
      for (const event of ledger.decide(command, state)) {
        state = ledger.evolve(state, event);
        this.events.push({ period, event });
      }
      this.ledgers.set(period, this.snapshots ? ledgerSnapshot.read(ledgerSnapshot.write(state)) : state);
    } catch (error) {
      if (!(error instanceof Problem || error instanceof LedgerClosed || error instanceof LedgerNotOpen)) throw error;
    }
  }

  state(period: number): LedgerState {
    return this.ledgers.get(period) ?? ledger.initial;
  }
}

const jsonOf = ({ settled, ...state }: LedgerState): unknown => [
  JSON.parse(JSON.stringify(state)),
  [...settled.toBytes()],
];

const PERIODS = 3;
const opened_at = '2031-03-01T00:00:00.000Z';
const plan = { coins_included: 6, change: 0 };
const opening = { company_id: 'cmp_1', period: 1, ...plan, opened_at, extra_coins: 0, top_up_keys: [] };
const turn = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const period = fc.integer({ min: 1, max: PERIODS });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('reserve' as const), turn, period, coins: fc.constantFrom(1, 8) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('settle' as const), turn, period, coins: fc.constantFrom(0, 0, 1, 3, 8) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      period,
      coins: fc.integer({ min: 1, max: 9 }),
      key: fc.constantFrom('x', 'y', undefined),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('include' as const),
      period,
      coins: fc.integer({ min: 0, max: 12 }),
      change: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), period }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('carry' as const), turn, period }) },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

const lives = fc.array(step, { minLength: 1, maxLength: 80, size: 'max' });

function play(steps: readonly Step[], snapshots: boolean): Company {
  const company = new Company(snapshots);
  company.run(1, { type: 'OpenCoinPeriod', opening });
  for (const now of steps) {
    switch (now.do) {
      case 'reserve':
        // As ReserveCoins does it: a turn that an earlier period knows is never reserved in a later one.
        if (!periodsOf(company, now.turn).some((known) => known !== now.period)) {
          company.run(now.period, {
            type: 'ReserveCoins',
            turn_id: now.turn,
            conversation_id: 'cnv_1',
            coins: now.coins,
          });
        }
        break;
      case 'settle':
        company.run(now.period, { type: 'SettleCoins', turn_id: now.turn, coins: now.coins });
        break;
      case 'add':
        company.run(now.period, { type: 'AddCoins', coins: now.coins, idempotency_key: now.key });
        break;
      case 'include':
        company.run(now.period, { type: 'ChangeCoinsIncluded', coins_included: now.coins, change: now.change });
        break;
      case 'close': {
        company.run(now.period, { type: 'CloseCoinPeriod', ...plan, now: opened_at });
        const { next } = company.state(now.period);
        if (next) company.run(next.period, { type: 'OpenCoinPeriod', opening: next });
        break;
      }
      case 'carry':
        for (let from = 1; from < now.period; from++) {
          const command = carryOver(company.state(from), now.turn);
          if (command) company.run(now.period, command);
        }
    }
  }
  return company;
}

function periodsOf(company: Company, turnId: string): number[] {
  return company.events.flatMap(({ period: of, event }) =>
    event.type === 'CoinsReserved' && event.data.turn_id === turnId ? [of] : [],
  );
}

describe('coin ledgers, for any order and repetition of commands', () => {
  it('never overspend and never go below nothing', () => {
    fc.assert(
      fc.property(lives, (steps) => {
        for (const { event } of play(steps, false).events) {
          if (!('balance' in event.data)) continue;
          const { included, extra, reserved, used } = event.data.balance;
          for (const coins of [included, extra, reserved.included, reserved.extra, used])
            expect(coins).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('end every reservation at most once, and only what was reserved', () => {
    fc.assert(
      fc.property(lives, (steps) => {
        const company = play(steps, false);
        for (const turnId of ['a', 'b', 'c', 'd', 'e', 'f']) {
          const story = company.events.flatMap(({ event }) =>
            'turn_id' in event.data && event.data.turn_id === turnId && event.type !== 'CoinsAdded' ? [event.type] : [],
          );
          expect([
            [],
            ['CoinsReserved'],
            ['CoinsReserved', 'CoinsCharged'],
            ['CoinsReserved', 'CoinsReleased'],
          ]).toContainEqual(story);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('end every reservation when every turn is settled', () => {
    fc.assert(
      fc.property(lives, (steps) => {
        const company = play(steps, false);
        for (const [of, state] of company.ledgers)
          for (const [turnId] of state.open) company.run(of, { type: 'SettleCoins', turn_id: turnId, coins: 0 });
        for (const state of company.ledgers.values()) {
          expect([...state.open]).toEqual([]);
          expect(state.balance.reserved).toEqual({ included: 0, extra: 0 });
        }
      }),
    );
  });

  it('lose and make no extra coin across periods', () => {
    fc.assert(
      fc.property(lives, (steps) => {
        const company = play(steps, false);
        for (const [of, state] of company.ledgers) {
          for (const [turnId, { from }] of state.open) {
            const coins = turnId < 'd' ? 1 : from.included + from.extra;
            company.run(of, { type: 'SettleCoins', turn_id: turnId, coins });
          }
        }
        const last = Math.max(...company.ledgers.keys());
        for (const [of, state] of company.ledgers) {
          if (of < last)
            for (const [turnId] of state.owed) {
              const command = carryOver(company.state(of), turnId);
              if (command) company.run(last, command);
            }
        }
        let bought = 0;
        let spent = 0;
        for (const { event } of company.events) {
          if (event.type === 'CoinsAdded' && event.data.turn_id === undefined) bought += event.data.coins;
          if (event.type === 'CoinsCharged') spent += event.data.from.extra;
        }
        if (company.state(last).stage === 'open') expect(company.state(last).balance.extra).toBe(bought - spent);
      }),
      { numRuns: 120 },
    );
  });

  it('the entries of a period sum up to its balance', () => {
    fc.assert(
      fc.property(lives, (steps) => {
        const company = play(steps, false);
        for (const [of, state] of company.ledgers) {
          if (state.stage !== 'open') continue;
          let [extra, used, included] = [0, 0, 0];
          for (const { period: at, event } of company.events) {
            if (at !== of) continue;
            if (event.type === 'CoinPeriodOpened') extra += event.data.extra_coins;
            if (event.type === 'CoinsAdded') extra += event.data.coins;
            if (event.type !== 'CoinsCharged') continue;
            extra -= event.data.from.extra;
            included += event.data.from.included;
            used += event.data.coins;
          }
          const { balance } = state;
          expect(balance.extra + balance.reserved.extra).toBe(extra);
          expect(balance.used).toBe(used);
          expect(balance.included).toBe(Math.max(0, state.coins_included - included - balance.reserved.included));
        }
      }),
      { numRuns: 120 },
    );
  });

  it('mean the same folded from the start and from snapshots', () => {
    fc.assert(
      fc.property(lives, (steps) => {
        const [plain, snapshot] = [play(steps, false), play(steps, true)];
        expect(snapshot.events).toEqual(plain.events);
        for (const [of, state] of plain.ledgers) expect(jsonOf(snapshot.state(of))).toEqual(jsonOf(state));
      }),
    );
  });

  it('a whole life repeated command by command changes nothing but what has no key', () => {
    fc.assert(
      fc.property(lives, (steps) => {
        const keyed = steps.filter((now) => now.do !== 'add' || now.key !== undefined);
        const once = play(keyed, false);
        const twice = play(
          keyed.flatMap((now) => [now, now]),
          false,
        );
        expect(twice.events).toEqual(once.events);
      }),
    );
  });
});
