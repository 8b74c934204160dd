import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { WrongUsage } from '../errors.js';
import { show, wantsJson, write } from '../output.js';
import type { AnswerFormat } from '../read-models/answer.js';
import type { ExportedFile, ExportedFiles, ExportRequest, FileFormat } from '../read-models/folder.js';
import type { Workspace } from '../workspace/workspace.js';

interface ExportOptions {
  readonly to?: string;
  readonly format: FileFormat;
  readonly replace: boolean;
}

interface QueryOptions {
  readonly from?: string;
  readonly format?: AnswerFormat;
}

/** `export`, `query`: read models for analysts and their tools. */
export function readModelCommands(program: Command): void {
  program
    .command('export')
    .description('read models for other tools: one on stdout, or all of them, or some, as files of a folder')
    .argument('[names...]', 'see projections list; with --to all of them by default')
    .option('--to <dir>', 'a folder that is empty or not there yet; a file each')
    .option('--replace', 'replace the files of an earlier export in that folder', false)
    .addOption(
      new Option('--format <format>', 'ndjson: a document a line; csv: nested values as JSON; parquet: with --to')
        .choices(['ndjson', 'csv', 'parquet'])
        .default('ndjson'),
    )
    .action(async (names: readonly string[], { to, format, replace }: ExportOptions, command: Command) => {
      if (to === undefined) return exportOne(names, format, replace);
      const [{ modelCalled }, { projections }] = await Promise.all([
        import('../read-models/lines.js'),
        import('#projections'),
      ]);
      const models = names.length === 0 ? projections : [...new Set(names)].map(modelCalled);
      const files = await exportAll(to, { models, format, replace });
      await show(command, { dir: to, files }, () => exportedWords(to, files));
    });
  program
    .command('query')
    .description('answers a SELECT over read models by DuckDB, each a table by its name; changes nothing')
    .argument('<sql>', 'see projections/README.md')
    .option(
      '--from <dir>',
      'an export --to DIR as NDJSON or Parquet; without it those named are exported for this query',
    )
    .addOption(new Option('--format <format>', 'table unless --json').choices(['table', 'csv', 'json']))
    .action(async (sql: string, { from, format }: QueryOptions, command: Command) => {
      const wanted = format ?? (wantsJson(command) ? 'json' : 'table');
      const [{ query }, { writeAnswer }] = await Promise.all([
        import('../read-models/query.js'),
        import('../read-models/answer.js'),
      ]);
      await withExport(from, sql, (files) => query(files, sql, (answer) => writeAnswer(answer, wanted)));
    });
}

async function inWorkspace<Result>(work: (workspace: Workspace) => Promise<Result>): Promise<Result> {
  return (await import('../workspace/workspace.js')).inWorkspace(work);
}

async function exportOne(names: readonly string[], format: FileFormat, replace: boolean): Promise<void> {
  const [name, ...others] = names;
  if (name === undefined || others.length > 0)
    throw new WrongUsage('name one read model for stdout, or a folder with --to');
  if (format === 'parquet' || replace) throw new WrongUsage('parquet and --replace are for a folder: add --to DIR');
  const { exported, modelCalled } = await import('../read-models/lines.js');
  const model = modelCalled(name);
  await inWorkspace(async ({ stores }) => {
    for await (const lines of exported(stores.readModels, model, format)) await write(lines);
  });
}

async function exportAll(dir: string, what: Omit<ExportRequest, 'onProgress'>): Promise<readonly ExportedFile[]> {
  const [{ exportTo }, { ProgressBar }] = await Promise.all([
    import('../read-models/folder.js'),
    import('../read-models/progress.js'),
  ]);
  const bar = new ProgressBar();
  try {
    const request = { ...what, onProgress: bar.show };
    return await inWorkspace(({ stores }) => exportTo(stores.readModels, dir, request));
  } finally {
    bar.clear();
  }
}

function exportedWords(dir: string, files: readonly ExportedFile[]): string {
  const documents = files.reduce((sum, file) => sum + file.documents, 0);
  return `${documents} documents of ${files.length} read models in ${dir}`;
}

/** Those of a folder; without one, those whose names the statement has, exported for it and gone afterwards. */
async function withExport(
  from: string | undefined,
  sql: string,
  work: (files: ExportedFiles) => Promise<void>,
): Promise<void> {
  const [{ exportedFiles }, { projections }] = await Promise.all([
    import('../read-models/folder.js'),
    import('#projections'),
  ]);
  if (from !== undefined) return work(exportedFiles(from));
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  const models = projections.filter(({ name }) => words.has(name));
  if (models.length === 0) return work(new Map());
  const dir = mkdtempSync(join(tmpdir(), 'garnitur-query-'));
  try {
    await exportAll(dir, { models, format: 'ndjson', replace: false });
    await work(exportedFiles(dir));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
