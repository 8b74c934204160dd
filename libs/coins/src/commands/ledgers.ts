import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  AGGREGATES,
  type Aggregates,
  type CommandContext,
  type FollowUp,
  type HandleOptions,
  type HandleResult,
  withMetadata,
} from '#libs/event-store';
import { CLOCK, type Clock, isId, Problem, timeOf } from '#libs/kernel';
import { ACCOUNTS, type Account, type Accounts, type SpendingRefusal } from '../domain/accounts.js';
import { LedgerClosed, type LedgerCommand, LedgerNotOpen, type LedgerState, ledger } from '../domain/ledger.js';
import { ledgerStream } from '../domain/ledger-stream.js';
import type { CoinPeriodOpened } from '../events/coin-events.js';

/** A company's open ledger. */
export interface OpenLedger {
  readonly account: Account;
  readonly stream: string;
  readonly state: LedgerState;
  /** Of the last event that was appended to get there; undefined where all was in place. */
  readonly position: bigint | undefined;
}

/** A period that ends while a command is under way sends it to the next one; more often than this is a fault. */
const MAX_ROUNDS = 5;

/** Clocks of nodes agree within seconds (design section 9): a turn's id is taken for older than it says, by this much. */
const CLOCK_SLACK_MS = 60_000;

/**
 * Finds, and where need be opens, the ledger of a company's present period.
 *
 * A change of period spans two kinds of streams without a transaction. The company's stream decides first (which period,
 * how many coins are included: `SubscriptionChanged`), then the old ledger is closed (`CoinPeriodClosed` fixes what is
 * carried over) and the new one opened with exactly that payload. Each step is a no-op where it is done, and the next
 * command on the company's coins completes what a process that died left undone. A process with an old view of the
 * company meets a closed ledger and reads the company again.
 */
@Injectable()
export class Ledgers {
  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Acts on the ledger that is open; `act` runs again on the next one where the period ended meanwhile. */
  async inOpen<Result>(
    companyId: string,
    context: CommandContext,
    act: (open: OpenLedger) => Promise<Result>,
    options: { fresh?: boolean } = {},
  ): Promise<Result> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const open = await this.open(companyId, context, round === 0 ? options : { fresh: true });
      try {
        return await act(open);
      } catch (error) {
        if (!(error instanceof LedgerClosed || error instanceof LedgerNotOpen)) throw error;
      }
    }
    throw new Problem('unavailable', `the coin period of company ${companyId} keeps changing; repeat the request`);
  }

  /** Decides a command on any ledger of a company. */
  handle(
    stream: string,
    command: LedgerCommand,
    company_id: string,
    context: CommandContext,
    options?: HandleOptions,
  ): Promise<HandleResult<LedgerState>> {
    return this.aggregates.handle(stream, ledger, command, withMetadata(context, { company_id }), options);
  }

  /**
   * The ledger that knows a turn, as reserved or as settled: the open one, or an earlier one back to the time that the
   * turn's id carries. So a new turn costs no look-back, and a repeated one is found however many periods ago it was.
   */
  async knowing(turnId: string, open: OpenLedger): Promise<{ stream: string; state: LedgerState } | undefined> {
    const { company_id } = open.account;
    const made = isId('trn', turnId) ? timeOf(turnId) - CLOCK_SLACK_MS : 0;
    let { stream, state } = open;
    for (let period = open.account.period; ; period--) {
      if (state.open.has(turnId) || state.settled.has(turnId)) return { stream, state };
      if (period <= 1 || Date.parse(state.opened_at) < made) return undefined;
      stream = ledgerStream(company_id, period - 1);
      ({ state } = await this.aggregates.load(stream, ledger));
      // Another process closed it: what was reserved until then is not in this process's cache yet.
      if (state.stage !== 'closed') ({ state } = await this.aggregates.load(stream, ledger, { fresh: true }));
    }
  }

  /** The ledger of the company's present period, opened and in line with its subscription. */
  async open(companyId: string, context: CommandContext, options: { fresh?: boolean } = {}): Promise<OpenLedger> {
    const account = await this.accounts.account(companyId, this.clock.now(), options);
    const stream = ledgerStream(companyId, account.period);
    const { state } = await this.aggregates.load(stream, ledger, options);
    if (state.stage !== 'unopened' && state.change >= account.change)
      return { account, stream, state, position: undefined };
    const opened = await this.openUpTo(account, account.period, context);
    const { coins_included, change } = account;
    const command = { type: 'ChangeCoinsIncluded' as const, coins_included, change };
    const synced = await this.handle(stream, command, companyId, context);
    return { account, stream, state: synced.state, position: synced.position ?? opened };
  }

  /** Opens ledgers up to `period`, closing the ones before it. Only the account's own period has its included coins. */
  private async openUpTo(account: Account, period: number, context: CommandContext): Promise<bigint | undefined> {
    const stream = ledgerStream(account.company_id, period);
    const { state } = await this.aggregates.load(stream, ledger);
    if (state.stage !== 'unopened') return undefined;
    const present = period === account.period;
    const plan = { coins_included: present ? account.coins_included : 0, change: present ? account.change : 0 };
    const now = this.clock.now().toISOString();
    const first = { company_id: account.company_id, period, ...plan, opened_at: now };
    let opening: CoinPeriodOpened = { ...first, extra_coins: 0, top_up_keys: [] };
    if (period > 1) {
      await this.openUpTo(account, period - 1, context);
      const older = ledgerStream(account.company_id, period - 1);
      const close = { type: 'CloseCoinPeriod' as const, ...plan, now };
      const closed = await this.handle(older, close, account.company_id, context);
      opening = closed.state.next ?? opening;
    }
    const command = { type: 'OpenCoinPeriod' as const, opening };
    return (await this.handle(stream, command, account.company_id, context)).position;
  }
}

