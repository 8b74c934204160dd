import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isNiche } from '../../catalogue/traits.js';
import { ARCHITRAVE, casing, doorHandle, hasSill, type ObstacleVolume, SILL } from '../../geometry/obstacles.js';
import type { ObstacleKind } from '../../order/order.js';
import { obstacleName } from '../../reading/names.js';
import { type Box, crossOf, hatch, inside, type Line, lineBox, overlap, segment } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { textWidth } from '../svg/text.js';
import { elevation, type Frame } from './frame.js';

/** Sockets and pipe ends are shown over the furniture, everything else behind it. */
const IN_FRONT: ReadonlySet<ObstacleKind> = new Set(['socket', 'water']);

export function drawObstacles(frame: Frame, layer: 'behind' | 'front'): void {
  for (const v of frame.obstacles) {
    const fitting = IN_FRONT.has(v.obstacle.kind);
    const hidden = layer === 'front' ? hiddenLine(frame, v) : undefined;
    if (hidden) drawHidden(frame, v, hidden);
    else if (fitting === (layer === 'front')) drawObstacle(frame, v);
  }
}

/** The class of the line that shows an obstacle through what stands before it: light over dark fronts. */
export function hiddenLine(frame: Frame, v: ObstacleVolume): 'od' | 'oc' | undefined {
  const b = elevation(frame, v);
  const before = frame.nodes.filter((n) => overlap(elevation(frame, n), b));
  if (before.length === 0) return undefined;
  return before.every(({ module }) => isNiche(module)) ? 'od' : 'oc';
}

function drawObstacle(frame: Frame, v: ObstacleVolume): void {
  const { canvas } = frame;
  const b = elevation(frame, v);
  canvas.open({}, titleOf(v, b));
  switch (v.obstacle.kind) {
    case 'window':
      drawWindow(frame, v, b);
      break;
    case 'door':
      drawDoor(frame, v, b);
      break;
    case 'socket':
      drawSocket(frame, b, 'ob', 'oh');
      break;
    case 'water':
      drawPipeEnds(frame, b, 'od');
      break;
    default:
      canvas.rect('ob', b.x, b.y, b.w, b.h);
      canvas.lines('oh', hatch(b, v.obstacle.kind === 'gas_pipe' ? 60 : 110));
  }
  canvas.close();
}

const titleOf = ({ obstacle: { kind } }: ObstacleVolume, b: Box): string => `${obstacleName(kind)}, ${b.w} × ${b.h} мм`;

/** What stands behind furniture is dashed over it. */
function drawHidden(frame: Frame, v: ObstacleVolume, cls: 'od' | 'oc'): void {
  const { canvas } = frame;
  const b = elevation(frame, v);
  canvas.open({}, titleOf(v, b));
  if (v.obstacle.kind === 'socket') drawSocket(frame, b, cls, cls);
  else if (v.obstacle.kind === 'water') drawPipeEnds(frame, b, cls);
  else canvas.rect(cls, b.x, b.y, b.w, b.h);
  canvas.close();
}

function drawWindow({ canvas }: Frame, v: ObstacleVolume, b: Box): void {
  canvas.rect('ob', b.x, b.y, b.w, b.h);
  if (Math.min(b.w, b.h) > 160) canvas.rect('oh', b.x + 50, b.y + 50, b.w - 100, b.h - 100);
  canvas.lines('oh', crossOf(b));
  if (hasSill(v)) canvas.rect('ob', b.x, b.y + b.h, b.w, SILL.height);
}

/** A leaf in its architrave, the handle at its free edge. */
function drawDoor(frame: Frame, v: ObstacleVolume, b: Box): void {
  const { canvas } = frame;
  const outer = elevation(frame, { ...v, ...casing(v), z1: v.z1 + ARCHITRAVE });
  canvas.rect('ob', outer.x, outer.y, outer.w, outer.h);
  canvas.rect('ob', b.x, b.y, b.w, b.h);
  canvas.lines('oh', crossOf(b));
  const { from, to, z } = doorHandle(v);
  canvas.lines('tk', [segment(frame.x(v.wallIndex, from), -z, frame.x(v.wallIndex, to), -z)]);
}

