import type { ObstacleVolume } from '../../geometry/obstacles.js';
import type { ObstacleKind } from '../../order/order.js';
import { obstacleName } from '../../reading/names.js';
import { type Box, crossOf, hatch, type Line, lineBox, overlap, segment } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { textWidth } from '../svg/text.js';
import { elevation, type Frame } from './frame.js';

/** Sockets and pipe ends are shown over the furniture, everything else behind it. */
const IN_FRONT: ReadonlySet<ObstacleKind> = new Set(['socket', 'water']);

export function drawObstacles(frame: Frame, layer: 'behind' | 'front'): void {
  for (const v of frame.obstacles) {
    if (IN_FRONT.has(v.obstacle.kind) === (layer === 'front')) drawObstacle(frame, v);
    else if (layer === 'front') drawHidden(frame, v);
  }
}

function drawObstacle(frame: Frame, v: ObstacleVolume): void {
  const { canvas } = frame;
  const b = elevation(frame, v);
  canvas.open({}, `${obstacleName(v.obstacle.kind)}, ${b.w} × ${b.h} мм`);
  switch (v.obstacle.kind) {
    case 'window':
      drawWindow(frame, b);
      break;
    case 'door':
      canvas.rect('ob', b.x, b.y, b.w, b.h);
      frame.canvas.lines('oh', crossOf(b));
      break;
    case 'socket':
      drawSocket(frame, b);
      break;
    case 'water':
      canvas.rect('od', b.x, b.y, b.w, b.h);
      for (const share of [0.3, 0.7]) canvas.circle('od', b.x + b.w * share, b.y + b.h / 2, 20);
      break;
    default:
      canvas.rect('ob', b.x, b.y, b.w, b.h);
      canvas.lines('oh', hatch(b, v.obstacle.kind === 'gas_pipe' ? 60 : 110));
  }
  canvas.close();
}

/** What stands behind furniture is dashed over it. */
function drawHidden(frame: Frame, v: ObstacleVolume): void {
  const b = elevation(frame, v);
  const covered = frame.nodes.some((n) => overlap(elevation(frame, n), b));
  if (covered) frame.canvas.rect('od', b.x, b.y, b.w, b.h);
}

function drawWindow(frame: Frame, b: Box): void {
  frame.canvas.rect('ob', b.x, b.y, b.w, b.h);
  if (Math.min(b.w, b.h) > 160) frame.canvas.rect('oh', b.x + 50, b.y + 50, b.w - 100, b.h - 100);
  frame.canvas.lines('oh', crossOf(b));
}

/** A circle with two strokes (4.1). */
function drawSocket({ canvas, labels }: Frame, b: Box): void {
  const [cx, cy, r] = [b.x + b.w / 2, b.y + b.h / 2, 40];
  canvas.circle('ob', cx, cy, r);
  canvas.lines('oh', [segment(cx - 14, cy - 18, cx - 14, cy + 18), segment(cx + 14, cy - 18, cx + 14, cy + 18)]);
  labels.block({ x: cx - r, y: cy - r, w: 2 * r, h: 2 * r });
}

/** Names and sizes of obstacles where they are seen: inside if there is room, else beside them; then how high they begin. */
export function nameObstacles(frame: Frame): void {
  for (const v of frame.obstacles) {
    const b = elevation(frame, v);
    const { kind } = v.obstacle;
    const name = obstacleName(kind);
    // Too small for a mark of its own: its height is said with its name.
    const small = kind === 'socket' || kind === 'water';
    const sized = small ? `${name} +${v.z0}` : `${name} ${b.w} × ${b.h}`;
    const over = { over: true };
    const lines =
      (small ? placeSmall(frame, b, sized) : undefined) ??
      placeName(frame, b, sized) ??
      placeName(frame, b, sized, over) ??
      placeName(frame, b, name, over) ??
      [];
    for (const l of lines) {
      plate(frame, l);
      frame.canvas.text(l);
    }
    if (v.z0 > 0 && !small) drawLevel(frame, b, v.z0);
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

function placeName(frame: Frame, b: Box, text: string, options = {}): readonly Line[] | undefined {
  const line = (x: number, y: number, vertical = false): Line[] => [
    { cls: 't', x: Math.round(x), y: Math.round(y), size: TEXT.code, text, style: { vertical } },
  ];
  const cx = b.x + b.w / 2;
  const heights = [0.5, 0.3, 0.15, 0.7, 0.85].map((share) => b.y + b.h * share);
  const wide = textWidth(text, TEXT.code) + 20 <= b.w;
  const within = heights.flatMap((y) => (wide ? [line(cx, y), line(cx, y, true)] : [line(cx, y, true)]));
  const beside = heights.flatMap((y) => [line(b.x + b.w + 45, y, true), line(b.x - 45, y, true)]);
  return frame.labels.place([...(b.w > 100 ? within : []), ...beside], options);
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
  plate(frame, line);
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

function plate({ canvas }: Frame, line: Line): void {
  const b = lineBox(line);
  canvas.rect('bp', b.x - 6, b.y - 2, b.w + 12, b.h + 4, 10);
}
