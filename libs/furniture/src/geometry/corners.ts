import { CONSTANTS } from '../catalogue/catalogue.js';
import { isCornerFiller, isCornerUnit, isDiagonalCorner, isGap, isOrdinary } from '../catalogue/traits.js';
import type { Order } from '../order/order.js';
import { innerCornerAfter, inRow, type PlacedNode, place, type Row } from './place.js';

/** What a corner takes from a row's two ends, mm (furniture.ru.md 3.3). */
export interface DeadZones {
  left: number;
  right: number;
}

/** Distances from an inner corner, mm: `plane` the neighbour's front, `clear` where ordinary units begin. */
export interface CornerMeasures {
  plane: number;
  clear: number;
}

/** By row: 580 and 630 on the floor, 320 and 370 for wall units and mezzanines. */
export const cornerMeasures = (row: Row): CornerMeasures =>
  row === 'base'
    ? { plane: CONSTANTS.frontPlaneBase, clear: CONSTANTS.deadBase }
    : { plane: CONSTANTS.frontPlaneWall, clear: CONSTANTS.deadWall };

/** A unit that ends farther from the corner than this past `clear` leaves its neighbour's fronts free to open. */
export const DOOR_SWING = 600;

export type Side = 'left' | 'right';

/** Distance of a node from its wall's end on `side`, mm: of the edge that looks at that end. */
export const fromEnd = (p: PlacedNode, side: Side): number => (side === 'left' ? p.x0 : p.wall.length - p.x1);

/** The corner at one end of a wall, with the rows that meet there. */
export interface Corner {
  /** The wall before the corner and its row's nodes; the corner is at that wall's right end. */
  before: readonly PlacedNode[];
  /** The next wall's row; the corner is at its left end. */
  after: readonly PlacedNode[];
  measures: CornerMeasures;
}

export function cornerAfter(order: Order, index: number, row: Row, placed: readonly PlacedNode[]): Corner | undefined {
  if (!innerCornerAfter(order, index)) return undefined;
  const standing = (wallIndex: number) => inRow(placed, wallIndex, row).filter((p) => !isGap(p.module));
  return {
    before: standing(index),
    after: standing(index + 1),
    measures: cornerMeasures(row),
  };
}

/** What a row's nodes take at the corner, mm: their depth, a diagonal unit as much as its width; 0 where none reaches into it. */
function reach(nodes: readonly PlacedNode[], side: Side, plane: number): number {
  const taken = (p: PlacedNode): number => (isDiagonalCorner(p.module) ? p.node.w : p.y1);
  return Math.max(0, ...nodes.filter((p) => fromEnd(p, side) < plane).map(taken));
}

export const isNear = (nodes: readonly PlacedNode[], side: Side, clear: number): boolean =>
  nodes.some((p) => (isOrdinary(p.module) || isCornerFiller(p.module)) && fromEnd(p, side) < clear + DOOR_SWING);

const holdsCorner = (nodes: readonly PlacedNode[], side: Side, plane: number): boolean =>
  nodes.some((p) => fromEnd(p, side) < plane && (isCornerUnit(p.module) || p.tier === 'tall'));

/**
 * Which of the two walls runs into the corner: its row may use its whole length, the other's loses what that row is
 * deep. `none` where neither does (a dead corner, or no rows near it). Of two such walls a corner unit's wins,
 * then a tall unit's, then the first.
 */
export function cornerOwner({ before, after, measures: { plane } }: Corner): 'before' | 'after' | 'none' {
  const first = reach(before, 'right', plane) > 0;
  const second = reach(after, 'left', plane) > 0;
  if (first && second) {
    return holdsCorner(after, 'left', plane) && !holdsCorner(before, 'right', plane) ? 'after' : 'before';
  }
  if (first) return 'before';
  return second ? 'after' : 'none';
}

/** What the row of the other wall takes of this one's end at a corner, mm. */
function deadAt(corner: Corner, self: 'before' | 'after'): number {
  const { plane, clear } = corner.measures;
  const other = self === 'before' ? 'after' : 'before';
  const otherSide: Side = other === 'before' ? 'right' : 'left';
  const owner = cornerOwner(corner);
  if (owner === self) return 0;
  if (owner === other) return reach(corner[other], otherSide, plane);
  return isNear(corner[other], otherSide, clear) ? plane : 0;
}

/**
 * Dead zones of a wall's row: what the rows around the inner corners take from its ends, up to their front plane
 * (580, 320; 580 in the wall row beside a tall unit). Ordinary units begin 50 mm further, behind an `FLC`.
 */
export function deadZones(
  order: Order,
  wallIndex: number,
  row: Row,
  placed: readonly PlacedNode[] = place(order),
): DeadZones {
  const left = cornerAfter(order, wallIndex - 1, row, placed);
  const right = cornerAfter(order, wallIndex, row, placed);
  return { left: left ? deadAt(left, 'after') : 0, right: right ? deadAt(right, 'before') : 0 };
}

/** The end of its wall at which a corner unit stands in the corner; the nearer end where both or neither are inner corners. */
export function cornerSide(order: Order, p: PlacedNode): Side {
  const right = innerCornerAfter(order, p.wallIndex);
  const left = innerCornerAfter(order, p.wallIndex - 1);
  if (left !== right) return left ? 'left' : 'right';
  return p.x0 < p.wall.length - p.x1 ? 'left' : 'right';
}

/** The side on which a corner unit's blind zone lies (its door is hinged on the other); undefined for other units. */
export const blindSide = (order: Order, p: PlacedNode): Side | undefined =>
  p.module.blind === 0 ? undefined : cornerSide(order, p);
