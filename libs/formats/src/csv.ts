import { stringify } from 'csv-stringify/sync';

/** A line of RFC 4180, its end included. */
export function csvLine(cells: readonly string[]): string {
  // A lone line feed or carriage return ends a row too, for some readers.
  return stringify([cells], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

/** Rows of text as a file that a spreadsheet may open. */
export const csvTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => csvLine(cells.map(cellOf))).join('');

/** What a cell shows: nothing for what is absent, JSON for what has parts of its own. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return harmless(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A spreadsheet runs text that begins like a formula. (csv-stringify's `escape_formulas` spoils negative numbers too.) */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
