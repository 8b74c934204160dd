import { cellOf, csvLine } from '#libs/formats';
import { printable } from '#libs/kernel';
import type { Document, ReadModels } from '#libs/read-models';
import { projections } from '#projections';
import { Failure } from '../errors.js';

export type LineFormat = 'ndjson' | 'csv';
export type ExportedModel = (typeof projections)[number];

/** Written at once, characters. */
const CHUNK = 64 * 1024;

/** @throws {Failure} where there is no such read model. */
export function modelCalled(name: string): ExportedModel {
  const found = projections.find((projection) => projection.name === name);
  if (found) return found;
  throw new Failure(`no read model is called ${name}; there are ${projections.map((one) => one.name).join(', ')}`);
}

/**
 * A read model as text, some lines at a time: never more than a page of it in memory. A CSV has the model's columns, the
 * same in every export; NDJSON has the documents as they are.
 */
export async function* exported(
  models: ReadModels,
  { name, columns }: ExportedModel,
  format: LineFormat,
  onDocument: () => void = () => {},
): AsyncGenerator<string> {
  const fields = Object.keys(columns);
  let chunk = format === 'csv' ? csvLine(fields) : '';
  for await (const { document } of models.stream<Document>(name)) {
    chunk += format === 'csv' ? csvRow(document, fields) : ndjsonLine(document);
    onDocument();
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** Fit for a terminal, as all that this program prints. */
function ndjsonLine(document: object): string {
  return `${printable(JSON.stringify(document))}\n`;
}

/** A document as a row: its own fields, in the order of `columns`. */
export function csvRow(document: object, columns: readonly string[]): string {
  return csvLine(columns.map((column) => cellOf(Reflect.get(document, column))));
}
