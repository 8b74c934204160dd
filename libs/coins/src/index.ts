import { AddCoinsHandler } from './commands/add-coins.js';
import { ReserveCoinsHandler } from './commands/reserve-coins.js';
import { SettleCoinsHandler } from './commands/settle-coins.js';
import { SyncLedgerHandler } from './commands/sync-ledger.js';
import { Ledgers } from './open-ledgers.js';

export * from './accounts.js';
export * from './commands/add-coins.js';
export * from './commands/reserve-coins.js';
export * from './commands/settle-coins.js';
export * from './commands/sync-ledger.js';
export * from './events.js';
export { type LedgerCommand, ledger } from './ledger.js';
export { type LedgerState, ledgerStream, parseLedgerStream } from './ledger-state.js';

/** Handlers of this context; they need AGGREGATES, CLOCK and, from companies, ACCOUNTS. */
export const coinProviders = [Ledgers, ReserveCoinsHandler, SettleCoinsHandler, AddCoinsHandler, SyncLedgerHandler];
