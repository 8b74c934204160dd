import { type BriefObstacle, type BriefWall, given, type Order, type Placement, wallIdAt } from '#libs/furniture';
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
import { wordOf } from '../things.js';
import { wallIdOf } from './room.js';
import type { Shape } from './wishes.js';

/** A room as far as places in it are concerned. */
export interface Room {
  readonly walls: readonly BriefWall[];
  readonly shape: Shape;
  readonly obstacles: readonly BriefObstacle[];
}

const lengthOf = ({ walls }: Room, wall: string | undefined): number =>
  walls[(wall ?? 'A').charCodeAt(0) - 65]?.length ?? 0;

const lastWall = ({ walls }: Room): string => wallIdAt(walls.length - 1);

/** In an L or U the outer walls begin and end at their free end: their other end is the corner. */
function endAt(room: Room, wall: string | undefined, said: 'start' | 'end'): 'start' | 'end' {
  if (room.walls.length === 1 || wall === undefined) return said;
  return wall === 'A' ? 'start' : wall === lastWall(room) ? 'end' : said;
}

/** An end panel and the play beside it, mm. */
const END_MM = 20;

/** The last of its wall at its free end: what is filled in stands before it. */
function atEnd(told: Placement, { walls }: Room, width: number): Placement {
  const { where, ...rest } = told;
  const length = walls.at(-1)?.length ?? 0;
  if (told.wall === 'A' && where === 'start') return { ...rest, at: END_MM };
  return told.wall === wallIdAt(walls.length - 1) && where === 'end' ? { ...rest, at: length - width - END_MM } : told;
}

/**
 * What the engine can be told of a place before anything is laid out; `width` of the thing that goes there, mm; `pinned`: to the
 * millimetre where it is the end of a corner kitchen.
 */
export function placementOf(places: readonly Place[], room: Room, width: number, pinned = false): Placement {
  const placement: Placement = {};
  const named = places.find((place) => place.at === 'wall');
  if (named?.at === 'wall') Object.assign(placement, given({ wall: wallIdOf(named.wall, room.walls) }));
  const general = (place: Place): boolean => place.at === 'side' || place.at === 'start' || place.at === 'end';
  for (const place of [...places.filter(general), ...places.filter((other) => !general(other))])
    Object.assign(placement, one(place, placement, room, width));
  return pinned ? atEnd(placement, room, width) : placement;
}

