import { isNiche, isOpenShelf, isSameKitchen, nodeUnit, type Tier } from '#libs/furniture';
import { codeOf, conceptOf } from '../concepts/index.js';
import { byKind } from '../meaning/cases.js';
import { isInSequence, isObstacle, type Mention, type ObstacleRef, type Place } from '../meaning/meaning.js';
import { obstacleOf, wallIdOf } from '../plan/brief/room.js';
import { finishOf, type Painted } from './changes.js';
import type { Element } from './claims.js';
import {
  areNeighbours,
  between,
  fulfils,
  gapOf,
  isAligned,
  isOnFloor,
  isWide,
  mayMean,
  overlapOf,
  rank,
  type Spot,
  type Standing,
  type Unit,
} from './standing.js';

/** The order after a turn, and before it where one stood. */
export interface Orders {
  readonly now: Standing;
  readonly before: Standing | undefined;
}

type ElementOf<Is extends Element['is']> = Extract<Element, { is: Is }>;
const SLACK_MM = 10;
const isNear = (a: number, b: number, slack = SLACK_MM): boolean => Math.abs(a - b) <= slack;

/** Whether an element of the words is true of the order. */
export const holds = byKind<Element, 'is', boolean, [orders: Orders]>('is', {
  walls: (element, { now }) => wallsHold(element, now),
  shape: (element, { now: { walls } }) => (walls.length === element.walls) !== element.not,
  proportion: ({ apart }, { now }) => isInProportion(now, apart),
  number: ({ mm }, { now: { walls, order, floor, obstacles } }) =>
    [
      ...walls,
      order.ceiling,
      ...floor.filter(({ kinds }) => kinds.size > 0).map(({ width }) => width),
      ...obstacles.flatMap(({ at, end, obstacle }) => [at, end - at, Number(obstacle.bottom)]),
    ].some((size) => mm.some((one) => isNear(one, size))),
  ceiling: ({ mm }, { now }) => isNear(now.order.ceiling, mm),
  end: ({ hand, end }, { now: { order } }) =>
    (hand === 'left' ? order.room.walls[0]?.ends.left : order.room.walls.at(-1)?.ends.right) === end,
  obstacle: (element, { now }) => obstacleHolds(element, now),
  thing: (element, { now }) => thingHolds(element, now),
  none: noneHolds,
  measure: ({ thing, of, mm }, { now }) =>
    of === 'width'
      ? called(now, thing).some((unit) => isWide(now, unit, mm))
      : of === 'height' && every(called(now, thing), (unit) => isNear(unit.height ?? 0, mm)),
  fuel: ({ fuel }, { now }) => every(now.units.filter(isCooking), (unit) => unit.fuel === fuel),
  place: placeHolds,
  sequence: ({ things, direction }, { now }) =>
    isInSequence(
      things.map((thing) => called(now, thing).filter(isOnFloor).map(rank)),
      direction,
      true,
    ),
  row: (element, { now }) => rowHolds(element, now),
  colour: ({ part, colour, not }, { now }) => !isThere(part, now) || (finishOf(part, now) === colour.finish) !== not,
  thing_colour: ({ thing, colour }, { now }) =>
    every(called(now, thing), ({ tier }) => finishOf(tier, now) === colour.finish),
  // Mezzanines have none (furniture.ru.md 1.1).
  handles: ({ tier, handle, not }, { now }) =>
    tier === 'upper' || !isThere(tier, now) || ((now.order.handles[tier] ?? 'grip') === handle) !== not,
  lighting: ({ on }, { now }) => (now.order.lighting.under === true) === on,
  told: () => false,
  resized: ({ things, by }, { now, before }) =>
    before !== undefined && things.some((thing) => isResized(thing, by, now, before)),
  swapped: (element, { now, before }) => before !== undefined && isSwapped(element, now, before),
  mirrored: (_, { now, before }) => before !== undefined && !isSameKitchen(before.order, now.order),
});

const every = <T>(list: readonly T[], test: (one: T) => boolean): boolean => list.length > 0 && list.every(test);
const isCooking = ({ kinds }: Unit): boolean => kinds.has('hob') || kinds.has('stove');
/** Units that are what was named; where none is exactly that, those that may be meant. */
function called({ units }: Standing, thing: Mention): readonly Unit[] {
  const exact = units.filter((unit) => fulfils(unit, thing));
  return exact.length > 0 ? exact : units.filter((unit) => !unit.isFiller && mayMean(unit, thing));
}

/** A row that is not there has no colour and no handles to be wrong. */
const isThere = (part: Painted, { units }: Standing): boolean =>
  part === 'carcass' ||
  part === 'worktop' ||
  units.some(({ tier, isFiller, code }) => tier === part && !isFiller && !isNiche(code));

