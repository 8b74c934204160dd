import { findModule, madeWidths, STANDARD } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import { flag, part } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import {
  isObstacle,
  type Mention,
  type ObstacleRef,
  type Place,
  type Said,
  type Statement,
  thingsAt,
} from './meaning.js';
import { inCorner, isElsewhere, kidsOf, mentionOf } from './mentions.js';
import type { Of, Told } from './told.js';
import type { Node } from './tree/hypothesis.js';

type Act = 'want' | 'refuse';

/** «мойку к углу»: it goes into it, as a plain unit does. */
export const cornered = ({ concept }: Mention, place: Place): Place =>
  concept === 'sink' || concept === 'base' || concept === 'cabinet' ? inCorner(place) : place;

/** Whether an act refuses the place and not the thing: «плиту не ставьте у окна». */
export const isPlacing = ({ act: edge }: Node, act: Act): boolean =>
  act === 'refuse' && flag(edge?.frame, 'placing') === true;

const THERE = /(?<![а-яё])(туда|там)(?![а-яё])/i;

/** «в углу шкаф, мойку туда не надо»: where what was named last stands. */
export function thereSaid({ all, sourceOf }: Told, { edge, act: verb, kids }: Node, act: Act): readonly Place[] {
  const said = all.at(-1);
  const isThere = act === 'refuse' && verb && kids.length === 0 && THERE.test(sourceOf(edge, verb).text);
  return isThere && said?.say === 'thing' && said.act === 'want' ? said.places : [];
}

/** «наверху только шкаф с сушкой»: there is no row beside it. */
export function sayOnly(told: Told, node: Node, { concept, tier }: Mention): void {
  const [only] = kidsOf(node, 'only');
  const isRefused = told.all.some((one) => one.say === 'row' && one.act === 'refuse' && one.tier === 'wall');
  if (only && !isRefused && (conceptOf(concept)?.tier ?? tier) === 'wall')
    told.say({ say: 'row', act: 'refuse', tier: 'wall' }, { edge: only, kids: [] });
}

/** What a phrase says that names a thing at these places. */
export const thingSaid = (node: Node, thing: Mention, act: Act, places: readonly Place[]): Said =>
  rowNamed(thing, act, places) ??
  unplaced(node, thing, act, places) ??
  rehoused(node, thing, act, places) ??
  hung(node, thing, act, places) ??
  (places.some(({ at }) => at === 'shift')
    ? { say: 'edit', edit: { act: 'move', things: [thing], places } }
    : { say: 'thing', act: isElsewhere(node, thing) ? 'elsewhere' : act, thing, places });

const isDoor = (of: Mention | ObstacleRef): boolean => isObstacle(of) && of.obstacle === 'door';

/** «за дверью справа холодильник»: on that side of the door. */
export function handed(places: readonly Place[]): readonly Place[] {
  const side = places.find((place) => place.at === 'side' && !place.end);
  const beside = places.find((place) => place.at === 'beside' && !place.hand && isDoor(place.of));
  if (side?.at !== 'side' || beside?.at !== 'beside' || (side.hand !== 'left' && side.hand !== 'right')) return places;
  const { hand } = side;
  return places.flatMap((place): Place[] => (place === side ? [] : [place === beside ? { ...beside, hand } : place]));
}

/** One phrase that tells of several: «шкафы над мойкой и посудомойкой», «и справа, и слева от плиты ящики». */
export function eachPlaced(
  thing: Mention,
  act: Act,
  places: readonly Place[],
): Pick<Of<'thing'>, 'thing' | 'places'>[] {
  const { count, ...one } = thing;
  const overs = places.filter(({ at }) => at === 'over');
  if (overs.length > 1 && thing.concept === 'cabinet' && count === undefined)
    return overs.map((over) => ({ thing, places: [over] }));
  const sides = places.filter((place) => place.at === 'beside' && place.hand !== undefined);
  return sides.length === 2 && act === 'want' ? sides.map((side) => ({ thing: one, places: [side] })) : [];
}

