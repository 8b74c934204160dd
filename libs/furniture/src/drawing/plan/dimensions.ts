import { CONSTANTS } from '../../catalogue/catalogue.js';
import { innerCornerAfter } from '../../geometry/place.js';
import type { Order } from '../../order/order.js';
import { rowsOfWall } from '../rows.js';
import type { Point } from '../svg/canvas.js';
import { drawChain, nextChain, stops } from '../svg/chain.js';
import { closings, isUpright, type PlanFrame, rowDepth, WALL } from './frame.js';

/** From the outline to the first chain, and to the extension lines, mm. */
const FIRST = 160;
const AIR = 60;
/** Room behind a wall for the numbers of its mezzanines. */
const MEZZANINE = 110;
/** Room before a row for its open doors. */
const OPEN = 650;

/** From a number behind a wall to the extension lines, mm. */
const CLEAR = 6;

/**
 * Chains behind each wall, clear of the numbers there (`numbers`, mm): floor row, openings, fittings, the whole. Gives how
 * far they reach behind each, mm.
 */
export function drawWallChains(plan: PlanFrame, numbers: readonly number[]): number[] {
  const { order } = plan.scene;
  const air = AIR / plan.scale;
  return order.room.walls.map(({ id }, wallIndex) => {
    const rows = rowsOfWall(plan.scene, wallIndex, plan.obstacles);
    const before = isAtOuterCorner(order, wallIndex);
    const room = WALL + (rows.mezzanine.length > 0 ? MEZZANINE / plan.scale : 0);
    const behind = Math.max(room, (numbers[wallIndex] ?? 0) + CLEAR / plan.scale - air / 2);
    const start = before ? rowDepth(plan, wallIndex) + OPEN : behind;
    const first = start + FIRST / plan.scale;
    const longer = (at: readonly number[]) => at.length > 2;
    const rest = [rows.floor, rows.openings, rows.fittings].filter(longer);
    const side = before ? 1 : -1;
    const reach = [...rest, rows.whole].reduce((line, at) => {
      const from = line === first ? start + air / 2 : line - air;
      drawAlong(plan, wallIndex, { of: id, at, line: side * line, from: side * from });
      return line + nextChain(at, plan.scale) / plan.scale;
    }, first);
    return before ? WALL : reach;
  });
}

/** Behind an outer corner the chains of one wall would run through the other and its row: there they stand before the rows. */
const isAtOuterCorner = ({ room: { walls } }: Order, index: number): boolean =>
  walls[index]?.turn === 'left' || walls[index + 1]?.turn === 'left';

interface Along {
  of: string;
  at: readonly number[];
  line: number;
  from: number;
}

/** A chain along a wall; `at` along it, `line` and `from` across, in its own coordinates. */
const drawAlong = (plan: PlanFrame, wallIndex: number, chain: Along): void =>
  drawOnWall(plan, isUpright(plan, wallIndex), chain, (along, across) => plan.at(wallIndex, along, across));

/** A chain across a wall, at `line` along it. */
const drawAcross = (plan: PlanFrame, wallIndex: number, chain: Along): void =>
  drawOnWall(plan, !isUpright(plan, wallIndex), chain, (along, across) => plan.at(wallIndex, across, along));

function drawOnWall(
  plan: PlanFrame,
  vertical: boolean,
  { of, at, line, from }: Along,
  put: (along: number, across: number) => Point,
): void {
  const [along, across] = vertical ? ([1, 0] as const) : ([0, 1] as const);
  const places = at.map((v) => Math.round(put(v, 0)[along]));
  const lengths = at.slice(1).map((v, i) => v - (at[i] ?? v));
  const backwards = (places[0] ?? 0) > (places.at(-1) ?? 0);
  drawChain(plan, {
    of,
    vertical,
    at: backwards ? places.reverse() : places,
    lengths: backwards ? lengths.reverse() : lengths,
    line: Math.round(put(0, line)[across]),
    from: Math.round(put(0, from)[across]),
  });
}

/**
 * How far the rows reach into the room: between the facing rows of a U with the passage, as one chain of the wall
 * between them; else from an open end of each row.
 */
export function drawDepths(plan: PlanFrame): void {
  const { order } = plan.scene;
  const { walls } = order.room;
  const [first, air] = [FIRST / plan.scale, AIR / plan.scale];
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
    const line = end + (closed ? WALL : 0) + first;
    drawAlong(plan, i, { of: id, at: stops(0, left, length - right, length), line, from: line - first + air });
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
      drawAcross(plan, i, { of: 'depth', at, line: start - first, from: start - air / 2 });
    } else if (right !== 'corner') {
      const start = length + beside(right);
      drawAcross(plan, i, { of: 'depth', at, line: start + first, from: start + air / 2 });
    }
  });
}
