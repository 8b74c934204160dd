import { CONSTANTS, madeWidths } from '../../catalogue/catalogue.js';
import { isCornerFiller, isCornerUnit, isDiagonalCorner, STANDARD } from '../../catalogue/traits.js';
import type { Wall } from '../../order/order.js';
import {
  type Block,
  blockPiece,
  type Edge,
  type FreeStretch,
  type Piece,
  plainBlock,
  plainPiece,
  type Room,
} from '../model.js';
import { type BlockedZone, overlaps } from '../row/zones.js';
import { POINTS } from '../scoring.js';

/**
 * What stands in an inner corner of the floor row (furniture.ru.md 3.3): a corner unit last on the wall `before` it, first on
 * the wall `after` it (mirrored), a diagonal one over both, or none (`dead`: two fillers before an empty square).
 */
export type CornerKind = 'before' | 'after' | 'dead' | 'diagonal';

export interface CornerPlan {
  kind: CornerKind;
  /** The corner unit; its width is that of the block, one of `widths`. */
  block?: Block;
  widths: readonly number[];
}

/** Points by a corner unit's width: the narrowest leaves the row most room. */
const WIDTH_POINTS: Readonly<Record<number, number>> = { 1030: 0, 1080: 1, 1130: 1, 1230: 3, 900: 0, 850: 1 };
export const widthPoints = (w: number): number => WIDTH_POINTS[w] ?? 0;

/** Points of a kind of corner, before its rows are laid: a dead corner wastes floor. */
export const cornerPoints = (plan: CornerPlan): number =>
  plan.kind === 'before' || plan.kind === 'diagonal' ? 0 : plan.kind === 'after' ? POINTS.awkward : POINTS.awkward * 2;

/** A wall's floor row between its corners, with what the corners put there. */
export interface RowFrame {
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
  zones: readonly BlockedZone[],
  exposed: Exposed = { left: false, right: false },
): RowFrame[] {
  const lefts = cornerOptions(left, 'after');
  const rights = cornerOptions(right, 'before');
  return lefts
    .flatMap((l) => rights.map((r) => frame(wall, left, l, right, r, exposed)))
    .flatMap((f) => clear(f, zones))
    .filter((f) => f.stretch.to - f.stretch.from >= 0);
}

/** Ends of a wall at outer corners of the room, where the side of the row is visible. */
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

/** A frame whose corner unit meets an obstacle is impossible; a corner filler there is left out, since the row begins behind the obstacle. */
function clear(f: RowFrame, zones: readonly BlockedZone[]): RowFrame[] {
  const hit = (p: Piece): boolean => zones.some((z) => overlaps(z, p.at, p.at + p.w));
  if (f.pieces.some((p) => !isCornerFiller(p.code) && hit(p))) return [];
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
): RowFrame {
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
      pieces.push(filler(frontPlaneBase));
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
      pieces.push(filler(to));
      rightEdge = { kind: 'corner' };
    }
  }
  const points =
    (leftW === undefined || left?.kind === 'diagonal' ? 0 : widthPoints(leftW)) +
    (rightW === undefined ? 0 : widthPoints(rightW));
  return { stretch: { from, to, left: leftEdge, right: rightEdge }, pieces, points };
}

const filler = (at: number): Piece => ({
  ...plainPiece(STANDARD.cornerFiller, 'base', cornerFiller, CONSTANTS.baseH),
  at,
});

const cornerPiece = (block: Block, at: number): Piece => ({ ...blockPiece(block), at });

/** The corners of a kitchen's floor rows: `corners[i]` is the one after wall i, undefined where there is none. */
export interface Plan {
  corners: (CornerPlan | undefined)[];
  /** What still needs a place along the walls. */
  blocks: Block[];
  points: number;
}

/** A unit made for an inner corner. */
export const isCorner = ({ code }: Pick<Block, 'code'>): boolean => isCornerUnit(code);

/** Beam width over the corners: exhaustive up to four of them. */
const MAX_PLANS = 81;

/**
 * The ways to plan the inner corners, best first: corner units that were asked for, a sink in the corner, else plain blind
 * units, or nothing. @param without codes of units that are not wanted.
 */
export function plansOf(room: Room, blocks: readonly Block[], without: readonly string[] = []): Plan[] {
  const inner = room.walls.flatMap((wall, i) => (wall.turn === 'right' ? [i - 1] : []));
  let rest = [...blocks];
  const asked = new Map<number, Block>();
  // Corner units choose first: a sink asked for in a corner can stand elsewhere, they cannot.
  for (const block of [...blocks.filter(isCorner), ...blocks.filter(isCornerSink)]) {
    const corner = inner.filter((c) => !asked.has(c)).sort((a, b) => away(room, block, a) - away(room, block, b))[0];
    if (corner === undefined) continue;
    asked.set(corner, block);
    rest = rest.filter((b) => b !== block);
  }
  let plans: Plan[] = [{ corners: room.walls.map(() => undefined), blocks: rest, points: 0 }];
  for (const corner of inner) {
    plans = plans
      .flatMap((plan) =>
        optionsAt(corner, room, asked.get(corner), without).map((option, rank) => ({
          ...plan,
          corners: plan.corners.map((c, i) => (i === corner ? option : c)),
          // The first option is the wall that was named with the unit.
          points: plan.points + (asked.has(corner) ? rank * POINTS.awkward : cornerPoints(option)),
        })),
      )
      .sort((a, b) => a.points - b.points)
      .slice(0, MAX_PLANS);
  }
  return plans;
}

const isCornerSink = (block: Block): boolean =>
  !isCorner(block) && block.placement.where === 'corner' && block.role === 'sink';

/** Rank of a corner for a block with a named wall: the corner at that wall's end first, then the one at its start. */
function away(room: Room, block: Block, corner: number): number {
  if (!block.placement.wall) return corner;
  const wall = room.walls.findIndex((w) => w.id === block.placement.wall);
  return corner === wall ? 0 : corner + 1 === wall ? 1 : 10 + corner;
}

function optionsAt(corner: number, room: Room, asked: Block | undefined, without: readonly string[]): CornerPlan[] {
  if (!asked) {
    const code = STANDARD.cornerBase;
    if (without.includes(code)) return [{ kind: 'dead', widths: [] }];
    const widths = madeWidths(code);
    const block = plainBlock(`c${corner}`, { code, w: widths[0] ?? 0, tier: 'base' });
    return [
      { kind: 'before', block, widths },
      { kind: 'after', block, widths },
      { kind: 'dead', widths: [] },
    ];
  }
  if (isDiagonalCorner(asked.code)) {
    const made = madeWidths(asked.code);
    const w = made.includes(asked.w) ? asked.w : (made.at(-1) ?? asked.w);
    return [{ kind: 'diagonal', block: { ...asked, w }, widths: [asked.w] }];
  }
  const code = asked.role === 'sink' ? STANDARD.cornerSink : asked.code;
  const made = madeWidths(code);
  const named = asked.code === code && made.includes(asked.w) && isCorner(asked);
  const block: Block = { ...asked, code, w: named ? asked.w : (made[0] ?? asked.w) };
  const widths = named && asked.placement.at !== undefined ? [asked.w] : made;
  const kinds: CornerKind[] =
    asked.placement.wall === room.walls[corner + 1]?.id ? ['after', 'before'] : ['before', 'after'];
  return kinds.map((kind) => ({ kind, block, widths }));
}
