/** A document as a row: its own fields, in the order of `columns`. */
export function csvRow(document: object, columns: readonly string[]): string {
  return csvLine(columns.map((column) => cellOf(Reflect.get(document, column))));
}

/** A line of RFC 4180, its end included. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** What a cell shows: nothing for what is absent, JSON for what has parts of its own. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return harmless(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A spreadsheet runs text that begins like a formula: customers' words are data, never instructions. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
