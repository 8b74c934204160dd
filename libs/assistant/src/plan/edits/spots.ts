import { atOf, endOf, given, isCornerUnit, type Order, type Spot } from '#libs/furniture';
import { isObstacle, type Place } from '../../meaning/meaning.js';
import { placementOf, type Room } from '../brief/places.js';
import { floorRow, leftFirst, meant, type Standing } from '../things.js';

/** The room of an order that stands. */
export const roomIn = ({ room, obstacles }: Order): Room => ({
  walls: room.walls.map(({ length, ends }) => ({ length, ends })),
  shape: room.walls.length === 1 ? 'straight' : room.walls.length === 2 ? 'corner' : 'u',
  obstacles,
});

/**
 * Where in a row a thing can be put so that it is where it was said, the best first; empty where the words leave it to
 * the layout. `width` of the thing, mm; `self` is the thing itself, where it stands already.
 */
export function spotsFor(order: Order, places: readonly Place[], width: number, self?: Standing): Spot[] {
  const room = roomIn(order);
  const { wall, where, at } = placementOf(places, room, width);
  if (at !== undefined) return [{ at: at, wall: wall ?? 'A' }];
  const named = places.flatMap((place) => spotsAt(order, place, self));
  const home = wall ?? (where === 'end' ? order.room.walls.at(-1)?.id : order.room.walls[0]?.id);
  const row = rowWithout(order, home, self);
  const [first, last] = [row[0]?.node.id, row.at(-1)?.node.id];
  const length = order.room.walls.find(({ id }) => id === home)?.length ?? 0;
  if (where === 'start' && first) return [...named, { before: first }];
  // «в самый конец справа»: behind the last unit, else where the wall itself ends.
  if (where === 'end' && last) return [...named, { after: last }, { at: length - width, ...given({ wall: home }) }];
  if (named.length > 0) return named;
  if (where === 'centre')
    return [...middle(row, length), { at: Math.round((length - width) / 2), ...(home ? { wall: home } : {}) }];
  if (where === 'window') {
    const window = order.obstacles.find((one) => one.kind === 'window' && (wall === undefined || one.wall === wall));
    if (!window) return [];
    const under = { at: Math.round(window.at + (window.width - width) / 2), wall: window.wall };
    return [under, ...everywhere(rowWithout(order, window.wall, self), window.wall)];
  }
  if (where === 'corner') return cornerSpots(order, self);
  // Away from the corner first.
  if (wall !== undefined && wall === 'A' && order.room.walls.length > 1 && first)
    return [{ before: first }, ...everywhere(row, wall)];
  if (wall !== undefined) return everywhere(row, wall);
  return [];
}

const rowWithout = (order: Order, wall: string | undefined, self: Standing | undefined): Standing[] =>
  floorRow(order, wall).filter(({ node }) => node.id !== self?.node.id);

/** Between the two units that the middle of the wall lies between. */
function middle(row: readonly Standing[], length: number): Spot[] {
  const before = row.findLast(({ node }) => (atOf(node) + endOf(node)) / 2 < length / 2);
  return before ? [{ after: before.node.id }] : [];
}

/** Every place of a wall: behind the last unit, where there is room, before each. */
function everywhere(row: readonly Standing[], wall: string): Spot[] {
  const straight = row.filter(({ node }) => !isCornerUnit(node.code));
  const behind = straight.slice(-1).map(({ node }): Spot => ({ after: node.id }));
  return [...behind, { wall }, ...straight.map(({ node }): Spot => ({ before: node.id }))];
}

/** Next to the corner, on either wall. */
function cornerSpots(order: Order, self: Standing | undefined): Spot[] {
  const walls = order.room.walls.map(({ id }) => rowWithout(order, id, self));
  return walls.flatMap((row, i): Spot[] => {
    const [first, last] = [row[0]?.node.id, row.at(-1)?.node.id];
    return [...(i < walls.length - 1 && last ? [{ after: last }] : []), ...(i > 0 && first ? [{ before: first }] : [])];
  });
}

