// What other contexts and read models may know of this one, without its commands and their framework.
export { parseLedgerStream } from './domain/ledger-stream.js';
export * from './events/coin-events.js';
