import { capital, listed, type Order } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import { byKind } from '../meaning/cases.js';
import { type Mention, type Place, unsaid } from '../meaning/meaning.js';
import { choicesText } from '../plan/choices.js';
import type { Ask, Offer, Way } from '../plan/decision.js';
import { MM } from '../rules/quantities.js';
import { meant } from '../units/meant.js';
import { areNeighbours, type Standing, standingOf, type Unit, unitIn } from '../units/units.js';
import { reasonOf } from './findings.js';
import { SHAPE_NAMES } from './kitchen.js';
import {
  besideWords,
  mentionName,
  namedName,
  OR,
  obstacleNamed,
  partyName,
  placedName,
  unitName,
  wallName,
} from './names.js';

const SHAPES = { straight: 'прямой', corner: 'угловой', u: 'П-образной' } as const;
const mm = (lengths: readonly number[]): string => `${lengths.join(' и ')} мм`;

/** What has to be known of an obstacle, by what is lacking. */
const LACKS = {
  side: (name: string) => `От какого угла отмерять, от левого или от правого: где ${name}`,
  wall: (name: string) => `На какой стене ${name}`,
  place: (name: string, corner = 'левого или от правого угла') => `Где ${name}: сколько от ${corner}`,
  width: (name: string) => `Какой ширины ${name}`,
  depth: (name: string) => `Какой глубины ${name}`,
} as const;
const MEASURES = { side: '', wall: '', place: '', width: 'ширина', depth: 'глубина' } as const;

const CORNERS = { left: 'левого угла', right: 'правого угла' } as const;

/** Units behind a number. */
const UNITS = { mm: ' мм', cm: ' см', m: ' м' } as const;
const MAX_WALL_MM = 12_000;

/** A question for what is missing. */
export const questionOf = byKind<Ask, 'ask', string, [order: Order | undefined]>('ask', {
  length({ shape, shapeToo, known }) {
    if (shapeToo) return 'Какой длины стена и какой будет кухня: прямая или угловая?';
    if (known.length > 0)
      return `${known.length > 1 ? 'Стены' : 'Одна стена'} — ${mm(known)}, а какой длины ${shape === 'u' ? (known.length === 1 ? 'две другие' : 'третья стена') : 'вторая стена'}?`;
    if (shape === 'u') return 'Какой длины три стены: левая, средняя и правая?';
    return shape === 'corner' ? 'Какой длины обе стены угла?' : 'Какой длины стена, вдоль которой встанет кухня?';
  },
  shape: ({ known }) => `Стены ${mm(known)}: кухня угловая вдоль обеих или прямая вдоль одной?`,
  contradiction: ({ shape, known }) =>
    shape === 'straight'
      ? `Прямая кухня стоит вдоль одной стены, а длины названы ${mm(known)}. Какой длины стена, или кухня угловая?`
      : `Для ${shape ? SHAPES[shape] : 'такой'} кухни длин названо иначе, чем нужно: ${mm(known)}. Какой длины стены?`,
  room: ({ known }) => `${mm(known)} — это размер комнаты? Скажите, вдоль какой стены встанет кухня и какой она длины.`,
  units: ({ value, unit }) =>
    unit && value * MM[unit] > MAX_WALL_MM
      ? 'Кухни собираем вдоль стен не длиннее 12 метров. Какой длины стена?'
      : `${value} — это миллиметры, сантиметры или метры? Какой длины стена?`,
  number: ({ value, unit }) => `К чему относится размер ${value}${unit ? UNITS[unit] : ''}?`,
  appliances: () => 'Какая техника нужна: мойка, плита или варочная с духовкой, холодильник, посудомойка?',
  cooker: ({ oven }) =>
    oven
      ? 'Варочная панель вместе с духовкой или отдельно, газовая или электрическая?'
      : 'На чём готовить: плита или варочная панель с духовкой, газ или электричество?',
  sink: () => 'Мойка в этой кухне нужна? Какой ширины: 50, 60 или 80 см?',
  obstacle({ obstacle: { kind, places }, lacks: [first = 'place', ...more] }) {
    const side = places.find((place) => place.at === 'side');
    const corner = side?.hand === 'left' || side?.hand === 'right' ? CORNERS[side.hand] : undefined;
    const rest = more.map((lack) => MEASURES[lack]).filter(Boolean);
    return `${LACKS[first](obstacleNamed(kind), corner)}${rest.length > 0 ? ` и какая ${rest.join(' и ')}` : ''}?`;
  },
  width: ({ thing, wanted, made }) =>
    `${capital(mentionName(thing))} шириной ${wanted} мм не делается. Какую ширину взять${made.length > 0 ? `: ${OR.format(made.map(String))}` : ''}?`,
  which: ({ nodes, thing }, order) => {
    const standing = order && standingOf(order);
    const units = standing?.units.filter(({ id }) => nodes.includes(id)) ?? [];
    const names = standing ? units.map((unit) => placedName(standing, unit)) : [];
    const what = conceptOf(thing.concept) ? 'Какой именно шкаф' : 'Что именно';
    return `${what}${names.length > 0 ? `: ${OR.format(names.slice(0, MAX_NAMED))}` : ''}?`;
  },
  where: ({ thing, why }) => `${why ? `${reasonOf(why)} ` : ''}Куда поставить ${mentionName(thing, 'a')}?`,
  otherwise: () => 'Хорошо, тогда иначе. Скажите, что сузить, убрать или переставить?',
  what: () => 'Что именно сделать и с чем? Например: «мойку шире», «убери пенал», «холодильник справа».',
  unclear: (_, order) => `Скажите, пожалуйста, другими словами: что и где ${order ? 'изменить' : 'поставить'}?`,
});
const MAX_NAMED = 5;