/** Spots by a place's own reference, neighbours first. */
function spotsAt(order: Order, place: Place, self: Standing | undefined): Spot[] {
  const row = (one: Standing): Standing[] => rowWithout(order, one.run.wall, self);
  const named = (of: Parameters<typeof isObstacle>[0]): Standing | undefined =>
    isObstacle(of) ? undefined : meant(order, of).find(({ node }) => node.id !== self?.node.id);
  switch (place.at) {
    case 'beside': {
      const other = named(place.of);
      if (!other) return [];
      const after = { after: other.node.id };
      const before = { before: other.node.id };
      const list = row(other);
      const index = list.findIndex(({ node }) => node.id === other.node.id);
      const beyondRight = list.slice(index + 1).map(({ node }): Spot => ({ after: node.id }));
      const beyondLeft = list
        .slice(0, Math.max(0, index))
        .toReversed()
        .map(({ node }): Spot => ({ before: node.id }));
      if (place.hand === 'right') return [after, ...beyondRight];
      if (place.hand === 'left') return [before, ...beyondLeft];
      return self && atOf(self.node) < atOf(other.node) ? [before, after] : [after, before];
    }
    case 'between': {
      const pair = [named(place.a), named(place.b)].flatMap((one) => one ?? []).sort(leftFirst);
      const [a, b] = pair;
      if (!a || !b) return [];
      if (a.run.wall !== b.run.wall) return [{ after: a.node.id }, { before: b.node.id }];
      const list = row(a);
      const [from, to] = [a, b].map((one) => list.findIndex(({ node }) => node.id === one.node.id));
      const inside = list.slice(from, to).map(({ node }): Spot => ({ after: node.id }));
      return inside.toReversed();
    }
    case 'apart': {
      const other = named(place.of);
      if (!other) return [];
      const list = row(other);
      const [first, last] = [list[0]?.node.id, list.at(-1)?.node.id];
      const right = list.findIndex(({ node }) => node.id === other.node.id) * 2 >= list.length - 1;
      const ends: Spot[] = [...(last ? [{ after: last }] : []), ...(first ? [{ before: first }] : [])];
      return right ? ends.toReversed() : ends;
    }
    case 'opposite': {
      const other = named(place.of);
      const walls = order.room.walls;
      const wall = other && walls.find(({ id }) => Math.abs(id.charCodeAt(0) - other.run.wall.charCodeAt(0)) === 2);
      return wall ? everywhere(rowWithout(order, wall.id, self), wall.id) : [];
    }
    case 'shift':
      return self ? shifted(order, self, place) : [];
    case 'instead': {
      const other = named(place.of);
      return other ? [{ after: other.node.id }] : [];
    }
    default:
      return [];
  }
}

/** «левее», «вправо на 20 см»: by the millimetre, else past its neighbour. */
function shifted(order: Order, self: Standing, { hand, mm }: Extract<Place, { at: 'shift' }>): Spot[] {
  if (mm !== undefined) return [{ at: Math.max(0, atOf(self.node) + (hand === 'left' ? -mm : mm)) }];
  const row = floorRow(order, self.run.wall);
  const index = row.findIndex(({ node }) => node.id === self.node.id);
  const next = row[hand === 'left' ? index - 1 : index + 1]?.node.id;
  return next === undefined ? [] : [hand === 'left' ? { before: next } : { after: next }];
}

/** The place of a thing as its neighbour in the row: for what takes its place, or comes back to it. */
export function placeOfNode(order: Order, one: Standing, without: readonly string[] = []): Spot {
  const row = floorRow(order, one.run.wall);
  const index = row.findIndex(({ node }) => node.id === one.node.id);
  const left = row.slice(0, index).findLast(({ node }) => !without.includes(node.id));
  const right = row.slice(index + 1).find(({ node }) => !without.includes(node.id));
  if (left) return { after: left.node.id };
  return right ? { before: right.node.id } : { wall: one.run.wall };
}