/** The oven whose height is what is refused: «в пенал, но нет, будет под варочной», «внизу не надо, поставьте в высокий шкаф». */
function rehoused({ kids }: Node, thing: Mention, act: Act, places: readonly Place[]): Said | undefined {
  const { tall, count: _, ...one } = thing;
  const isUnder = tall === true && thingsAt(places, 'under').some(({ concept }) => concept === 'hob');
  if (isUnder) return { say: 'thing', act: 'want', thing: one, places };
  const isLow = kids.some(({ category, frame }) => category === 'level' && frame['level'] === 'base');
  // «духовку в пенал не надо, вниз её»
  if (act === 'refuse' && isLow && tall) return { say: 'thing', act: 'want', thing: one, places };
  const mayBeTall = conceptOf(thing.concept)?.variants.some((variant) => variant.tall) === true;
  return act === 'refuse' && isLow && mayBeTall
    ? { say: 'thing', act: 'want', thing: { ...one, tall: true }, places }
    : undefined;
}

/** A row by the name of its units. */
function rowNamed(thing: Mention, act: Act, places: readonly Place[]): Said | undefined {
  const { concept, tier, width, count, which } = thing;
  if (concept === 'mezzanine' && width === undefined && count === undefined && places.length === 0)
    return { say: 'row', act, tier: 'upper' };
  if (act === 'refuse') return undefined;
  // «сверху вместо шкафов открытые полки»
  const [old] = thingsAt(places, 'instead');
  if (concept === 'shelf' && tier === 'wall' && !count && old?.concept === 'cabinet' && !old.width && !old.which)
    return { say: 'row', act, tier, units: thing };
  // «верхние пусть обычные распашные будут»
  if (concept === 'base' && tier === 'wall' && width === undefined) return { say: 'row', act, tier };
  // «навесные шкафы 720»
  if (concept === 'cabinet' && tier === 'wall' && count === undefined && width !== undefined && isRowHeight(width))
    return { say: 'row', act, tier, height: width };
  // «все тумбы с выдвижными ящиками»
  return concept === 'drawers' && which?.all && width === undefined && places.length === 0
    ? { say: 'row', act, tier: 'base', units: thing }
    : undefined;
}

/** No cabinet is so wide, and a row is made so high, mm. */
const isRowHeight = (mm: number): boolean =>
  findModule(STANDARD.wall)?.heights?.includes(mm) === true && !madeWidths(STANDARD.wall).includes(mm);

/** A refusal of where something was to stand. */
function unplaced(node: Node, thing: Mention, act: Act, places: readonly Place[]): Said | undefined {
  if (!isPlacing(node, act)) return undefined;
  // «холодильник на другой стене, не рисуйте»
  if (places.some((place) => place.at === 'wall' && place.wall === 'other'))
    return { say: 'thing', act: 'elsewhere', thing, places: [] };
  // «духовку в колонну не ставьте»: it is the tall unit that is refused.
  return thing.tall && conceptOf(thing.concept)?.kind
    ? { say: 'thing', act: 'want', thing: { ...thing, tall: false }, places }
    : undefined;
}

/** «верх не нужен, только один шкаф над мойкой», «повесьте два шкафчика по 40» */
function hung({ kids, act: verb }: Node, thing: Mention, act: Act, places: readonly Place[]): Said | undefined {
  if (act !== 'want' || thing.concept !== 'cabinet') return undefined;
  if (flag(verb?.frame, 'hangs') && thing.tier === undefined && places.length === 0)
    return { say: 'thing', act, thing: { ...thing, tier: 'wall' }, places };
  const isAlone = thing.tier === undefined || kids.some(({ category }) => category === 'only');
  return isAlone && places.some(isOverThing)
    ? { say: 'thing', act, thing: { ...thing, tier: 'wall', count: thing.count ?? 1 }, places }
    : undefined;
}

const isOverThing = (place: Place): boolean =>
  place.at === 'over' && 'concept' in place.of && conceptOf(place.of.concept)?.tier === 'base';

/** «между мойкой и плитой метр столешницы»: how far apart they stand, whatever was named last. */
export function saySpacing(told: Told, node: Node): void {
  const { frame } = node.edge;
  const gap = millimetres(part(frame, 'gap'), 'place');
  const [a, b] = ['a', 'b'].map((side) => mentionOf(part(frame, side) ?? {}, told.sourceOf(node.edge)));
  if (!a || !b || gap === undefined) return;
  const of = (one: Mention, other: Mention): boolean => {
    const isIt = (said: Statement): said is Of<'thing'> =>
      said.say === 'thing' && said.act === 'want' && said.thing.concept === one.concept;
    return told.amend(isIt, node, (said) => ({ ...said, places: [...said.places, { at: 'apart', of: other, gap }] }));
  };
  if (!of(b, a) && !of(a, b))
    told.say({ say: 'thing', act: 'want', thing: b, places: [{ at: 'apart', of: a, gap }] }, node);
}
