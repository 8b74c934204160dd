import type { DuckDBConnection, DuckDBPreparedStatement, Json } from '@duckdb/node-api';
import { Failure } from '../errors.js';
import { fileTable, quoted, withDuckDb, wordsOf } from './duckdb.js';
import type { ExportedFiles } from './folder.js';
import { converter, parsed } from './values.js';

/** A row's cells, in the order of the columns: JSON, times in ISO 8601, UTC. */
export type Row = readonly (Json | null)[];

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<Row>;
}

/**
 * The answer to one SELECT over exported read models, each a view by its name. The statement can change nothing and reach
 * nothing else: files but these, network, extensions and settings are locked before it is looked at.
 * @throws {Failure} where it is no SELECT, or cannot be answered.
 */
export async function query<Result>(
  files: ExportedFiles,
  sql: string,
  use: (answer: Answer) => Promise<Result>,
): Promise<Result> {
  return withDuckDb(async (connection) => {
    const { DuckDBTypeId, JsonDuckDBValueConverter } = await import('@duckdb/node-api');
    return saying(async () => {
      await openViews(connection, files);
      const statement = await selectOf(connection, sql);
      const result = await statement.stream();
      const chunks = result.yieldConvertedRows(converter(JsonDuckDBValueConverter, DuckDBTypeId));
      const columns = result.deduplicatedColumnNames();
      const isJson = columns.map((_, at) => result.columnLogicalType(at).alias === 'JSON');
      return use({ columns, rows: rowsOf(chunks, isJson) });
    });
  });
}

async function* rowsOf(
  chunks: AsyncIterable<readonly (readonly (Json | null)[])[]>,
  isJson: readonly boolean[],
): AsyncGenerator<Row> {
  for await (const rows of chunks)
    for (const row of rows) yield row.map((cell, at) => (isJson[at] ? parsed(cell) : cell));
}

async function openViews(connection: DuckDBConnection, files: ExportedFiles): Promise<void> {
  for (const [model, file] of files)
    await connection.run(`CREATE VIEW ${model.name} AS SELECT * FROM ${fileTable(file, model)}`);
  await connection.run(`SET allowed_paths = [${[...files.values()].map(quoted).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}

async function selectOf(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const { StatementType } = await import('@duckdb/node-api');
  const statements = sql.trim() === '' ? undefined : await connection.extractStatements(sql);
  const statement = statements?.count === 1 ? await statements.prepare(0) : undefined;
  if (statement?.statementType === StatementType.SELECT) return statement;
  throw new Failure('a query is one SELECT (or WITH, FROM, DESCRIBE, SUMMARIZE, SHOW): it cannot change anything');
}

/** What DuckDB refuses is told in its words, in one line. */
async function saying<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(wordsOf(error));
  }
}
