import { type BriefObstacle, type BriefWall, given, type Order, type Placement } from '#libs/furniture';
import { isObstacle, type Mention, type ObstacleRef, type Place } from '../../meaning/meaning.js';
import { meant, meantBeside } from '../../units/meant.js';
import {
  areNeighbours,
  covers,
  floorRow,
  gapOf,
  isOnFloor,
  NEIGHBOUR_MM,
  rank,
  standingOf,
  type Unit,
} from '../../units/units.js';
import type { Shape } from '../decision.js';
import { isSameThing, wordOf } from '../things.js';
import { lengthOf, outerWall, wallIdOf } from './room.js';

/** A room as far as places in it are concerned. */
export interface Room {
  readonly walls: readonly BriefWall[];
  readonly shape: Shape;
  readonly obstacles: readonly BriefObstacle[];
}

const END = { left: 'start', right: 'end' } as const;

/** In an L or U the outer walls begin and end at their free end: their other end is the corner. */
function endAt({ walls }: Room, wall: string | undefined, said: 'start' | 'end'): 'start' | 'end' {
  if (walls.length === 1 || wall === undefined) return said;
  return wall === 'A' ? 'start' : wall === outerWall(walls, 'right') ? 'end' : said;
}

/** The end at which a wall of a corner kitchen meets the next one. */
const cornerEnd = (wall: string): 'start' | 'end' => (wall === 'A' ? 'end' : 'start');

/** An end panel and the play beside it, mm. */
const END_MM = 20;

/** The last of its wall at its free end: what is filled in stands before it. */
function atEnd(told: Placement, { walls }: Room, width: number): Placement {
  const { where, ...rest } = told;
  const { wall } = rest;
  if (wall === 'A' && where === 'start') return { ...rest, at: END_MM };
  const isLast = wall === outerWall(walls, 'right') && where === 'end';
  return isLast ? { ...rest, at: lengthOf(walls, wall) - width - END_MM } : told;
}

/**
 * What the engine can be told of a place before anything is laid out; `width` of the thing that goes there, mm; `pinned`: to the
 * millimetre where it is the end of a corner kitchen.
 */
export function placementOf(places: readonly Place[], room: Room, width: number, pinned = false): Placement {
  const named = places.find((place) => place.at === 'wall');
  const placement: Placement = given({ wall: named && wallIdOf(named.wall, room.walls) });
  const general = ({ at }: Place): boolean => at === 'side' || at === 'start' || at === 'end';
  for (const place of places.toSorted((a, b) => Number(general(b)) - Number(general(a))))
    Object.assign(placement, one(place, placement, room, width));
  return pinned ? atEnd(placement, room, width) : placement;
}

function one(place: Place, known: Placement, room: Room, width: number): Placement {
  const { walls } = room;
  const single = walls.length === 1;
  switch (place.at) {
    case 'side': {
      if (place.hand === 'any') return { where: known.wall === outerWall(walls, 'right') && !single ? 'end' : 'start' };
      if (place.hand === 'centre') return room.shape === 'u' && !known.wall ? { wall: 'B' } : { where: 'centre' };
      const where = END[place.hand];
      if (single) return { where };
      const wall = known.wall ?? outerWall(walls, place.hand);
      return place.end || known.wall ? { wall, where } : { wall };
    }
    case 'start':
    case 'end': {
      const wall = known.wall ?? (single ? undefined : outerWall(walls, place.at === 'start' ? 'left' : 'right'));
      return { where: endAt(room, wall, place.at), ...given({ wall }) };
    }
    case 'corner': {
      if (place.near && !place.hand) return known.wall ? { where: cornerEnd(known.wall) } : {};
      if (!place.hand) return single ? {} : { where: 'corner' };
      if (room.shape === 'u') return { where: 'corner', wall: place.hand === 'left' ? 'A' : 'B' };
      const where = END[place.hand];
      return single ? { where } : { wall: outerWall(walls, place.hand), where };
    }
    case 'beside':
      if (isObstacle(place.of)) return besideObstacle(place.of, place, room, width);
      return given({ nextTo: wordOf(place.of), side: place.hand && { of: wordOf(place.of), hand: place.hand } });
    case 'between':
      return isObstacle(place.a) ? {} : { nextTo: wordOf(place.a) };
    case 'under':
    case 'over':
      return isObstacle(place.of) ? underObstacle(place.of, room, width) : {};
    case 'opposite':
      return isWindow(place.of) ? underObstacle(place.of, room, width) : {};
    case 'offset': {
      const from = place.from === 'right' ? lengthOf(walls, known.wall) - place.mm - width : place.mm;
      return { at: Math.max(0, from), wall: known.wall ?? 'A' };
    }
    default:
      return {};
  }
}

