import { type Anchor, MIN_TEXT, type Paper, PENS } from './paper.js';

export interface Column {
  readonly head: string;
  /** mm */
  readonly w: number;
  readonly align?: Anchor;
}

export interface Table {
  readonly x: number;
  readonly y: number;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Height of a row, mm. */
  readonly row?: number;
}

export const ROW = 5;
const AIR = 1;

/** A ruled table with its headings; gives its lower edge. */
export function drawTable(paper: Paper, { x, y, columns, rows, row = ROW }: Table): number {
  const w = columns.reduce((sum, c) => sum + c.w, 0);
  const h = (rows.length + 1) * row;
  paper.rect(PENS.head, { x, y, w, h: row });
  paper.rect(PENS.part, { x, y, w, h });
  paper.lines(
    PENS.thin,
    rows.map((_, i) => [
      [x, y + (i + 1) * row],
      [x + w, y + (i + 1) * row],
    ]),
  );
  let left = x;
  for (const [i, { head, w: width, align = 'start' }] of columns.entries()) {
    if (i > 0) paper.line(PENS.thin, [left, y], [left, y + h]);
    const at = align === 'start' ? left + AIR : align === 'middle' ? left + width / 2 : left + width - AIR;
    const base = (row + MIN_TEXT) / 2;
    paper.text(left + width / 2, y + base, head, { anchor: 'middle', within: width - 1.2, bold: true });
    for (const [k, cells] of rows.entries()) {
      paper.text(at, y + (k + 1) * row + base, cells[i] ?? '', { anchor: align, within: width - 2 * AIR });
    }
    left += width;
  }
  return y + h;
}
