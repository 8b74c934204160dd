import { CONSTANTS } from '../../catalogue/catalogue.js';
import {
  type PlanBox,
  type Point as PlanPoint,
  planBox,
  toWorld,
  type WallFrame,
  worldOf,
} from '../../geometry/world.js';
import type { SceneNode } from '../scene/scene.js';
import type { Point } from '../svg/canvas.js';
import { textWidth } from '../svg/text.js';
import { BETWEEN_WALLS, type Frame, TEXT, write } from './frame.js';

/** The plan's scale beside the elevations. */
const SCALE = 1 / 3;
const ARROW = 130;
/** Where the arrows start, mm before their wall. */
const STAND = 1150;
/** What lies flat in a wall is shown this thick, mm. */
const FLAT = 60;

interface Shape {
  cls: string;
  box: PlanBox;
}

type Put = (p: PlanPoint) => Point;

/** A small plan right of the elevations: walls, units with their numbers, obstacles, directions of view (4.3). */
export function drawPlan(frame: Frame): void {
  const { canvas, labels, scene } = frame;
  const walls = worldOf(scene.order);
  if (walls.length < 2) return;
  const shapes = shapesOf(frame, walls);
  const ends = walls.flatMap((f) => [toWorld(f, 0, 0), toWorld(f, f.wall.length, 0)]);
  const minX = Math.min(...ends.map((p) => p.x), ...shapes.map((s) => s.box.x0));
  const minY = Math.min(...ends.map((p) => p.y), ...shapes.map((s) => s.box.y0));
  const area = canvas.bounds();
  const [left, top] = [area.x + area.w + BETWEEN_WALLS / 2, -frame.ceiling];
  const put: Put = (p) => [left + Math.round((p.x - minX) * SCALE), top + 160 + Math.round((p.y - minY) * SCALE)];
  const style = { anchor: 'start' } as const;
  write(frame, labels.place([[{ cls: 't', x: left, y: top, size: TEXT.dimension, text: 'План', style }]]) ?? []);
  for (const { cls, box } of shapes) {
    const [[x0, y0], [x1, y1]] = [put({ x: box.x0, y: box.y0 }), put({ x: box.x1, y: box.y1 })];
    canvas.rect(cls, x0, y0, x1 - x0, y1 - y0);
  }
  for (const n of scene.nodes) writeNumber(frame, walls[n.wallIndex], n, put);
  for (const f of walls) {
    canvas.lines('hard', [[put(toWorld(f, 0, 0)), put(toWorld(f, f.wall.length, 0))]]);
    drawArrow(frame, put(toWorld(f, f.wall.length / 2, STAND)), f.n, f.wall.id);
  }
}

function shapesOf({ scene, obstacles }: Frame, walls: readonly WallFrame[]): Shape[] {
  const shape = (cls: string, index: number, local: PlanBox): Shape[] => {
    const f = walls[index];
    return f ? [{ cls, box: planBox(f, local) }] : [];
  };
  const flat = { y0: -FLAT, y1: 0 };
  return [
    ...obstacles.flatMap((v) => shape('ob', v.wallIndex, { ...v, ...(v.y1 > 0 ? {} : flat) })),
    ...scene.nodes
      .filter((n) => n.tier !== 'upper')
      .flatMap((n) => shape(n.tier === 'wall' ? 'gapline' : 's', n.wallIndex, n)),
  ];
}

/** Floor units' numbers, before the dashes of the wall units; narrow ones go without. */
function writeNumber(frame: Frame, wall: WallFrame | undefined, n: SceneNode, put: Put): void {
  const text = String(n.number);
  const hangs = n.tier === 'wall' || n.tier === 'upper';
  if (!wall || hangs || textWidth(text, TEXT.code) > (n.x1 - n.x0) * SCALE) return;
  const [x, y] = put(toWorld(wall, (n.x0 + n.x1) / 2, (n.y1 + CONSTANTS.frontPlaneWall) / 2));
  write(frame, frame.labels.place([[{ cls: 't', x, y, size: TEXT.code, text }]], { over: true }) ?? []);
}

/** An arrow towards the wall, its letter at the tail. */
function drawArrow(frame: Frame, [x, y]: Point, n: PlanPoint, id: string): void {
  const { canvas, labels } = frame;
  const tip: Point = [x - n.x * ARROW, y - n.y * ARROW];
  const barb = (side: number): Point => [tip[0] + n.x * 40 + n.y * side, tip[1] + n.y * 40 + n.x * side];
  canvas.lines('d', [
    [[x, y], tip],
    [barb(22), tip, barb(-22)],
  ]);
  const line = { cls: 't', x: x + n.x * 50, y: y + n.y * 50, size: TEXT.dimension, text: id, style: { bold: true } };
  write(frame, labels.place([[line]], { over: true }) ?? []);
}
