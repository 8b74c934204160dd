import { cellOf, csvLine } from '#libs/formats';
import { table, toJson, write } from '../output.js';
import type { Answer, Row } from './query.js';

export type AnswerFormat = 'table' | 'csv' | 'json';

/** Rows that a table shows: the widths of its columns are known after the last of them. */
const MAX_TABLE_ROWS = 1_000;
/** Of a cell in a table, characters: an order document fills a screen. */
const MAX_CELL = 80;

/** A query's answer on stdout: as a table for people, streamed as CSV, or as one JSON array of objects. */
export async function writeAnswer(answer: Answer, format: AnswerFormat): Promise<void> {
  if (format === 'table') await writeTable(answer);
  else if (format === 'csv') await writeCsv(answer);
  else await writeJson(answer);
}

async function writeTable({ columns, rows }: Answer): Promise<void> {
  const shown: string[][] = [];
  let more = false;
  for await (const row of rows) {
    more = shown.length === MAX_TABLE_ROWS;
    if (more) break;
    shown.push(row.map(cellText));
  }
  await write(`${table(columns, shown, 'no rows')}\n`);
  if (more) process.stderr.write(`the first ${MAX_TABLE_ROWS} rows; --format csv and json have all\n`);
}

function cellText(value: unknown): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
}

async function writeCsv({ columns, rows }: Answer): Promise<void> {
  await write(csvLine(columns));
  for await (const row of rows) await write(csvLine(row.map(cellOf)));
}

async function writeJson({ columns, rows }: Answer): Promise<void> {
  let opening = '[';
  for await (const row of rows) {
    await write(`${opening}${toJson(objectOf(columns, row))}`);
    opening = ',\n';
  }
  await write(opening === '[' ? '[]\n' : ']\n');
}

const objectOf = (columns: readonly string[], row: Row): object =>
  Object.fromEntries(columns.map((column, at) => [column, row[at]]));
