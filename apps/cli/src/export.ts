import { cellOf, csvLine } from '#libs/formats';
import type { Document, ReadModels } from '#libs/read-models';
import { projections } from '#projections';
import { Failure } from './errors.js';
import { toJson, write } from './output.js';

/** Written at once, characters. */
const CHUNK = 64 * 1024;

/** A read model on stdout, document by document: never more than a page of it in memory. */
export async function exportReadModel(models: ReadModels, name: string, format: 'ndjson' | 'csv'): Promise<void> {
  if (!projections.some((projection) => projection.name === name)) {
    throw new Failure(`no read model is called ${name}; there are ${projections.map((one) => one.name).join(', ')}`);
  }
  await writeAll(format === 'csv' ? csv(models, name) : ndjson(models, name));
}

async function writeAll(lines: AsyncIterable<string>): Promise<void> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    await write(chunk);
    chunk = '';
  }
  await write(chunk);
}

async function* ndjson(models: ReadModels, name: string): AsyncGenerator<string> {
  for await (const { document } of models.stream<Document>(name)) yield `${toJson(document)}\n`;
}

/** The heading has to name every field that any document has: hence a first reading for the names alone. */
async function* csv(models: ReadModels, name: string): AsyncGenerator<string> {
  const names = new Set<string>();
  for await (const { document } of models.stream<Document>(name)) {
    for (const field of Object.keys(document)) names.add(field);
  }
  const columns = [...names];
  if (columns.length > 0) yield csvLine(columns);
  for await (const { document } of models.stream<Document>(name)) yield csvRow(document, columns);
}

/** A document as a row: its own fields, in the order of `columns`. */
export function csvRow(document: object, columns: readonly string[]): string {
  return csvLine(columns.map((column) => cellOf(Reflect.get(document, column))));
}
