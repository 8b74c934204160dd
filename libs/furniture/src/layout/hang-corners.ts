import { CONSTANTS } from '../catalogue/catalogue.js';
import type { CornerKind } from './corners.js';
import type { Block, Edge, Piece, Stretch } from './model.js';

/** How a wall's hanging row ends at one side: where it may reach, what closes it, what stands there already. */
export interface HangEnd {
  at: number;
  edge: Edge;
  pieces: Piece[];
}

/**
 * Points by a corner wall unit's width (WC, blind zone 370): the door is what is left of it, and one of 400 reaches
 * into the corner without being wider than its neighbours' (furniture.ru.md 3.5).
 */
const CORNER_POINTS: readonly (readonly [number, number])[] = [
  [770, 0],
  [820, 5],
  [720, 6],
  [870, 30],
  [670, 12],
];

export interface CornerChoice {
  width: number;
  points: number;
}

export const CORNER_CHOICES: readonly CornerChoice[] = CORNER_POINTS.map(([width, points]) => ({ width, points }));

const { deadWall, frontPlaneWall, cornerFiller } = CONSTANTS;

/** Who takes a corner of the hanging row: as on the floor; a dead or diagonal corner is closed by a unit on the wall before it. */
export const hangKind = (kind: CornerKind): 'before' | 'after' => (kind === 'after' ? 'after' : 'before');

/** The end of a row that carries the corner unit, or gives way to it behind a strip. `mirror` counts from the wall's other end. */
export function cornerEnd(
  side: 'left' | 'right',
  length: number,
  height: number,
  unit: { width: number; id?: string } | undefined,
): HangEnd {
  const place = (at: number, w: number): number => (side === 'left' ? at : length - at - w);
  if (!unit) {
    const strip: Piece = {
      code: 'FLC',
      tier: 'wall',
      at: place(frontPlaneWall, cornerFiller),
      w: cornerFiller,
      h: height,
      items: [],
    };
    return { at: side === 'left' ? deadWall : length - deadWall, edge: { kind: 'corner' }, pieces: [strip] };
  }
  const { width } = unit;
  const block: Block = {
    key: `wc-${side}`,
    code: 'WC',
    w: width,
    h: height,
    tier: 'wall',
    role: 'unit',
    items: [],
    wish: {},
  };
  const piece: Piece = { code: 'WC', tier: 'wall', at: place(0, width), w: width, h: height, items: [], block };
  return { at: side === 'left' ? width : length - width, edge: { kind: 'block', block }, pieces: [piece] };
}

export const between = (left: HangEnd, right: HangEnd): Stretch => ({
  from: left.at,
  to: right.at,
  left: left.edge,
  right: right.edge,
});
