import {
  CONSTANTS,
  capital,
  counted,
  FINISHES,
  findModule,
  finishName,
  isOpenShelf,
  isOrdinary,
  listed,
  madeWidths,
  orderBom,
  STANDARD,
  worktops,
} from '#libs/furniture';
import { codeOf, conceptOf } from '../concepts/index.js';
import type { Mention, QuestionAbout, Statement } from '../meaning/meaning.js';
import { called, mayMean } from '../units/meant.js';
import { drawersIn, type Standing, type Unit } from '../units/units.js';
import { kitchenText } from './kitchen.js';
import { besideWords, mentionName, OR, unitName, wallName } from './names.js';

type Question = Extract<Statement, { say: 'question' }>;
type Answered = (standing: Standing, question: Question, text: string) => string | undefined;

const MAX_UNITS = 4;

/** What there is to say of the things that were named: their widths, neighbours, places and heights. */
const ofThings: Answered = (standing, { things, about }) => {
  const units = called(standing, ...things).slice(0, MAX_UNITS);
  if (units.length === 0)
    return `${capital(listed(things.map((thing) => mentionName(thing))))}: в этой кухне такого нет. Добавить?`;
  const wall = (unit: Unit): string => (standing.walls.length > 1 ? `${wallName(standing, unit.wallIndex)}, ` : '');
  const high = ({ tier, height = 0 }: Unit): string => {
    if (about !== 'height') return '';
    const { wallTop } = CONSTANTS;
    return `, высота ${height} мм${tier === 'wall' ? `, от пола ${wallTop - height}–${wallTop} мм` : ''}`;
  };
  return units
    .map(
      (unit) =>
        `${capital(unitName(unit))} мм${besideWords(standing, unit)}: ${wall(unit)}${unit.at}–${unit.end} мм от левого угла${high(unit)}.`,
    )
    .join(' ');
};

const isWorktop = (text: string): boolean => /столеш|столеч/.test(text);
const decimal = (n: number, digits: number): string => n.toFixed(digits).replace('.', ',');

const hood: Answered = ({ units }, { things }) => {
  if (!things.some(({ concept }) => concept === 'hood')) return undefined;
  const own = units.find(({ kinds }) => kinds.has('hood'));
  const stands = own
    ? `До вытяжки ${CONSTANTS.wallTop - (own.height ?? 0) - CONSTANTS.worktopTop} мм от столешницы. `
    : '';
  return `${stands}По норме над газом нужно не меньше 750 мм, над электричеством — 650.`;
};

/** What the workshop's list says of sheets, edges and pieces. */
const bom: Answered = ({ order }) => {
  const { sheets, edges, pieces } = orderBom(order);
  const plates = sheets.map(({ name, area_mm2 }) => `${name} ${decimal(area_mm2 / 1e6, 2)} м²`);
  const bands = edges.map(({ name, length_mm }) => `${name} ${decimal(length_mm / 1e3, 1)} м`);
  const others = pieces.map(({ name, qty }) => `${name} ${qty} шт`);
  return `Листы считает цех при раскрое. Площадь деталей: ${plates.join(', ')}. Кромка: ${bands.join(', ')}. По ведомости: ${others.join(', ') || 'штучных изделий нет'}. Петли, ручки и крепёж в неё не входят.`;
};

/** A longer list of widths is told by its ends. */
const MAX_WIDTHS = 4;

/** «Посудомойка: 450 или 600 мм.»; empty where nothing named is made in widths. */
function widthsText(things: readonly Mention[]): string {
  return things
    .flatMap((thing) => {
      const sizes = Object.values(conceptOf(thing.concept)?.sizes ?? {}).filter((size) => size !== undefined);
      const widths = sizes.length > 1 ? sizes : madeWidths(codeOf(thing) ?? '');
      const [first, last] = [widths[0], widths.at(-1)];
      if (first === undefined) return [];
      const all = widths.length > MAX_WIDTHS ? `от ${first} до ${last}` : OR.format(widths.map(String));
      return [`${capital(mentionName(thing))}: ${all} мм.`];
    })
    .join(' ');
}

