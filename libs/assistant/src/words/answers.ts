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
  nodesOf,
  nodeUnit,
  orderBom,
  STANDARD,
  worktops,
} from '#libs/furniture';
import { fulfils, isOnFloor, mayMean, type Standing, type Unit } from '../account/standing.js';
import type { Mention, QuestionAbout, Statement } from '../meaning/meaning.js';
import { HANDLE_NAMES, kitchenText, lookWords } from './kitchen.js';
import { besideWords, mentionName, obstacleNamed, unitName, wallName } from './names.js';

type Question = Extract<Statement, { say: 'question' }>;
type Answered = (standing: Standing, question: Question, text: string) => string | undefined;

/** Units that are asked about; where none is named, none. */
const asked = ({ units }: Standing, things: readonly Mention[]): readonly Unit[] => {
  const ordinary = units.filter(({ isFiller }) => !isFiller);
  const exact = ordinary.filter((unit) => things.some((thing) => fulfils(unit, thing)));
  return exact.length > 0 ? exact : ordinary.filter((unit) => things.some((thing) => mayMean(unit, thing)));
};
const MAX_UNITS = 4;
const each = (units: readonly Unit[], text: (unit: Unit) => string): string | undefined =>
  units.length === 0
    ? undefined
    : `${units
        .slice(0, MAX_UNITS)
        .map((unit) => capital(text(unit)))
        .join('. ')}.`;
const names = (things: readonly Mention[]): string => listed(things.map((thing) => mentionName(thing)));
const none = (things: readonly Mention[]): string => `${capital(names(things))}: в этой кухне такого нет. Добавить?`;

const isWorktop = (text: string): boolean => /столеш|столеч/.test(text);
const METRES = 1000;
const tenth = (n: number): string => n.toFixed(1).replace('.', ',');
const hundredth = (n: number): string => n.toFixed(2).replace('.', ',');

const height: Answered = (standing, { things }, text) => {
  const units = asked(standing, things);
  if (isWorktop(text)) return `Высота столешницы от пола ${CONSTANTS.worktopTop} мм, её не меняем.`;
  if (/потол/.test(text)) return `Потолок в заказе ${standing.order.ceiling} мм.`;
  if (units.some(({ kinds }) => kinds.has('hood'))) return hood(standing);
  if (units.length > 0) return each(units, (unit) => `${unitName(standing, unit)}: высота ${unit.height ?? 0} мм`);
  const upper = standing.units.find(({ tier, isFiller }) => tier === 'upper' && !isFiller);
  return `Верх кухни на ${CONSTANTS.wallTop + (upper?.height ?? 0)} мм от пола, столешница на ${CONSTANTS.worktopTop} мм.`;
};

const hood = ({ units }: Standing): string => {
  const own = units.find(({ kinds }) => kinds.has('hood'));
  const stands = own
    ? `До вытяжки ${CONSTANTS.wallTop - (own.height ?? 0) - CONSTANTS.worktopTop} мм от столешницы. `
    : '';
  return `${stands}По норме над газом нужно не меньше 750 мм, над электричеством — 650.`;
};

const place: Answered = (standing, { things }) =>
  each(asked(standing, things), (unit) => {
    const where = standing.walls.length > 1 ? `${wallName(standing, unit.wall)}, ` : '';
    return `${unitName(standing, unit)} — ${where}${unit.at}–${unit.end} мм от левого угла${besideWords(standing, unit)}`;
  }) ?? (things.length > 0 ? none(things) : undefined);

/** How many drawers are in the kitchen, and in which units. */
const drawers = ({ order }: Standing): string => {
  const sum = nodesOf(order).flatMap(
    ({ node, run }) => nodeUnit(node, run)?.zones.filter(({ kind }) => kind === 'drawer') ?? [],
  ).length;
  return sum === 0 ? 'Ящиков в этой кухне нет.' : `В кухне ${counted(sum, ['ящик', 'ящика', 'ящиков'])}.`;
};

const count: Answered = (standing, { things }) => {
  if (things.some(({ concept }) => concept === 'drawers')) return drawers(standing);
  const cabinets = standing.units.filter(({ code }) => isOrdinary(code) && !isOpenShelf(code));
  const named = things.length > 0 ? cabinets.filter((unit) => things.some((thing) => mayMean(unit, thing))) : cabinets;
  const of = (test: (unit: Unit) => boolean): number => named.filter(test).length;
  const parts = [`внизу ${of(({ tier }) => tier === 'base')}`, `вверху ${of(({ tier }) => tier === 'wall')}`];
  const tall = of(({ tier }) => tier === 'tall');
  return `Всего шкафов: ${named.length}, ${[...parts, ...(tall > 0 ? [`пеналов ${tall}`] : [])].join(', ')}.`;
};

const exists: Answered = (standing, { things }, text) => {
  if (/подсвет/.test(text)) return standing.order.lighting.under ? 'Да, подсветка есть.' : 'Подсветки нет. Добавить?';
  const units = asked(standing, things);
  return units.length > 0
    ? `Да, есть: ${listed(units.slice(0, MAX_UNITS).map((unit) => unitName(standing, unit)))}.`
    : things.length > 0
      ? none(things)
      : undefined;
};

