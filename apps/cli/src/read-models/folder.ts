import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ReadModels } from '#libs/read-models';
import { projections } from '#projections';
import { Failure } from '../errors.js';
import { writeParquet } from './duckdb.js';
import { type ExportedModel, exported, type LineFormat } from './lines.js';

export type FileFormat = LineFormat | 'parquet';
export const FILE_FORMATS: readonly FileFormat[] = ['ndjson', 'csv', 'parquet'];

export interface ExportedFile {
  readonly name: string;
  readonly file: string;
  readonly documents: number;
  readonly bytes: number;
}

export interface Progress {
  /** Read models written before this one, and all that are asked for. */
  readonly done: number;
  readonly of: number;
  readonly name: string;
  /** Of this one, so far. */
  readonly documents: number;
}

export interface ExportRequest {
  readonly models: readonly ExportedModel[];
  readonly format: FileFormat;
  /** Whether files of an earlier export may be replaced. */
  readonly replace: boolean;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Read models as files of a folder, one each. A file has its name when it is whole and on the disk; of a broken export
 * those are there that were finished before.
 * @throws {Failure} where the folder holds something and nothing is to be replaced.
 */
export async function exportTo(
  readModels: ReadModels,
  dir: string,
  { models, format, replace, onProgress }: ExportRequest,
): Promise<readonly ExportedFile[]> {
  prepare(dir, replace);
  const files: ExportedFile[] = [];
  for (const [done, model] of models.entries()) {
    let documents = 0;
    const tell = () => onProgress({ done, of: models.length, name: model.name, documents });
    tell();
    const lines = exported(readModels, model, format === 'csv' ? 'csv' : 'ndjson', () => {
      documents += 1;
      tell();
    });
    const file = join(dir, `${model.name}.${format}`);
    const bytes = await written(file, (draft) =>
      format === 'parquet' ? parquet(model, lines, draft) : text(lines, draft),
    );
    // A folder has one file a read model: nobody would know which one is newer.
    for (const other of FILE_FORMATS)
      if (other !== format) rmSync(join(dir, `${model.name}.${other}`), { force: true });
    files.push({ name: model.name, file, documents, bytes });
  }
  return files;
}

const DRAFT = /\.partial-\d+$/;

function prepare(dir: string, replace: boolean): void {
  mkdirSync(dir, { recursive: true });
  const found = readdirSync(dir);
  if (found.length > 0 && !replace)
    throw new Failure(`${dir} is not empty: name another folder, or --replace the files of an earlier export`);
  for (const name of found) if (DRAFT.test(name)) rmSync(join(dir, name), { force: true });
}

/** Written aside and renamed. @returns its size. */
async function written(file: string, write: (draft: string) => Promise<void>): Promise<number> {
  const draft = `${file}.partial-${process.pid}`;
  try {
    await write(draft);
    const handle = await open(draft, 'r+');
    const { size } = await handle
      .sync()
      .then(() => handle.stat())
      .finally(() => handle.close());
    renameSync(draft, file);
    return size;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

async function text(lines: AsyncIterable<string>, file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for await (const chunk of lines) await handle.write(chunk);
  } finally {
    await handle.close();
  }
}

/** By way of NDJSON on the disk: DuckDB reads files at its own pace. */
async function parquet(model: ExportedModel, lines: AsyncIterable<string>, file: string): Promise<void> {
  const ndjson = file.replace('.parquet.partial', '.ndjson.partial');
  try {
    await text(lines, ndjson);
    await writeParquet(model, ndjson, file);
  } finally {
    rmSync(ndjson, { force: true });
  }
}

export type ExportedFiles = ReadonlyMap<ExportedModel, string>;

/**
 * What an export left in a folder that queries can read. CSV is for spreadsheets, which some of its cells are changed for.
 * @throws {Failure} where there is nothing.
 */
export function exportedFiles(dir: string): ExportedFiles {
  const found = new Set(existsSync(dir) ? readdirSync(dir) : []);
  const files = projections.flatMap((model) =>
    ['parquet', 'ndjson']
      .map((format) => `${model.name}.${format}`)
      .filter((name) => found.has(name))
      .map((name) => [model, resolve(dir, name)] as const),
  );
  if (files.length === 0)
    throw new Failure(`${dir} holds no read model as Parquet or NDJSON: garnitur export --to DIR`);
  return new Map(files);
}
