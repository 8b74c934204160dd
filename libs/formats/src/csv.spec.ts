import fc from 'fast-check';
import { cellOf, csvLine } from './csv.js';

/** RFC 4180 read back, so that the writer is not judged by its own rules. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quotedCell, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quotedCell === undefined ? (plain ?? '') : quotedCell.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('CSV', () => {
  it('quotes commas, quotes and line ends', () => {
    expect(csvLine(['a,b', 'c"d', 'e\nf', 'g'])).toBe('"a,b","c""d","e\nf",g\r\n');
  });

  it('writes what has parts of its own as JSON', () => {
    expect(cellOf({ a: [1, 'x'] })).toBe('{"a":[1,"x"]}');
    expect(cellOf([])).toBe('[]');
    expect(cellOf(false)).toBe('false');
  });

  it.each(['=1+1', '+7 900', '-2', '@SUM(A1)', '\t=1', '\r=1'])(
    'takes the sting out of text that begins like a formula: %j',
    (text) => {
      expect(cellOf(text)).toBe(`'${text}`);
    },
  );

  it('leaves numbers below zero numbers', () => {
    expect(cellOf(-2.5)).toBe('-2.5');
  });

  it('gives every text back as it was, whatever is in it', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/^[=+\-@\t\r]/.test(value));
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
        expect(readCsv(rows.map((cells) => csvLine(cells.map(cellOf))).join(''))).toEqual(rows);
      }),
    );
  });
});
