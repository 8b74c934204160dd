import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#libs/event-store';
import { carryOver } from '../domain/ledger.js';
import { parseLedgerStream } from '../domain/ledger-stream.js';
import type { TurnFacts } from '../events/coin-events.js';
import { Ledgers } from './ledgers.js';

/** Charges an ended turn (`coins` above 0) or releases what it held (0), in the ledger that it was reserved in. */
export class SettleCoins extends Command<{ position: bigint | undefined }> {
  constructor(
    readonly turn: { ledger: string; turn_id: string; coins: number; facts?: TurnFacts },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Settling twice is settling once. Where the period has closed meanwhile, released extra coins are carried over to the
 * open one; a repeat completes that too if the first one died in between.
 */
@CommandHandler(SettleCoins)
export class SettleCoinsHandler implements ICommandHandler<SettleCoins> {
  constructor(@Inject(Ledgers) private readonly ledgers: Ledgers) {}

  async execute({ turn, context }: SettleCoins): Promise<{ position: bigint | undefined }> {
    const { ledger: stream, ...settlement } = turn;
    const company = parseLedgerStream(stream)?.company_id;
    if (company === undefined) throw new Error(`${stream} is no coin ledger (coins-<company>-<period>)`);
    const settled = await this.ledgers.handle(stream, { type: 'SettleCoins', ...settlement }, company, context);
    const carried = carryOver(settled.state, turn.turn_id);
    if (!carried) return { position: settled.position };
    const added = await this.ledgers.inOpen(company, context, (open) =>
      this.ledgers.handle(open.stream, carried, company, context),
    );
    return { position: added.position ?? settled.position };
  }
}
