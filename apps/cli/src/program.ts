import { Command } from 'commander';
import { oneLine } from '#libs/kernel';
import { backupCommand } from './commands/backup.js';
import { catalogueCommands } from './commands/catalogue.js';
import { coinsCommands } from './commands/coins.js';
import { companyCommands } from './commands/company.js';
import { conversationCommands } from './commands/conversation.js';
import { keyCommands } from './commands/key.js';
import { migrateCommand } from './commands/migrate.js';
import { orderCommands } from './commands/order.js';
import { partnerCommands } from './commands/partner.js';
import { projectionsCommands } from './commands/projections.js';
import { readModelCommands } from './commands/read-models.js';
import { replayCommand } from './commands/replay.js';
import { seatCommands } from './commands/seat.js';
import { verifyCommand } from './commands/verify.js';
import { webhooksCommands } from './commands/webhooks.js';

/** Each registers its command lines; what carries them out is imported when one of them is called. */
const COMMANDS = [
  companyCommands,
  coinsCommands,
  partnerCommands,
  keyCommands,
  seatCommands,
  conversationCommands,
  replayCommand,
  verifyCommand,
  backupCommand,
  projectionsCommands,
  catalogueCommands,
  orderCommands,
  readModelCommands,
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

/** Every error about a command line is one line that ends with what would be accepted. */
function explainUsage(command: Command): void {
  command.configureOutput({
    outputError: (message, print) => print(`${oneLine(message).replace(/^error: /, '')}; ${acceptedBy(command)}\n`),
  });
  for (const sub of command.commands) explainUsage(sub);
}

function acceptedBy(command: Command): string {
  const path = pathOf(command);
  if (command.commands.length > 0) {
    return `${path} takes: ${command.commands.map((sub) => sub.name()).join(', ')}`;
  }
  const words = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const options = command.options.map((option) => (option.mandatory ? option.flags : `[${option.flags}]`));
  return `usage: ${[path, ...words, ...options].join(' ')}`;
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
