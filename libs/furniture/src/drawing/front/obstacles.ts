import type { ObstacleVolume } from '../../geometry/obstacles.js';
import type { ObstacleKind } from '../../order/order.js';
import { obstacleName } from '../../reading/names.js';
import { type Box, crossOf, hatch, lineBox, overlap, segment } from '../svg/canvas.js';
import { elevation, type Frame, TEXT } from './frame.js';

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
  const covered = frame.scene.nodes.some((n) => overlap(elevation(frame, n), b));
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

/** Names of obstacles where they are seen: inside if there is room, else beside them. */
export function nameObstacles(frame: Frame): void {
  for (const v of frame.obstacles) {
    const b = elevation(frame, v);
    const { kind } = v.obstacle;
    const sized = kind === 'window' || kind === 'door' || kind === 'radiator';
    const text = sized ? `${obstacleName(kind)} ${b.w}` : obstacleName(kind);
    const line = (x: number, y: number, vertical = false) => [
      { cls: 't', x: Math.round(x), y: Math.round(y), size: TEXT.code, text, style: { vertical } },
    ];
    const cx = b.x + b.w / 2;
    const heights = [0.5, 0.3, 0.15, 0.7, 0.85].map((share) => b.y + b.h * share);
    const within = heights.flatMap((y) => [line(cx, y), line(cx, y, true)]);
    const beside = heights.flatMap((y) => [line(b.x + b.w + 45, y, true), line(b.x - 45, y, true)]);
    const room = b.w > 100 ? within : [];
    const lines = frame.labels.place([...room, ...beside]) ?? frame.labels.place([...room, ...beside], { over: true });
    for (const l of lines ?? []) {
      plate(frame, l);
      frame.canvas.text(l);
    }
  }
}

function plate({ canvas }: Frame, line: Parameters<typeof lineBox>[0]): void {
  const b = lineBox(line);
  canvas.rect('bp', b.x - 6, b.y - 2, b.w + 12, b.h + 4, 10);
}