/** «против окна»: before it, in its light. */
const isWindow = (of: Mention | ObstacleRef): of is ObstacleRef => isObstacle(of) && of.obstacle === 'window';

const obstacleIn = ({ obstacles }: Room, { obstacle }: ObstacleRef): BriefObstacle | undefined =>
  obstacles.find(({ kind }) => kind === obstacle);

/** «у окна», «под окном»: under it where it hangs; beside anything else. */
function besideObstacle(
  of: ObstacleRef,
  { hand, gap = 0 }: Extract<Place, { at: 'beside' }>,
  room: Room,
  width: number,
): Placement {
  const known = obstacleIn(room, of);
  if (!known) return {};
  if (of.obstacle === 'window' && !hand) return underObstacle(of, room, width);
  const [left, right] = [known.at - gap - width, known.at + known.width + gap];
  const isLeft = hand ? hand === 'left' : left >= 0;
  return { wall: known.wall, at: Math.max(0, isLeft ? left : right) };
}

function underObstacle(of: ObstacleRef, room: Room, width: number): Placement {
  const known = obstacleIn(room, of);
  if (!known) return {};
  if (of.obstacle === 'window') return { wall: known.wall, where: 'window' };
  const at = Math.round(known.at + (known.width - width) / 2);
  return { wall: known.wall, at: Math.max(0, Math.min(at, lengthOf(room.walls, known.wall) - width)) };
}

/** The room of an order that stands. */
export const roomIn = ({ room, obstacles }: Order): Room => ({
  walls: room.walls.map(({ length, ends }) => ({ length, ends })),
  shape: room.walls.length === 1 ? 'straight' : room.walls.length === 2 ? 'corner' : 'u',
  obstacles,
});

/** How far from the middle of the wall and from a millimetre still is as it was said, mm. */
const TOLERANCE_MM = { half: 50, centre: 350, offset: 30 };

