import { AddCoinsHandler } from './commands/add-coins.js';
import { Ledgers } from './commands/ledgers.js';
import { ReserveCoinsHandler } from './commands/reserve-coins.js';
import { SettleCoinsHandler } from './commands/settle-coins.js';
import { SyncLedgerHandler } from './commands/sync-ledger.js';

export * from './commands/add-coins.js';
export * from './commands/reserve-coins.js';
export * from './commands/settle-coins.js';
export * from './commands/sync-ledger.js';
export * from './domain/accounts.js';
export { type LedgerCommand, ledger } from './domain/ledger.js';
export { type LedgerState, ledgerStream, parseLedgerStream } from './domain/ledger-state.js';
export * from './events/events.js';

/** Handlers of this context; they need AGGREGATES, CLOCK and, from companies, ACCOUNTS. */
export const coinProviders = [Ledgers, ReserveCoinsHandler, SettleCoinsHandler, AddCoinsHandler, SyncLedgerHandler];