/** Approximate lengths may be off by this share. */
const APPROXIMATE = 0.15;

function wallsHold({ lengths, approximate }: ElementOf<'walls'>, { walls, order }: Standing): boolean {
  const sides = lengths.filter(({ wall }) => wall !== undefined);
  const byName = sides.every(({ mm, wall }) => {
    const id = wall && wallIdOf(wall, order.room.walls);
    const length = order.room.walls.find((one) => one.id === id)?.length;
    return length !== undefined && isNear(length, mm, approximate ? mm * APPROXIMATE : SLACK_MM);
  });
  if (approximate) {
    const all = lengths.map(({ mm }) => mm);
    return (
      byName &&
      walls.every((w) => w >= Math.min(...all) * (1 - APPROXIMATE) && w <= Math.max(...all) * (1 + APPROXIMATE))
    );
  }
  if (sides.length > 0) return byName && sides.length <= walls.length;
  const said = lengths.map(({ mm }) => mm);
  return (
    said.length === walls.length &&
    [said, said.toReversed()].some((list) => list.every((mm, i) => isNear(mm, walls[i] ?? 0)))
  );
}

/** Nobody leaves more of the walls than this to cabinets without a name, by share and mm: a length was misheard. */
const MAX_NAMELESS = { apart: { share: 0.4, mm: 2_700 }, whole: { share: 0.6, mm: 4_500 } } as const;

function isInProportion({ walls, floor }: Standing, apart: boolean): boolean {
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
  const nameless = sum(floor.flatMap(({ kinds, isCorner, width }) => (kinds.size === 0 && !isCorner ? [width] : [])));
  const { share, mm } = MAX_NAMELESS[apart ? 'apart' : 'whole'];
  return nameless <= mm || nameless <= sum(walls) * share;
}

function obstacleHolds({ obstacle, gone }: ElementOf<'obstacle'>, { order, obstacles }: Standing): boolean {
  const alike = obstacles.filter((one) => one.obstacle.kind === obstacle.kind);
  if (gone) return alike.length === 0;
  const others = order.obstacles.filter((one) => one.kind !== obstacle.kind);
  const ready = obstacleOf(obstacle, order.room.walls, others);
  const said = ready.ok ? ready.obstacle : undefined;
  return alike.some(
    (one) =>
      (said === undefined || (one.obstacle.wall === said.wall && isNear(one.at, said.at))) &&
      (obstacle.width === undefined || isNear(one.end - one.at, obstacle.width)) &&
      (obstacle.bottom === undefined || isNear(Number(one.obstacle.bottom), obstacle.bottom)),
  );
}

function thingHolds({ thing, count }: ElementOf<'thing'>, now: Standing): boolean {
  const kind = conceptOf(thing.concept)?.kind;
  // A stove has its oven in it.
  const isOven = (unit: Unit): boolean => kind === 'oven' && !thing.tall && unit.kinds.has('stove');
  const found = now.units.filter(
    (unit) =>
      (fulfils(unit, thing) || isOven(unit)) && (kind || thing.width === undefined || isWide(now, unit, thing.width)),
  );
  // What was counted out in words is exactly so many; others may stand beside what was only named.
  return thing.count !== undefined && thing.count > 1 && thing.width !== undefined && conceptOf(thing.concept)?.tier
    ? found.length === count
    : found.length >= count;
}

/** Whether a unit has drawers in its front, under a hob also. */
function hasDrawers({ order }: Standing, { id }: Unit): boolean {
  return order.runs.some((run) =>
    run.nodes.some((node) => node.id === id && nodeUnit(node, run)?.zones.some(({ kind }) => kind === 'drawer')),
  );
}

function noneHolds({ thing, fewer }: ElementOf<'none'>, { now, before }: Orders): boolean {
  const isPlain = (unit: Unit): boolean => unit.code === codeOf(thing) && mayMeanOnly(unit, thing);
  const plain = before?.units.some(isPlain) === true;
  const count = (standing: Standing): number =>
    standing.units.filter(
      (unit) =>
        (plain ? isPlain(unit) : mayMeanOnly(unit, thing)) ||
        (!fewer && thing.concept === 'drawers' && hasDrawers(standing, unit)),
    ).length;
  const left = count(now);
  return left === 0 || (fewer && (before === undefined || left < count(before) || isOneGone(thing, now, before)));
}

