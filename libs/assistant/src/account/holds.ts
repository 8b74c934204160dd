import { isKeptFree, isNiche, isOpenShelf, isSameKitchen } from '#libs/furniture';
import { codeOf, conceptOf } from '../concepts/index.js';
import { byKind } from '../meaning/cases.js';
import { isInSequence, type Mention } from '../meaning/meaning.js';
import { isAt } from '../plan/brief/places.js';
import { obstacleOf, wallIdOf } from '../plan/brief/room.js';
import { finishOf, handleOf, isFacade, type Painted } from '../units/changes.js';
import { called, fulfils, mayMean } from '../units/meant.js';
import {
  covers,
  drawersIn,
  isCooking,
  isNear,
  isOnFloor,
  isWide,
  rank,
  type Standing,
  type Unit,
  unitIn,
} from '../units/units.js';
import type { Element } from './claims.js';

/** The order after a turn, and before it where one stood. */
export interface Orders {
  readonly now: Standing;
  readonly before: Standing | undefined;
}

/** Approximate lengths may be off by this share. */
const APPROXIMATE = 0.15;
/** Nobody leaves more of the walls than this to cabinets without a name, by share and mm: a length was misheard. */
const MAX_NAMELESS = { apart: { share: 0.4, mm: 2_700 }, whole: { share: 0.6, mm: 4_500 } } as const;
/** How far a shift by a number of millimetres may be off. */
const SHIFT_SLACK_MM = 30;

