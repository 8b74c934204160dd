import {
  atOf,
  type BriefObstacle,
  type BriefWall,
  endOf,
  given,
  isCornerUnit,
  type Order,
  type Placement,
  wallIdAt,
} from '#libs/furniture';
import { isObstacle, type ObstacleRef, type Place } from '../../meaning/meaning.js';
import { covers, floorRow, meant, rankOf, type Standing, wordOf } from '../things.js';
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

/** What the engine can be told of a place before anything is laid out; `width` of the thing that goes there, mm. */
export function placementOf(places: readonly Place[], room: Room, width: number): Placement {
  const placement: Placement = {};
  const named = places.find((place) => place.at === 'wall');
  if (named?.at === 'wall') Object.assign(placement, given({ wall: wallIdOf(named.wall, room.walls) }));
  const general = (place: Place): boolean => place.at === 'side' || place.at === 'start' || place.at === 'end';
  for (const place of [...places.filter(general), ...places.filter((other) => !general(other))])
    Object.assign(placement, one(place, placement, room, width));
  return placement;
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
    case 'offset': {
      const from = place.from === 'right' ? lengthOf(room, known.wall) - place.mm - width : place.mm;
      return { at: Math.max(0, from), wall: known.wall ?? 'A' };
    }
    default:
      return {};
  }
}

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

/** How far from the middle of the wall, from a neighbour and from a millimetre still is as it was said, mm. */
const TOLERANCE_MM = { half: 50, centre: 350, neighbour: 150, offset: 30 };

/** Whether what stands is where it was wanted. A thing that does not stand is nowhere. */
export function isAt(order: Order, one: Standing, place: Place, room: Room): boolean {
  const row = floorRow(order, one.run.wall);
  const index = row.findIndex(({ node }) => node.id === one.node.id);
  const ends = { left: index === 0, right: index === row.length - 1 };
  const length = lengthOf(room, one.run.wall);
  const middle = (atOf(one.node) + endOf(one.node)) / 2;
  const single = room.walls.length === 1;
  const outer = { left: one.run.wall === 'A' && ends.left, right: one.run.wall === lastWall(room) && ends.right };
  switch (place.at) {
    case 'side': {
      if (place.hand === 'any') return outer.left || outer.right;
      if (place.hand === 'centre')
        return room.shape === 'u' ? one.run.wall === 'B' : Math.abs(middle - length / 2) <= TOLERANCE_MM.centre;
      if (place.end) return outer[place.hand];
      if (!single) return one.run.wall === (place.hand === 'left' ? 'A' : lastWall(room)) || outer[place.hand];
      return place.hand === 'left'
        ? middle <= length / 2 + TOLERANCE_MM.half
        : middle >= length / 2 - TOLERANCE_MM.half;
    }
    case 'start':
    case 'end':
      return single
        ? ends[place.at === 'start' ? 'left' : 'right']
        : ends[endAt(room, one.run.wall, place.at) === 'start' ? 'left' : 'right'];
    case 'wall':
      return one.run.wall === wallIdOf(place.wall, room.walls);
    case 'corner':
      if (place.hand && room.shape !== 'u') return outer[place.hand];
      return isCornerUnit(one.node.code) || (!single && (one.run.wall === 'A' ? ends.right : ends.left));
    case 'beside': {
      if (isObstacle(place.of)) return nearObstacle(one, place.of, place.hand, room);
      const others = meant(order, place.of);
      return others.length === 0 || others.some((other) => isBeside(order, one, other, place.hand));
    }
    case 'apart': {
      if (isObstacle(place.of)) return !nearObstacle(one, place.of, undefined, room);
      const gap = place.gap ?? TOLERANCE_MM.neighbour;
      return meant(order, place.of).every((other) => other.run.wall !== one.run.wall || gapOf(one, other) >= gap);
    }
    case 'between': {
      const [a, b] = [place.a, place.b].map((of) => (isObstacle(of) ? undefined : meant(order, of)[0]));
      if (!a || !b) return true;
      return rankOf(one) > Math.min(rankOf(a), rankOf(b)) && rankOf(one) < Math.max(rankOf(a), rankOf(b));
    }
    case 'under':
    case 'over': {
      if (!isObstacle(place.of)) return meant(order, place.of).some((other) => covers(one, other));
      const known = obstacleIn(room, place.of);
      return (
        known !== undefined &&
        known.wall === one.run.wall &&
        overlap(one, known.at, known.at + known.width) * 2 >= Math.min(one.node.w, known.width)
      );
    }
    case 'opposite':
      return (
        isObstacle(place.of) ||
        meant(order, place.of).some(
          (other) => Math.abs(other.run.wall.charCodeAt(0) - one.run.wall.charCodeAt(0)) === 2,
        )
      );
    case 'offset': {
      const at = place.from === 'right' ? length - endOf(one.node) : atOf(one.node);
      return Math.abs(at - place.mm) <= TOLERANCE_MM.offset;
    }
    default:
      return true;
  }
}

const overlap = ({ node }: Standing, from: number, to: number): number =>
  Math.min(endOf(node), to) - Math.max(atOf(node), from);
export const gapOf = (a: Standing, b: Standing): number =>
  Math.max(atOf(b.node) - endOf(a.node), atOf(a.node) - endOf(b.node));

function nearObstacle(one: Standing, of: ObstacleRef, hand: 'left' | 'right' | undefined, room: Room): boolean {
  const known = obstacleIn(room, of);
  if (!known || known.wall !== one.run.wall) return false;
  const [from, to] = [known.at, known.at + known.width];
  if (hand === 'left' && atOf(one.node) >= from) return false;
  if (hand === 'right' && endOf(one.node) <= to) return false;
  return -overlap(one, from, to) <= TOLERANCE_MM.neighbour * 2;
}

/** Neighbours in a row, fillers and panels aside; with a side, anywhere on that side of it. */
function isBeside(order: Order, one: Standing, other: Standing, hand: 'left' | 'right' | undefined): boolean {
  if (one.node.id === other.node.id) return true;
  if (one.run.wall !== other.run.wall) return isRoundCorner(order, one, other) && hand === undefined;
  const right = atOf(one.node) > atOf(other.node);
  if (hand) return right === (hand === 'right');
  const row = floorRow(order, one.run.wall).map(({ node }) => node.id);
  return (
    Math.abs(row.indexOf(one.node.id) - row.indexOf(other.node.id)) === 1 && gapOf(one, other) <= TOLERANCE_MM.neighbour
  );
}

/** The last unit before a corner and the first behind it. */
function isRoundCorner(order: Order, one: Standing, other: Standing): boolean {
  const [before, after] = one.run.wall < other.run.wall ? [one, other] : [other, one];
  if (after.run.wall.charCodeAt(0) - before.run.wall.charCodeAt(0) !== 1) return false;
  return (
    floorRow(order, before.run.wall).at(-1)?.node.id === before.node.id &&
    floorRow(order, after.run.wall)[0]?.node.id === after.node.id
  );
}
