import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isDiagonalCorner } from '../../catalogue/traits.js';
import { type ObstacleVolume, obstacleVolumes } from '../../geometry/obstacles.js';
import { innerCornerAfter } from '../../geometry/place.js';
import { type PlanBox, type Point as PlanPoint, toWorld, type WallFrame, worldOf } from '../../geometry/world.js';
import type { Scene } from '../../scene/scene.js';
import { type Box, Canvas, type Point } from '../svg/canvas.js';
import type { Sheet } from '../svg/chain.js';
import { Labels } from '../svg/labels.js';

/** Thickness of the walls as they are drawn, mm: the order does not say it. */
export const WALL = 120;

/** What every part of the plan draws on. */
export interface PlanFrame extends Sheet {
  scene: Scene;
  /** The walls as they lie on the sheet, mm. */
  walls: readonly WallFrame[];
  obstacles: readonly ObstacleVolume[];
  /** Where doors swing, as far as they are drawn. */
  swings: Box[];
  /** Open leaves, as lines: the number of a panel beside one stands clear of it. */
  leaves: Box[];
  /** Units of the sheet for one mm of the room; texts, signs and what lies between chains keep their size. */
  scale: number;
  /** The sheet's place of a point in a wall's own coordinates, mm. */
  at(wallIndex: number, x: number, y: number): Point;
}

export interface PlanPlace {
  canvas: Canvas;
  labels: Labels;
  scale: number;
  left: number;
  top: number;
}

/** The order's plan on a sheet of its own. */
export const ownSheet = (scene: Scene, scale: number): PlanFrame =>
  planFrame(scene, { canvas: new Canvas(), labels: new Labels(), scale, left: 0, top: 0 });

/** The order's plan on a drawing, its upper left corner at `left`, `top`. */
export function planFrame(scene: Scene, place: PlanPlace): PlanFrame {
  const { canvas, labels, scale } = place;
  const walls = turned(worldOf(scene.order));
  const ends = walls.flatMap((w) => [0, w.wall.length].flatMap((x) => [toWorld(w, x, 0), toWorld(w, x, -WALL)]));
  const origin = { x: Math.min(0, ...ends.map(({ x }) => x)), y: Math.min(0, ...ends.map(({ y }) => y)) };
  const sheet = ({ x, y }: PlanPoint): Point => [
    place.left + (x - origin.x) * scale,
    place.top + (y - origin.y) * scale,
  ];
  const at = (wallIndex: number, x: number, y: number): Point => {
    const wall = walls[wallIndex];
    return wall ? sheet(toWorld(wall, x, y)) : [0, 0];
  };
  return {
    scene,
    canvas,
    labels,
    walls,
    obstacles: obstacleVolumes(scene.order),
    ...{ swings: [], leaves: [] },
    scale,
    at,
  };
}

/** The wall that lies at the sheet's upper edge: the middle one of three, so that the walls follow each other left to right. */
function turned(walls: WallFrame[]): WallFrame[] {
  const top = walls[walls.length > 2 ? 1 : 0];
  if (!top) return walls;
  const { x: c, y: s } = top.d;
  const turn = ({ x, y }: PlanPoint): PlanPoint => ({ x: c * x + s * y, y: c * y - s * x });
  return walls.map((wall) => ({ ...wall, origin: turn(wall.origin), d: turn(wall.d), n: turn(wall.n) }));
}

/** Whether a wall runs along the sheet's height. */
export const isUpright = ({ walls }: PlanFrame, wallIndex: number): boolean => walls[wallIndex]?.d.y !== 0;

/** A rectangle of a wall's coordinates on the sheet. */
export function boxOn(plan: PlanFrame, wallIndex: number, { x0, x1, y0, y1 }: PlanBox): Box {
  const [a, b] = [plan.at(wallIndex, x0, y0), plan.at(wallIndex, x1, y1)];
  return { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), w: Math.abs(b[0] - a[0]), h: Math.abs(b[1] - a[1]) };
}

export function drawBox(plan: PlanFrame, cls: string, wallIndex: number, box: PlanBox, rx = 0): void {
  const b = boxOn(plan, wallIndex, box);
  plan.canvas.rect(cls, b.x, b.y, b.w, b.h, rx);
}

/** Lines of a wall's coordinates. */
export function drawLines(plan: PlanFrame, cls: string, wallIndex: number, lines: readonly (readonly Point[])[]): void {
  plan.canvas.lines(
    cls,
    lines.map((line) => line.map(([x, y]) => plan.at(wallIndex, x, y))),
  );
}

/** An outline of a wall's coordinates on the sheet. */
export function drawOutline(
  plan: PlanFrame,
  cls: string,
  wallIndex: number,
  outline: readonly { x: number; y: number }[],
): void {
  plan.canvas.polygon(
    cls,
    outline.map(({ x, y }) => plan.at(wallIndex, x, y)),
  );
}

/** How far a wall's floor row reaches into the room, mm: its worktop, or the deepest unit; 0 without a row. */
export function rowDepth({ scene }: PlanFrame, wallIndex: number): number {
  const floor = scene.nodes.filter((n) => n.wallIndex === wallIndex && (n.tier === 'base' || n.tier === 'tall'));
  const top = scene.worktops.some((w) => w.wallIndex === wallIndex) ? CONSTANTS.worktopDepth : 0;
  return Math.max(top, ...floor.filter((n) => !isDiagonalCorner(n.module)).map((n) => n.y1));
}

/** What closes the ends of a wall: the next one in an inner corner, a wall that the order has no row on, or nothing. */
export type WallClosing = 'corner' | 'wall' | 'free';

export function closings({ scene: { order } }: PlanFrame, index: number): { left: WallClosing; right: WallClosing } {
  const { walls } = order.room;
  const end = (inner: boolean, joined: boolean, own: 'wall' | 'free' | undefined): WallClosing =>
    inner ? 'corner' : joined ? 'free' : (own ?? 'free');
  return {
    left: end(innerCornerAfter(order, index - 1), index > 0, walls[index]?.ends.left),
    right: end(innerCornerAfter(order, index), index < walls.length - 1, walls[index]?.ends.right),
  };
}