const neighbour: Answered = (standing, { things, places }) => {
  const beside = places.flatMap((one) =>
    one.at === 'beside' && 'concept' in one.of ? [{ ...one, of: one.of }] : [],
  )[0];
  const [unit] = asked(standing, [...things, ...(beside ? [beside.of] : [])]);
  if (!unit) return undefined;
  if (!beside?.hand)
    return `${capital(unitName(standing, unit))} стоит${besideWords(standing, unit).replace(/^ \((.*)\)$/, ' $1')}.`;
  const row = standing.floor.filter(({ wall }) => wall === unit.wall);
  const next = row[row.indexOf(unit) + (beside.hand === 'left' ? -1 : 1)];
  const where = `${beside.hand === 'left' ? 'Слева' : 'Справа'} от ${unitName(standing, unit, 'g')}`;
  return next ? `${where} — ${unitName(standing, next)}.` : `${where} ничего не стоит: это край ряда.`;
};

const free: Answered = (standing) =>
  standing.walls
    .map((length, wall) => {
      const taken = standing.units
        .filter((unit) => isOnFloor(unit) && unit.wall === wall)
        .reduce((sum, { width }) => sum + width, 0);
      return `${capital(wallName(standing, wall))}: занято ${taken} мм из ${length}, свободно ${Math.max(0, length - taken)}.`;
    })
    .join(' ');

const length: Answered = (standing, _question, text) => {
  if (!isWorktop(text))
    return `${standing.walls.map((mm, wall) => `${capital(wallName(standing, wall))} — ${mm} мм`).join(', ')}.`;
  const parts = worktops(standing.order).map(({ x0, x1 }) => `${x1 - x0} мм`);
  return parts.length > 0
    ? `Столешница: ${parts.join(' и ')}, глубина ${CONSTANTS.worktopDepth} мм.`
    : 'Столешницы в этой кухне нет.';
};

const colour: Answered = ({ order }) =>
  lookWords(order).find((text) => text.startsWith('Цвет')) ?? 'Цвета пока не выбраны: назовите, и я покажу.';

const handles: Answered = ({ order }) => {
  const own = [...new Set(Object.values(order.handles))].map((handle) => HANDLE_NAMES[handle]);
  return own.length > 0
    ? `Ручки: ${listed(own)}.`
    : `Ручки не выбраны: могут быть ${Object.values(HANDLE_NAMES).join(', ')}.`;
};

const area: Answered = ({ order }) => {
  const { sheets, edges } = orderBom(order);
  const plates = sheets.map(({ name, area_mm2 }) => `${name} ${hundredth(area_mm2 / 1e6)} м²`);
  return `Листы считает цех при раскрое. Площадь деталей: ${plates.join(', ')}. Кромка: ${edges.map(({ name, length_mm }) => `${name} ${tenth(length_mm / METRES)} м`).join(', ')}.`;
};

const pieces: Answered = ({ order }) => {
  const list = orderBom(order).pieces.map(({ name, qty }) => `${name} ${qty} шт`);
  return `По ведомости: ${list.join(', ') || 'штучных изделий нет'}. Петли, ручки и крепёж в неё не входят.`;
};

/** Answers that need no order. */
const GENERAL: Readonly<Partial<Record<QuestionAbout, string>>> = {
  gap: `Между столешницей и верхними шкафами ${CONSTANTS.apron} мм.`,
  depth: `Глубина нижних шкафов ${CONSTANTS.baseD} мм, верхних ${findModule(STANDARD.wall)?.depth ?? 300} мм, столешницы ${CONSTANTS.worktopDepth} мм.`,
  palette: `Цвета на выбор: ${FINISHES.filter((finish) => finish !== 'clear')
    .map(finishName)
    .join(', ')}. Часто берут светлый верх и низ темнее или под дерево. Что покрасить?`,
  hinges: 'Сторону открывания, петли и полки внутри определяют правила цеха; открывание показано на чертеже.',
  why: 'Так встало по правилам расстановки. Если удобнее иначе, скажите, что куда переставить.',
  advice: 'Удобно, когда мойка и плита рядом, а между ними есть столешница; холодильник и пеналы ставят с краю.',
};

/** Advice depends on the room. */
const ADVICE_FIRST = 'Посоветую, когда узнаю комнату: кухня прямая или угловая, и какой длины каждая стена?';

const ANSWERS: Readonly<Partial<Record<QuestionAbout, Answered>>> = {
  width: (standing, { things }) =>
    each(asked(standing, things), (unit) => `${unitName(standing, unit)} мм`) ??
    (things.length > 0 ? none(things) : undefined),
  height,
  length,
  count,
  place,
  neighbour,
  exists,
  colour,
  handles,
  fuel: (standing) =>
    each(
      standing.units.filter(({ fuel }) => fuel),
      (unit) => unitName(standing, unit),
    ) ?? 'Плиты или варочной панели в этой кухне нет.',
  area,
  pieces,
  hinges: (standing, question, text) => (/сколько/.test(text) ? pieces(standing, question, text) : GENERAL.hinges),
  free_space: free,
  gap: (standing, question) =>
    question.things.some(({ concept }) => concept === 'hood') ? hood(standing) : GENERAL.gap,
};

/** The answer to a question about the order that stands, or about kitchens as such; never a price. */
export function answerText(standing: Standing | undefined, question: Question, text: string): string {
  const general = GENERAL[question.about];
  if (!standing && question.about === 'advice') return ADVICE_FIRST;
  if (!standing) return general ?? 'Отвечу, когда соберём кухню.';
  const window =
    question.about === 'place' &&
    question.places.flatMap((one) => ('of' in one && 'obstacle' in one.of ? [one.of] : []))[0];
  if (window) return `${capital(obstacleNamed(window.obstacle))} учитывается там, где вы назвали.`;
  return ANSWERS[question.about]?.(standing, question, text) ?? general ?? kitchenText(standing.order, 'upper_counted');
}
