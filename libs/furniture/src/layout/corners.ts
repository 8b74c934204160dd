import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Wall } from '../order/order.js';
import { madeWidths } from './made.js';
import type { Block, Edge, FreeStretch, Piece } from './model.js';
import { POINTS } from './trade.js';
import { overlaps, type Zone } from './zones.js';

/**
 * Who takes an inner corner of the floor row (furniture.ru.md 3.3): a corner unit last on the wall `before` it, first on
 * the wall `after` it (mirrored), a diagonal one over both, or nobody (`dead`: two strips over an empty square).
 */
export type CornerKind = 'before' | 'after' | 'dead' | 'diagonal';

export interface CornerPlan {
  kind: CornerKind;
  /** The corner unit; its width is that of the block, one of `widths`. */
  block?: Block;
  widths: readonly number[];
}

/** Points by a corner unit's width: the narrowest gives the row most, the widest door is only better. */
const WIDTH_POINTS: Readonly<Record<number, number>> = { 1030: 0, 1080: 1, 1130: 1, 1230: 3, 900: 0, 850: 1 };
export const widthPoints = (w: number): number => WIDTH_POINTS[w] ?? 0;

export const BLIND_WIDTHS: readonly number[] = madeWidths('BC');
export const DIAGONAL_WIDTHS: readonly number[] = madeWidths('BCD').toReversed();

/** What a kind of corner costs before its row is laid: blind and first choice is the rule, a dead corner wastes a square. */
export const cornerPoints = (plan: CornerPlan): number =>
  plan.kind === 'before' || plan.kind === 'diagonal' ? 0 : plan.kind === 'after' ? POINTS.awkward : POINTS.awkward * 2;

/** A wall's floor row between its corners, with what the corners put there. */
export interface Frame {
  stretch: FreeStretch;
  pieces: Piece[];
  /** Points of the corner units' widths. */
  points: number;
}

const { deadBase, frontPlaneBase, cornerFiller } = CONSTANTS;

/** The frames of a wall's floor row: one for each width of a corner unit that stands on it. */
export function framesOf(
  wall: Wall,
  left: CornerPlan | undefined,
  right: CornerPlan | undefined,
  zones: readonly Zone[],
  exposed: Exposed = { left: false, right: false },
): Frame[] {
  const lefts = cornerOptions(left, 'after');
  const rights = cornerOptions(right, 'before');
  return lefts
    .flatMap((l) => rights.map((r) => frame(wall, left, l, right, r, exposed)))
    .flatMap((f) => clear(f, zones))
    .filter((f) => f.stretch.to - f.stretch.from >= 0);
}

/** Ends of a wall at outer corners of the room, where a row's side is seen by everybody. */
export interface Exposed {
  left: boolean;
  right: boolean;
}

export const exposedEnds = (walls: readonly Wall[], i: number): Exposed => ({
  left: walls[i]?.turn === 'left',
  right: walls[i + 1]?.turn === 'left',
});

const outerEdge = (kind: Wall['ends']['left'], exposed: boolean): Edge =>
  exposed && kind === 'free' ? { kind, exposed } : { kind };

/** A corner unit may not stand where an obstacle is; a strip there is left out: the row begins behind the obstacle anyway. */
function clear(f: Frame, zones: readonly Zone[]): Frame[] {
  const hit = (p: Piece): boolean => zones.some((z) => overlaps(z, p.at, p.at + p.w));
  if (f.pieces.some((p) => p.code !== 'FLC' && hit(p))) return [];
  return [{ ...f, pieces: f.pieces.filter((p) => !hit(p)) }];
}

/** Widths of the corner unit that this wall carries, or undefined where it carries none. */
function cornerOptions(plan: CornerPlan | undefined, here: 'before' | 'after'): (number | undefined)[] {
  if (!plan?.block) return [undefined];
  if (plan.kind === 'diagonal') return [plan.block.w];
  return plan.kind === here ? [...plan.widths] : [undefined];
}

function frame(
  wall: Wall,
  left: CornerPlan | undefined,
  leftW: number | undefined,
  right: CornerPlan | undefined,
  rightW: number | undefined,
  exposed: Exposed,
): Frame {
  const pieces: Piece[] = [];
  let from = 0;
  let to = wall.length;
  let leftEdge = outerEdge(wall.ends.left, exposed.left);
  let rightEdge = outerEdge(wall.ends.right, exposed.right);
  if (left) {
    const carried = left.block && leftW !== undefined ? { ...left.block, w: leftW } : undefined;
    if (carried) {
      if (left.kind === 'after') pieces.push(cornerPiece(carried, 0));
      from = carried.w;
      leftEdge = { kind: 'block', block: carried };
    } else {
      pieces.push(strip(frontPlaneBase));
      from = deadBase;
      leftEdge = { kind: 'corner' };
    }
  }
  if (right) {
    const carried = right.block && rightW !== undefined ? { ...right.block, w: rightW } : undefined;
    if (carried) {
      to = wall.length - carried.w;
      pieces.push(cornerPiece(carried, to));
      rightEdge = { kind: 'block', block: carried };
    } else {
      to = wall.length - deadBase;
      pieces.push(strip(to));
      rightEdge = { kind: 'corner' };
    }
  }
  const points =
    (leftW === undefined || left?.kind === 'diagonal' ? 0 : widthPoints(leftW)) +
    (rightW === undefined ? 0 : widthPoints(rightW));
  return { stretch: { from, to, left: leftEdge, right: rightEdge }, pieces, points };
}

const strip = (at: number): Piece => ({
  code: 'FLC',
  tier: 'base',
  at,
  w: cornerFiller,
  h: CONSTANTS.baseH,
  items: [],
});

const cornerPiece = (block: Block, at: number): Piece => {
  const { code, tier, w, h, items, id } = block;
  return { code, tier, at, w, items, block, ...(h === undefined ? {} : { h }), ...(id ? { id } : {}) };
};
