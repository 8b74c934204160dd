import { capital, type ObstacleKind, type Order } from '#libs/furniture';
import { standingOf } from '../account/standing.js';
import type { Ask, Offer, Way } from '../plan/decision.js';
import { reasonOf } from './findings.js';
import { besideWords, mentionName, namedName, obstacleNamed, unitName, wallName } from './names.js';

type AskOf<Kind extends Ask['ask']> = Extract<Ask, { ask: Kind }>;
const SHAPES = { straight: 'прямой', corner: 'угловой', u: 'П-образной' } as const;
const mm = (lengths: readonly number[]): string => `${lengths.join(' и ')} мм`;
const either = (list: readonly (string | number)[]): string =>
  list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} или ${list.at(-1)}`;

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
  place: (name: string) => `Где ${name}: сколько от левого или от правого угла`,
  width: (name: string) => `Какой ширины ${name}`,
  depth: (name: string) => `Какой глубины ${name}`,
} as const;
const MEASURES: Readonly<Record<keyof typeof LACKS, string>> = {
  side: '',
  place: '',
  width: 'ширина',
  depth: 'глубина',
};

function obstacleQuestion(kind: ObstacleKind, [first = 'place', ...more]: AskOf<'obstacle'>['lacks']): string {
  const rest = more.map((lack) => MEASURES[lack]).filter(Boolean);
  const tail = rest.length > 0 ? ` и какая ${rest.join(' и ')}` : '';
  return `${LACKS[first](obstacleNamed(kind))}${tail}?`;
}

const MM = { mm: 1, cm: 10, m: 1000 } as const;
const MAX_WALL_MM = 12_000;

/** A question for what is missing. */
export function questionOf(ask: Ask, order: Order | undefined): string {
  switch (ask.ask) {
    case 'length':
      return lengthQuestion(ask);
    case 'shape':
      return `Стены ${mm(ask.known)}: кухня угловая вдоль обеих или прямая вдоль одной?`;
    case 'contradiction':
      return `Для ${ask.shape ? SHAPES[ask.shape] : 'такой'} кухни длин названо иначе, чем нужно: ${mm(ask.known)}. Какой длины стены?`;
    case 'room':
      return `${mm(ask.known)} — это размер комнаты? Скажите, вдоль какой стены встанет кухня и какой она длины.`;
    case 'units':
      if (ask.unit && ask.value * MM[ask.unit] > MAX_WALL_MM)
        return 'Кухни собираем вдоль стен не длиннее 12 метров. Какой длины стена?';
      return `${ask.value} — это миллиметры, сантиметры или метры? Какой длины стена?`;
    case 'appliances':
      return 'Какая техника нужна: мойка, плита или варочная с духовкой, холодильник, посудомойка?';
    case 'cooker':
      return ask.oven
        ? 'Варочная панель вместе с духовкой или отдельно, газовая или электрическая?'
        : 'На чём готовить: плита или варочная панель с духовкой, газ или электричество?';
    case 'sink':
      return 'Мойка в этой кухне нужна? Какой ширины: 50, 60 или 80 см?';
    case 'obstacle':
      return obstacleQuestion(ask.obstacle.kind, ask.lacks);
    case 'width':
      return `${capital(mentionName(ask.thing))} шириной ${ask.wanted} мм не делается. Какую ширину взять: ${either(ask.made)}?`;
    case 'which': {
      const standing = order && standingOf(order);
      const units = standing?.units.filter(({ id }) => ask.nodes.includes(id)) ?? [];
      const names = standing ? units.map((unit) => `${unitName(standing, unit)}${besideWords(standing, unit)}`) : [];
      return `Какой именно шкаф: ${either(names)}?`;
    }
    case 'where':
      return `${ask.why ? `${reasonOf(ask.why)} ` : ''}Куда поставить ${mentionName(ask.thing, 'a')}?`;
    case 'what':
      return 'Что именно сделать и с чем? Например: «мойку шире», «убери пенал», «холодильник справа».';
    case 'unclear':
      return order
        ? 'Скажите, пожалуйста, другими словами: что и где изменить?'
        : 'Скажите, пожалуйста, подробнее: какой длины стена, что и где поставить?';
  }
}

/** One change that an offer makes: «посудомойку 450 вместо 600». */
function wayText(way: Way, order: Order | undefined): string {
  const wall = (id: string, wanted: 'n' | 'd'): string => {
    const standing = order && standingOf(order);
    return wallName(
      standing ?? { walls: [''] },
      Math.max(0, order?.room.walls.findIndex((one) => one.id === id) ?? 0),
      wanted,
    );
  };
  switch (way.way) {
    case 'narrow': {
      const { width, ...thing } = way.thing;
      return `${namedName(thing, 'a')} ${way.to}${width ? ` вместо ${width}` : ''}`;
    }
    case 'drop':
      return `без ${namedName(way.thing, 'g')}`;
    case 'elsewhere':
      return `${namedName(way.thing, 'a')} в другом месте${way.wall ? `, по ${wall(way.wall, 'd')}` : ''}${way.hand ? `, ${way.hand === 'left' ? 'слева' : 'справа'}` : ''}`;
    case 'straight':
      return `${namedName(way.thing)} не в углу, а на прямой стене`;
    case 'lengthen':
      return `${wall(way.wall, 'n')} длиннее: ${way.to} мм`;
    case 'shape':
      return way.shape === 'straight' ? 'прямая кухня' : 'угловая кухня';
    case 'without_place':
      return `${namedName(way.thing)} там, где помещается`;
    case 'other_sequence':
      return 'то же самое в другом порядке';
    case 'as_asked':
      return 'сделать, как просили';
  }
}

/** «Можно так: …; …», numbered where there are several. */
export function offersText(offers: readonly Offer[], order: Order | undefined): string {
  const texts = [...new Set(offers.map(({ ways }) => ways.map((way) => wayText(way, order)).join(' и ')))];
  if (texts.length === 0) return '';
  return `Можно так: ${texts.length === 1 ? texts[0] : texts.map((text, i) => `${i + 1}) ${text}`).join('; ')}.`;
}
