import { CONSTANTS } from '../catalogue/catalogue.js';
import { isDiagonalCorner } from '../catalogue/traits.js';
import type { Order } from '../order/order.js';
import { cornerMeasures, cornerSide, fromEnd, type Side } from './corners.js';
import { innerCornerAfter, type PlacedNode, place, rowsOf } from './place.js';
import { type PlanBox, type Point, type Span, toWorld, type WallFrame } from './world.js';

/**
 * The outline of a unit's body seen from above, mm in its wall's coordinates (x along the wall, y into the room): a
 * rectangle, or the pentagon of a diagonal corner unit. The first edge is the front, from left to right as seen from
 * the room; the outline goes on along the right side. Worktops, drawings, parts and the 3D model all take it from here.
 */
export function footprint(order: Order, p: PlacedNode): Point[] {
  return isDiagonalCorner(p.module) ? pentagon(p, cornerSide(order, p), p.y1) : rectangle(p);
}

const rectangle = ({ x0, x1, y0, y1 }: PlanBox): Point[] => [
  { x: x0, y: y1 },
  { x: x1, y: y1 },
  { x: x1, y: y0 },
  { x: x0, y: y0 },
];

/** A square of the span's width whose corner towards the room is cut off between the two rows' planes at `depth`. */
function pentagon({ x0, x1 }: Span, side: Side, depth: number): Point[] {
  const reach = x1 - x0;
  const plane = Math.min(depth, reach);
  const own: Point = { x: side === 'right' ? x0 : x1, y: plane };
  const next: Point = { x: side === 'right' ? x1 - plane : x0 + plane, y: reach };
  const wall: Point = { x: side === 'right' ? x1 : x0, y: reach };
  const [corner, start]: [Point, Point] = [
    { x: wall.x, y: 0 },
    { x: own.x, y: 0 },
  ];
  return side === 'right' ? [own, next, wall, corner, start] : [next, own, start, corner, wall];
}

/** The same outline in the plan of the room. */
export const inPlan = (frame: WallFrame, outline: readonly Point[]): Point[] =>
  outline.map(({ x, y }) => toWorld(frame, x, y));

/** The part of a wall's elevation in which a unit's front is seen, mm: what the rows of the next walls do not stand before. */
export function frontSpan(order: Order, p: PlacedNode): Span {
  const hidden = Math.min(isDiagonalCorner(p.module) ? p.y1 : p.module.blind, p.x1 - p.x0);
  return cornerSide(order, p) === 'left' ? { x0: p.x0 + hidden, x1: p.x1 } : { x0: p.x0, x1: p.x1 - hidden };
}

/** A diagonal corner unit's half at the other wall of its corner. */
export interface DiagonalHalf extends Span {
  node: PlacedNode;
  /** The other wall, and what the unit takes of it. */
  wallIndex: number;
  /** The end of that wall at which the corner lies. */
  side: Side;
  /** Where the front is seen in that wall's elevation. */
  front: Span;
}

/** Placing a whole order is spared where it has none, as most have. */
const diagonalUnits = (order: Order): readonly PlacedNode[] =>
  order.runs.some(({ nodes }) => nodes.some(({ code }) => isDiagonalCorner(code)))
    ? place(order).filter(({ module }) => isDiagonalCorner(module))
    : [];

/** What diagonal corner units take of the walls next to theirs (furniture.ru.md 3.3); none for one that stands in no corner. */
export function diagonalHalves(order: Order, placed: readonly PlacedNode[] = diagonalUnits(order)): DiagonalHalf[] {
  return placed.flatMap((node): DiagonalHalf[] => {
    if (!isDiagonalCorner(node.module)) return [];
    const own = cornerSide(order, node);
    const right = own === 'right';
    const wallIndex = right ? node.wallIndex + 1 : node.wallIndex - 1;
    const wall = order.room.walls[wallIndex];
    if (!wall || !innerCornerAfter(order, right ? node.wallIndex : wallIndex)) return [];
    const [row] = rowsOf(node.tier);
    if (row && fromEnd(node, own) >= cornerMeasures(row).plane) return [];
    const reach = node.x1 - node.x0;
    const plane = Math.min(node.y1, reach);
    const span = right ? { x0: 0, x1: reach } : { x0: wall.length - reach, x1: wall.length };
    const front = right ? { x0: plane, x1: reach } : { x0: span.x0, x1: wall.length - plane };
    return [{ node, wallIndex, side: right ? 'left' : 'right', ...span, front }];
  });
}

/** What a diagonal unit adds to a worktop 600 deep: the triangle between the two rows' edges and its own, a piece of its own. */
export interface WorktopInsert {
  node: PlacedNode;
  /** Its outline in the coordinates of the unit's wall, mm; the first edge is the front one. */
  outline: Point[];
  /** The two equal sides along the worktops, mm. */
  leg: number;
  area_mm2: number;
}

export function worktopInserts(order: Order, placed: readonly PlacedNode[] = diagonalUnits(order)): WorktopInsert[] {
  return placed.flatMap((node): WorktopInsert[] => {
    const leg = node.x1 - node.x0 - CONSTANTS.worktopDepth;
    if (!carriesWorktop(node) || leg <= 0) return [];
    const [a, b] = pentagon(node, cornerSide(order, node), CONSTANTS.worktopDepth);
    if (!a || !b) return [];
    // The right angle stands where the two worktops meet.
    const inner = a.y > b.y ? { x: a.x, y: b.y } : { x: b.x, y: a.y };
    return [{ node, outline: [a, b, inner], leg, area_mm2: Math.round((leg * leg) / 2) }];
  });
}

/** Whether a worktop lies over a diagonal unit. */
export const carriesWorktop = ({ module, run }: PlacedNode): boolean =>
  isDiagonalCorner(module) && module.worktop && run.tier === 'base' && run.countertop;

/** The plinth below a diagonal front, as far behind it as the straight ones behind theirs. */
export interface DiagonalPlinth {
  node: PlacedNode;
  /** What it closes, in the coordinates of the unit's wall, mm; the first edge is the plinth. */
  outline: Point[];
  length: number;
  /** What it closes of the walls: the plinths of both rows end there, mm. */
  taken: readonly (Span & { wallIndex: number })[];
}

export function diagonalPlinths(order: Order, placed: readonly PlacedNode[] = diagonalUnits(order)): DiagonalPlinth[] {
  return placed.flatMap((node): DiagonalPlinth[] => {
    if (!isDiagonalCorner(node.module) || node.tier !== 'base' || !node.run.plinth) return [];
    const set = CONSTANTS.frontPlaneBase - CONSTANTS.plinthPlane;
    const reach = Math.round(node.x1 - node.x0 - set * (Math.SQRT2 - 1));
    if (reach <= CONSTANTS.plinthPlane) return [];
    const side = cornerSide(order, node);
    const own = side === 'right' ? { x0: node.x1 - reach, x1: node.x1 } : { x0: node.x0, x1: node.x0 + reach };
    const outline = pentagon(own, side, CONSTANTS.plinthPlane);
    const next = diagonalHalves(order, [node]).map(({ wallIndex, side: end, x0, x1 }) =>
      end === 'left' ? { wallIndex, x0, x1: x0 + reach } : { wallIndex, x0: x1 - reach, x1 },
    );
    const length = Math.round((reach - CONSTANTS.plinthPlane) * Math.SQRT2);
    return [{ node, outline, length, taken: [{ wallIndex: node.wallIndex, ...own }, ...next] }];
  });
}
