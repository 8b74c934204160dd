import { type Canvas, type Line, type Point, segment } from './canvas.js';
import type { Labels } from './labels.js';
import { textWidth } from './text.js';

/** Sizes of texts and distances of chains, mm at 1:20 (furniture.ru.md 4.2). */
export const TEXT = { dimension: 70, code: 50, title: 100 } as const;
/** The first chain from the outline, the next one from the last. */
export const FIRST_CHAIN = 200;
const NEXT = 140;
/** Where numbers of short members stand beyond the line. */
const NEXT_WIDE = 250;

/** Half of a 45° tick. */
const TICK = 30;
const SIZE = TEXT.dimension;
/** What extension lines stand beyond the line: less than numbers do. */
const BEYOND = 14;
/** From the line to the axis of its numbers, on the outline's side and beyond. */
const OFF = 48;
const OUT = 72;
/** Rows of numbers that a crowd of short members may take beyond the line. */
const ROWS = 5;

/** What chains are drawn on. */
export interface Sheet {
  canvas: Canvas;
  labels: Labels;
}

/** A chain of dimensions: `at` are sheet coordinates along its axis in rising order, `line` the coordinate across. */
export interface Chain {
  /** What it measures, for readers of the file (`data-chain`): a wall's id, `height`, `depth`. */
  of: string;
  vertical: boolean;
  at: readonly number[];
  /** What the members measure, mm: by default as much as on the sheet. */
  lengths?: readonly number[];
  line: number;
  /** From where the extension lines come. */
  from: number;
}

/** Places in order, whole, each once. */
export const stops = (...places: readonly number[]): number[] =>
  [...new Set(places.map(Math.round))].sort((a, b) => a - b);

/** How far the next chain's line stands from this one's; `at` in mm, `scale` of the sheet. */
export const nextChain = (at: readonly number[], scale = 1): number => (hasOutside(at, scale) ? NEXT_WIDE : NEXT);

/** Whether some number stands beyond the line; those of the first and the last member stand beside the chain. */
const hasOutside = (at: readonly number[], scale: number): boolean =>
  at.slice(2, -1).some((v, i) => {
    const length = v - (at[i + 1] ?? v);
    return !fits(length * scale, String(length));
  });

const fits = (room: number, text: string): boolean => textWidth(text, SIZE) + 10 <= room;

/** Draws every member with its number, however short: the numbers sum to the chain's length, to the millimetre. */
export function drawChain(sheet: Sheet, chain: Chain): void {
  const { canvas } = sheet;
  const { at, line, from, vertical } = chain;
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined || at.length < 2) return;
  const p = (along: number, across: number): Point => (vertical ? [across, along] : [along, across]);
  const beyond = line > from ? BEYOND : -BEYOND;
  canvas.open({ 'data-chain': chain.of });
  canvas.lines('d', [[p(first, line), p(last, line)], ...at.map((v) => [p(v, from), p(v, line + beyond)])]);
  canvas.lines(
    'tk',
    at.map((v) => [p(v - TICK / 2, line + TICK / 2), p(v + TICK / 2, line - TICK / 2)]),
  );
  const [x, y] = p(first, line - TICK / 2);
  const [w, h] = p(last - first, TICK);
  sheet.labels.block({ x, y, w, h });
  // Names stand between the extension lines.
  const [low, high] = [Math.min(from, line), Math.max(from, line)];
  if (!vertical) for (const v of at) sheet.labels.block({ x: v - 2, y: low, w: 4, h: high - low });
  // Numbers with a single possible place first, those that may stand beside the chain last.
  const members = at.slice(1).map((end, i) => {
    const start = at[i] ?? end;
    return { i, start, end, text: String(chain.lengths?.[i] ?? end - start) };
  });
  const freedom = ({ i, start, end, text }: Member): number =>
    fits(end - start, text) ? 0 : i === 0 || i === members.length - 1 ? 2 : 1;
  for (const member of members.toSorted((a, b) => freedom(a) - freedom(b) || a.i - b.i)) {
    drawNumber(sheet, chain, member);
  }
  canvas.close();
}

/** One stretch of a chain: where it lies on the sheet, and its number. */
interface Member {
  i: number;
  start: number;
  end: number;
  text: string;
}

function drawNumber({ canvas, labels }: Sheet, chain: Chain, member: Member): void {
  const { vertical, line, at } = chain;
  const { i, start, end, text } = member;
  const mid = Math.round((start + end) / 2);
  const placed = labels.place(spots(chain, member, mid), { over: true }) ?? [];
  for (const l of placed) {
    canvas.text(l);
    if (fits(end - start, text)) continue;
    const [along, across] = vertical ? [l.y, l.x] : [l.x, l.y];
    const beside = i === 0 ? along < start : i === at.length - 2 && along > end;
    if (beside && Math.abs(across - line) <= OFF) continue;
    // A leader where the number stands aside of its member.
    const near = line + Math.sign(across - line) * 20;
    if (!vertical && along !== mid) canvas.lines('lead', [segment(mid, line, along, near)]);
  }
}

/** Places for the number of a member, best first. */
function* spots(
  { vertical, line, from, at }: Chain,
  { i, start, end, text }: Member,
  mid: number,
): Generator<readonly Line[]> {
  const first = i === 0;
  const last = i === at.length - 2;
  const put = (along: number, across: number): Line[] => {
    const [x, y] = vertical ? [across, along] : [along, across];
    return [{ cls: 't', x, y, size: SIZE, text, style: vertical ? { vertical } : {} }];
  };
  const half = Math.round(textWidth(text, SIZE) / 2);
  if (fits(end - start, text)) {
    yield put(mid, line - OFF);
    yield put(mid, line + OFF);
  }
  // Beside the chain's end, on the line's own level.
  if (!vertical && (first || last)) {
    for (const away of [20, 60, 100, 140]) yield put(first ? start - half - away : end + half + away, line - OFF);
  }
  const out = line < from ? -1 : 1;
  if (vertical) {
    const style = { anchor: out < 0 ? 'end' : 'start' } as const;
    for (let k = 0; k <= 12; k += 1) {
      for (const side of k === 0 ? [0] : [k, -k]) {
        yield [{ cls: 't', x: line + out * 40, y: mid + side * 40, size: SIZE, text, style }];
      }
    }
    return;
  }
  // On the side that extension lines do not cross: below lower chains, above upper ones.
  const aside = (k: number): number => Math.round(mid + k * (half + 20));
  const place = (k: number, row: number): Line[] =>
    put(aside(k), out > 0 ? line + OUT + row * (SIZE + 10) : line - OFF - row * (SIZE + 10));
  // Between the middles of its neighbours: the numbers are read in the sequence of the members.
  const low = first ? Number.NEGATIVE_INFINITY : ((at[i - 1] ?? start) + start) / 2;
  const high = last ? Number.POSITIVE_INFINITY : (end + (at[i + 2] ?? end)) / 2;
  const between = ASIDE.filter((k) => aside(k) > low && aside(k) < high);
  for (let row = 0; row < ROWS; row += 1) for (const k of between) yield place(k, row);
  for (let row = 0; row < ROWS; row += 1) for (const k of ASIDE) yield place(k, row);
}

/** How far a number may stand beside its member, in halves of its width. */
const ASIDE = [0, 1, 1.3, 1.6, 2, -1, -1.3, -1.6, -2, 3, -3];
