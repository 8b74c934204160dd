import { subtract } from '../../geometry/intervals.js';
import { isOpening } from '../rows.js';
import { type Box, grow, inside, type Line, lineBox, overlap, type Point } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { boxOn, closings, drawBox, drawLines, isUpright, type PlanFrame, rowDepth, WALL } from './frame.js';

/** How far a side wall without a row of its own is shown beyond the row, mm. */
const BEYOND_ROW = 250;

/** The walls cut through, side walls that close a row, and their lines towards the room. */
export function drawWalls(plan: PlanFrame): void {
  const { walls } = plan.scene.order.room;
  walls.forEach((wall, i) => {
    const { left, right } = closings(plan, i);
    const x0 = left === 'free' ? 0 : -WALL;
    const x1 = wall.length + (right === 'free' ? 0 : WALL);
    drawBox(plan, 'cut', i, { x0, x1, y0: -WALL, y1: 0 });
    const side = sideWall(plan, i);
    if (left === 'wall') drawBox(plan, 'cut', i, { x0: -WALL, x1: 0, y0: 0, y1: side });
    if (right === 'wall') drawBox(plan, 'cut', i, { x0: wall.length, x1: wall.length + WALL, y0: 0, y1: side });
  });
  walls.forEach((wall, i) => {
    const { left, right } = closings(plan, i);
    const holes = plan.obstacles.filter((v) => v.wallIndex === i && isOpening(v));
    const closed = subtract(
      { from: 0, to: wall.length },
      holes.map((v) => ({ from: v.x0, to: v.x1 })),
    );
    drawLines(
      plan,
      'hard',
      i,
      closed.map(({ from, to }): Point[] => [
        [from, 0],
        [to, 0],
      ]),
    );
    const side = sideWall(plan, i);
    const ends = [...(left === 'wall' ? [0] : []), ...(right === 'wall' ? [wall.length] : [])].map((x): Point[] => [
      [x, 0],
      [x, side],
    ]);
    drawLines(plan, 'hard', i, ends);
  });
}

const sideWall = (plan: PlanFrame, wallIndex: number): number => rowDepth(plan, wallIndex) + BEYOND_ROW;

const RADIUS = 78;
/** From the circle's middle to the arrow's tip. */
const REACH = 160;
/** Distances from the wall and shares of its length that are tried for the mark. */
const STANDS = [1250, 1100, 1400, 950, 1600, 1800, 2100, 2500, 2900];
/** Along the wall; beyond its ends where the room is too narrow for all marks. */
const SHARES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 1.2, -0.2, 1.4, -0.4];

/**
 * The mark of each view: its wall's letter in a circle, an arrow towards the wall; in the free floor of the room, there
 * over the way of a door rather than outside, else `behind` the wall and its chains, mm, so that none is missing.
 */
export function drawMarks(plan: PlanFrame, behind: number): void {
  const { scene, walls, labels, swings, scale } = plan;
  const bodies = scene.nodes
    .filter((n) => n.tier === 'base' || n.tier === 'tall')
    .map((n) => boxOn(plan, n.wallIndex, { ...n, y0: 0, y1: Math.max(...n.outline.map(({ y }) => y)) }));
  const bands = walls.map(({ wall }, i) => boxOn(plan, i, { x0: -WALL, x1: wall.length + WALL, y0: -WALL, y1: 0 }));
  const hindrances = plan.obstacles.filter((v) => v.y1 > 0).map((v) => boxOn(plan, v.wallIndex, v));
  const taken = [...bodies, ...bands, ...hindrances];
  // Of a straight kitchen only one side of the room is known.
  const room =
    walls.length > 1
      ? boundsOf(walls.flatMap(({ wall }, i) => [plan.at(i, 0, 0), plan.at(i, wall.length, 0)]))
      : undefined;
  walls.forEach(({ wall, n }, i) => {
    const spots = SHARES.flatMap((share) => STANDS.map((y) => plan.at(i, wall.length * share, y)));
    const meets = (box: Box, others: readonly Box[]) => others.some((other) => overlap(other, box));
    const isFree = (spot: Point, over: boolean) => {
      const box = markBox(spot, n);
      return !meets(box, taken) && labels.free(box, over);
    };
    const isClear = (p: Point) => isFree(p, false) && !meets(markBox(p, n), swings);
    const isInRoom = (p: Point) => room === undefined || inside(markBox(p, n), room);
    const spot =
      spots.find((p) => isInRoom(p) && isClear(p)) ??
      spots.find((p) => isInRoom(p) && isFree(p, false)) ??
      spots.find(isClear) ??
      spots.find((p) => isFree(p, false)) ??
      spots.find((p) => isFree(p, true));
    // Behind the wall and its chains the mark looks through the wall.
    const at = spot ?? plan.at(i, wall.length / 2, -behind - REACH / scale);
    taken.push(markBox(at, n));
    drawMark(plan, at, n, wall.id);
  });
}

function boundsOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

function markBox([x, y]: Point, n: { x: number; y: number }): Box {
  const [tx, ty] = [x - n.x * REACH, y - n.y * REACH];
  const circle = { x: x - RADIUS, y: y - RADIUS, w: 2 * RADIUS, h: 2 * RADIUS };
  const [x0, y0] = [Math.min(circle.x, tx), Math.min(circle.y, ty)];
  const [x1, y1] = [Math.max(circle.x + circle.w, tx), Math.max(circle.y + circle.h, ty)];
  return grow({ x: x0, y: y0, w: x1 - x0, h: y1 - y0 }, 12);
}

function drawMark({ canvas, labels }: PlanFrame, [x, y]: Point, n: { x: number; y: number }, text: string): void {
  const wing = (side: number): Point => [x - n.x * (RADIUS * 0.7) + n.y * side, y - n.y * (RADIUS * 0.7) + n.x * side];
  canvas.polygon('mk', [[x - n.x * REACH, y - n.y * REACH], wing(RADIUS * 0.72), wing(-RADIUS * 0.72)]);
  canvas.circle('num', x, y, RADIUS);
  const line: Line = { cls: 't', x, y, size: TEXT.dimension, text: text.slice(0, 2), style: { bold: true } };
  labels.place([[line]], { over: true });
  labels.block(lineBox(line));
  canvas.text(line);
}

/** A text along a wall. */
export const along = (plan: PlanFrame, wallIndex: number, [x, y]: Point, text: string, size: number): Line => ({
  cls: 't',
  x: Math.round(x),
  y: Math.round(y),
  size,
  text,
  style: { vertical: isUpright(plan, wallIndex) },
});
