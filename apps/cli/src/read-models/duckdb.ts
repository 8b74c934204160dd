import type { DuckDBConnection } from '@duckdb/node-api';
import { oneLine } from '#libs/kernel';
import type { ColumnType } from '#projections';
import { Failure } from '../errors.js';
import type { ExportedModel } from './lines.js';

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'VARCHAR',
  time: 'TIMESTAMPTZ',
  day: 'DATE',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  json: 'JSON',
};

/** One process, in memory, and nothing from the network: what the lock of dependencies brought is all there is. */
const SETTINGS = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  // Nothing is spilt to a disk: these are customers' words.
  temp_directory: '',
};

/** Work on a database of its own. Its native part is 60 MB: loaded by the commands that need it alone. */
export async function withDuckDb<Result>(
  work: (connection: DuckDBConnection) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((error: unknown) => {
    throw new Failure(`DuckDB has no build for this machine: ${error instanceof Error ? error.message : error}`);
  });
  const instance = await DuckDBInstance.create(':memory:', { ...SETTINGS, ...settings });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Of memory for its whole work: a row group that is being filled, and one document at a time. */
const PARQUET_MEMORY = '256MB';

/** A read model's NDJSON as Parquet, in constant memory and in the same order. */
export async function writeParquet({ columns }: ExportedModel, ndjson: string, parquet: string): Promise<void> {
  await withDuckDb(
    (connection) =>
      connection.run(
        `COPY (SELECT * FROM ${ndjsonTable(ndjson, columns)}) TO ${quoted(parquet)}
         (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE_BYTES '16MB')`,
      ),
    // One thread keeps the order without a buffer for it.
    { threads: '1', preserve_insertion_order: 'false', memory_limit: PARQUET_MEMORY },
  );
}

/** A view of an exported file. The columns of NDJSON are named, so that they do not depend on what the documents hold. */
export const fileTable = (file: string, { columns }: ExportedModel): string =>
  file.endsWith('.parquet') ? `read_parquet(${quoted(file)})` : ndjsonTable(file, columns);

function ndjsonTable(file: string, columns: ExportedModel['columns']): string {
  const types = Object.entries(columns).map(([name, type]) => `${quoted(name)}: ${quoted(SQL_TYPES[type])}`);
  return `read_json(${quoted(file)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
}

/** A text in SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What DuckDB said, in one line and without the statement that it points into. */
export function wordsOf(error: unknown): string {
  // Not by class: the native part's errors are of the main realm, wherever this runs.
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  const [said = ''] = String(message).split(/\n+LINE \d+:/);
  return oneLine(said.replace(/^Failed to extract statements: /, ''));
}
