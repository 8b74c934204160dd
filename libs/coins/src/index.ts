export * from './coins.module.js';
export * from './commands/add-coins.js';
export * from './commands/reserve-coins.js';
export * from './commands/settle-coins.js';
export * from './commands/sync-ledger.js';
export * from './contract.js';
export * from './domain/accounts.js';
export { type LedgerCommand, type LedgerState, ledger, ledgerStream } from './domain/ledger.js';