/** One of several went, or became another thing, though others of the name fill the rest of its place. */
const isOneGone = (thing: Mention, now: Standing, before: Standing): boolean =>
  before.units.some((was) => {
    const isIt = (unit: Unit): boolean => unit.code === was.code && unit.width === was.width;
    const isNew = ({ id }: Unit): boolean => before.units.every((unit) => unit.id !== id);
    const lasts = now.units.some((unit) => isIt(unit) && (unit.id === was.id || isNew(unit)));
    return mayMeanOnly(was, thing) && now.units.find(({ id }) => id === was.id)?.code !== was.code && !lasts;
  });

/** Cabinets under appliances are not meant by «тумба» and «шкаф» where these are refused. */
const mayMeanOnly = (unit: Unit, thing: Mention): boolean =>
  !unit.isFiller && mayMean(unit, thing) && (fulfils(unit, thing) || conceptOf(thing.concept)?.kind !== undefined);

// ---------------------------------------------------------------- places

const HALF_SLACK_MM = 50;
const CENTRE_MM = 350;
const BESIDE_OBSTACLE_MM = 600;
const OFFSET_SLACK_MM = 50;
const SHIFT_SLACK_MM = 30;

function spotsOf(now: Standing, of: Mention | ObstacleRef): readonly Spot[] {
  return isObstacle(of) ? now.obstacles.filter(({ obstacle }) => obstacle.kind === of.obstacle) : called(now, of);
}

function placeHolds({ thing, place, alone }: ElementOf<'place'>, { now, before }: Orders): boolean {
  const units = called(now, thing).filter((unit) => !unit.isFiller);
  return units.some((unit) => stands(unit, place, now, before, alone));
}

/** Whether a unit stands at the place. */
function stands(unit: Unit, place: Place, now: Standing, before: Standing | undefined, alone: boolean): boolean {
  const length = now.walls[unit.wall] ?? 0;
  const last = now.walls.length - 1;
  switch (place.at) {
    case 'side': {
      if (place.end) return isAtEnd(unit, place.hand, now);
      if (place.hand === 'any') return true;
      const middle = (unit.at + unit.end) / 2;
      if (place.hand === 'centre')
        return isNear(middle, length / 2, CENTRE_MM) || (alone && last === 2 && unit.wall === 1);
      const own = place.hand === 'left' ? middle <= length / 2 + HALF_SLACK_MM : middle >= length / 2 - HALF_SLACK_MM;
      return own || (alone && last > 0 && unit.wall === (place.hand === 'left' ? 0 : last));
    }
    case 'start':
    case 'end':
      return isAtEnd(unit, place.at === 'start' ? 'left' : 'right', now) || (last > 0 && isAtEnd(unit, 'any', now));
    case 'wall':
      return now.order.room.walls[unit.wall]?.id === wallIdOf(place.wall, now.order.room.walls);
    case 'corner':
      return unit.isCorner || isAtEnd(unit, place.hand ?? 'any', now);
    case 'beside':
      return spotsOf(now, place.of).some((other) => other !== unit && isBeside(unit, other, place, now));
    case 'apart':
      return spotsOf(now, place.of).every(
        (other) => other === unit || other.wall !== unit.wall || gapOf(unit, other) >= (place.gap ?? 1),
      );
    case 'between':
      return spotsOf(now, place.a).some((a) => spotsOf(now, place.b).some((b) => isBetween(unit, a, b)));
    case 'under':
    case 'over':
      return spotsOf(now, place.of).some((other) => {
        const [upper, lower] = place.at === 'over' ? [unit, other] : [other, unit];
        // A hob lies over the oven of its own unit.
        return other === unit || (isAligned(unit, other) && levelOf(upper) > levelOf(lower));
      });
    case 'opposite':
      return spotsOf(now, place.of).some((other) => Math.abs(other.wall - unit.wall) === 2);
    case 'instead':
      return true;
    case 'offset': {
      const from = [
        ...(place.from === 'right' ? [] : [unit.at]),
        ...(place.from === 'left' ? [] : [length - unit.end]),
      ];
      const at = place.from === 'right' ? length - place.mm : place.mm;
      return from.some((mm) => isNear(mm, place.mm, OFFSET_SLACK_MM)) || (unit.at <= at && at <= unit.end);
    }
    case 'shift': {
      const was = before?.units.find(({ id }) => id === unit.id);
      const moved = was ? (place.hand === 'right' ? unit.at - was.at : was.at - unit.at) : 0;
      return (
        was !== undefined &&
        (was.wall !== unit.wall || (place.mm === undefined ? moved > 0 : isNear(moved, place.mm, SHIFT_SLACK_MM)))
      );
    }
  }
}

