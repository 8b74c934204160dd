import type { Command } from 'commander';
import { Failure } from '../errors.js';
import type { Move } from '../migrate/migrate.js';
import { show } from '../output.js';

/** `migrate`: from a data folder to EventStoreDB, verified. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('copies an embedded store to EventStoreDB, ids and order kept; repeat it after an interruption')
    .requiredOption('--from-data <dir>', 'data folder, with no service on it')
    .requiredOption('--to-eventstore <url>', 'esdb://…; empty, or holding the beginning of this copy')
    .option('--to-mongodb <url>', 'mongodb://…: the pictures go there')
    .action(async (options: Move, command: Command) => {
      const { migrate } = await import('../migrate/migrate.js');
      const migrated = await migrate(options, (line) => process.stderr.write(`${line}\n`));
      const { streams, events, copied, broken } = migrated;
      await show(
        command,
        migrated,
        () => `${events} events of ${streams} streams, ${copied} copied now, ${broken.length} broken`,
      );
      const [first] = broken;
      if (first) throw new Failure(`the copy is not the source: ${first.stream} ${first.revision}: ${first.reason}`);
    });
}
