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
import { type Box, grow, type Line, lineBox, overlap, type Point } from '../svg/canvas.js';
import { textWidth } from '../svg/text.js';
import { BETWEEN_WALLS, type Frame, TEXT, write } from './frame.js';

/** The plan's scale beside the elevations. */
const SCALE = 1 / 3;
const ARROW = 130;
/** Where the arrows may start, mm before their wall, and at which share of it: the first place that is free. */
const STANDS = [1150, 1000, 1400, 1700];
const SHARES = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];
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
  for (const f of walls) canvas.lines('hard', [[put(toWorld(f, 0, 0)), put(toWorld(f, f.wall.length, 0))]]);
  const taken = shapes.filter((s) => s.cls === 's').map((s) => boxOf([s.box.x0, s.box.y0], [s.box.x1, s.box.y1], put));
  for (const f of walls) {
    const spot = SHARES.flatMap((share) => STANDS.map((y) => put(toWorld(f, f.wall.length * share, y)))).find((at) => {
      const box = arrowBox(at, f.n);
      return !taken.some((t) => overlap(box, t)) && labels.free(lineBox(letter(at, f)), true);
    });
    if (!spot) continue;
    taken.push(arrowBox(spot, f.n));
    drawArrow(frame, spot, f);
  }
}

function boxOf([x0, y0]: Point, [x1, y1]: Point, put: Put): Box {
  const [a, b] = [put({ x: x0, y: y0 }), put({ x: x1, y: y1 })];
  return { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), w: Math.abs(b[0] - a[0]), h: Math.abs(b[1] - a[1]) };
}

/** What an arrow with its letter takes of the plan. */
function arrowBox([x, y]: Point, n: PlanPoint): Box {
  const [a, b]: [Point, Point] = [
    [x - n.x * ARROW, y - n.y * ARROW],
    [x + n.x * 90, y + n.y * 90],
  ];
  return grow(
    { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), w: Math.abs(b[0] - a[0]), h: Math.abs(b[1] - a[1]) },
    36,
  );
}

const letter = ([x, y]: Point, { n, wall }: WallFrame): Line => ({
  cls: 't',
  x: x + n.x * 50,
  y: y + n.y * 50,
  size: TEXT.dimension,
  text: wall.id,
  style: { bold: true },
});

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
  const onWall = n.tier === 'wall' || n.tier === 'upper';
  if (!wall || onWall || textWidth(text, TEXT.code) > (n.x1 - n.x0) * SCALE) return;
  const [x, y] = put(toWorld(wall, (n.x0 + n.x1) / 2, (n.y1 + CONSTANTS.frontPlaneWall) / 2));
  write(frame, frame.labels.place([[{ cls: 't', x, y, size: TEXT.code, text }]], { over: true }) ?? []);
}

/** An arrow towards the wall, its letter at the tail. */
function drawArrow(frame: Frame, [x, y]: Point, wall: WallFrame): void {
  const { n } = wall;
  const { canvas, labels } = frame;
  const tip: Point = [x - n.x * ARROW, y - n.y * ARROW];
  const barb = (side: number): Point => [tip[0] + n.x * 40 + n.y * side, tip[1] + n.y * 40 + n.x * side];
  canvas.lines('d', [
    [[x, y], tip],
    [barb(22), tip, barb(-22)],
  ]);
  write(frame, labels.place([[letter([x, y], wall)]], { over: true }) ?? []);
}
