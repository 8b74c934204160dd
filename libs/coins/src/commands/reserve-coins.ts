import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, FollowUp } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import type { SpendingRefusal } from '../domain/accounts.js';
import { Ledgers, type OpenLedger } from './ledgers.js';

export interface CoinsHeld {
  /** Stream that the coins are reserved in: where the turn settles, whatever period it is by then. */
  ledger: string;
  /** Undefined where the turn already held them. */
  position: bigint | undefined;
}

/** Reserves a turn's coins before it is queued (design rule 6). `coins`: the most that it can cost. */
export class ReserveCoins extends Command<CoinsHeld> {
  constructor(
    readonly input: { company_id: string; turn_id: string; conversation_id: string; coins: number; key_id?: string },
    readonly context: CommandContext,
    /** Makes what goes behind the reservation; not asked where the turn already held its coins. */
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
      if (known?.state.open.has(turn.turn_id)) return { ledger: known.stream, position: undefined };
      if (known)
        throw new Problem('conflict_state', `turn ${turn.turn_id} has already been settled and takes no more coins`);
      const { refusal } = open.account;
      if (refusal) throw new Problem('quota_exceeded', REFUSALS[refusal], { reason: refusal });
      const options = followedBy ? { followUp: followedBy(open.stream) } : {};
      const command = { type: 'ReserveCoins' as const, ...turn };
      const { position } = await this.ledgers.handle(open.stream, command, company_id, context, options);
      return { ledger: open.stream, position };
    };
    return this.ledgers.inOpen(company_id, context, act, { fresh });
  }
}
