import { CONSTANTS } from '../../catalogue/catalogue.js';
import { isDiagonalCorner } from '../../catalogue/kinds.js';
import { cornerMeasures, fromEnd, isNear, type Side } from '../../geometry/corners.js';
import { innerCornerAfter, inRow, ROWS, type Row } from '../../geometry/rows.js';
import type { Point } from '../svg/canvas.js';
import type { Frame } from './frame.js';

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
  const depth = isDiagonalCorner(nearest.module) ? nearest.x1 - nearest.x0 : nearest.y1;
  frame.canvas.polygon('near', box(depth, bottom, nearest.z1));
  if (floor && nearest.run.plinth) frame.canvas.polygon('near', box(plinthPlane, 0, legs));
  if (floor && nearest.tier === 'base' && nearest.run.countertop) {
    frame.canvas.polygon('near', box(Math.max(depth, worktopDepth), worktopTop - worktop, worktopTop));
  }
}
