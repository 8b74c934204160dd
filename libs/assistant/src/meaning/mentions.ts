import { FINISHES, FUELS, given, OBSTACLES } from '#libs/furniture';
import { conceptOf, traitsOf } from '../concepts/index.js';
import type { Edge } from '../rules/chart.js';
import { EMPTY, type Frame, flag, number, oneOf, part, parts, text } from '../rules/frame.js';
import { millimetres } from '../rules/quantities.js';
import {
  type Colour,
  isObstacle,
  type Mention,
  type ObstacleRef,
  OTHER_HAND,
  type Place,
  type Source,
  WALL_NAMES,
  type WallRef,
} from './meaning.js';
import { isCount } from './tree/fit.js';
import type { Node } from './tree/hypothesis.js';

/** The words of some phrases. */
export type SourceOf = (...edges: readonly Edge[]) => Source;

const HANDS = 'left right';

/** No appliance is wider, mm. */
const MAX_WIDTH = 1200;

/** Key of a thing that is only pointed at: «его», «эту». */
export const ANAPHOR = 'it';

const ORDINALS = ['first', 'second', 'third'] as const;

/** «обычный холодильник», of those that are built in or not: the one that is not. */
const usuallyApart = (concept: string): boolean =>
  conceptOf(concept)?.variants.some(({ builtIn }) => builtIn === false) ?? false;

/** What stands in other rooms as well. */
export const isMovable = ({ concept }: Pick<Mention, 'concept'>): boolean =>
  /^(fridge|washer|microwave)$/.test(concept);

/** Whether a thing is told to stand elsewhere than in the kitchen: «холодильник в коридоре». */
export function isElsewhere({ edge, kids }: Node, { concept, builtIn, tall }: Mention): boolean {
  // «в ванной не встала»: here, then.
  if ([edge, ...kids].some(({ frame }) => flag(frame, 'unfit'))) return false;
  const isMicrowave = concept === 'microwave';
  // «микроволновка не встраивается»: there is no cabinet for it.
  if (isMicrowave && builtIn === false && !tall) return true;
  return kids.some(({ category, frame }) => category === 'away' && (!flag(frame, 'aside') || isMicrowave));
}

/** «тумба не нужна»: one unit, where there are several. */
export const isOneOf = (frame: Frame, { concept }: Mention): boolean =>
  !conceptOf(concept)?.kind && !flag(frame, 'refused') && /^[a-z]+$/.test(text(frame, 'cases') ?? '');

/** A wall by its name, side, number or length. */
export function wallOf(frame: Frame): WallRef | undefined {
  const length = millimetres(part(frame, 'length'), 'wall');
  if (length !== undefined) return { length };
  if (flag(frame, 'blank')) return { obstacle: 'window', without: true };
  const obstacle = oneOf(OBSTACLES, part(frame, 'by'), 'obstacle');
  if (obstacle) return { obstacle, ...(flag(frame, 'without') ? { without: true } : {}) };
  const hand = oneOf('left right centre', frame, 'hand');
  // «справа короткая»: the side says which, also before the lengths are known.
  if (hand === 'left' || hand === 'right') return hand;
  return oneOf(WALL_NAMES, frame, 'wall') ?? ORDINALS[(number(frame, 'ordinal') ?? 0) - 1] ?? (hand && 'middle');
}

