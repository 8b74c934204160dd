import { capital, type Order } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import { byKind } from '../meaning/cases.js';
import type { Ask } from '../plan/decision.js';
import { MM } from '../rules/quantities.js';
import { standingOf } from '../units/units.js';
import { reasonOf } from './findings.js';
import { mentionName, obstacleNamed, placedName } from './names.js';

type AskOf<Kind extends Ask['ask']> = Extract<Ask, { ask: Kind }>;
const SHAPES = { straight: 'прямой', corner: 'угловой', u: 'П-образной' } as const;
const mm = (lengths: readonly number[]): string => `${lengths.join(' и ')} мм`;
const OR = new Intl.ListFormat('ru', { type: 'disjunction' });

function lengthQuestion({ shape, shapeToo, known }: AskOf<'length'>): string {
  if (shapeToo) return 'Какой длины стена и какой будет кухня: прямая или угловая?';
  if (known.length > 0)
    return `${known.length > 1 ? 'Стены' : 'Одна стена'} — ${mm(known)}, а какой длины ${shape === 'u' ? (known.length === 1 ? 'две другие' : 'третья стена') : 'вторая стена'}?`;
  if (shape === 'u') return 'Какой длины три стены: левая, средняя и правая?';
  return shape === 'corner' ? 'Какой длины обе стены угла?' : 'Какой длины стена, вдоль которой встанет кухня?';
}

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

function obstacleQuestion({ obstacle: { kind, places }, lacks }: AskOf<'obstacle'>): string {
  const [first = 'place', ...more] = lacks;
  const hand = places.flatMap((place) => (place.at === 'side' ? [place.hand] : []))[0];
  const rest = more.map((lack) => MEASURES[lack]).filter(Boolean);
  const tail = rest.length > 0 ? ` и какая ${rest.join(' и ')}` : '';
  return `${LACKS[first](obstacleNamed(kind), hand === 'left' || hand === 'right' ? CORNERS[hand] : undefined)}${tail}?`;
}

const UNITS = { mm: 'мм', cm: 'см', m: 'м' } as const;
const MAX_WALL_MM = 12_000;

/** A question for what is missing. */
export const questionOf = byKind<Ask, 'ask', string, [order: Order | undefined]>('ask', {
  length: lengthQuestion,
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
  number: ({ value, unit }) => `К чему относится размер ${value}${unit ? ` ${UNITS[unit]}` : ''}?`,
  appliances: () => 'Какая техника нужна: мойка, плита или варочная с духовкой, холодильник, посудомойка?',
  cooker: ({ oven }) =>
    oven
      ? 'Варочная панель вместе с духовкой или отдельно, газовая или электрическая?'
      : 'На чём готовить: плита или варочная панель с духовкой, газ или электричество?',
  sink: () => 'Мойка в этой кухне нужна? Какой ширины: 50, 60 или 80 см?',
  obstacle: obstacleQuestion,
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
