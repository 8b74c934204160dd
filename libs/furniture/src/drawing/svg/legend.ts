import type { Box, Canvas, Point } from './canvas.js';
import { TEXT } from './chain.js';
import { textWidth } from './text.js';

const SIZE = TEXT.code;
/** Width of a sample and height of a row, mm. */
export const CELL = 120;
const ROW = 150;

export interface Entry {
  text: string;
  /** A sample of the sign in a cell, `y` its axis. */
  draw(canvas: Canvas, x: number, y: number): void;
}

export const swatch = (text: string, cls: string): Entry => ({
  text,
  draw: (canvas, x, y) => canvas.rect(cls, x, y - 35, CELL, 70),
});

/** A line through points of the cell: shares of its width and height. */
export const stroke = (text: string, cls: string, ...lines: readonly (readonly Point[])[]): Entry => ({
  text,
  draw: (canvas, x, y) =>
    canvas.lines(
      cls,
      lines.map((line) => line.map(([u, v]): Point => [x + u * CELL, y - 45 + v * 90])),
    ),
});

/** Samples with their words in rows below the drawing, as wide as it, then a note. */
export function drawEntries(canvas: Canvas, area: Box, left: number, entries: readonly Entry[], note: string): void {
  let y = area.y + area.h + 190;
  let x = left;
  const right = Math.max(area.x + area.w, left + 2600);
  const write = (text: string, at: number) =>
    canvas.text({ cls: 't', x: at, y, size: SIZE, text, style: { anchor: 'start' } });
  for (const { text, draw } of entries) {
    const width = CELL + 30 + textWidth(text, SIZE);
    if (x > left && x + width > right) {
      x = left;
      y += ROW;
    }
    draw(canvas, x, y);
    write(text, x + CELL + 30);
    x += width + 80;
  }
  if (x > left && x + textWidth(note, SIZE) > right) [x, y] = [left, y + ROW];
  write(note, x);
}
