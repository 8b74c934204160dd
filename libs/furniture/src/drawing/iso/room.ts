import { isCornerUnit } from '../../catalogue/traits.js';
import { inPlan } from '../../geometry/footprint.js';
import {
  ARCHITRAVE,
  bodyDepth,
  casing,
  doorHandle,
  hasSill,
  type ObstacleVolume,
  obstacleVolumes,
  SILL,
} from '../../geometry/obstacles.js';
import { type Point as PlanPoint, toWorld, type WallFrame } from '../../geometry/world.js';
import type { Scene } from '../../scene/scene.js';
import type { Line, Point } from '../svg/canvas.js';
import { paintCuboid, planOf, type Solid, uprightBetween } from './solids.js';
import { cuboid, isShown, type Project, type Stage, upright } from './stage.js';
import { faces, type View } from './views.js';

/** How far the floor is shown before the walls, mm. */
const APRON = 1200;

/** The floor's corners in the turned room: around all walls. */
function floorOf(walls: View): PlanPoint[] {
  const points = walls.flatMap((f) => [
    toWorld(f, 0, 0),
    toWorld(f, f.wall.length, 0),
    toWorld(f, 0, APRON),
    toWorld(f, f.wall.length, APRON),
  ]);
  if (points.length === 0) return [];
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];
}

/** Wall shown above all that stands or hangs in the room, mm. */
const ABOVE = 700;

/** How high the walls are shown: to the ceiling, or cut where nothing comes near it. */
export function shownHeight({ nodes, order }: Scene): number {
  const tops = [...nodes, ...obstacleVolumes(order)].map(({ z1 }) => z1);
  return Math.min(order.ceiling, Math.max(0, ...tops) + ABOVE);
}

/** What a view of a room takes of the sheet. */
export function roomBounds(scene: Scene, walls: View, project: Project): { x0: number; x1: number; y0: number } {
  const height = shownHeight(scene);
  const floor = floorOf(walls).map((p) => project(p, 0));
  const tops = walls.flatMap((f) => [0, f.wall.length].map((x) => project(toWorld(f, x, 0), height)));
  const points = [...floor, ...tops];
  if (points.length === 0) return { x0: 0, x1: 0, y0: 0 };
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys) };
}

/** Floor and those walls whose fronts are seen, pale; doors, windows, sockets and pipe ends upon them. */
export function drawRoom(stage: Stage): void {
  const { canvas, project, scene, walls } = stage;
  const floor = floorOf(walls);
  if (floor.length > 0) {
    canvas.polygon(
      'i c-fl',
      floor.map((p) => project(p, 0)),
    );
  }
  drawCutRows(stage);
  drawEndWalls(stage);
  walls.forEach((frame, i) => {
    if (!stage.seen(i)) return;
    drawWall(stage, toWorld(frame, 0, 0), toWorld(frame, frame.wall.length, 0));
  });
  for (const v of obstacleVolumes(scene.order)) if (isFlat(v) && stage.seen(v.wallIndex)) drawFlat(stage, v);
}

/** The floor units of a row that is cut away, as they stand on the floor. */
function drawCutRows(stage: Stage): void {
  const { canvas, project, scene, walls } = stage;
  for (const node of scene.nodes) {
    const frame = walls[node.wallIndex];
    const floor = node.tier === 'base' || node.tier === 'tall';
    if (!frame || !floor || isShown(stage, node)) continue;
    canvas.polygon(
      'foot',
      inPlan(frame, node.outline).map((p) => project(p, 0)),
    );
  }
}

/** A wall between two points of the floor; its upper edge is dashed where it goes on to the ceiling. */
function drawWall({ canvas, project, scene }: Stage, a: PlanPoint, b: PlanPoint): void {
  const height = shownHeight(scene);
  const [from, to, high, start] = uprightBetween(project, a, b, 0, height);
  if (!from || !to || !high || !start) return;
  canvas.polygon('c-wall', [from, to, high, start]);
  canvas.lines('wl', [height < scene.order.ceiling ? [start, from, to, high] : [from, to, high, start, from]]);
  if (height < scene.order.ceiling) canvas.lines('gapline', [[start, high]]);
}

