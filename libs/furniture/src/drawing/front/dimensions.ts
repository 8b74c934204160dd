import { CONSTANTS } from '../../catalogue/catalogue.js';
import type { SceneNode, WallSpan } from '../scene/scene.js';
import { type Line, type Point, segment } from '../svg/canvas.js';
import { textWidth } from '../svg/text.js';
import { type Frame, onWall, TEXT } from './frame.js';

/** First chain from the outline, the next chain from the last, mm at 1:20 (furniture.ru.md 4.2). */
const FIRST = 200;
const NEXT = 140;
/** More room where numbers of short stretches stand below their line. */
const NEXT_WIDE = 250;

const edges = (nodes: readonly SceneNode[]): number[] => nodes.flatMap((n) => [n.x0, n.x1]);

/** Widths of the lower row, below them the wall as a whole with what is left over. */
export function drawLowerChains(frame: Frame): void {
  frame.scene.order.room.walls.forEach((wall, i) => {
    const nodes = onWall(frame, i).filter((n) => n.tier === 'base' || n.tier === 'tall');
    const whole = [0, wall.length];
    const lower = stops(edges(nodes), whole);
    const total = stops(ends(nodes), whole);
    const sheet = (at: readonly number[]) => at.map((v) => frame.x(i, v));
    const wide = lower.length > 2;
    if (wide) drawChain(frame, { vertical: false, at: sheet(lower), line: FIRST, from: 60 });
    const next = wide ? FIRST + (hasOutside(lower) ? NEXT_WIDE : NEXT) : FIRST;
    drawChain(frame, { vertical: false, at: sheet(total), line: next, from: wide ? next - 60 : 60 });
    if (total.length > 2 || total.at(-1) !== wall.length || total[0] !== 0) {
      const last = next + (hasOutside(total) ? NEXT_WIDE : NEXT);
      drawChain(frame, { vertical: false, at: sheet(whole), line: last, from: last - 60 });
    }
  });
}

function ends(nodes: readonly SceneNode[]): number[] {
  return nodes.length === 0 ? [] : [Math.min(...nodes.map((n) => n.x0)), Math.max(...nodes.map((n) => n.x1))];
}

/** Widths of the wall units and of the mezzanine above the ceiling. Gives the next line that is free over every wall. */
export function drawUpperChains(frame: Frame): number {
  const free = frame.scene.order.room.walls.map((wall, i) => {
    let line = -frame.ceiling - FIRST;
    for (const tier of ['wall', 'upper'] as const) {
      const nodes = onWall(frame, i).filter((n) => n.tier === tier || (tier === 'wall' && n.tier === 'tall'));
      if (!nodes.some((n) => n.tier === tier)) continue;
      const at = stops(edges(nodes), [0, wall.length]);
      const first = line === -frame.ceiling - FIRST;
      drawChain(frame, {
        vertical: false,
        at: at.map((v) => frame.x(i, v)),
        line,
        from: first ? -frame.ceiling - 30 : line + 60,
      });
      line -= hasOutside(at) ? NEXT_WIDE : NEXT;
    }
    return line;
  });
  return Math.min(-frame.ceiling - FIRST, ...free) - 60;
}

/** Heights at the left: plinth, carcass, worktop, gap, wall units, what is left to the ceiling; totals at the right. */
export function drawHeights(frame: Frame): void {
  const { nodes, order, worktops } = frame.scene;
  const last = order.room.walls.length - 1;
  const right = frame.x(last, order.room.walls[last]?.length ?? 0);
  const zs = [0, frame.ceiling];
  if (nodes.some((n) => n.tier === 'base')) zs.push(CONSTANTS.legs, CONSTANTS.legs + CONSTANTS.baseH);
  else if (nodes.some((n) => n.tier === 'tall')) zs.push(CONSTANTS.legs);
  if (worktops.length > 0) zs.push(CONSTANTS.worktopTop);
  const wallUnits = nodes.filter((n) => n.tier === 'wall' && n.z1 - n.z0 > 100);
  // A hood cabinet ends in line with tall units, whatever the row's height: it is measured only where nothing else hangs.
  const row = wallUnits.filter((n) => !n.appliances.has('hood'));
  const measured = row.length > 0 ? row : wallUnits;
  if (measured.length > 0) zs.push(Math.min(...measured.map((n) => n.z0)), Math.max(...measured.map((n) => n.z1)));
  else zs.push(...nodes.filter((n) => n.tier === 'tall').map((n) => n.z1));
  zs.push(...nodes.filter((n) => n.tier === 'upper').map((n) => n.z1));
  const top = Math.max(0, ...nodes.map((n) => n.z1));
  const sheet = (heights: readonly number[]) => stops(heights.map((z) => -z));
  const seen = [...nodes, ...frame.obstacles];
  const over = (index: number, pick: (v: WallSpan) => number) => seen.filter((v) => v.wallIndex === index).map(pick);
  const leftmost = Math.min(0, ...over(0, (v) => v.x0));
  const rightmost = Math.max(right, ...over(last, (v) => frame.x(last, v.x1)));
  drawChain(frame, { vertical: true, at: sheet(zs), line: leftmost - FIRST, from: leftmost - 30 });
  const totals = sheet([0, top, frame.ceiling]);
  drawChain(frame, { vertical: true, at: totals, line: rightmost + FIRST, from: rightmost + 30 });
}

/** Clearance between worktop and hood, below the hood at its right edge. */
export function drawHoodClearance(frame: Frame): void {
  for (const n of frame.scene.nodes) {
    if (!n.appliances.has('hood') || n.z0 - CONSTANTS.worktopTop < 250) continue;
    const x = frame.x(n.wallIndex, n.x1) - 90;
    const at = stops([-n.z0, -CONSTANTS.worktopTop]);
    drawChain(frame, { vertical: true, at, line: x, from: x });
    frame.labels.block({ x: x - 40, y: -n.z0, w: 80, h: n.z0 - CONSTANTS.worktopTop });
  }
}

/** Half of a 45° tick, mm; a stretch shorter than MIN_NUMBERED gets no number of its own (furniture.ru.md 4.2). */
const TICK = 30;
const MIN_NUMBERED = 16;
const SIZE = TEXT.dimension;
/** From the line to the axis of its numbers. */
const OFF = 48;
const OUT = 72;

/** A chain of dimensions: `at` are sheet coordinates along its axis, `line` the coordinate across. */
interface Chain {
  vertical: boolean;
  at: readonly number[];
  line: number;
  /** From where the extension lines come. */
  from: number;
}

/** Edges in order, whole, each once; `ends` of the wall join them where they are at least MIN_NUMBERED away. */
export function stops(edges: readonly number[], ends: readonly number[] = []): number[] {
  const kept = [...new Set(edges.map(Math.round))];
  const added = ends.filter((end) => kept.every((v) => Math.abs(v - end) >= MIN_NUMBERED));
  return [...kept, ...added].sort((a, b) => a - b);
}

/** Whether some number of the chain stands outside its stretch, so that the next chain needs more distance. */
export const hasOutside = (at: readonly number[]): boolean =>
  at.some((v, i) => {
    const length = v - (at[i - 1] ?? v);
    return length >= MIN_NUMBERED && !fits(length);
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
  if (length < MIN_NUMBERED) return;
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
  frame.canvas.lines('lead', [segment(mid, line, l.x, line + Math.sign(l.y - line) * 20)]);
}
