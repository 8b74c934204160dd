import { EMPTY, type Frame, formOf, meaningOf, number, part, parts, text, unify } from './frame.js';
import type { Computations } from './notation.js';

/** Places that narrow each other: «справа в углу у окна». */
const MAX_PLACES = 3;

/** A wall that is named, by its side or its number. */
const wallOf = (children: readonly Frame[]): Frame | undefined => {
  const named = children.find((child) => child['wall'] ?? child['hand'] ?? child['ordinal']);
  return named && { at: 'wall', ...meaningOf(named) };
};

/** Computations over places, by their names in the grammar. */
export const POSITIONS: Computations = {
  /** «справа в углу», «в середине, ровно по центру»: two sides are two places, not one. */
  narrow: ([a = {}, b = {}]) => {
    const all = [...parts(a, 'places'), ...parts(b, 'places')];
    const [one, same, more] = all;
    if (one?.['at'] === 'side' && same?.['at'] === 'side' && one['hand'] === same['hand'] && !more)
      return { places: [{ ...one, ...same }] };
    const sides = all.filter(({ at, hand }) => at === 'side' || (at === 'beside' && hand !== undefined));
    // «в самом углу слева»: in the left corner. «в углу на длинной плита»: a corner is on no wall alone.
    const [corner, hand] = [all.find((one) => one['at'] === 'corner' && !one['hand']), text(sides[0], 'hand')];
    const isOfBoth = corner !== undefined && all.some((one) => one['at'] === 'wall');
    // «мойка по центру рядом с мойкой посудомойка»: of two things.
    const isBesideThing = (place: Frame): boolean =>
      place['at'] === 'beside' && part(place, 'of')?.['concept'] !== undefined;
    const isOfTwo = all.some((place) => place['hand'] === 'centre') && parts(b, 'places').some(isBesideThing);
    if (sides.length > 1 || all.length > MAX_PLACES || isOfBoth || isOfTwo) return undefined;
    const isOne = corner !== undefined && all.length === 2 && (hand === 'left' || hand === 'right');
    return isOne ? { places: [{ ...corner, hand }] } : unify(a, b);
  },
  on_wall: (children) => wallOf(children),
  /** «над мойкой и посудомойкой» */
  overs: (children) => ({
    places: children.filter((one) => one['concept']).map((of): Frame => ({ at: 'over', of })),
  }),
  /** «на 2 стене» */
  nth_wall: (children) => wallOf(children.map((one) => (one['value'] ? { ordinal: one['value'] } : one))),
  /** «холодильник замыкает короткую», «ряд открывает пенал»: at the end of it, or at its start. */
  closing: (children) => {
    const wall = wallOf(children.filter((child) => child['at'] === undefined));
    const at = children.map((child) => text(child, 'at')).find(Boolean) ?? 'start';
    return { places: [...(wall ? [wall] : []), { at }] };
  },
  /** «не слева от мойки, а справа» */
  other_side: (children) => {
    const [was, now] = children.map((child) => parts(child, 'places')).filter(({ length }) => length > 0);
    const [old, by] = [was?.[0], now?.[0]];
    const isOther = was?.length === 1 && now?.length === 1 && old?.['at'] === 'beside' && by?.['at'] === 'side';
    return isOther && old?.['hand'] !== undefined && by?.['hand'] !== 'centre'
      ? { places: [{ ...old, hand: by?.['hand'] }] }
      : undefined;
  },
  /** «только не справа» */
  not_side: (children) => {
    const hand = children.map((child) => text(child, 'hand')).find((one) => one === 'left' || one === 'right');
    return hand && { at: 'side', hand: hand === 'left' ? 'right' : 'left' };
  },
  /** «стиралка и посудомойка по разные стороны от мойки»; of one thing it says little more than beside. */
  either_side: (children) => {
    const of = children.find((child) => child['concept'] ?? child['anaphor']);
    return of && { places: [{ at: 'beside', of, either: true }] };
  },
  /** «и справа, и слева от плиты» */
  flanking: (children) => {
    const of = children.find((child) => child['concept'] ?? child['obstacle'] ?? child['anaphor']);
    return of && { places: ['left', 'right'].map((hand): Frame => ({ at: 'beside', of, hand })) };
  },
  /** «первой слева»; «вторая слева» is no place. */
  outermost: ([which, side]) =>
    (number(which, 'ordinal') ?? 1) === 1
      ? { ...formOf(which ?? EMPTY), at: 'side', end: true, hand: side?.['hand'], agrees: true }
      : undefined,
  /** «начинаем слева» */
  from_hand: (children) => {
    const hand = children.map((child) => text(child, 'hand')).find((one) => one === 'left' || one === 'right');
    return hand && { direction: hand === 'left' ? 'left_to_right' : 'right_to_left' };
  },
  /** «от двери вправо» */
  heading: (children) => ({
    direction: text(children.at(-1), 'hand') === 'right' ? 'left_to_right' : 'right_to_left',
  }),
};