/** The walls that close a straight kitchen's ends, as far as they are seen from the room. */
function drawEndWalls(stage: Stage): void {
  const { walls } = stage;
  const [first, last] = [walls[0], walls.at(-1)];
  const draw = (frame: WallFrame, x: number) => drawWall(stage, toWorld(frame, x, 0), toWorld(frame, x, APRON));
  if (first?.wall.ends.left === 'wall' && faces(first.d)) draw(first, 0);
  if (last?.wall.ends.right === 'wall' && faces({ x: -last.d.x, y: -last.d.y })) draw(last, last.wall.length);
}

const isFlat = (v: ObstacleVolume): boolean => v.y1 <= v.y0;

/** Frame of a window, a wider one has a post in its middle; mm. */
const SASH = { frame: 60, post: 900 };

function drawFlat(stage: Stage, v: ObstacleVolume): void {
  const { canvas } = stage;
  const at = stage.onto(v.wallIndex);
  const plate = (cls: string, x0: number, x1: number, z0: number, z1: number) =>
    canvas.polygon(cls, upright(at, 0, { x: x0, z: z0, w: x1 - x0, h: z1 - z0 }));
  const { x0, x1, z0, z1 } = v;
  const { kind } = v.obstacle;
  if (kind === 'door') {
    const { x0: from, x1: to } = casing(v);
    plate('ob', from, to, z0, z1 + ARCHITRAVE);
  }
  plate('ob', x0, x1, z0, z1);
  if (kind === 'door') {
    const { from, to, z } = doorHandle(v);
    canvas.lines('tk', [[at(from, 0, z), at(to, 0, z)]]);
  }
  if (kind === 'window' && Math.min(x1 - x0, z1 - z0) > 4 * SASH.frame) {
    const [left, right] = [x0 + SASH.frame, x1 - SASH.frame];
    const middle = (x0 + x1) / 2;
    const panes =
      x1 - x0 > SASH.post
        ? [
            [left, middle - 30],
            [middle + 30, right],
          ]
        : [[left, right]];
    for (const [from = left, to = right] of panes) plate('pane', from, to, z0 + SASH.frame, z1 - SASH.frame);
  }
}

/** Risers, pipes, boilers, radiators as bodies before their wall, and the boards of windows. */
export function obstacleSolids(stage: Stage): Solid[] {
  return obstacleVolumes(stage.scene.order).flatMap((v) => {
    const frame = stage.walls[v.wallIndex];
    if (!frame || !stage.seen(v.wallIndex)) return [];
    const sill = hasSill(v) ? { ...v, y1: SILL.depth, z0: v.z0 - SILL.height, z1: v.z0 } : undefined;
    if (isFlat(v) && !sill) return [];
    const box = cuboid(frame, sill ?? { ...v, y1: bodyDepth(v) });
    const cls = { top: 'c-ot', y: 'c-o', x: 'c-os', edge: 'ie' };
    return [{ box, plan: planOf(box), paint: () => paintCuboid(stage.canvas, stage.project, box, cls) }];
  });
}

/** The letters of the walls: above those that are seen, on the floor before those that are not. */
export function drawWallLetters(stage: Stage): void {
  const { canvas, labels, scene, seen, walls } = stage;
  if (walls.length < 2) return;
  const size = Math.round(110 * stage.scale);
  walls.forEach(({ wall }, i) => {
    const at = stage.onto(i);
    const [x, y]: Point = seen(i) ? at(wall.length / 2, 0, shownHeight(scene) + size) : at(widest(scene, i), 300, 0);
    const line: Line = { cls: 'tm', x, y, size, text: wall.id, style: { bold: true } };
    for (const placed of labels.place([[line]], { over: true }) ?? []) canvas.text(placed);
  });
}

/** The middle of a wall's widest floor unit out of the corners, where no line of an outline runs; without one, of the wall. */
function widest({ nodes, order }: Scene, wallIndex: number): number {
  const floor = nodes.filter((n) => n.wallIndex === wallIndex && (n.tier === 'base' || n.tier === 'tall'));
  const straight = floor.filter((n) => !isCornerUnit(n.module));
  const [first] = straight.toSorted((a, b) => b.x1 - b.x0 - (a.x1 - a.x0));
  return first ? (first.x0 + first.x1) / 2 : (order.room.walls[wallIndex]?.length ?? 0) / 2;
}
