import { type Edit, isBuiltInFridge, type Order, type Spot } from '#libs/furniture';
import { codeOf, conceptOf } from '../../concepts/index.js';
import { isObstacle, type Mention, type Place, partiesOf } from '../../meaning/meaning.js';
import { meant, meantBeside } from '../../units/meant.js';
import { floorRow, leftFirst, standingOf, type Unit } from '../../units/units.js';
import { flanking, placementOf, roomIn } from '../brief/places.js';
import { lengthOf, outerWall } from '../brief/room.js';
import type { Ask, NotDone } from '../decision.js';
import { kindOf } from '../things.js';

/** What a statement asks of an order that stands. */
export type Change =
  /** Several ways to do it, the best first; `frees`: it leaves room for others, so it goes first. */
  | {
      readonly ways: readonly (readonly Edit[])[];
      readonly frees?: boolean;
      readonly at?: { readonly thing: Mention; readonly places: readonly Place[] };
    }
  | { readonly known: true }
  | { readonly not: NotDone }
  | { readonly ask: Ask };

/** The order that stands, with what a statement may refer to in it. */
export interface Scene {
  readonly order: Order;
  /** The nodes that the customer chose for a mention that several answered to. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  /** What was spoken of last. */
  readonly last: readonly Unit[];
  /** What customers named at any time. */
  readonly said: readonly Mention[];
  /** «оставь только вытяжку». */
  readonly kept: readonly Mention[];
  /** Places that the message's other changes left free: what is added without a place goes there. */
  readonly freed: readonly { readonly before: Order; readonly one: Unit }[];
}

/** Nothing that is to be tried. */
type Open = Exclude<Change, { ways: unknown }>;

export const KNOWN: Open = { known: true };

export const all = (edits: readonly Edit[], frees?: boolean): Change => ({
  ways: [edits],
  ...(frees ? { frees } : {}),
});
export const one = (edit: Edit, frees = false): Change => all([edit], frees);

/** What a mention means here: what was chosen, what was spoken of last, else what answers to its name. */
export function found({ order, chosen, last }: Scene, mention: Mention): readonly Unit[] {
  const ids = chosen.get(mention.concept);
  const named = ids ? standingOf(order).units.filter(({ id }) => ids.includes(id)) : [];
  if (named.length > 0) return named;
  const own = meant(order, mention);
  if (!mention.which?.anaphor) return own;
  // «холодильник убирайте, я просил без него»: what is named and stands no more is nothing else.
  if (!conceptOf(mention.concept)) return last;
  const spoken = last.filter(({ id }) => own.some((it) => it.id === id));
  return spoken.length > 0 ? spoken : own;
}

/** The same, and of fridges the kind that was named: «отдельный холодильник вычёркиваем». */
export const foundAs = (scene: Scene, mention: Mention): Unit[] =>
  found(scene, mention).filter(
    ({ code }) =>
      kindOf(mention) !== 'fridge' || mention.builtIn === undefined || isBuiltInFridge(code) === mention.builtIn,
  );

/** «тумба» beside one with drawers is the plain one. */
export function plainest(list: readonly Unit[], mention: Mention): readonly Unit[] {
  const plain = mention.which ? [] : list.filter(({ code }) => code === codeOf(mention));
  return plain.length === 1 ? plain : list;
}

/** The one thing that is meant; asked for where several are, and admitted where none is. */
export function single(scene: Scene, mention: Mention, list = plainest(found(scene, mention), mention)): Unit | Open {
  const [first, second] = list;
  if (!first) return { not: { because: 'absent', thing: mention } };
  if (second && kindOf(mention) === undefined)
    return { ask: { ask: 'which', thing: mention, nodes: list.map(({ id }) => id) } };
  return first;
}

/** All that are meant: «все тумбы», «две тумбы»; else the one. */
export function several(scene: Scene, mention: Mention, list?: readonly Unit[]): readonly Unit[] | Open {
  const { which, count = 1 } = mention;
  if (!which?.all && count <= 1) {
    const only = single(scene, mention, list);
    return 'id' in only ? [only] : only;
  }
  const such = found(scene, mention);
  if (such.length === 0) return { not: { because: 'absent', thing: mention } };
  return which?.all ? such : such.slice(0, count);
}

/** Several changes of one statement, done together. */
export function joined(changes: readonly Change[]): Change {
  const open = changes.find((change) => 'ask' in change) ?? changes.find((change) => 'not' in change);
  if (open) return open;
  const made = changes.filter((change) => 'ways' in change);
  if (made.length < 2) return made[0] ?? KNOWN;
  const best = made.flatMap(({ ways: [first = []] }) => first);
  return { ways: [best], frees: made.every(({ frees }) => frees === true) };
}

/**
 * Where in a row a thing can be put so that it is where it was said, the best first; empty where the words leave it to
 * the layout. `width` of the thing, mm; `self` is the thing itself, where it stands already.
 */