/** Answers that need no order. */
const GENERAL: Readonly<Partial<Record<QuestionAbout, string>>> = {
  gap: `Между столешницей и верхними шкафами ${CONSTANTS.apron} мм.`,
  depth: `Глубина нижних шкафов ${CONSTANTS.baseD} мм, верхних ${findModule(STANDARD.wall)?.depth ?? 300} мм, столешницы ${CONSTANTS.worktopDepth} мм.`,
  palette: `Цвета на выбор: ${FINISHES.filter((finish) => finish !== 'clear')
    .map(finishName)
    .join(', ')}. Часто берут светлый верх и низ темнее или под дерево. Что покрасить?`,
  hinges:
    'Как открываются фасады, ящики и дверцы техники, проверяют правила цеха: что мешает, названо, когда кухня собрана. Сторону открывания, петли и полки внутри определяют правила цеха; открывание показано на чертеже.',
  why: 'Так встало по правилам расстановки. Если удобнее иначе, скажите, что куда переставить.',
  advice: 'Удобно, когда мойка и плита рядом, а между ними есть столешница; холодильник и пеналы ставят с краю.',
};

const ANSWERS: Readonly<Partial<Record<QuestionAbout, Answered>>> = {
  height(standing, question, text) {
    if (isWorktop(text)) return `Высота столешницы от пола ${CONSTANTS.worktopTop} мм, её не меняем.`;
    if (/потол/.test(text)) return `Потолок в заказе ${standing.order.ceiling} мм.`;
    if (question.things.length > 0) return hood(standing, question, text) ?? ofThings(standing, question, text);
    const upper = standing.units.find(({ tier, isFiller }) => tier === 'upper' && !isFiller);
    return `Верх кухни на ${CONSTANTS.wallTop + (upper?.height ?? 0)} мм от пола, столешница на ${CONSTANTS.worktopTop} мм.`;
  },
  length(standing, _question, text) {
    if (!isWorktop(text))
      return `${standing.walls.map((mm, wall) => `${capital(wallName(standing, wall))} — ${mm} мм`).join(', ')}.`;
    const parts = worktops(standing.order).map(({ x0, x1 }) => `${x1 - x0} мм`);
    return parts.length > 0
      ? `Столешница: ${parts.join(' и ')}, глубина ${CONSTANTS.worktopDepth} мм.`
      : 'Столешницы в этой кухне нет.';
  },
  count({ units, order }, { things }) {
    if (things.some(({ concept }) => concept === 'drawers')) {
      const drawers = drawersIn(order);
      return drawers === 0 ? 'Ящиков в этой кухне нет.' : `В кухне ${counted(drawers, ['ящик', 'ящика', 'ящиков'])}.`;
    }
    const cabinets = units.filter(({ code }) => isOrdinary(code) && !isOpenShelf(code));
    const named =
      things.length > 0 ? cabinets.filter((unit) => things.some((thing) => mayMean(unit, thing))) : cabinets;
    const [base, wall, tall] = (['base', 'wall', 'tall'] as const).map(
      (tier) => named.filter((unit) => unit.tier === tier).length,
    );
    return `Всего шкафов: ${named.length}, внизу ${base}, вверху ${wall}${tall ? `, пеналов ${tall}` : ''}.`;
  },
  free_space: ({ walls, floor }) =>
    walls
      .map((length, wall) => {
        const taken = floor.reduce((sum, unit) => sum + (unit.wallIndex === wall ? unit.width : 0), 0);
        return `${capital(wallName({ walls }, wall))}: занято ${taken} мм из ${length}, свободно ${Math.max(0, length - taken)}.`;
      })
      .join(' '),
  area: bom,
  hinges: (standing, question, text) => (/сколько/.test(text) ? bom(standing, question, text) : undefined),
  gap: hood,
};

/** To what only an order answers, where there is none. */
export const LATER = 'Отвечу, когда соберём кухню.';

/** The answer to a question about the order that stands, or about kitchens as such; never a price. */
export function answerText(standing: Standing | undefined, question: Question, text: string): string {
  const { about, things } = question;
  const general = GENERAL[about] ?? (about === 'width' && !standing ? widthsText(things) : '');
  if (!standing) return general || LATER;
  const own = ANSWERS[about]?.(standing, question, text) ?? general;
  if (own) return own;
  const isOfLooks = about === 'colour' || about === 'handles';
  const ofOthers = !isOfLooks && things.length > 0 && ofThings(standing, question, text);
  return ofOthers || kitchenText(standing.order, false);
}