/** «Можно так: 1) посудомойка 450 вместо 600: встанет рядом с мойкой 600; 2) …», one sentence, in the offers' own order. */
export function offersText(offers: readonly Offer[], order: Order | undefined): string {
  const choices = offers.map((offer) => ({
    head: offer.ways.map((way) => wayText(way, order)).join(' и '),
    tail: [tailText(offer, order), missedText(offer)].filter(Boolean).join(', но '),
  }));
  const isTold = new Set(choices.map(({ tail }) => tail)).size === 1 && choices.length > 1;
  return choicesText(isTold ? choices.map(({ head }) => ({ head, tail: '' })) : choices);
}

/** One change that an offer makes: «посудомойка 450 вместо 600». */
const wayText = byKind<Way, 'way', string, [order: Order | undefined]>('way', {
  narrow: ({ thing: { width, ...thing }, to }) => `${namedName(thing)} ${to}${width ? ` вместо ${width}` : ''}`,
  drop: ({ thing }) => `без ${namedName(thing, 'g')}`,
  straight: ({ thing }) => `${namedName(thing)} не в углу, а на прямой стене`,
  lengthen: ({ from, to }) => `стена ${to} мм вместо ${from}`,
  shape: ({ along, without }) =>
    `${SHAPE_NAMES[along.length]} вдоль ${along.length === 1 ? 'стены' : 'стен'} ${along.join(' и ')} мм${without.length > 0 ? `, без стены ${without.join(' и ')}` : ''}`,
  without_place: ({ thing }) => `${namedName(thing)} там, где помещается`,
  other_sequence: () => 'то же самое в другом порядке',
  as_asked: () => 'сделать, как просили',
  length: ({ mm }) => `стена ${mm} мм`,
  with: ({ things }) => listed(things.map(withWidth)),
  place: ({ thing, place }) => `${mentionName(thing)} ${placeText(place)}`,
  obstacle: ({ obstacle, place, mm }) => `${obstacleNamed(obstacle)} ${spotText(place, mm)}`,
  this: ({ thing, node }, order) => {
    const unit = order && unitIn(order, node);
    return unit ? placedName(standingOf(order), unit) : mentionName(thing);
  },
  pass_over: ({ value, unit }) => `размер ${value}${unit ? UNITS[unit] : ''} не учитывать`,
});

/** «мойка 600», «варочная панель с духовкой» */
const withWidth = (thing: Mention): string => {
  const oven = thing.with?.some(({ concept }) => concept === 'oven') ? ' с духовкой' : '';
  return [`${mentionName(thing)}${oven}`, thing.width].filter(Boolean).join(' ');
};