/** A thing of a frame and of what was said of it elsewhere; the last word counts. */
export function mentionOf(frame: Frame, source: Source, kids: readonly Edge[] = [], sourceOf?: SourceOf): Mention {
  let said: Frame = frame;
  let colour: Colour | undefined;
  for (const kid of kids) {
    if (kid.category === 'mod')
      said = {
        ...said,
        ...(flag(kid.frame, 'usual') ? { corner: undefined, builtIn: undefined } : {}),
        ...(isOtherSize(said, kid.frame) ? { width: undefined } : {}),
        ...without(kid.frame, 'cases', 'gender'),
      };
    else if (kid.category === 'len' && isCount(said, kid.frame))
      said = { ...said, [said['concept'] === 'drawers' ? 'drawers' : 'count']: number(kid.frame, 'value') };
    else if (kid.category === 'size') said = { ...said, width: said['width'] ?? widthOf(kid.frame) };
    else if (kid.category === 'len') said = { ...said, width: millimetres(kid.frame, 'width') };
    else if (kid.category === 'bundle') said = { ...said, ...without(kid.frame, 'cases') };
    else if (kid.category === 'level' && !conceptOf(text(said, 'concept') ?? '')?.kind)
      said = { ...said, tier: kid.frame['level'] };
    else if (kid.category === 'measure') said = { ...said, ...measured(kid.frame, 'width') };
    else if (kid.category === 'colour' && sourceOf) colour = colourOf(kid.frame, sourceOf(kid).text);
  }
  const concept = flag(said, 'glazed') ? 'glass' : (text(said, 'concept') ?? ANAPHOR);
  const which = given({
    ordinal: number(said, 'whichOrdinal'),
    hand: oneOf(HANDS, said, 'whichHand'),
    extreme: flag(said, 'extreme'),
    anaphor: flag(said, 'anaphor'),
    all: flag(said, 'all'),
  });
  const others = parts(said, 'with').map((other) => mentionOf(other, source));
  return {
    concept,
    source,
    ...given({
      count: number(said, 'count'),
      width: number(said, 'width') ?? number(conceptOf(concept)?.sizes, text(said, 'size') ?? ''),
      height: number(said, 'height'),
      depth: number(said, 'depth'),
      fuel: oneOf(FUELS, said, 'fuel'),
      builtIn: flag(said, 'builtIn') ?? (flag(said, 'usual') && usuallyApart(concept) ? false : undefined),
      colour,
      gender: concept === ANAPHOR ? text(said, 'gender') : undefined,
    }),
    ...traitsOf(said),
    ...(Object.keys(which).length > 0 ? { which } : {}),
    ...(others.length > 0 ? { with: others } : {}),
  };
}

/** «60, нет, узкая»: of the two widths that it is made in, the one that was not said. */
function isOtherSize(thing: Frame, { size }: Frame): boolean {
  const sizes = conceptOf(text(thing, 'concept') ?? '')?.sizes ?? EMPTY;
  const width = typeof size === 'string' ? sizes[size] : undefined;
  return width !== undefined && width !== thing['width'] && Object.values(sizes).includes(thing['width']);
}

/** «60 на 50», «2030х595х660»: the side that may be a width. */
export const widthOf = (size: Frame): number | undefined =>
  ['a', 'b', 'c']
    .map((side) => millimetres(part(size, side), 'width'))
    .find((mm) => mm !== undefined && mm <= MAX_WIDTH);

const without = (frame: Frame, ...names: readonly string[]): Frame =>
  Object.fromEntries(Object.entries(frame).filter(([name]) => !names.includes(name)));

/** «подоконник 90»: a measure in mm. */
export function measured(frame: Frame, role: 'width' | 'place' | 'pipe'): Frame {
  const measure = text(frame, 'measure') ?? 'width';
  const mm =
    number(frame, 'mm') ?? millimetres(part(frame, 'len'), measure === 'width' || measure === 'depth' ? role : 'place');
  return mm === undefined ? {} : { [measure]: mm };
}

export function colourOf(frame: Frame, words: string): Colour | undefined {
  const finish = oneOf(FINISHES, frame, 'finish');
  return finish && { finish, named: words, ...(flag(frame, 'nearest') ? { nearest: true } : {}) };
}

/** A thing or obstacle that a place refers to. */
export function refOf(frame: Frame | undefined, source: Source): Mention | ObstacleRef {
  const obstacle = oneOf(OBSTACLES, frame, 'obstacle');
  return obstacle ? { obstacle, source } : mentionOf(frame ?? {}, source);
}

/** Places of a phrase. */
export function placesOf(edge: Edge, sourceOf: SourceOf, shifting = false): Place[] {
  const source = sourceOf(edge);
  return parts(edge.frame, 'places').flatMap((frame) => placeOf(frame, source, shifting));
}

