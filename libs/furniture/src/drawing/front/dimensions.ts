import { CONSTANTS } from '../../catalogue/catalogue.js';
import { worktops } from '../../geometry/worktops.js';
import { rowsOfWall, type WallRows } from '../rows.js';
import { segment } from '../svg/canvas.js';
import { drawChain, FIRST_CHAIN, nextChain, stops, TEXT } from '../svg/chain.js';
import { BETWEEN_WALLS, type Frame, onWall, write } from './frame.js';

/** From the first wall's left end to the chain of its heights; between two walls their axis is near; mm. */
const HEIGHTS = 150;
const HEIGHTS_BETWEEN = 90;
/** Between the totals at the right, mm. */
const TOTALS = 140;
/** From the outline to the extension lines. */
const AIR = 60;

/** Chains of each wall below the floor and above the ceiling. Gives the next line that is free over every wall. */
export function drawWallChains(frame: Frame): number {
  const { order } = frame.scene;
  const free = order.room.walls.map((wall, wallIndex) => {
    const rows = rowsOfWall(frame.scene, wallIndex, frame.obstacles);
    const sheet = (at: readonly number[]) => at.map((v) => frame.x(wallIndex, v));
    const below = (at: readonly number[], line: number) =>
      drawChain(frame, {
        of: wall.id,
        vertical: false,
        at: sheet(at),
        line,
        from: line === FIRST_CHAIN ? AIR : line - AIR,
      });
    const last = belowFloor(rows).reduce((line, at) => {
      below(at, line);
      return line + nextChain(at);
    }, FIRST_CHAIN);
    below(rows.whole, last);
    const first = -frame.ceiling - FIRST_CHAIN;
    return [rows.hung, rows.mezzanine, rows.openings, rows.fittings].reduce((line, at) => {
      if (at.length === 0) return line;
      const from = line === first ? -frame.ceiling - AIR / 2 : line + AIR;
      drawChain(frame, { of: wall.id, vertical: false, at: sheet(at), line, from });
      return line - nextChain(at);
    }, first);
  });
  return Math.min(-frame.ceiling - FIRST_CHAIN, ...free) - 60;
}

/** The floor row's widths, and where that says more than they and the wall do, its length with what is left over. */
const belowFloor = ({ floor, outer, whole }: WallRows): (readonly number[])[] => {
  const longer = (at: readonly number[], than: readonly number[]) => at.length > than.length;
  return [longer(floor, whole) ? floor : [], longer(outer, whole) && longer(floor, outer) ? outer : []].filter(
    (at) => at.length > 0,
  );
};

/**
 * Heights of what stands on each wall, left of it: plinth, carcass, worktop, gap, wall units, up to the ceiling. A wall
 * with the heights of the one before goes without. At the right of all the totals from the floor: worktop, units, ceiling.
 */
export function drawHeights(frame: Frame): void {
  const { nodes, order } = frame.scene;
  let before: readonly number[] = [];
  order.room.walls.forEach((_, i) => {
    const at = stops(...heightsOf(frame, i).map((z) => -z));
    if (at.length > 2 && at.join() !== before.join()) {
      const left = leftOf(frame, i);
      drawChain(frame, {
        of: 'height',
        vertical: true,
        at,
        line: left - (i === 0 ? HEIGHTS : HEIGHTS_BETWEEN),
        from: left - AIR / 2,
      });
      before = at;
    }
  });
  const last = order.room.walls.length - 1;
  const right = Math.max(
    frame.x(last, order.room.walls[last]?.length ?? 0),
    ...[...nodes, ...frame.obstacles].filter((v) => v.wallIndex === last).map((v) => frame.x(last, v.x1)),
  );
  const tops = [Math.max(0, ...nodes.map((n) => n.z1)), frame.ceiling];
  if (frame.scene.worktops.length > 0) tops.push(CONSTANTS.worktopTop);
  stops(...tops.filter((z) => z > 0)).forEach((z, i) => {
    const line = right + FIRST_CHAIN + i * TOTALS;
    drawChain(frame, { of: 'total', vertical: true, at: [-z, 0], line, from: i === 0 ? right + AIR / 2 : line - AIR });
  });
}

/** The sheet's left edge of what is seen on a wall. */
function leftOf(frame: Frame, wallIndex: number): number {
  const seen = [...frame.nodes, ...frame.obstacles].filter((v) => v.wallIndex === wallIndex);
  // Between walls the axis of their corner bounds it.
  const least = wallIndex === 0 ? Number.NEGATIVE_INFINITY : -BETWEEN_WALLS / 4;
  return frame.x(wallIndex, Math.max(least, Math.min(0, ...seen.map((v) => v.x0))));
}

/** Where something begins or ends on a wall, mm above the floor. */
function heightsOf(frame: Frame, wallIndex: number): number[] {
  const own = onWall(frame, wallIndex);
  const has = (tier: string) => own.some((n) => n.tier === tier);
  const zs = [0, frame.ceiling];
  if (has('base')) zs.push(CONSTANTS.legs, CONSTANTS.legs + CONSTANTS.baseH);
  else if (has('tall')) zs.push(CONSTANTS.legs);
  if (frame.scene.worktops.some((w) => w.wallIndex === wallIndex)) zs.push(CONSTANTS.worktopTop);
  const hung = own.filter((n) => n.tier === 'wall' && n.z1 - n.z0 > 100);
  // A hood cabinet ends in line with its row, whatever the row's height: it is measured only where nothing else hangs.
  const row = hung.filter((n) => !n.appliances.has('hood'));
  const measured = row.length > 0 ? row : hung;
  if (measured.length > 0) zs.push(Math.min(...measured.map((n) => n.z0)), Math.max(...measured.map((n) => n.z1)));
  else zs.push(...own.filter((n) => n.tier === 'tall').map((n) => n.z1));
  zs.push(...own.filter((n) => n.tier === 'upper').map((n) => n.z1));
  return zs;
}

/** Clearance between worktop and hood, below the hood at its right edge. */
export function drawHoodClearance(frame: Frame): void {
  for (const n of frame.nodes) {
    if (!n.appliances.has('hood') || n.z0 - CONSTANTS.worktopTop < 250) continue;
    const x = frame.x(n.wallIndex, n.x1) - 90;
    const at = stops(-n.z0, -CONSTANTS.worktopTop);
    drawChain(frame, { of: 'clearance', vertical: true, at, line: x, from: x });
    frame.labels.block({ x: x - 40, y: -n.z0, w: 80, h: n.z0 - CONSTANTS.worktopTop });
  }
}

/** Where the worktop is joined, as the bill of materials counts it (geometry, worktops). */
export function drawJoints(frame: Frame): void {
  const { order } = frame.scene;
  const parts = worktops(order);
  for (const { wall, x1 } of parts) {
    const wallIndex = order.room.walls.findIndex(({ id }) => id === wall);
    if (!parts.some((next) => next.wall === wall && next.x0 === x1)) continue;
    const x = frame.x(wallIndex, x1);
    const top = -CONSTANTS.worktopTop;
    frame.canvas.lines('jt', [segment(x, top - 30, x, top + CONSTANTS.worktop + 12)]);
    const at = (dx: number, dy: number) => [
      { cls: 't', x: x + dx, y: top - 60 - dy, size: TEXT.code, text: 'стык', style: {} },
    ];
    write(frame, frame.labels.place([at(0, 0), at(60, 0), at(-60, 0), at(0, 60), at(0, 120), at(0, 180)]) ?? []);
  }
}