export function spotsFor(order: Order, places: readonly Place[], width: number, self?: Unit): Spot[] {
  const { wall, where, at } = placementOf(places, roomIn(order), width);
  if (at !== undefined) return [{ at, wall: wall ?? 'A' }];
  const named = places.flatMap((place) => spotsAt(order, place, self));
  const home = wall ?? outerWall(order.room.walls, where === 'end' ? 'right' : 'left');
  const row = rowWithout(order, home, self);
  const length = lengthOf(order.room.walls, home);
  if (where === 'start' && row.length > 0) return [...named, ...beforeFirst(row)];
  // «в самый конец справа»: behind the last unit, else where the wall itself ends.
  if (where === 'end' && row.length > 0) return [...named, ...afterLast(row), { at: length - width, wall: home }];
  if (named.length > 0) return named;
  if (where === 'centre') {
    // Between the two units that the middle of the wall lies between.
    const before = row.filter((unit) => (unit.at + unit.end) / 2 < length / 2);
    return [...afterLast(before), { at: Math.round((length - width) / 2), wall: home }];
  }
  if (where === 'window') {
    const window = order.obstacles.find((one) => one.kind === 'window' && (wall === undefined || one.wall === wall));
    if (!window) return [];
    const under = { at: Math.round(window.at + (window.width - width) / 2), wall: window.wall };
    return [under, ...everywhere(order, window.wall, self)];
  }
  if (where === 'corner') return cornerSpots(order, self);
  // Away from the corner first.
  const first = wall === 'A' && order.room.walls.length > 1 ? beforeFirst(row) : [];
  return wall === undefined ? [] : [...first, ...everywhere(order, wall, self)];
}

const rowWithout = (order: Order, wall: string, self: Unit | undefined): Unit[] =>
  floorRow(order, wall).filter(({ id }) => id !== self?.id);

const afterEach = (row: readonly Unit[]): Spot[] => row.map(({ id }) => ({ after: id }));
const beforeEach = (row: readonly Unit[]): Spot[] => row.map(({ id }) => ({ before: id }));
export const afterLast = (row: readonly Unit[]): Spot[] => afterEach(row.slice(-1));
export const beforeFirst = (row: readonly Unit[]): Spot[] => beforeEach(row.slice(0, 1));

/** Every place of a wall: behind the last unit, where there is room, before each. */
function everywhere(order: Order, wall: string, self: Unit | undefined): Spot[] {
  const straight = rowWithout(order, wall, self).filter(({ isCorner }) => !isCorner);
  return [...afterLast(straight), { wall }, ...beforeEach(straight)];
}

/** Next to the corner, on either wall. */
function cornerSpots(order: Order, self: Unit | undefined): Spot[] {
  const walls = order.room.walls.map(({ id }) => rowWithout(order, id, self));
  return walls.flatMap((row, i) => [
    ...(i < walls.length - 1 ? afterLast(row) : []),
    ...(i > 0 ? beforeFirst(row) : []),
  ]);
}

/** Spots by a place's own reference, neighbours first. */
function spotsAt(order: Order, place: Place, self: Unit | undefined): Spot[] {
  if (place.at === 'shift') return self ? shifted(order, self, place) : [];
  const named = (
    place.at === 'between'
      ? flanking(order, place, self)
      : partiesOf(place).map((of) => (isObstacle(of) ? undefined : meantBeside(order, of, self)))
  ).filter((one) => one !== undefined);
  const [other] = named;
  if (!other) return [];
  const row = rowWithout(order, other.wall, self);
  const index = row.findIndex(({ id }) => id === other.id);
  const [before, after] = [{ before: other.id }, { after: other.id }];
  const round = other.isCorner ? cornerSpots(order, self) : [];
  switch (place.at) {
    case 'beside':
      if (place.hand === 'right') return [after, ...afterEach(row.slice(index + 1))];
      if (place.hand === 'left') return [before, ...beforeEach(row.slice(0, Math.max(0, index)).toReversed())];
      return [...(self && self.at < other.at ? [before, after] : [after, before]), ...round];
    case 'between': {
      const [a, b] = named.sort(leftFirst);
      if (!a || !b) return [];
      if (a.wall !== b.wall) return [{ after: a.id }, { before: b.id }];
      const [from, to] = [a, b].map((one) => row.findIndex(({ id }) => id === one.id));
      // What comes between a sink and something else is more often of the sink's: a dishwasher.
      const spots = afterEach(row.slice(from, to));
      return a.kinds.has('sink') ? spots : spots.toReversed();
    }
    case 'apart': {
      const ends = [...afterLast(row), ...beforeFirst(row)];
      return index * 2 >= row.length - 1 ? ends.toReversed() : ends;
    }
    case 'opposite': {
      const wall = order.room.walls.find((_, i) => Math.abs(i - other.wallIndex) === 2);
      return wall ? everywhere(order, wall.id, self) : [];
    }
    case 'instead':
      return [after];
    default:
      return [];
  }
}

/** «левее», «вправо на 20 см»: by the millimetre, else past its neighbour. */
function shifted(order: Order, self: Unit, { hand, mm }: Extract<Place, { at: 'shift' }>): Spot[] {
  if (mm !== undefined) return [{ at: Math.max(0, self.at + (hand === 'left' ? -mm : mm)) }];
  const row = floorRow(order, self.wall);
  const index = row.findIndex(({ id }) => id === self.id);
  const next = row[hand === 'left' ? index - 1 : index + 1]?.id;
  return next === undefined ? [] : [hand === 'left' ? { before: next } : { after: next }];
}

/** The place of a thing as its neighbour in the row, of those that are not gone: for what takes it, or comes back to it. */
export function placeOfNode(order: Order, one: Unit, isGone: (id: string) => boolean = () => false): Spot {
  const row = floorRow(order, one.wall);
  const index = row.findIndex(({ id }) => id === one.id);
  const left = row.slice(0, index).findLast(({ id }) => !isGone(id));
  const right = row.slice(index + 1).find(({ id }) => !isGone(id));
  if (left) return { after: left.id };
  return right ? { before: right.id } : { wall: one.wall };
}
