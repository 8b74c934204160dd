import { type Area, MIN_TEXT, type Paper, PENS, type Point } from './paper.js';
import { widthOf } from './text.js';

/** A chain of dimensions (ГОСТ 2.307): every member is numbered, so that they sum to the whole. */
export interface Chain {
  /** What it measures, for whoever checks the sheet: «A: низ». */
  readonly of: string;
  readonly axis: 'x' | 'y';
  /** Edges along the axis, mm of the kitchen, in any order. */
  readonly at: readonly number[];
  /** Where an edge stands on the sheet. */
  place(value: number): number;
  /** The dimension line, across the axis on the sheet. */
  readonly line: number;
  /** Where the extension lines begin. */
  readonly from: number;
  /** Said at the end of the line. */
  readonly caption?: string;
}

const TICK = 1.5;
const BEYOND = 1.5;
/** From the line to its numbers. */
const OFF = 0.8;
const ROW = MIN_TEXT + 1;
const LOOK = { size: MIN_TEXT };

/** Edges in order, each once, whole millimetres. */
export const edgesOf = (values: readonly number[]): number[] =>
  [...new Set(values.map(Math.round))].sort((a, b) => a - b);

/** Draws the chain; gives how far its numbers reach beyond the line, away from what is measured. */
export function drawChain(paper: Paper, chain: Chain): number {
  const { axis, line, from, place } = chain;
  const at = edgesOf(chain.at);
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined || first === last) return 0;
  const out = line >= from ? 1 : -1;
  const p = (along: number, across: number): Point => (axis === 'x' ? [along, across] : [across, along]);
  const marks = at.map(place);
  paper.lines(PENS.thin, [
    [p(place(first), line), p(place(last), line)],
    ...marks.map((v) => [p(v, from), p(v, line + out * BEYOND)]),
  ]);
  paper.lines(
    PENS.part,
    marks.map((v) => [p(v - TICK / 2, line + TICK / 2), p(v + TICK / 2, line - TICK / 2)]),
  );
  const drawn = { of: chain.of, members: at.slice(1).map((v, i) => v - (at[i] ?? 0)), whole: last - first };
  if (axis === 'y') {
    paper.chains.push(drawn);
    return numberUpright(paper, at, chain, out);
  }
  const { reach, right, middles } = numberAcross(paper, at, chain, out);
  paper.chains.push({ ...drawn, middles });
  if (chain.caption !== undefined) paper.text(Math.max(...marks, right) + 3.5, line - OFF, chain.caption);
  return reach;
}

/** Where the extension lines of the next chain begin: clear of the numbers that this one has beyond its line. */
export const beyond = (line: number, reach: number): number => line + Math.max(1, reach + 0.6);

/** How far numbers stand beyond their line, and the right end of those that do. */
interface Reach {
  readonly reach: number;
  readonly right: number;
  /** Of the numbers, in the order of the members. */
  readonly middles: readonly number[];
}

/** Numbers above their line, in the order of the members; those that do not fit stand in rows beyond it, each with a leader. */
function numberAcross(paper: Paper, at: readonly number[], { place, line }: Chain, out: number): Reach {
  const inside: Area[] = [];
  const outside: Area[] = [];
  let reach = 0;
  const sides = at.slice(1).map((b, i, all) => {
    const a = at[i] ?? 0;
    const text = String(b - a);
    const w = widthOf(text, LOOK);
    return {
      text,
      w,
      mid: (place(a) + place(b)) / 2,
      fits: w + 0.6 <= Math.abs(place(b) - place(a)),
      at: i,
      aside: i === 0 ? -1 : i === all.length - 1 ? 1 : 0,
    };
  });
  const middles: number[] = [];
  for (const { text, w, mid, at: i } of sides.filter((s) => s.fits)) {
    middles[i] = mid;
    paper.text(mid, line - OFF, text, { anchor: 'middle' });
    inside.push({ x: mid - w / 2 - 0.6, y: line - OFF - MIN_TEXT, w: w + 1.2, h: MIN_TEXT });
  }
  for (const { text, w, mid, aside, at: i } of sides.filter((s) => !s.fits)) {
    const y = (row: number) => line + out * (BEYOND + 1 + row * ROW) - (out < 0 ? MIN_TEXT : 0);
    const free = spots(mid, w, aside, y).filter(
      (area) =>
        ![...inside, ...outside].some(
          (o) => Math.abs(o.y - area.y) < MIN_TEXT && o.x < area.x + area.w && area.x < o.x + o.w,
        ),
    );
    // A number that stands before its neighbour's is read as that one's.
    const ordered = (area: Area) => middles.every((m, k) => (k < i ? m < area.x + w / 2 : area.x + w / 2 < m));
    const spot = free.find(ordered) ?? free[0];
    if (!spot) continue;
    middles[i] = spot.x + w / 2;
    outside.push({ ...spot, x: spot.x - 0.8, w: spot.w + 1.6 });
    const near = out > 0 ? spot.y : spot.y + MIN_TEXT;
    paper.line(PENS.thin, [mid, line], [spot.x + spot.w / 2, near - out * 0.4]);
    paper.text(spot.x, spot.y + MIN_TEXT, text);
    reach = Math.max(reach, Math.abs((out > 0 ? spot.y + MIN_TEXT : spot.y) - line));
  }
  return { reach, right: Math.max(Number.NEGATIVE_INFINITY, ...outside.map(({ x, w }) => x + w)), middles };
}

/** Under its stretch, then aside, then a row farther; the first and the last of a chain look outwards first. */
function spots(mid: number, w: number, aside: number, y: (row: number) => number): Area[] {
  const shifts = aside === 0 ? [0, 0.6, -0.6, 1.2, -1.2, 2, -2] : [0.45, 0.8, 0, 1.3, -0.6].map((k) => k * aside);
  return [0, 1, 2, 3].flatMap((row) =>
    shifts.map((k) => ({ x: mid - w / 2 + k * (w + 1), y: y(row), w, h: MIN_TEXT })),
  );
}

/** Upright numbers along an upright line; those that do not fit lie beside it, pushed apart. */
function numberUpright(paper: Paper, at: readonly number[], { place, line }: Chain, out: number): number {
  let reach = 0;
  const outside: number[] = [];
  for (const [i, b] of at.slice(1).entries()) {
    const a = at[i] ?? 0;
    const text = String(b - a);
    const w = widthOf(text, LOOK);
    const mid = (place(a) + place(b)) / 2;
    if (w + 0.6 <= Math.abs(place(b) - place(a))) {
      paper.text(line - OFF, mid, text, { anchor: 'middle', upright: true });
      continue;
    }
    const y = [0, 1, -1, 2, -2, 3, -3]
      .map((k) => mid + k * 1.2)
      .find((v) => outside.every((o) => Math.abs(o - v) >= ROW - 0.4));
    if (y === undefined) continue;
    outside.push(y);
    // Beyond the upright numbers where these stand on the same side.
    const aside = BEYOND + 0.8 + (out < 0 ? MIN_TEXT + 0.6 : 0);
    const x = line + out * aside;
    paper.text(x, y + MIN_TEXT / 2, text, { anchor: out > 0 ? 'start' : 'end' });
    reach = Math.max(reach, aside + w);
  }
  return reach;
}
