import { CONSTANTS } from '../../catalogue/catalogue.js';
import { cornerMeasures, fromEnd, isNear, type Side } from '../../geometry/corners.js';
import { innerCornerAfter, inRow, ROWS, type Row } from '../../geometry/place.js';
import { type Point, segment } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { BETWEEN_WALLS, type Frame, write } from './frame.js';

/** Floor, ceiling, ends of the walls, their titles and the corners between them (furniture.ru.md 4.1, 4.3). */
export function drawWalls(frame: Frame): void {
  const { canvas, ceiling, labels, scene } = frame;
  const { walls } = scene.order.room;
  walls.forEach((wall, i) => {
    const [left, right] = [frame.x(i, 0), frame.x(i, wall.length)];
    canvas.rect('room', left, -ceiling, wall.length, ceiling);
    canvas.rect('ground', left, 0, wall.length, FLOOR);
    const next = walls[i + 1];
    const closed = { left: i > 0 ? wall.turn === 'right' : wall.ends.left === 'wall', right: false };
    closed.right = next ? next.turn === 'right' : wall.ends.right === 'wall';
    canvas.lines('hard', [segment(left, 0, right, 0), segment(left, -ceiling, right, -ceiling)]);
    for (const [end, x] of [[closed.left, left] as const, [closed.right, right] as const]) {
      canvas.lines(end ? 'hard' : 'soft', [segment(x, 0, x, -ceiling)]);
      labels.block({ x: x - 2, y: -ceiling, w: 4, h: ceiling });
    }
    if (next) drawCorner(frame, right, wall.id, next.id, next.turn === 'left');
  });
}

/** Thickness of the floor as it is drawn below its line, mm. */
const FLOOR = 40;

function drawCorner(frame: Frame, right: number, from: string, to: string, outer: boolean): void {
  const { canvas, ceiling, labels } = frame;
  const x = right + BETWEEN_WALLS / 2;
  canvas.lines('axis', [segment(x, FLOOR, x, -ceiling - 60)]);
  const text = `${outer ? 'наружный угол' : 'угол'} ${from}–${to}`;
  const line = {
    cls: 't',
    x: x - 50,
    y: -Math.round(ceiling / 2),
    size: TEXT.dimension,
    text,
    style: { vertical: true },
  };
  write(frame, labels.place([[line]], { over: true }) ?? []);
}

/** «Стена A, 3000 мм» in one row over all walls, at the height `y`, above the dimensions of the upper rows. */
export function drawTitles(frame: Frame, y: number): void {
  frame.scene.order.room.walls.forEach((wall, i) => {
    const text = `Стена ${wall.id}, ${wall.length} мм`;
    const style = { anchor: 'start', bold: true } as const;
    const at = (up: number) => [{ cls: 't', x: frame.x(i, 0), y: y - up, size: TEXT.title, text, style }];
    // The title of a wall shorter than its title goes one line up.
    write(frame, frame.labels.place([at(0), at(140), at(280), at(420), at(560)], { over: true }) ?? []);
  });
}

/** The row of a neighbouring wall as it is seen end-on in an inner corner: its profile, thin (furniture.ru.md 4.3). */
export function drawNeighbours(frame: Frame): void {
  const { order } = frame.scene;
  order.room.walls.forEach((_, i) => {
    if (innerCornerAfter(order, i - 1)) drawProfiles(frame, i, 'left');
    if (innerCornerAfter(order, i)) drawProfiles(frame, i, 'right');
  });
}

function drawProfiles(frame: Frame, wallIndex: number, end: Side): void {
  const other = end === 'left' ? wallIndex - 1 : wallIndex + 1;
  const otherEnd: Side = end === 'left' ? 'right' : 'left';
  for (const row of ROWS) drawRow(frame, { wallIndex, end, other, otherEnd, row });
}

interface Neighbour {
  wallIndex: number;
  end: Side;
  other: number;
  otherEnd: Side;
  row: Row;
}

function drawRow(frame: Frame, { wallIndex, end, other, otherEnd, row }: Neighbour): void {
  const nodes = inRow(frame.scene.nodes, other, row);
  const { clear } = cornerMeasures(row);
  if (!isNear(nodes, otherEnd, clear)) return;
  const distances = nodes.map((n) => fromEnd(n, otherEnd));
  const nearest = nodes[distances.indexOf(Math.min(...distances))];
  if (!nearest || (nearest.tier === 'tall' && row !== 'base')) return;
  const at = (depth: number, z: number): Point => {
    const along = end === 'left' ? depth : (frame.scene.order.room.walls[wallIndex]?.length ?? 0) - depth;
    return [frame.x(wallIndex, along), -z];
  };
  const box = (depth: number, z0: number, z1: number) => [at(0, z0), at(depth, z0), at(depth, z1), at(0, z1)];
  const { legs, plinthPlane, worktopDepth, worktopTop, worktop } = CONSTANTS;
  const floor = row === 'base';
  const bottom = floor ? legs : nearest.z0;
  const depth = nearest.y1;
  frame.canvas.polygon('near', box(depth, bottom, nearest.z1));
  if (floor && nearest.run.plinth) frame.canvas.polygon('near', box(plinthPlane, 0, legs));
  if (floor && nearest.tier === 'base' && nearest.run.countertop) {
    frame.canvas.polygon('near', box(Math.max(depth, worktopDepth), worktopTop - worktop, worktopTop));
  }
}
