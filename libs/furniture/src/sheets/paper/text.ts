/** The width of text in PT Sans, the font of the sheets (data/pt-sans.json), and lines that fit a column. */
import font from '../../../data/pt-sans.json' with { type: 'json' };

/** Height of the capital letters, mm, and weight. */
export interface TextLook {
  readonly size: number;
  readonly bold?: boolean;
}

/** Capital letters are 700 of 1000 units high. */
export const CAPITALS = font.capitals / 1000;

const tableOf = (rows: Readonly<Record<string, string>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(rows).flatMap(([width, chars]) => [...chars].map((c) => [c, Number(width) / 1000] as const)));

const REGULAR = tableOf(font.regular);
const BOLD = tableOf(font.bold);
/** A space at which no line breaks; on the sheet it is a space, so that text is found by what people type. */
export const NO_BREAK = '\u00a0';
/** For characters that the table leaves out: as wide as a wide letter. */
const UNKNOWN = 0.9;

/** mm */
export function widthOf(text: string, { size, bold = false }: TextLook): number {
  const table = bold ? BOLD : REGULAR;
  let em = 0;
  for (const c of text) em += table.get(c === NO_BREAK ? ' ' : c) ?? UNKNOWN;
  return (em * size) / CAPITALS;
}

/** Lines no wider than `room` mm, broken between words; a word that is wider stands alone. */
export function wrap(text: string, look: TextLook, room: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(longer, look) > room) {
        lines.push(line);
        line = word;
      } else {
        line = longer;
      }
    }
    lines.push(line);
  }
  return lines;
}