/** Whether what stands is where it was wanted. A thing that does not stand is nowhere. */
export function isAt(order: Order, one: Unit, place: Place): boolean {
  const room = roomIn(order);
  const row = floorRow(order, one.wall);
  const index = row.findIndex(({ id }) => id === one.id);
  const ends = { left: index === 0, right: index === row.length - 1 };
  const length = lengthOf(room.walls, one.wall);
  const middle = (one.at + one.end) / 2;
  const single = room.walls.length === 1;
  const last = outerWall(room.walls, 'right');
  const outer = { left: one.wall === 'A' && ends.left, right: one.wall === last && ends.right };
  switch (place.at) {
    case 'side': {
      if (place.hand === 'any') return outer.left || outer.right;
      if (place.hand === 'centre')
        return room.shape === 'u' ? one.wall === 'B' : Math.abs(middle - length / 2) <= TOLERANCE_MM.centre;
      if (place.end) return outer[place.hand];
      if (!single) return one.wall === outerWall(room.walls, place.hand) || outer[place.hand];
      return place.hand === 'left'
        ? middle <= length / 2 + TOLERANCE_MM.half
        : middle >= length / 2 - TOLERANCE_MM.half;
    }
    case 'start':
    case 'end':
      return ends[endAt(room, one.wall, place.at) === 'start' ? 'left' : 'right'];
    case 'wall':
      return one.wall === wallIdOf(place.wall, room.walls);
    case 'corner':
      if (place.hand && room.shape !== 'u') return outer[place.hand];
      if (place.near && !single) {
        const beside = row.filter(({ isCorner }) => !isCorner);
        return beside.at(cornerEnd(one.wall) === 'end' ? -1 : 0)?.id === one.id;
      }
      return one.isCorner || (!single && (one.wall === 'A' ? ends.right : ends.left));
    case 'beside': {
      if (isObstacle(place.of)) return nearObstacle(one, place.of, place.hand, room);
      const others = meant(order, place.of);
      return others.length === 0 || others.some((other) => isBeside(order, one, other, place));
    }
    case 'apart': {
      if (isObstacle(place.of)) return !nearObstacle(one, place.of, undefined, room);
      const gap = place.gap ?? NEIGHBOUR_MM;
      return meant(order, place.of).every((other) => other.wall !== one.wall || gapOf(one, other) >= gap);
    }
    case 'between': {
      const [a, b] = flanking(order, place);
      if (!a || !b) return true;
      return rank(one) > Math.min(rank(a), rank(b)) && rank(one) < Math.max(rank(a), rank(b));
    }
    case 'under':
    case 'over': {
      if (!isObstacle(place.of)) return meant(order, place.of).some((other) => covers(one, other));
      const known = obstacleIn(room, place.of);
      return known?.wall === one.wall && overlap(one, known) * 2 >= Math.min(one.width, known.width);
    }
    case 'opposite':
      return isObstacle(place.of)
        ? isWindow(place.of) && isAt(order, one, { ...place, at: 'under' })
        : meant(order, place.of).some((other) => Math.abs(other.wallIndex - one.wallIndex) === 2);
    case 'offset': {
      const at = place.from === 'right' ? length - one.end : one.at;
      return Math.abs(at - place.mm) <= TOLERANCE_MM.offset;
    }
    default:
      return true;
  }
}

/** The two that a thing stands between; «между ними» of two alike. */
export function flanking(order: Order, { a, b }: Extract<Place, { at: 'between' }>, self?: Unit): (Unit | undefined)[] {
  if (isObstacle(a) || isObstacle(b)) return [];
  if (!isSameThing(a, b)) return [a, b].map((of) => meantBeside(order, of, self));
  const alike = meant(order, { ...a, count: 2 }).filter(({ id }) => id !== self?.id);
  return alike.length > 1 ? [alike[0], alike.at(-1)] : [];
}

const overlap = (one: Unit, { at, width }: BriefObstacle): number =>
  Math.min(one.end, at + width) - Math.max(one.at, at);

function nearObstacle(one: Unit, of: ObstacleRef, hand: 'left' | 'right' | undefined, room: Room): boolean {
  const known = obstacleIn(room, of);
  if (!known || known.wall !== one.wall) return false;
  if (hand === 'left' && one.at >= known.at) return false;
  if (hand === 'right' && one.end <= known.at + known.width) return false;
  return -overlap(one, known) <= NEIGHBOUR_MM * 2;
}

/** Whether one of the things that are meant stands there. */
export const standsAt = (order: Order, thing: Mention, place: Place): boolean =>
  meant(order, thing).some((one) => isAt(order, one, place));

/**
 * Neighbours in a row, what hangs over or nearly over something among them; with a side, anywhere on that side of it, unless
 * they are to touch.
 */
function isBeside(order: Order, one: Unit, other: Unit, { hand, close }: Extract<Place, { at: 'beside' }>): boolean {
  if (one.id === other.id) return true;
  if (hand && close && !areNeighbours(standingOf(order), one, other)) return false;
  const hangs = !isOnFloor(one) || !isOnFloor(other);
  if (!hand && hangs) return one.wall === other.wall && gapOf(one, other) <= NEIGHBOUR_MM;
  if (!hand) return areNeighbours(standingOf(order), one, other);
  return one.wall === other.wall && one.at > other.at === (hand === 'right');
}
