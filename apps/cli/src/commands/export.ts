import { type Command, Option } from 'commander';

/** `export NAME`: a read model for other tools. */
export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('a read model on stdout, streamed; in CSV nested values are JSON')
    .argument('<name>', 'see projections list')
    .addOption(
      new Option('--format <format>', 'a JSON document or a CSV row a line')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .action(async (name: string, { format }: { format: 'ndjson' | 'csv' }) => {
      const [{ exportReadModel }, { inWorkspace }] = await Promise.all([
        import('../export.js'),
        import('../workspace/workspace.js'),
      ]);
      await inWorkspace(({ stores }) => exportReadModel(stores.readModels, name, format));
    });
}