function one(place: Place, known: Placement, room: Room, width: number): Placement {
  const single = room.walls.length === 1;
  switch (place.at) {
    case 'side': {
      if (place.hand === 'any') return { where: known.wall === lastWall(room) && !single ? 'end' : 'start' };
      if (place.hand === 'centre') return room.shape === 'u' && !known.wall ? { wall: 'B' } : { where: 'centre' };
      if (single) return { where: place.hand === 'left' ? 'start' : 'end' };
      const wall = known.wall ?? (place.hand === 'left' ? 'A' : lastWall(room));
      return { wall, ...(place.end || known.wall ? { where: place.hand === 'left' ? 'start' : 'end' } : {}) };
    }
    case 'start':
    case 'end': {
      const wall = known.wall ?? (single ? undefined : place.at === 'start' ? 'A' : lastWall(room));
      return { where: endAt(room, wall, place.at), ...given({ wall }) };
    }
    case 'corner': {
      if (single) return place.hand ? { where: place.hand === 'left' ? 'start' : 'end' } : {};
      if (!place.hand) return { where: 'corner' };
      if (room.shape === 'u') return { where: 'corner', wall: place.hand === 'left' ? 'A' : 'B' };
      return place.hand === 'left' ? { wall: 'A', where: 'start' } : { wall: lastWall(room), where: 'end' };
    }
    case 'beside':
      if (isObstacle(place.of)) return besideObstacle(place.of, place.hand, place.gap ?? 0, room, width);
      return {
        nextTo: wordOf(place.of),
        ...(place.hand ? { side: { of: wordOf(place.of), hand: place.hand } } : {}),
      };
    case 'between':
      return isObstacle(place.a) ? {} : { nextTo: wordOf(place.a) };
    case 'under':
    case 'over':
      return isObstacle(place.of) ? underObstacle(place.of, room, width) : {};
    case 'opposite':
      return isWindow(place.of) ? underObstacle(place.of, room, width) : {};
    case 'offset': {
      const from = place.from === 'right' ? lengthOf(room, known.wall) - place.mm - width : place.mm;
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
  hand: 'left' | 'right' | undefined,
  gap: number,
  room: Room,
  width: number,
): Placement {
  const known = obstacleIn(room, of);
  if (!known) return {};
  if (of.obstacle === 'window' && !hand) return underObstacle(of, room, width);
  const left = known.at - gap - width;
  const right = known.at + known.width + gap;
  const side = hand ?? (left >= 0 ? 'left' : 'right');
  return { wall: known.wall, at: Math.max(0, side === 'left' ? left : right) };
}

function underObstacle(of: ObstacleRef, room: Room, width: number): Placement {
  const known = obstacleIn(room, of);
  if (!known) return {};
  if (of.obstacle === 'window') return { wall: known.wall, where: 'window' };
  const at = Math.round(known.at + (known.width - width) / 2);
  return { wall: known.wall, at: Math.max(0, Math.min(at, lengthOf(room, known.wall) - width)) };
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
  const length = lengthOf(room, one.wall);
  const middle = (one.at + one.end) / 2;
  const single = room.walls.length === 1;
  const outer = { left: one.wall === 'A' && ends.left, right: one.wall === lastWall(room) && ends.right };
  switch (place.at) {
    case 'side': {
      if (place.hand === 'any') return outer.left || outer.right;
      if (place.hand === 'centre')
        return room.shape === 'u' ? one.wall === 'B' : Math.abs(middle - length / 2) <= TOLERANCE_MM.centre;
      if (place.end) return outer[place.hand];
      if (!single) return one.wall === (place.hand === 'left' ? 'A' : lastWall(room)) || outer[place.hand];
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
      return one.isCorner || (!single && (one.wall === 'A' ? ends.right : ends.left));
    case 'beside': {
      if (isObstacle(place.of)) return nearObstacle(one, place.of, place.hand, room);
      const others = meant(order, place.of);
      return others.length === 0 || others.some((other) => isBeside(order, one, other, place.hand));
    }
    case 'apart': {
      if (isObstacle(place.of)) return !nearObstacle(one, place.of, undefined, room);
      const gap = place.gap ?? NEIGHBOUR_MM;
      return meant(order, place.of).every((other) => other.wall !== one.wall || gapOf(one, other) >= gap);
    }
    case 'between': {
      const [a, b] = [place.a, place.b].map((of) => (isObstacle(of) ? undefined : meantBeside(order, of)));
      if (!a || !b) return true;
      return rank(one) > Math.min(rank(a), rank(b)) && rank(one) < Math.max(rank(a), rank(b));
    }
    case 'under':
    case 'over': {
      if (!isObstacle(place.of)) return meant(order, place.of).some((other) => covers(one, other));
      const known = obstacleIn(room, place.of);
      return (
        known !== undefined &&
        known.wall === one.wall &&
        overlap(one, known.at, known.at + known.width) * 2 >= Math.min(one.width, known.width)
      );
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

const overlap = ({ at, end }: Unit, from: number, to: number): number => Math.min(end, to) - Math.max(at, from);

function nearObstacle(one: Unit, of: ObstacleRef, hand: 'left' | 'right' | undefined, room: Room): boolean {
  const known = obstacleIn(room, of);
  if (!known || known.wall !== one.wall) return false;
  const [from, to] = [known.at, known.at + known.width];
  if (hand === 'left' && one.at >= from) return false;
  if (hand === 'right' && one.end <= to) return false;
  return -overlap(one, from, to) <= NEIGHBOUR_MM * 2;
}

/** Whether one of the things that are meant stands there. */
export const standsAt = (order: Order, thing: Mention, place: Place): boolean =>
  meant(order, thing).some((one) => isAt(order, one, place));

/** Neighbours in a row, what hangs over or nearly over something among them; with a side, anywhere on that side of it. */
function isBeside(order: Order, one: Unit, other: Unit, hand: 'left' | 'right' | undefined): boolean {
  if (one.id === other.id) return true;
  const hangs = !isOnFloor(one) || !isOnFloor(other);
  if (!hand && hangs) return one.wall === other.wall && gapOf(one, other) <= NEIGHBOUR_MM;
  if (!hand) return areNeighbours(standingOf(order), one, other);
  return one.wall === other.wall && one.at > other.at === (hand === 'right');
}