export interface CoinsHeld {
  /** Stream that the coins are reserved in: where the turn settles, whatever period it is by then. */
  ledger: string;
  /** Undefined where the turn already held them. */
  position: bigint | undefined;
  /** Whether what `followedBy` made last goes behind the reservation: not where the turn already held its coins. */
  followed: boolean;
}

/** Reserves a turn's coins before it is queued (design rule 6). `coins`: the most that it can cost. */
export class ReserveCoins extends Command<CoinsHeld> {
  constructor(
    readonly input: { company_id: string; turn_id: string; conversation_id: string; coins: number; key_id?: string },
    readonly context: CommandContext,
    /** Makes what goes behind the reservation, for each ledger that it is tried in. */
    readonly followedBy?: (ledger: string) => FollowUp,
  ) {
    super();
  }
}

const REFUSALS: { readonly [Reason in SpendingRefusal]: string } = {
  no_subscription: 'the account has no subscription',
  canceled: "the account's subscription is canceled",
  period_over: "the account's paid period is over",
};

/**
 * Refuses with 402 `quota_exceeded`, its reason in contract.md's order, only after having read company and ledger again:
 * another process may just have added coins or a subscription. A turn that was reserved before is answered with the
 * ledger that holds it, also when its period has ended or the subscription was canceled since.
 */
@CommandHandler(ReserveCoins)
export class ReserveCoinsHandler implements ICommandHandler<ReserveCoins> {
  constructor(@Inject(Ledgers) private readonly ledgers: Ledgers) {}

  async execute(command: ReserveCoins): Promise<CoinsHeld> {
    try {
      return await this.reserve(command, false);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'quota_exceeded')) throw error;
      return await this.reserve(command, true);
    }
  }

  private reserve({ input, context, followedBy }: ReserveCoins, fresh: boolean): Promise<CoinsHeld> {
    const { company_id, ...turn } = input;
    const act = async (open: OpenLedger): Promise<CoinsHeld> => {
      const known = await this.ledgers.knowing(turn.turn_id, open);
      if (known?.state.open.has(turn.turn_id)) return { ledger: known.stream, position: undefined, followed: false };
      if (known)
        throw new Problem('conflict_state', `turn ${turn.turn_id} has already been settled and takes no more coins`);
      const { refusal } = open.account;
      if (refusal) throw new Problem('quota_exceeded', REFUSALS[refusal], { reason: refusal });
      const options = followedBy ? { followUp: followedBy(open.stream) } : {};
      const command = { type: 'ReserveCoins' as const, ...turn };
      const { position } = await this.ledgers.handle(open.stream, command, company_id, context, options);
      return { ledger: open.stream, position, followed: followedBy !== undefined };
    };
    return this.ledgers.inOpen(company_id, context, act, { fresh });
  }
}
