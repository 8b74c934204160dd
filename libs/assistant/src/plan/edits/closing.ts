import { CONSTANTS, type Edit, edit, isEndPanel, madeWidths, type Order, STANDARD } from '#libs/furniture';
import { isOnFloor, standingOf, type Unit } from '../../units/units.js';
import { isPlain } from '../things.js';
import type { Ids } from './room-making.js';

/** Free space between two units of the lower row from which on it is a hole rather than play, mm. */
const HOLE_MM = 100;
/** The widest filler, mm (furniture.ru.md 3.2). */
const COVER_MM = 150;

export interface Hole {
  readonly wall: string;
  readonly left: Unit;
  readonly right: Unit;
  readonly mm: number;
}

/** Holes between the units of each wall's lower row that no door, niche or pipe explains. */
export function holesIn(order: Order): Hole[] {
  const isTaken = (wall: string, from: number, to: number): boolean =>
    order.obstacles.some(
      (one) =>
        one.wall === wall &&
        one.at < to &&
        one.at + one.width > from &&
        one.kind !== 'socket' &&
        one.kind !== 'water' &&
        // What begins above the worktop leaves its wall to the lower row.
        (one.bottom ?? 0) < CONSTANTS.worktopTop,
    );
  return order.room.walls.flatMap(({ id: wall }) => {
    const row = standingOf(order).units.filter((one) => one.wall === wall && isOnFloor(one));
    return row.flatMap((right, i): Hole[] => {
      const left = row[i - 1];
      const mm = left ? right.at - left.end : 0;
      return left && mm >= HOLE_MM && !isTaken(wall, left.end, right.at) ? [{ wall, left, right, mm }] : [];
    });
  });
}

/** Holes that an edit made. */
export function newHoles(before: Order, after: Order): Hole[] {
  const old = holesIn(before);
  const isOld = ({ wall, left, right }: Hole): boolean =>
    old.some((one) => one.wall === wall && one.left.end < right.at && left.end < one.right.at);
  return holesIn(after).filter((hole) => !isOld(hole));
}

/** Holes that are closed after one message. */
const MAX_CLOSED = 4;

/** Edits with the order that they make of the one before them. */
interface Made {
  readonly edits: readonly Edit[];
  readonly order: Order;
}

/**
 * Closes the holes that an edit left, as the first layout would: a plain unit fills one (unless such are unwanted), the
 * assistant's own unit beside it becomes wider, else the row closes up. What is not `right` afterwards is not done.
 */
export function closing(
  before: Order,
  made: Made,
  own: (order: Order) => Ids,
  mayFill: boolean,
  isRight: (order: Order) => boolean,
): Made {
  const lack = ({ order }: Made): number => newHoles(before, order).reduce((sum, { mm }) => sum + mm, 0);
  let done = made;
  for (let i = 0; i < MAX_CLOSED; i += 1) {
    const ways = newHoles(before, done.order).flatMap((hole) =>
      waysToClose(done.order, hole, own(done.order), mayFill),
    );
    // All edits from the beginning: so they are applied, and so they issue their ids.
    const next = ways
      .values()
      .flatMap((way): Made[] => {
        const edits = [...done.edits, ...way];
        const trial = edit(before, edits);
        return trial.ok && isRight(trial.order) ? [{ edits, order: trial.order }] : [];
      })
      .find((one) => lack(one) < lack(done));
    if (!next) break;
    done = next;
  }
  return done;
}

function waysToClose(order: Order, { left, right, mm, wall }: Hole, own: Ids, mayFill: boolean): Edit[][] {
  const widest = (code: string, most: number): number | undefined => madeWidths(code).findLast((w) => w <= most);
  const wider = [left, right].flatMap((one): Edit[][] => {
    const w = widest(one.code, one.width + mm);
    const mayGrow = own.has(one.id) && isPlain(one.code) && w !== undefined && w > one.width;
    return mayGrow ? [[{ op: 'resize', node: one.id, w }]] : [];
  });
  const w = widest(STANDARD.base, mm);
  const filled: Edit[][] = w && mayFill ? [[{ op: 'add', code: STANDARD.base, w, after: left.id }]] : [];
  const row = standingOf(order).floor.filter((one) => one.wall === wall && one.at >= right.at);
  // To the end of the row, where it ends free.
  const isFree = row.every(({ isCorner }) => !isCorner) && !isEndPanel(left.code);
  const up = row.map(({ id: node }, i): Edit => ({ op: 'move', node, after: row[i - 1]?.id ?? left.id }));
  // «мойку на 20 см вправо»: what stays where it was put leaves too little for a plain unit.
  const narrow = widest(STANDARD.narrowBase, mm);
  const tucked: Edit[][] =
    narrow && mayFill ? [[{ op: 'add', code: STANDARD.narrowBase, w: narrow, after: left.id }]] : [];
  const cover: Edit[][] = mm <= COVER_MM ? [[{ op: 'add', code: STANDARD.filler, w: mm, after: left.id }]] : [];
  return [...filled, ...wider, ...(isFree ? [up] : []), ...tucked, ...cover];
}
