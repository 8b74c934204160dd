import { Module } from '@nestjs/common';
import { AddCoinsHandler } from './commands/add-coins.js';
import { Ledgers, ReserveCoinsHandler } from './commands/ledgers.js';
import { SettleCoinsHandler } from './commands/settle-coins.js';
import { SyncLedgerHandler } from './commands/sync-ledger.js';
import { GetAnalysisHandler } from './queries/get-analysis.js';
import { ListLedgerEntriesHandler } from './queries/list-ledger-entries.js';

/**
 * Coins: a company's balance, one ledger a period. Other contexts use it by its commands alone.
 *
 * Needs AGGREGATES and CLOCK, and of companies, which it may not import, the port ACCOUNTS: which period a company stands
 * in, how many coins are included, and whether it may spend.
 */
@Module({
  providers: [
    Ledgers,
    AddCoinsHandler,
    ReserveCoinsHandler,
    SettleCoinsHandler,
    SyncLedgerHandler,
    GetAnalysisHandler,
    ListLedgerEntriesHandler,
  ],
})
export class CoinsModule {}
