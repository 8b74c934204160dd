import { CONSTANTS, findModule, madeWidths } from '../../catalogue/catalogue.js';
import { isBlindCorner, isCornerUnit, isDiagonalCorner, STANDARD } from '../../catalogue/traits.js';
import { given } from '../../order/nodes.js';
import type { CornerKind } from '../floor/corners.js';
import {
  type Block,
  blockPiece,
  type Edge,
  type FreeStretch,
  isHob,
  type Piece,
  plainBlock,
  plainPiece,
  type Room,
} from '../model.js';
import { WALL_ROW } from '../preferences.js';
import { type BlockedZone, overlaps } from '../row/zones.js';

/** How a wall row ends at one side: up to where, at what edge, and the pieces that the corner puts there. */
export interface RowEnd {
  at: number;
  edge: Edge;
  pieces: Piece[];
}

/**
 * Points by a corner wall unit's width (blind zone 370): the door is what is left of it, and one of 400 reaches
 * into the corner without being wider than its neighbours' (furniture.ru.md 3.5).
 */
const CORNER_POINTS: readonly CornerChoice[] = [
  { width: 770, points: 0 },
  { width: 820, points: 5 },
  { width: 720, points: 6 },
  { width: 870, points: 30 },
  { width: 670, points: 12 },
];

interface CornerChoice {
  width: number;
  points: number;
}

const BLIND = CORNER_POINTS.filter(({ width }) => madeWidths(STANDARD.cornerWall).includes(width));
const NARROWEST = Math.min(...BLIND.map(({ width }) => width));
const DIAGONAL: readonly number[] = madeWidths(STANDARD.diagonalWall);

/** What the corners of a wall row need to know of its wall. */
export interface CornerRow {
  wall: { id: string; length: number };
  pieces: readonly Piece[];
  zones: readonly BlockedZone[];
  carries: boolean;
}

/** The unit in an inner corner of the wall rows: whose row it is in, and in which widths; `diagonal` counts to the wall before. */
export interface WallCorner {
  kind: 'before' | 'after' | 'diagonal';
  code: string;
  choices: readonly CornerChoice[];
  /** Somebody asked for it, and not only for its corner to be closed. */
  asked?: true;
  id?: string;
}

/** Corner units that were asked for, by the inner corner (index of the wall before it) that each goes to. */
export function askedCorners({ walls }: Room, units: readonly Block[]): (Block | undefined)[] {
  const asked: (Block | undefined)[] = walls.map(() => undefined);
  for (const unit of units.filter(({ code }) => isCornerUnit(code))) {
    const free = walls.flatMap((wall, i) =>
      wall.turn === 'right' && !asked[i - 1] && [walls[i - 1]?.id, wall.id, undefined].includes(unit.placement.wall)
        ? [i - 1]
        : [],
    );
    const corner = free.find((c) => walls[c]?.id === unit.placement.wall) ?? free[0];
    if (corner !== undefined) asked[corner] = unit;
  }
  return asked;
}

/** The corner between two wall rows: as asked, else as on the floor; a diagonal unit only where both rows leave room. */
export function wallCorner(
  floor: CornerKind,
  before: CornerRow,
  after: CornerRow,
  asked: Block | undefined,
  diagonal: boolean,
): WallCorner {
  const id = given({ id: asked?.id });
  if (asked ? isDiagonalCorner(asked.code) : floor === 'diagonal' && diagonal) {
    const widths = asked ? [asked.w] : DIAGONAL;
    const both = before.carries && after.carries;
    const width = widths.find((w) => both && cornerFree('right', before, w) && cornerFree('left', after, w));
    if (width !== undefined)
      return {
        kind: 'diagonal',
        code: asked?.code ?? STANDARD.diagonalWall,
        choices: [{ width, points: 0 }],
        ...given({ asked: asked && true }),
        ...id,
      };
  }
  const blind = asked && isBlindCorner(asked.code) ? asked : undefined;
  const kind = blind && blind.placement.wall === after.wall.id ? 'after' : wallCornerKind(floor);
  const choices = blind && madeWidths(blind.code).includes(blind.w) ? [{ width: blind.w, points: 0 }] : BLIND;
  return { kind, code: blind?.code ?? STANDARD.cornerWall, choices, ...(blind ? { asked: true, ...id } : {}) };
}

