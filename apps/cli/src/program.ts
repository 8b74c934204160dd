import { Command } from 'commander';
import { catalogueCommands } from './commands/catalogue.js';
import { coinsCommands } from './commands/coins.js';
import { companyCommands } from './commands/company.js';
import { exportCommand } from './commands/export.js';
import { keyCommands } from './commands/key.js';
import { migrateCommand } from './commands/migrate.js';
import { orderCommands } from './commands/order.js';
import { partnerCommands } from './commands/partner.js';
import { projectionsCommands } from './commands/projections.js';
import { replayCommand } from './commands/replay.js';
import { seatCommands } from './commands/seat.js';
import { verifyCommand } from './commands/verify.js';
import { webhooksCommands } from './commands/webhooks.js';
import { explainUsage } from './usage.js';

/** Each leases its command lines only; what carries them out is loaded when one of them is called. */
const COMMANDS = [
  companyCommands,
  coinsCommands,
  partnerCommands,
  keyCommands,
  seatCommands,
  replayCommand,
  verifyCommand,
  projectionsCommands,
  catalogueCommands,
  orderCommands,
  exportCommand,
  webhooksCommands,
  migrateCommand,
];

export function createProgram(): Command {
  const program = new Command('garnitur')
    .description(
      'Operates Garnitur on its stores (DATA_DIR, or EVENTSTORE_URL and MONGODB_URL), also while the service runs.',
    )
    .option('--json', 'print one JSON value on stdout and nothing else there')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const register of COMMANDS) register(program);
  explainUsage(program);
  return program;
}