/** Whether an element of the words is true of the order. */
export const holds = byKind<Element, 'is', boolean, [orders: Orders]>('is', {
  walls({ lengths, some, approximate }, { now: { walls, order } }) {
    const sides = lengths.filter(({ wall }) => wall !== undefined);
    const byName = sides.every(({ mm, wall }) => {
      const id = wall && wallIdOf(wall, order.room.walls);
      const length = order.room.walls.find((one) => one.id === id)?.length;
      return length !== undefined && isNear(length, mm, approximate ? mm * APPROXIMATE : undefined);
    });
    const said = lengths.map(({ mm }) => mm);
    const [min, max] = [Math.min(...said) * (1 - APPROXIMATE), Math.max(...said) * (1 + APPROXIMATE)];
    if (approximate) return byName && walls.every((length) => length >= min && length <= max);
    if (sides.length > 0) return byName && sides.length <= walls.length;
    if (some) return said.every((mm) => walls.some((length) => isNear(mm, length)));
    return (
      said.length === walls.length &&
      [said, said.toReversed()].some((list) => list.every((mm, i) => isNear(mm, walls[i] ?? 0)))
    );
  },
  shape: (element, { now: { walls } }) => (walls.length === element.walls) !== element.not,
  proportion({ apart }, { now: { walls, floor } }) {
    const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
    const nameless = sum(floor.flatMap(({ kinds, isCorner, width }) => (kinds.size === 0 && !isCorner ? [width] : [])));
    const { share, mm } = MAX_NAMELESS[apart ? 'apart' : 'whole'];
    return nameless <= mm || nameless <= sum(walls) * share;
  },
  number: ({ mm }, { now: { walls, order, floor } }) =>
    [
      ...walls,
      order.ceiling,
      ...floor.filter(({ kinds }) => kinds.size > 0).map(({ width }) => width),
      ...order.obstacles.flatMap(({ at, width, bottom }) => [at, width, Number(bottom)]),
    ].some((size) => mm.some((one) => isNear(one, size))),
  ceiling: ({ mm }, { now }) => isNear(now.order.ceiling, mm),
  end: ({ hand, end }, { now: { order } }) =>
    (hand === 'left' ? order.room.walls[0]?.ends.left : order.room.walls.at(-1)?.ends.right) === end,
  obstacle({ obstacle, gone }, { now: { order } }) {
    const alike = order.obstacles.filter((one) => one.kind === obstacle.kind);
    // Of a straight kitchen another wall is none.
    const isElsewhere =
      order.room.walls.length === 1 && obstacle.places.some((place) => place.at === 'wall' && place.wall === 'other');
    if (gone || isElsewhere) return alike.length === 0;
    const others = order.obstacles.filter((one) => one.kind !== obstacle.kind);
    const ready = obstacleOf(obstacle, order.room.walls, others);
    const said = ready.ok ? ready.obstacle : undefined;
    return alike.some(
      (one) =>
        (said === undefined || (one.wall === said.wall && isNear(one.at, said.at))) &&
        (obstacle.width === undefined || isNear(one.width, obstacle.width)) &&
        (obstacle.bottom === undefined || isNear(Number(one.bottom), obstacle.bottom)) &&
        (!obstacle.free || isKeptFree(one)),
    );
  },
  thing({ thing, count }, { now }) {
    const kind = conceptOf(thing.concept)?.kind;
    // A stove has its oven in it.
    const isOven = (unit: Unit): boolean => kind === 'oven' && !thing.tall && unit.kinds.has('stove');
    const found = now.units.filter(
      (unit) =>
        (fulfils(unit, thing) || isOven(unit)) && (kind || thing.width === undefined || isWide(unit, thing.width)),
    );
    // What was counted out in words is exactly so many; others may stand beside what was only named.
    return thing.count !== undefined && thing.count > 1 && thing.width !== undefined && conceptOf(thing.concept)?.tier
      ? found.length === count
      : found.length >= count;
  },
  none({ thing, fewer }, { now, before }) {
    const isPlain = (unit: Unit): boolean => unit.code === codeOf(thing) && mayMeanOnly(unit, thing);
    const plain = before?.units.some(isPlain) === true;
    const count = (standing: Standing): number =>
      standing.units.filter(
        (unit) =>
          (plain ? isPlain(unit) : mayMeanOnly(unit, thing)) ||
          // Under a hob also.
          (!fewer && thing.concept === 'drawers' && drawersIn(standing.order, unit.id) > 0),
      ).length;
    const left = count(now);
    return left === 0 || (fewer && (before === undefined || left < count(before) || isOneGone(thing, now, before)));
  },
  measure: ({ thing, of, mm }, { now }) =>
    of === 'width'
      ? called(now, thing).some((unit) => isWide(unit, mm))
      : of === 'height' && every(called(now, thing), (unit) => isNear(unit.height ?? 0, mm)),
  fuel: ({ fuel }, { now }) => every(now.units.filter(isCooking), (unit) => unit.fuel === fuel),
  /** There, as the plan judges it, or moved as far as was said. */
  place({ thing, place }, { now, before }) {
    const units = called(now, thing).filter(({ isFiller }) => !isFiller);
    if (place.at !== 'shift') return units.some((unit) => isAt(now.order, unit, place));
    return units.some((unit) => {
      const was = before && unitIn(before.order, unit.id);
      const moved = was ? (place.hand === 'right' ? unit.at - was.at : was.at - unit.at) : 0;
      const isFar = place.mm === undefined ? moved > 0 : isNear(moved, place.mm, SHIFT_SLACK_MM);
      return was !== undefined && (was.wall !== unit.wall || isFar);
    });
  },
  sequence: ({ things, direction }, { now }) =>
    isInSequence(
      things.map((thing) => called(now, thing).filter(isOnFloor).map(rank)),
      direction,
      true,
    ),
  row({ row }, { now }) {
    const { tier, walls = [], over = [], height, toCeiling, only, units } = row;
    const made = now.units.filter(
      // «верх только над плитой, вытяжка»: that is the hood.
      (unit) =>
        !unit.isFiller &&
        unit.tier === tier &&
        ((only && over.length > 0) || !(unit.kinds.has('hood') && tier === 'wall')),
    );
    const named = walls.map((ref) => wallIdOf(ref, now.order.room.walls));
    const inRow = named.length > 0 ? made.filter(({ wall }) => named.includes(wall)) : made;
    const isOver = (unit: Unit): boolean =>
      over.some((thing) => called(now, thing).some((below) => covers(unit, below)));
    // Without cabinets there may be shelves.
    if (row.act === 'refuse')
      return inRow.every((unit) => isOpenShelf(unit.code) || (over.length > 0 && !isOver(unit)));
    const plain = inRow.filter(({ kinds }) => kinds.size === 0);
    const upper = now.units.some((unit) => unit.tier === 'upper' && !unit.isFiller);
    return (
      (named.length > 0
        ? named.every((wall) => made.some((unit) => unit.wall === wall))
        : made.length > 0 || (tier === 'wall' && toCeiling === true && upper)) &&
      (!only || named.length === 0 || made.every(({ wall }) => named.includes(wall))) &&
      (height === undefined || plain.every((unit) => isNear(unit.height ?? 0, height))) &&
      (!toCeiling || upper) &&
      over.every((thing) => called(now, thing).some((below) => inRow.some((unit) => covers(unit, below)))) &&
      (!only || over.length === 0 || made.every(isOver)) &&
      // Not every width is made of everything: most of the row is.
      (!units || plain.filter((unit) => fulfils(unit, units)).length * 2 >= Math.max(1, plain.length))
    );
  },
  colour: ({ part, colour, not }, { now }) => !isThere(part, now) || (finishOf(part, now) === colour.finish) !== not,
  thing_colour: ({ thing, colour }, { now }) =>
    every(called(now, thing), ({ tier }) => finishOf(tier, now) === colour.finish),
  // Mezzanines have none (furniture.ru.md 1.1).
  handles: ({ tier, handle, not }, { now }) =>
    tier === 'upper' || !isThere(tier, now) || (handleOf(tier, now) === handle) !== not,
  lighting: ({ on }, { now }) => (now.order.lighting.under === true) === on,
  told: () => false,
  resized({ things, by }, { now, before }) {
    const sign = by === 'wider' || by === 'higher' ? 1 : -1;
    const sizeOf = ({ height = 0, width }: Unit): number => (by === 'higher' || by === 'lower' ? height : width) * sign;
    const known = things.flatMap((thing) => (before ? called(before, thing) : []));
    return known.some((was) => {
      const is = unitIn(now.order, was.id);
      return is !== undefined && sizeOf(is) > sizeOf(was);
    });
  },
  swapped({ a, b }, { now, before }) {
    const order = (standing: Standing): number => {
      const [one] = called(standing, a);
      const other = called(standing, b).find((unit) => unit !== one);
      return one && other ? Math.sign(rank(one) - rank(other)) : 0;
    };
    return before !== undefined && order(now) !== 0 && order(now) === -order(before);
  },
  mirrored: (_, { now, before }) => before !== undefined && !isSameKitchen(before.order, now.order),
});

const every = <T>(list: readonly T[], test: (one: T) => boolean): boolean => list.length > 0 && list.every(test);

/** A row that is not there has no colour and no handles to be wrong. */
const isThere = (part: Painted, { units }: Standing): boolean =>
  !isFacade(part) || units.some(({ tier, isFiller, code }) => tier === part && !isFiller && !isNiche(code));

/** One of several went, or became another thing, though others of the name fill the rest of its place. */
const isOneGone = (thing: Mention, now: Standing, before: Standing): boolean =>
  before.units.some((was) => {
    const isIt = (unit: Unit): boolean => unit.code === was.code && unit.width === was.width;
    const isNew = ({ id }: Unit): boolean => before.units.every((unit) => unit.id !== id);
    const lasts = now.units.some((unit) => isIt(unit) && (unit.id === was.id || isNew(unit)));
    return mayMeanOnly(was, thing) && unitIn(now.order, was.id)?.code !== was.code && !lasts;
  });

/** Cabinets under appliances are not meant by «тумба» and «шкаф» where these are refused. */
const mayMeanOnly = (unit: Unit, thing: Mention): boolean =>
  !unit.isFiller && mayMean(unit, thing) && (fulfils(unit, thing) || conceptOf(thing.concept)?.kind !== undefined);
