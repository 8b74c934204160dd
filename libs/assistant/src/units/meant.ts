import { isDiagonalCorner, isOpenShelf, type Order, type Tier } from '#libs/furniture';
import { CONCEPTS, type Concept, codeOf, conceptOf } from '../concepts/index.js';
import type { Mention } from '../meaning/meaning.js';
import { isOnFloor, type Standing, standingOf, type Unit } from './units.js';

/** What a mention may mean in an order, left to right; several where it does not say which. */
export function meant(order: Order, mention: Mention): readonly Unit[] {
  return narrowed(mention, answering(standingOf(order).units, mention));
}

/** All that a mention may mean, whichever of them it says. */
export const allMeant = (order: Order, mention: Mention): readonly Unit[] =>
  meant(order, { ...mention, which: { all: true } });

/** The unit that a place speaks of, other than the one that goes there: «тумбой» is no drawers where there is a plain one. */
export function meantBeside(order: Order, of: Mention, self?: Unit): Unit | undefined {
  const others = meant(order, of).filter(({ id }) => id !== self?.id);
  return others.find(({ code }) => code === codeOf(of)) ?? others[0];
}

/** Units that answer to the mention's name. */
function answering(units: readonly Unit[], mention: Mention): readonly Unit[] {
  const concept = conceptOf(mention.concept);
  if (!concept) return [];
  const { kind, standsFor } = concept;
  const own = units.filter((unit) => hasKind(unit, [kind]));
  if (own.length > 0) return own;
  const others = units.filter((unit) => hasKind(unit, standsFor));
  if (kind || others.length > 0) return others;
  const code = codeOf(mention);
  const found = units.filter((unit) => unit.code === code || standsFor.includes(unit.code));
  const free = found.filter((unit) => unit.code === code || unit.items.length === 0);
  return free.length > 0 ? free : found;
}

/** By tier, width, number of drawers and place in the row: «вторая тумба», «левый шкаф», «тумбу 400». */
function narrowed(mention: Mention, found: readonly Unit[]): readonly Unit[] {
  const { tier, width, drawers, corner, which } = mention;
  let list = found;
  const keep = (test: (one: Unit) => boolean): void => {
    const kept = list.filter(test);
    if (kept.length > 0) list = kept;
  };
  if (tier) keep((unit) => unit.tier === tier);
  if (mention.with?.length)
    keep((unit) => mention.with?.every(({ concept }) => hasKind(unit, [conceptOf(concept)?.kind])) === true);
  if (drawers) keep(({ code }) => code === codeOf(mention));
  if (corner !== undefined) keep(({ isCorner }) => isCorner === corner);
  if (width !== undefined) keep((unit) => unit.width === width);
  if (list.length < 2 || which?.all || (mention.count ?? 1) > 1) return list;
  const index = which?.ordinal ? which.ordinal - 1 : which?.hand || which?.extreme ? 0 : undefined;
  if (index === undefined) return list;
  // «правый шкаф»: there is one on the floor and one above.
  const rows = which?.hand ? [list.filter(isOnFloor), list.filter((unit) => !isOnFloor(unit))] : [list];
  const ones = rows.flatMap((row) => row.at(which?.hand === 'right' ? -1 - index : index) ?? []);
  return ones.length > 0 ? ones : list;
}

/** Units that are what was named; where none is exactly that, those that may be meant. */
export function called({ units }: Standing, ...things: readonly Mention[]): readonly Unit[] {
  const exact = units.filter((unit) => things.some((thing) => fulfils(unit, thing)));
  return exact.length > 0
    ? exact
    : units.filter((unit) => !unit.isFiller && things.some((thing) => mayMean(unit, thing)));
}

/** Whether a unit holds an appliance of one of the names. */
const hasKind = ({ kinds }: Unit, names: readonly (string | undefined)[]): boolean =>
  [...kinds].some((kind) => names.includes(kind));

/** Appliances, codes and names that a concept stands for; `hob` and `oven` stand in one unit, so both are looked for. */
const namesOf = (concept: Concept | undefined): readonly (string | undefined)[] =>
  concept ? [concept.kind ?? concept.code, ...concept.standsFor] : [];

/**
 * Whether a customer may mean this unit by the mention, however loosely: «шкаф» is any cabinet. A mention of nothing
 * that the table knows («её») may mean any.
 */
export function mayMean(unit: Unit, mention: Mention): boolean {
  const concept = conceptOf(mention.concept);
  if (!concept) return true;
  const { kind, code, tier, variants } = concept;
  const names = namesOf(concept);
  if (hasKind(unit, names) || names.includes(unit.code) || mention.with?.some((own) => mayMean(unit, own))) return true;
  return (
    !kind &&
    ([codeOf(mention), code, ...variants.map((one) => one.code)].includes(unit.code) ||
      // «шкаф»: any cabinet, on the floor or on the wall.
      (code !== undefined && tier === undefined && unit.kinds.size === 0 && !isOpenShelf(unit.code)) ||
      (mention.tier !== undefined && mention.tier === unit.tier))
  );
}

/** What stands on the floor, and what hangs, in another row of units: a tall unit is «внизу» too, one above it «вверху». */
const ALSO: Readonly<Partial<Record<Tier, Tier>>> = { base: 'tall', wall: 'upper' };

/** Whether the unit is what was named, as far as kind and traits were said; width aside. */
export function fulfils(unit: Unit, mention: Mention): boolean {
  const concept = conceptOf(mention.concept);
  if (!concept || unit.isFiller !== (concept.code === 'FL' || concept.code === 'EP')) return false;
  if (mention.corner !== undefined && unit.isCorner !== mention.corner) return false;
  if (mention.diagonal !== undefined && isDiagonalCorner(unit.code) !== mention.diagonal) return false;
  if (mention.tier && unit.tier !== mention.tier && unit.tier !== ALSO[mention.tier]) return false;
  if (concept.kind) {
    const kinds = [concept.kind, ...(mention.builtIn === false ? [] : concept.standsFor)];
    const variant = mention.builtIn !== undefined && concept.variants.some(({ builtIn }) => builtIn !== undefined);
    return (
      hasKind(unit, kinds) && (!variant || unit.code === codeOf(mention)) && (!mention.tall || unit.tier === 'tall')
    );
  }
  if (hasKind(unit, namesOf(concept))) return true;
  if (mention.with?.length)
    return (
      mayMean(unit, { ...mention, with: [] }) &&
      mention.with.every(({ concept: own }) => hasKind(unit, namesOf(conceptOf(own))))
    );
  // A tall unit with an oven in it is one.
  if (unit.kinds.size > 0) return concept.tier === 'tall' && namesOf(concept).includes(unit.code);
  // Traits tell one module of a concept from another.
  const { drawers, corner, tall, builtIn, diagonal } = mention;
  const isParticular = drawers !== undefined || corner === true || tall === true || builtIn !== undefined;
  return isParticular && !diagonal ? unit.code === codeOf(mention) : mayMean(unit, mention);
}

/** Keys of the concepts by which a unit is called, appliances first. */
export function conceptsOf(unit: Unit): readonly string[] {
  const kinds: readonly string[] = [...unit.kinds];
  const isCalled = ({ kind, code, variants, standsFor }: Concept): boolean =>
    standsFor.includes(unit.code) ||
    (kinds.length > 0
      ? kind !== undefined && kinds.includes(kind)
      : !kind && [code, ...variants.map((one) => one.code)].includes(unit.code));
  return Object.entries(CONCEPTS).flatMap(([key, concept]) => (isCalled(concept) ? [key] : []));
}