/** First or last of the floor row on its wall; units on the wall: of their own row. */
function isAtEnd(unit: Unit, hand: 'left' | 'right' | 'centre' | 'any', { units, floor }: Standing): boolean {
  const row = (isOnFloor(unit) ? floor : units.filter((one) => one.tier === unit.tier && !one.isFiller)).filter(
    ({ wall }) => wall === unit.wall,
  );
  const [first, last] = [row[0] === unit, row.at(-1) === unit];
  return hand === 'left' ? first : hand === 'right' ? last : first || last;
}

const isUnit = (spot: Spot): spot is Unit => 'code' in spot;

function isBeside(
  unit: Unit,
  other: Spot,
  { hand, gap, close }: Extract<Place, { at: 'beside' }>,
  now: Standing,
): boolean {
  if (hand && (unit.wall - other.wall || unit.at - other.at) > 0 !== (hand === 'right')) return false;
  if (gap !== undefined) return unit.wall === other.wall && isNear(gapOf(unit, other), gap, OFFSET_SLACK_MM);
  if (!isUnit(other)) return unit.wall === other.wall && gapOf(unit, other) <= BESIDE_OBSTACLE_MM;
  if (!isOnFloor(unit) || !isOnFloor(other))
    return unit.wall === other.wall && (hand !== undefined || gapOf(unit, other) <= BESIDE_OBSTACLE_MM);
  if (areNeighbours(now, unit, other)) return true;
  // «справа от мойки» leaves room for a worktop between, not for another appliance.
  return hand !== undefined && !close && between(now, unit, other).every(({ kinds }) => kinds.size === 0);
}

const isBetween = (unit: Spot, a: Spot, b: Spot): boolean =>
  (rank(a) < rank(unit) && rank(unit) < rank(b)) || (rank(b) < rank(unit) && rank(unit) < rank(a));

/** What hangs on the wall is above what stands on the floor. */
const LEVELS: readonly Tier[] = ['base', 'tall', 'wall', 'upper'];
const levelOf = (spot: Spot): number => (isUnit(spot) ? LEVELS.indexOf(spot.tier) : 1.5);
// ---------------------------------------------------------------- rows and changes

function rowHolds({ row }: ElementOf<'row'>, now: Standing): boolean {
  const { tier, walls = [], over = [], height, toCeiling, only, units } = row;
  const made = now.units.filter(
    (unit) => !unit.isFiller && unit.tier === tier && !(unit.kinds.has('hood') && tier === 'wall'),
  );
  const named = walls.map((ref) =>
    now.order.room.walls.findIndex(({ id }) => id === wallIdOf(ref, now.order.room.walls)),
  );
  const inRow = named.length > 0 ? made.filter(({ wall }) => named.includes(wall)) : made;
  // Without cabinets there may be shelves.
  if (row.act === 'refuse') return inRow.every(({ code }) => isOpenShelf(code));
  const plain = inRow.filter(({ kinds }) => kinds.size === 0);
  const upper = now.units.some((unit) => unit.tier === 'upper' && !unit.isFiller);
  return (
    (named.length > 0
      ? named.every((wall) => made.some((unit) => unit.wall === wall))
      : made.length > 0 || (tier === 'wall' && toCeiling === true && upper)) &&
    (!only || named.length === 0 || made.every(({ wall }) => named.includes(wall))) &&
    (height === undefined || plain.every((unit) => isNear(unit.height ?? 0, height))) &&
    (!toCeiling || upper) &&
    over.every((thing) => called(now, thing).some((below) => inRow.some((unit) => isAligned(unit, below)))) &&
    (!only ||
      over.length === 0 ||
      made.every((unit) => over.some((thing) => called(now, thing).some((below) => overlapOf(unit, below) > 0)))) &&
    // Not every width is made of everything: most of the row is.
    (!units || plain.filter((unit) => fulfils(unit, units)).length * 2 >= Math.max(1, plain.length))
  );
}

function isResized(thing: Mention, by: ElementOf<'resized'>['by'], now: Standing, before: Standing): boolean {
  const sign = by === 'wider' || by === 'higher' ? 1 : -1;
  const upright = by === 'higher' || by === 'lower';
  return called(before, thing).some((was) => {
    const is = now.units.find(({ id }) => id === was.id);
    const grown = is && (upright ? (is.height ?? 0) - (was.height ?? 0) : is.width - was.width);
    return grown !== undefined && grown * sign > 0;
  });
}

function isSwapped({ a, b }: ElementOf<'swapped'>, now: Standing, before: Standing): boolean {
  const order = (standing: Standing): number => {
    const [one] = called(standing, a);
    const other = called(standing, b).find((unit) => unit !== one);
    return one && other ? Math.sign(rank(one) - rank(other)) : 0;
  };
  return order(now) !== 0 && order(now) === -order(before);
}