/** A circle with two strokes (4.1). */
function drawSocket({ canvas, labels }: Frame, b: Box, outline: string, strokes: string): void {
  const [cx, cy, r] = [b.x + b.w / 2, b.y + b.h / 2, 40];
  canvas.circle(outline, cx, cy, r);
  canvas.lines(strokes, [segment(cx - 14, cy - 18, cx - 14, cy + 18), segment(cx + 14, cy - 18, cx + 14, cy + 18)]);
  labels.block({ x: cx - r, y: cy - r, w: 2 * r, h: 2 * r });
}

/** Near the lower edge, whose height is said, and below the name of the unit before them. */
function drawPipeEnds({ canvas }: Frame, b: Box, cls: string): void {
  canvas.rect(cls, b.x, b.y, b.w, b.h);
  const cy = b.y + Math.max(b.h / 2, b.h - 60);
  for (const share of [0.3, 0.7]) canvas.circle(cls, b.x + b.w * share, cy, 20);
}

/** Names and sizes of obstacles where they are seen: inside if there is room, else beside them; then how high they begin. */
export function nameObstacles(frame: Frame): void {
  for (const v of frame.obstacles) {
    const b = elevation(frame, v);
    const { kind } = v.obstacle;
    // Too small for a mark of its own: its height is said with its name.
    if (IN_FRONT.has(kind)) {
      nameFitting(frame, v, b, `${obstacleName(kind)} +${v.z0}`);
      continue;
    }
    const name = obstacleName(kind);
    const forms = sizedForms(kind, name, b);
    const lines =
      first(forms, (text) => placeName(frame, v, b, text)) ??
      first(forms, (text) => placeName(frame, v, b, text, { over: true })) ??
      [];
    for (const l of lines) writeOver(frame, l, b);
    if (v.z0 > 0) drawLevel(frame, b, v.z0);
  }
  // Where an obstacle is seen it bears its own name alone.
  for (const v of frame.obstacles) {
    if (!hiddenLine(frame, v))
      frame.labels.block(elevation(frame, v.obstacle.kind === 'door' ? { ...v, ...casing(v) } : v));
  }
}

/** A pipe has one size, the others two: «газовая труба 30», «короб 200 × 2700». */
const sizedForms = (kind: ObstacleKind, name: string, { w, h }: Box): string[] => [
  kind === 'gas_pipe' ? `${name} ${w}` : `${name} ${w} × ${h}`,
  name,
];