function placeText(place: Place): string {
  if (place.at === 'wall') return wallText(place);
  if (place.at === 'beside') return `рядом с ${partyName(place.of, 'i')}`;
  if (place.at === 'side' && place.hand !== 'any' && place.hand !== 'centre')
    return place.hand === 'left' ? 'в левом конце ряда' : 'в правом конце ряда';
  return 'в другом месте';
}

const WALLS: Readonly<Record<string, string>> = {
  left: 'на левой стене',
  middle: 'на средней стене',
  right: 'на правой стене',
};

const wallText = ({ wall }: Extract<Place, { at: 'wall' }>): string => WALLS[String(wall)] ?? 'на другой стене';

/** Where an obstacle is: «в 600 мм от левого угла», «слева», «на левой стене». */
function spotText(place: Place, mm: number | undefined): string {
  if (place.at === 'wall') return wallText(place);
  const isRight = place.at === 'side' && place.hand === 'right';
  if (mm === undefined) return isRight ? 'справа' : 'слева';
  return `в ${mm} мм от ${isRight ? 'правого' : 'левого'} угла`;
}

/** What comes of an offer: where its thing stands then, or what stands in the row. */
function tailText({ ways, made, missed = [] }: Offer, before: Order | undefined): string {
  const now = standingOf(made);
  const [way] = ways;
  if (!way || way.way === 'as_asked' || way.way === 'this' || way.way === 'pass_over') return '';
  const added = before ? now.floor.filter(({ id }) => !unitIn(before, id)) : [];
  const own = 'thing' in way && way.way !== 'drop' ? unitOf(now, way.thing) : undefined;
  const unit = added[0] ?? own;
  if (unit) return `${unit === own ? '' : `${unitName(unit)} `}встанет ${whereText(now, unit)}`;
  if (before) return '';
  if (way.way === 'drop') return missed.length > 0 ? '' : 'остальное встанет, как сказано';
  if (way.way === 'lengthen') return 'встанет всё, что названо';
  return rowsText(now);
}

function unitOf({ order, floor }: Standing, thing: Extract<Way, { thing: unknown }>['thing']): Unit | undefined {
  const { width: _, ...named } = thing;
  const own = meant(order, unsaid(thing.concept, named));
  return floor.find((unit) => own.includes(unit));
}

/** «рядом с мойкой 600», «между мойкой 600 и плитой 500», in a room with several walls «по левой стене, …». */
function whereText(now: Standing, unit: Unit): string {
  const wall = now.walls.length > 1 ? `по ${wallName(now, unit.wallIndex, 'd')}` : '';
  const sink = now.floor.find((one) => one.kinds.has('sink') && one !== unit && areNeighbours(now, one, unit));
  const near =
    unit.kinds.has('dishwasher') && sink
      ? `рядом с ${unitName(sink, 'i')}`
      : besideWords(now, unit).replace(/^ \(|\)$/g, '');
  return [wall, unit.isCorner ? 'в углу' : near].filter(Boolean).join(', ') || 'на своей стене';
}

/** Names in a row that is told in passing. */
const MAX_NAMES = 6;

/** «слева направо мойка 600, плита 500», wall by wall where there are several. */
function rowsText(now: Standing): string {
  const rows = now.walls.map((_, wall) => {
    const units = now.floor.filter((unit) => unit.wallIndex === wall && (unit.kinds.size > 0 || unit.tier === 'tall'));
    return units.slice(0, MAX_NAMES).map((unit) => unitName(unit));
  });
  if (rows.length === 1) return `слева направо ${rows[0]?.join(', ')}`;
  return rows
    .flatMap((names, wall) => (names.length > 0 ? [`по ${wallName(now, wall, 'd')} ${names.join(', ')}`] : []))
    .join(', ');
}

/** What is not as it was said even so; what a way gives up it says itself. */
function missedText({ ways, missed = [] }: Offer): string {
  const [first] = missed.filter(({ because }) => because !== 'outside');
  if (!first || ways.some(({ way }) => way === 'other_sequence' || way === 'shape')) return '';
  return first.because === 'place' ? `${mentionName(first.thing)} не там, где сказано` : 'не всё так, как сказано';
}