/**
 * The blind unit of a corner in the other wall's row; one that was asked for stays, a diagonal one stands in both. Over a
 * sink in the corner it stays too where its door would be the narrowest that is made: 3.5 has a filler at the hood instead.
 */
export function turnedCorner(corner: WallCorner, overSink: boolean): WallCorner | undefined {
  if (corner.kind === 'diagonal' || corner.asked) return undefined;
  const choices = corner.choices.filter(({ width }) => !overSink || width > NARROWEST);
  return { ...corner, choices, kind: corner.kind === 'before' ? 'after' : 'before' };
}

/** Whether a sink stands in the corner after a wall. */
export const hasCornerSink = (rows: readonly CornerRow[], corner: number): boolean =>
  [rows[corner]?.pieces.at(-1), rows[corner + 1]?.pieces[0]].some((p) => p !== undefined && isCornerSink(p));

export const isCornerSink = ({ code }: Piece): boolean =>
  isBlindCorner(code) && (findModule(code)?.appliances.includes('sink') ?? false);

/** A diagonal unit that nobody asked for, where both rows leave room: their units begin at its sides, no filler between. */
export function diagonalCorner(before: CornerRow, after: CornerRow, overSink: boolean): WallCorner | undefined {
  const fits = (width: number): boolean => cornerFree('right', before, width) && cornerFree('left', after, width);
  const width = before.carries && after.carries ? DIAGONAL.find(fits) : undefined;
  if (width === undefined) return undefined;
  const points = overSink ? WALL_ROW.diagonalOverSink : WALL_ROW.diagonalUnasked;
  // It is at the end of both rows, which both count it.
  return { kind: 'diagonal', code: STANDARD.diagonalWall, choices: [{ width, points: points / 2 }] };
}

/** Whether no obstacle, tall unit or hob is where a corner unit of this width would be. */
export const cornerFree = (side: 'left' | 'right', row: CornerRow, width: number): boolean => {
  const from = side === 'left' ? 0 : row.wall.length - width;
  return (
    !row.zones.some((z) => overlaps(z, from, from + width)) &&
    !row.pieces.some(
      (p) => (p.tier === 'tall' || isHob(p.block)) && overlaps({ from: p.at, to: p.at + p.w }, from, from + width),
    )
  );
};

const { deadWall, frontPlaneWall, cornerFiller } = CONSTANTS;

/** As on the floor; over a dead or diagonal corner the unit is in the row of the wall before it. */
export const wallCornerKind = (kind: CornerKind): 'before' | 'after' => (kind === 'after' ? 'after' : 'before');

/** The end of a row that gives way to its neighbour's, behind a filler. */
export function fillerEnd(side: 'left' | 'right', length: number, height: number): RowEnd {
  const at = side === 'left' ? frontPlaneWall : length - frontPlaneWall - cornerFiller;
  const filler: Piece = { ...plainPiece(STANDARD.cornerFiller, 'wall', cornerFiller, height), at };
  return { at: side === 'left' ? deadWall : length - deadWall, edge: { kind: 'corner' }, pieces: [filler] };
}

/** The end of a row beside a window or door round the corner: as far from it as behind a filler. */
export const openEnd = (side: 'left' | 'right', length: number): RowEnd => ({
  at: side === 'left' ? deadWall : length - deadWall,
  edge: { kind: 'opening' },
  pieces: [],
});

/** The end of a row that carries the corner unit; a diagonal one is listed on the wall before it and seen on both. */
export function unitEnd(
  side: 'left' | 'right',
  length: number,
  height: number,
  { code, kind, id }: WallCorner,
  width: number,
): RowEnd {
  const block = { ...plainBlock(`wc-${side}`, { code, w: width, tier: 'wall' }), ...given({ h: height, id }) };
  const at = side === 'left' ? 0 : length - width;
  const piece: Piece = { ...blockPiece(block), at };
  const listed = kind !== 'diagonal' || side === 'right';
  return { at: side === 'left' ? width : at, edge: { kind: 'block', block }, pieces: listed ? [piece] : [] };
}

export const between = (left: RowEnd, right: RowEnd): FreeStretch => ({
  from: left.at,
  to: right.at,
  left: left.edge,
  right: right.edge,
});