function first<T, R>(values: readonly T[], found: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const result = found(value);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** The name of a socket or a pipe end: beside its sign, or, where furniture stands before it, over the worktop with a line down to it. */
function nameFitting(frame: Frame, v: ObstacleVolume, b: Box, text: string): void {
  const cls = hiddenLine(frame, v);
  const [led] = (cls ? frame.labels.place(overTop(b, text)) : undefined) ?? [];
  if (led && cls) {
    const [x, top] = [Math.round(b.x + b.w / 2), -CONSTANTS.worktopTop];
    const from = Math.min(b.y, b.y + b.h / 2 - 40);
    const half = textWidth(text, TEXT.code) / 2;
    const end = Math.max(led.x - half + 30, Math.min(x, led.x + half - 30));
    // Upright over the furniture; from the worktop on towards the text.
    const bend = top + CONSTANTS.worktop;
    frame.canvas.lines(cls, [segment(x, from, x, bend)]);
    frame.canvas.lines('lead', [segment(x, bend, end, led.y + 30)]);
    frame.canvas.text(led);
    return;
  }
  const lines =
    placeSmall(frame, b, text) ?? placeName(frame, v, b, text) ?? placeName(frame, v, b, text, { over: true });
  for (const l of lines ?? []) writeOver(frame, l, b);
}

/** Between the rows, over the middle of what is named. */
function* overTop(b: Box, text: string): Generator<readonly Line[]> {
  const [cx, half] = [Math.round(b.x + b.w / 2), Math.round(textWidth(text, TEXT.code) / 2)];
  if (b.y + b.h / 2 < -CONSTANTS.worktopTop) return;
  for (let row = 0; row < 5; row += 1) {
    for (const share of [0, 0.5, -0.5, 0.9, -0.9, 1.6, -1.6]) {
      const [x, y] = [cx + Math.round(share * half), -CONSTANTS.worktopTop - 60 - row * 70];
      yield [{ cls: 't', x, y, size: TEXT.code, text }];
    }
  }
}

/** Above, below and beside a sign, as it is read: an upright label is longer than the field between the rows is high. */
function placeSmall(frame: Frame, b: Box, text: string): readonly Line[] | undefined {
  const [cx, cy, half] = [b.x + b.w / 2, b.y + b.h / 2, textWidth(text, TEXT.code) / 2];
  const line = (x: number, y: number): Line[] => [
    { cls: 't', x: Math.round(x), y: Math.round(y), size: TEXT.code, text },
  ];
  const [right, left] = [Math.max(b.w / 2, 40) + half + 20, -Math.max(b.w / 2, 40) - half - 20];
  const up = Math.max(b.h / 2, 40) + 40;
  return frame.labels.place([line(cx, cy - up), line(cx + right, cy), line(cx + left, cy), line(cx, cy + up)]);
}

function placeName(frame: Frame, v: ObstacleVolume, b: Box, text: string, options = {}): readonly Line[] | undefined {
  const line = (x: number, y: number, vertical = false): Line[] => [
    { cls: 't', x: Math.round(x), y: Math.round(y), size: TEXT.code, text, style: { vertical } },
  ];
  const cx = b.x + b.w / 2;
  const heights = [0.5, 0.3, 0.15, 0.7, 0.85, 0.4, 0.6, 0.2, 0.8].map((share) => b.y + b.h * share);
  const wide = textWidth(text, TEXT.code) + 20 <= b.w;
  const within = heights.flatMap((y) => (wide ? [line(cx, y), line(cx, y, true)] : [line(cx, y, true)]));
  const beside = heights.flatMap((y) => [line(b.x + b.w + 45, y, true), line(b.x - 45, y, true)]);
  // Not on another obstacle, which would bear both names.
  const others = frame.obstacles.filter((o) => o !== v).map((o) => elevation(frame, o));
  const clear = (lines: readonly Line[]) => !lines.some((l) => others.some((o) => overlap(lineBox(l), o)));
  return frame.labels.place([...(b.w > 100 ? within : []), ...beside].filter(clear), options);
}

/** A level mark: how high the lower edge of an obstacle is above the floor, mm (a window's sill). */
function drawLevel(frame: Frame, b: Box, z: number): void {
  const { canvas, labels } = frame;
  const y = b.y + b.h;
  const text = `+${z}`;
  const width = textWidth(text, TEXT.code);
  const mark = (x: number, up: 1 | -1): Line[] => [
    { cls: 't', x, y: y - up * 62, size: TEXT.code, text, style: { anchor: 'start' } },
  ];
  const xs = [b.x + 40, b.x + b.w - width - 40, b.x + b.w + 30, b.x - width - 60, b.x + (b.w - width) / 2];
  const proposals = [...xs.map((x) => mark(x, 1)), ...xs.map((x) => mark(x, -1))];
  const [line] = labels.place(proposals, {}) ?? labels.place(proposals, { over: true }) ?? [];
  if (!line) return;
  const up = line.y < y ? 1 : -1;
  const x = line.x + 24;
  plate(frame, line, b, 'bp');
  canvas.lines('d', [
    [
      [x - 24, y - up * 32],
      [x, y],
      [x + 24, y - up * 32],
    ],
    segment(line.x - 4, y - up * 32, line.x + width, y - up * 32),
    segment(x - 40, y, x + 60, y),
  ]);
  canvas.text(line);
}

/** A text over lines, on a plate in the colour of what bears it; on furniture as its own labels. */
function writeOver(frame: Frame, line: Line, of: Box): void {
  plate(frame, line, of, 'bf');
  frame.canvas.text(onUnit(frame, line) ? { ...line, cls: 'tf' } : line);
}

const onUnit = (frame: Frame, line: Line): boolean =>
  frame.nodes.some((n) => overlap(elevation(frame, n), lineBox(line)));

/** What lies under a text: in the colour of what bears it, on furniture of class `front`. */
function plate(frame: Frame, line: Line, of: Box, front: 'bf' | 'bp'): void {
  const b = lineBox(line);
  const cls = onUnit(frame, line) ? front : inside(b, of) ? 'bo' : 'room';
  frame.canvas.rect(cls, b.x - 6, b.y - 2, b.w + 12, b.h + 4, 10);
}