/** A place of a phrase. */
export function placeOf(frame: Frame, source: Source, shifting: boolean): Place[] {
  const at = text(frame, 'at');
  const hand = oneOf(HANDS, frame, 'hand');
  const of = refOf(part(frame, 'of'), source);
  const gap = millimetres(part(frame, 'gap'), 'place');
  switch (at) {
    case 'side': {
      const side = oneOf('left right centre any', frame, 'hand') ?? 'any';
      if (shifting && hand && flag(frame, 'toward')) return [{ at: 'shift', hand }];
      return [
        {
          at,
          hand: side,
          ...given({ end: flag(frame, 'end'), other: flag(frame, 'other'), both: flag(frame, 'both') }),
        },
      ];
    }
    case 'start':
    case 'end':
      return [{ at }];
    case 'wall': {
      const wall = wallOf(frame);
      return wall ? [{ at, wall }] : [];
    }
    case 'corner':
      return [{ at, ...given({ hand, near: flag(frame, 'near') }) }];
    case 'beside':
    case 'next':
      return [{ at: 'beside', of, ...given({ hand, close: flag(frame, 'close'), gap }) }];
    case 'apart':
      return [{ at, of, ...given({ gap }) }];
    case 'between':
      return [{ at, a: refOf(part(frame, 'a'), source), b: refOf(part(frame, 'b'), source) }];
    case 'under':
    case 'over':
    case 'opposite':
    case 'instead':
      return [{ at, of, ...given({ gap }) }];
    case 'offset': {
      const mm = millimetres(part(frame, 'len'), 'place');
      return mm === undefined ? [] : [{ at, mm, from: hand ?? 'unsaid' }];
    }
    case 'shift': {
      const mm = millimetres(part(frame, 'len'), 'change');
      return hand ? [{ at, hand, ...given({ mm }) }] : [];
    }
    default:
      return [];
  }
}

/** «у угла» of what stands in one. */
export function inCorner(place: Place): Place {
  if (place.at !== 'corner') return place;
  const { near: _, ...inside } = place;
  return inside;
}

export const isPlace = ({ category }: Edge): boolean => category === 'place';

/** Whether a place says «после мойки»: next in the row. */
export const isNext = (edge: Edge): boolean =>
  parts(edge.frame, 'places').some((place) => text(place, 'at') === 'next');

export const kidsOf = (node: Node, category: string): readonly Edge[] =>
  node.kids.filter((kid) => kid.category === category);

/** Places of a thing; of two sides the one said last. */
export function placesSaid(kids: readonly Edge[], sourceOf: SourceOf, shifting = false): Place[] {
  const all = kids.filter(isPlace).flatMap((kid) => placesOf(kid, sourceOf, shifting));
  // «слева, нет, справа», «на короткой, нет, на длинной»: a thing has one side and one wall.
  const isSingle = (one: Place): boolean => one.at === 'side' || one.at === 'wall';
  return all.filter((one, i) => !isSingle(one) || !all.slice(i + 1).some(({ at }) => at === one.at));
}

/** «мойку не ставьте в угол, рядом с плитой, перед розеткой»: what is said by places that are refused. */
export function elsewhereThan(thing: Mention, places: readonly Place[]) {
  const isBefore = (place: Place): boolean =>
    (place.at === 'opposite' || place.at === 'under') && isObstacle(place.of) && place.of.obstacle !== 'window';
  const away = places.flatMap((place): Place[] => {
    if (place.at === 'side' && (place.hand === 'left' || place.hand === 'right'))
      return [{ at: 'side', hand: OTHER_HAND[place.hand] }];
    return 'of' in place && (place.at === 'beside' || isBefore(place)) ? [{ at: 'apart', of: place.of }] : [];
  });
  const isCorner = places.some(({ at }) => at === 'corner');
  const other = isCorner ? { ...thing, corner: false } : thing;
  return { thing: other, places: away, isTold: isCorner || away.length > 0 };
}

/** «кроме мойки»: the thing that is to stay as it is. */
export function sparedBy(kid: Edge, sourceOf: SourceOf): Mention | undefined {
  const spared = part(kid.frame, 'thing');
  return spared && mentionOf(spared, sourceOf(kid));
}

/** «люк» of «домофон, выключатель, датчик»: by the customer's own word too, unless that is the name by its consonants. */
export function outsideName(edge: Edge, sourceOf: SourceOf): string {
  const consonants = (words: string): string => words.toLowerCase().replace(/[аеёиоуыэюяьъ]/g, '');
  const [name, own] = [text(edge.frame, 'name') ?? '', sourceOf(edge).text.toLowerCase()];
  const known = own.split(' ').some((word) => consonants(name).includes(consonants(word).slice(0, 3)));
  return known || name === '' ? name : `${own} (${name})`;
}
