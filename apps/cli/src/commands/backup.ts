import type { Command } from 'commander';
import { show } from '../output.js';

/** `backup DIR`: a data folder to be put in this one's place. */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('copies the data folder as it stands at one moment, also while the service runs')
    .argument('<dir>', 'a folder that is not there yet')
    .action(async (dir: string, _options: object, command: Command) => {
      const [{ backUp }, { Workspace }] = await Promise.all([
        import('../backup.js'),
        import('../workspace/workspace.js'),
      ]);
      await show(
        command,
        backUp(Workspace.environmentOf(), dir),
        ({ head, bytes }) => `backed up to position ${head} (${bytes} bytes) in ${dir}`,
      );
    });
}
