import { closedEnds } from '../../geometry/place.js';
import { neighbourProfiles } from '../../scene/neighbours.js';
import { type Point, segment } from '../svg/canvas.js';
import { TEXT } from '../svg/chain.js';
import { BETWEEN_WALLS, type Frame, write } from './frame.js';

/** Floor, ceiling, ends of the walls, their titles and the corners between them (furniture.ru.md 4.1, 4.3). */
export function drawWalls(frame: Frame): void {
  const { canvas, ceiling, labels, scene, walls } = frame;
  walls.forEach(({ wall, index: i }, n) => {
    const [left, right] = [frame.x(i, 0), frame.x(i, wall.length)];
    canvas.rect('room', left, -ceiling, wall.length, ceiling);
    canvas.rect('ground', left, 0, wall.length, FLOOR);
    const next = walls[n + 1]?.wall;
    const closed = closedEnds(scene.order, i);
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
  labels.block({ x: x - 3, y: -ceiling - 60, w: 6, h: ceiling + 60 + FLOOR });
  const text = `${outer ? 'наружный угол' : 'угол'} ${from}–${to}`;
  const line = {
    cls: 't',
    x: x - 66,
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

/** The rows of neighbouring walls as they are seen end-on in inner corners, thin. */
export function drawNeighbours(frame: Frame): void {
  frame.walls.forEach(({ wall, index: i }) => {
    for (const { end, depth, z0, z1 } of neighbourProfiles(frame.scene, i)) {
      const at = (out: number, z: number): Point => [frame.x(i, end === 'left' ? out : wall.length - out), -z];
      frame.canvas.polygon('near', [at(0, z0), at(depth, z0), at(depth, z1), at(0, z1)]);
    }
  });
}
