/** What the wall rows meet at the corners: whose row has the unit in it, or nothing that hangs round it. */
import { CONSTANTS } from '../../catalogue/catalogue.js';
import { DOOR_SWING, type Side } from '../../geometry/corners.js';
import type { CornerKind } from '../floor/corners.js';
import { overlaps } from '../row/zones.js';
import { type CornerRow, diagonalCorner, hasCornerSink, turnedCorner, type WallCorner } from './corners.js';

/** The corners' units by the wall before each. */
export type Meetings = readonly (WallCorner | undefined)[];

/**
 * What a wall row ends at: a corner whose other row hangs there too; the wall round a corner that carries nothing
 * (`wall`), with a window or door beside the row (`opening`); the wall's own outer end.
 */
export type Ending = WallCorner | 'wall' | 'opening' | 'outer';

/** What a row ends at on both of its sides. `corners[i]` is the inner corner after wall i. */
export function endingsOf(
  rows: readonly CornerRow[],
  i: number,
  meetings: Meetings,
  corners: readonly (CornerKind | undefined)[],
): Record<Side, Ending> {
  const at = (side: Side): Ending => {
    const [corner, other] = side === 'left' ? [i - 1, i - 1] : [i, i + 1];
    const [row, neighbour] = [rows[i], rows[other]];
    if (corners[corner] === undefined || !row || !neighbour) return 'outer';
    const facing = side === 'left' ? 'right' : 'left';
    if (meetings[corner]?.asked) return meetings[corner];
    if (neighbour.carries && !hangsNear(row, side)) return 'opening';
    if (tallNear(neighbour, facing) || (neighbour.carries && hangsNear(neighbour, facing)))
      return meetings[corner] ?? 'wall';
    if (!neighbour.carries) return 'wall';
    return isTouched(row, side) || !isBare(neighbour, facing) ? 'opening' : 'wall';
  };
  return { left: at('left'), right: at('right') };
}

const { deadWall } = CONSTANTS;
/** Nearer to the corner than this, a unit counts as its neighbour (COR-DEAD), mm. */
const NEAR = deadWall + DOOR_SWING;
/** The narrowest unit of a wall row, mm. */
const NARROWEST = 150;

/** Tall units reach into the wall row too: one beside the corner bounds the row around it. */
const tallNear = ({ wall, pieces }: CornerRow, side: Side): boolean =>
  pieces.some((p) => p.tier === 'tall' && (side === 'left' ? p.at : wall.length - p.at - p.w) < NEAR);

/** Whether an obstacle takes some of these millimetres from the corner. */
const taken = ({ wall, zones }: CornerRow, side: Side, from: number, to: number): boolean =>
  zones.some((z) => (side === 'left' ? overlaps(z, from, to) : overlaps(z, wall.length - to, wall.length - from)));

/** Whether a unit has room behind the corner's filler. */
const hangsNear = (row: CornerRow, side: Side): boolean => !taken(row, side, deadWall, deadWall + NARROWEST);

/** Whether nothing can hang so near that its fronts would open against what stands in the corner. */
const isBare = ({ wall, zones }: CornerRow, side: Side): boolean =>
  zones.some((z) => {
    const [from, to] = side === 'left' ? [z.from, z.to] : [wall.length - z.to, wall.length - z.from];
    return from < deadWall + NARROWEST && to >= NEAR;
  });

/** Whether something round the corner, as a window, stands up to it. */
const isTouched = (row: CornerRow, side: Side): boolean => taken(row, side, 0, 1);

/** Corners with other units, and which of them those are. */
interface Turned {
  meetings: Meetings;
  turned: readonly number[];
}

/** The same corners with blind units that nobody asked for in the other wall's row: one of them, then more at once. */
export function turnedWays(meetings: Meetings, rows: readonly CornerRow[]): Turned[] {
  const ways = meetings.reduce<Turned[]>(
    (all, meeting, i) => {
      const other = meeting && turnedCorner(meeting, hasCornerSink(rows, i));
      if (!other) return all;
      return all.flatMap((way) => [way, { meetings: way.meetings.with(i, other), turned: [...way.turned, i] }]);
    },
    [{ meetings, turned: [] }],
  );
  return ways.slice(1).sort((a, b) => a.turned.length - b.turned.length);
}

/** The same corners with a diagonal unit in one that nobody asked for, where both rows leave room. */
export function cutAt(corner: number, meetings: Meetings, rows: readonly CornerRow[]): Meetings | undefined {
  const [meeting, before, after] = [meetings[corner], rows[corner], rows[corner + 1]];
  if (!meeting || meeting.asked || meeting.kind === 'diagonal' || !before || !after) return undefined;
  const cut = diagonalCorner(before, after, hasCornerSink(rows, corner));
  return cut && meetings.with(corner, cut);
}
