import type { Line, Point } from '../svg/canvas.js';
import { textWidth } from '../svg/text.js';
import { type Frame, TEXT } from './frame.js';

/** Half of a 45° tick, mm; a stretch shorter than MIN gets no number of its own (furniture.ru.md 4.2). */
const TICK = 30;
const MIN = 16;
const SIZE = TEXT.dimension;
/** From the line to the axis of its numbers. */
const OFF = 48;
const OUT = 72;

/** A chain of dimensions: `at` are sheet coordinates along its axis, `line` the coordinate across. */
export interface Chain {
  vertical: boolean;
  at: readonly number[];
  line: number;
  /** From where the extension lines come. */
  from: number;
}

/** Edges in order, whole, each once; `ends` of the wall join them where they are at least MIN away. */
export function stops(edges: readonly number[], ends: readonly number[] = []): number[] {
  const kept = [...new Set(edges.map(Math.round))];
  const added = ends.filter((end) => kept.every((v) => Math.abs(v - end) >= MIN));
  return [...kept, ...added].sort((a, b) => a - b);
}

/** Whether some number of the chain stands outside its stretch, so that the next chain must keep away. */
export const hasOutside = (at: readonly number[]): boolean =>
  at.some((v, i) => {
    const length = v - (at[i - 1] ?? v);
    return length >= MIN && !fits(length);
  });

const fits = (length: number): boolean => textWidth(String(length), SIZE) <= length - 24;

export function drawChain(frame: Frame, chain: Chain): void {
  const { canvas } = frame;
  const { at, line, from, vertical } = chain;
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined || at.length < 2) return;
  const p = (along: number, across: number): Point => (vertical ? [across, along] : [along, across]);
  const beyond = line > from ? 24 : -24;
  canvas.lines('d', [[p(first, line), p(last, line)], ...at.map((v) => [p(v, from), p(v, line + beyond)])]);
  canvas.lines(
    'tk',
    at.map((v) => [p(v - TICK / 2, line + TICK / 2), p(v + TICK / 2, line - TICK / 2)]),
  );
  for (const [i, v] of at.slice(1).entries()) drawNumber(frame, chain, at[i] ?? 0, v);
}

function drawNumber(frame: Frame, { vertical, line, from }: Chain, a: number, b: number): void {
  const length = b - a;
  if (length < MIN) return;
  const mid = Math.round((a + b) / 2);
  const text = String(length);
  const put = (along: number, across: number): Line[] =>
    vertical
      ? [{ cls: 't', x: across, y: along, size: SIZE, text, style: { vertical: true } }]
      : [{ cls: 't', x: along, y: across, size: SIZE, text }];
  const half = Math.round(textWidth(text, SIZE) / 2) + 20;
  const aside = [0, 1, -1, 2, -2, 3, -3].map((k) => k * half);
  const out = vertical && line < from ? -1 : 1;
  const flat = (d: number): Line[] => [
    { cls: 't', x: line + out * 40, y: mid + d, size: SIZE, text, style: { anchor: out < 0 ? 'end' : 'start' } },
  ];
  // On the side that extension lines do not cross: below the lower chains, above the upper ones.
  const beyond = (row: number) => (line > from ? line + OUT + row : line - OFF - row);
  const proposals = fits(length)
    ? [put(mid, line - OFF), put(mid, line + OFF)]
    : vertical
      ? [0, 40, -40, 80, -80, 120, -120, 160, -160].map(flat)
      : [0, SIZE].flatMap((row) => aside.map((d) => put(mid + d, beyond(row))));
  const placed = frame.labels.place(proposals, { over: true });
  for (const l of placed ?? []) {
    frame.canvas.text(l);
    if (!fits(length) && !vertical && l.x !== mid) lead(frame, mid, line, l);
  }
}

/** From a short stretch to its number that stands aside. */
function lead(frame: Frame, mid: number, line: number, l: Line): void {
  frame.canvas.lines('lead', [
    [
      [mid, line],
      [l.x, line + Math.sign(l.y - line) * 20],
    ],
  ]);
}
