import { CONSTANTS } from '../../catalogue/catalogue.js';
import { innerCornerAfter } from '../../geometry/place.js';
import { rowsOfWall } from '../rows.js';
import { drawChain, FIRST_CHAIN, nextChain, stops } from '../svg/chain.js';
import { closings, isUpright, type PlanFrame, rowDepth, WALL } from './frame.js';

/** From the outline to the extension lines, mm. */
const AIR = 60;
/** Room behind a wall for the numbers of its mezzanines. */
const MEZZANINE = 110;
/** Room before a row for its open doors. */
const OPEN = 650;

/** Chains behind each wall: floor row, openings, fittings, the whole. Gives how far they reach behind each, mm. */
export function drawWallChains(plan: PlanFrame): number[] {
  const { order } = plan.scene;
  return order.room.walls.map(({ id }, wallIndex) => {
    const rows = rowsOfWall(plan.scene, wallIndex, plan.obstacles);
    // Behind an outer corner the chains of its two walls would cross: those of the second stand before its row.
    const before = wallIndex > 0 && !innerCornerAfter(order, wallIndex - 1);
    const start = before ? rowDepth(plan, wallIndex) + OPEN : WALL + (rows.mezzanine.length > 0 ? MEZZANINE : 0);
    const first = start + FIRST_CHAIN;
    const longer = (at: readonly number[]) => at.length > 2;
    const rest = [rows.floor, rows.openings, rows.fittings].filter(longer);
    const side = before ? 1 : -1;
    const reach = [...rest, rows.whole].reduce((line, at) => {
      const from = line === first ? start + AIR / 2 : line - AIR;
      drawAlong(plan, wallIndex, { of: id, at, line: side * line, from: side * from });
      return line + nextChain(at);
    }, first);
    return before ? WALL : reach;
  });
}

interface Along {
  of: string;
  at: readonly number[];
  line: number;
  from: number;
}

/** A chain along a wall; `at` along it, `line` and `from` across, in its own coordinates. */
function drawAlong(plan: PlanFrame, wallIndex: number, { of, at, line, from }: Along): void {
  const vertical = isUpright(plan, wallIndex);
  const [along, across] = vertical ? ([1, 0] as const) : ([0, 1] as const);
  const sheet = (x: number, y: number, axis: 0 | 1) => Math.round(plan.at(wallIndex, x, y)[axis]);
  drawChain(plan, {
    of,
    vertical,
    at: at.map((x) => sheet(x, 0, along)).sort((a, b) => a - b),
    line: sheet(0, line, across),
    from: sheet(0, from, across),
  });
}

/** A chain across a wall, at `line` along it. */
function drawAcross(plan: PlanFrame, wallIndex: number, { of, at, line, from }: Along): void {
  const vertical = !isUpright(plan, wallIndex);
  const [along, across] = vertical ? ([1, 0] as const) : ([0, 1] as const);
  const sheet = (x: number, y: number, axis: 0 | 1) => Math.round(plan.at(wallIndex, x, y)[axis]);
  drawChain(plan, {
    of,
    vertical,
    at: at.map((y) => sheet(0, y, along)).sort((a, b) => a - b),
    line: sheet(line, 0, across),
    from: sheet(from, 0, across),
  });
}

/**
 * How far the rows reach into the room: between the facing rows of a U with the passage, as one chain of the wall
 * between them; else from an open end of each row.
 */
export function drawDepths(plan: PlanFrame): void {
  const { order } = plan.scene;
  const { walls } = order.room;
  const told = new Set<number>();
  walls.forEach(({ id, length }, i) => {
    const [before, after] = [walls[i - 1], walls[i + 1]];
    // In a room of four walls the fourth stands where the chain would.
    if (walls.length > 3) return;
    if (!before || !after || !innerCornerAfter(order, i - 1) || !innerCornerAfter(order, i)) return;
    const [left, right] = [rowDepth(plan, i - 1), rowDepth(plan, i + 1)];
    if (left === 0 && right === 0) return;
    const end = Math.max(before.length, after.length);
    const closed = closings(plan, i - 1).left === 'wall' || closings(plan, i + 1).right === 'wall';
    const line = end + (closed ? WALL : 0) + FIRST_CHAIN;
    drawAlong(plan, i, { of: id, at: stops(0, left, length - right, length), line, from: line - FIRST_CHAIN + AIR });
    told.add(i - 1).add(i + 1);
  });
  walls.forEach(({ length }, i) => {
    const depth = rowDepth(plan, i);
    if (told.has(i) || depth === 0) return;
    const { left, right } = closings(plan, i);
    const hung = plan.scene.nodes.filter((n) => n.wallIndex === i && n.tier === 'wall').map((n) => n.y1);
    const at = stops(0, ...(hung.includes(CONSTANTS.frontPlaneWall) ? [CONSTANTS.frontPlaneWall] : []), depth);
    const beside = (end: 'wall' | 'free') => (end === 'wall' ? WALL : 0);
    if (left !== 'corner') {
      const start = -beside(left);
      drawAcross(plan, i, { of: 'depth', at, line: start - FIRST_CHAIN, from: start - AIR / 2 });
    } else if (right !== 'corner') {
      const start = length + beside(right);
      drawAcross(plan, i, { of: 'depth', at, line: start + FIRST_CHAIN, from: start + AIR / 2 });
    }
  });
}
