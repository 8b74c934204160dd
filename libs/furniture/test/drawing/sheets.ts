import type { Sheet } from '../../src/sheets/index.js';
import { frameOf } from '../../src/sheets/paper/frame.js';
import { type Area, areaOf, type Mark, meet, type Point, within } from '../../src/sheets/paper/paper.js';

export type Text = Extract<Mark, { kind: 'text' }>;
export const textsOf = ({ paper }: Sheet): Text[] => paper.marks.filter((mark) => mark.kind === 'text');

/** Half of the frame's line. */
const SLACK = 0.31;

/** What stands outside the frame, a line each. */
export function outside(sheet: Sheet): string[] {
  const frame = frameOf(sheet);
  return sheet.paper.marks
    .filter((mark) => !within(areaOf(mark), frame, SLACK) && !(mark.kind === 'text' && mark.text.startsWith('Формат')))
    .map((mark) => `${sheet.title}: ${mark.kind === 'text' ? mark.text : JSON.stringify(areaOf(mark))}`);
}

/** Letters that touch are told apart; those that lie on each other are not. */
export const shrunk = ({ x, y, w, h }: Area): Area => ({ x: x + w * 0.08, y: y + h * 0.15, w: w * 0.84, h: h * 0.7 });

/** Texts upon each other, a line each. */
export function onEachOther(sheet: Sheet): string[] {
  const texts = textsOf(sheet).map((text) => ({ text: text.text, area: shrunk(areaOf(text)) }));
  return texts.flatMap((a, i) =>
    texts.slice(i + 1).flatMap((b) => (meet(a.area, b.area) ? [`${sheet.title}: ${a.text} | ${b.text}`] : [])),
  );
}

/** Texts that a line strikes through, a line each: one that is drawn over them, or before them with nothing laid between. */
export function struck(sheet: Sheet): string[] {
  const { marks } = sheet.paper;
  return marks.flatMap((text, i) => {
    if (text.kind !== 'text') return [];
    const area = shrunk(areaOf(text));
    const through = marks.some((mark, k) =>
      segmentsOf(mark).some((segment) => {
        const cut = cutOf(segment, area);
        return cut !== undefined && !marks.slice(k + 1, i).some((plate) => hides(plate, cut));
      }),
    );
    return through ? [`${sheet.title}: ${text.text} at ${Math.round(text.x)}, ${Math.round(text.y)}`] : [];
  });
}

type Segment = readonly [Point, Point];

function segmentsOf(mark: Mark): Segment[] {
  if (mark.kind !== 'path' || !mark.pen.stroke) return [];
  return mark.lines.flatMap((line) => {
    const points = mark.closed ? [...line, ...line.slice(0, 1)] : line;
    return points.slice(1).map((end, i): Segment => [points[i] ?? end, end]);
  });
}

/** What of a segment lies within an area (Liang and Barsky). */
function cutOf([[x0, y0], [x1, y1]]: Segment, { x, y, w, h }: Area): Segment | undefined {
  const [dx, dy] = [x1 - x0, y1 - y0];
  let [from, to] = [0, 1];
  for (const [p, q] of [
    [-dx, x0 - x],
    [dx, x + w - x0],
    [-dy, y0 - y],
    [dy, y + h - y0],
  ] as const) {
    if (p === 0 && q < 0) return undefined;
    if (p < 0) from = Math.max(from, q / p);
    if (p > 0) to = Math.min(to, q / p);
  }
  const at = (t: number): Point => [x0 + t * dx, y0 + t * dy];
  return to > from ? [at(from), at(to)] : undefined;
}

/** Whether what is filled lies over a segment. */
function hides(mark: Mark, [a, b]: Segment): boolean {
  if (mark.kind === 'text' || !mark.pen.fill || (mark.pen.opacity ?? 1) < 1) return false;
  if (mark.kind === 'path' && !mark.closed) return false;
  const area = areaOf(mark);
  return [a, b].every(([x, y]) => within({ x, y, w: 0, h: 0 }, area, 0.1));
}
