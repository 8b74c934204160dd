import { CONSTANTS, capital, finishName, listed, type Order } from '#libs/furniture';
import type { Account } from '../account/account.js';
import { type Claim, claimsOf, thingsOf } from '../account/claims.js';
import type { Unread } from '../account/unread.js';
import { nameOf } from '../concepts/index.js';
import { byKind, byKindOr } from '../meaning/cases.js';
import type { Colour, Narrow, Place, Statement } from '../meaning/meaning.js';
import type { Assumed, NotDone } from '../plan/decision.js';
import { isCooking, standingOf } from '../units/units.js';
import { toDoText } from './changed.js';
import { reasonOf } from './findings.js';
import { SHAPE_NAMES, sizeOf } from './kitchen.js';
import { joined, listing, mentionName, namedName, obstacleNamed, partyName, unitName } from './names.js';

/** What is asked for and fixed by the workshop. */
const FIXED = {
  row_height: `Высоту, на которой висят верхние шкафы, не меняем: их низ на ${CONSTANTS.wallBottom} мм от пола.`,
  hood_height: 'Высоту вытяжки отдельно не меняем: она стоит в своём шкафу по норме.',
  other: 'Этого не меняем: так устроены шкафы цеха.',
} as const;

const SHAPES = {
  island: 'Остров пока не делаем: кухня стоит вдоль стен.',
  peninsula: 'Полуостров пока не делаем: кухня стоит вдоль стен.',
  parallel: 'Два ряда друг против друга пока не делаем.',
  straight: 'Прямой кухня не получилась.',
  corner: 'Угловой кухня не получилась.',
  u: 'П-образной кухня не получилась.',
  g: 'Г-образной кухня не получилась.',
} as const;

/** What was not done and why: each sentence names the thing and says no. `said`: the statement it was asked for by. */
export const notDoneText = byKind<NotDone, 'because', string, [said: Statement | undefined]>('because', {
  outside: ({ name }) => `В кухню не вношу, обсудите с салоном: ${name}.`,
  shape: ({ shape }) => SHAPES[shape],
  no_room: ({ thing }) => `${capital(namedName(thing))} не помещается.`,
  place: ({ thing, place }) => `${capital(mentionName(thing))} — не там, где просили${placed(place)}: так не встаёт.`,
  sequence: (_, said) => `Порядок не такой, как просили: ${sourceOf(said) || 'так не встаёт'}.`,
  no_corner: ({ thing }) =>
    `${capital(mentionName({ ...thing, corner: true }))} не встанет: у прямой кухни нет угла, для него нужна вторая стена.`,
  one_wall: ({ thing }) =>
    `${capital(mentionName(thing))} — на другую стену не переставить: кухня прямая, стена одна. Чтобы сделать угловую, назовите длину второй стены.`,
  width: ({ thing: { width, concept }, wanted }) => {
    const name = capital(namedName({ concept }));
    return width === undefined || width === wanted
      ? `${name} шириной ${wanted} мм не делается.`
      : `${name} не ${wanted}, а ${width} мм: другой ширины не получается.`;
  },
  count: ({ thing, made }) => `${capital(mentionName(thing))}: получилось не столько, сколько просили, а ${made}.`,
  absent: ({ thing }) => `${capital(partyName(thing))}: в этой кухне такого нет.`,
  row: ({ made }, said) =>
    `${capital(ROWS[said?.say === 'row' ? said.tier : 'wall'])} не так, как просили${made ? `: высота бывает ${made.join(', ')} мм` : ''}.`,
  below_ceiling: ({ left }) => `Антресоли не входят: до потолка остаётся ${left} мм, щель закроет планка.`,
  norm: ({ finding }, said) => `${capital(sourceOf(said) || 'так')} — нельзя. ${reasonOf(finding)}`,
  fixed: ({ what }) => FIXED[what],
  colour: ({ thing }) =>
    `${capital(mentionName(thing))} — не в отдельном цвете: красятся целые ряды фасадов, а техника не красится.`,
  restored: (_, said) =>
    `Вернул прежнюю кухню, а остальное пока не сделал: повторите, пожалуйста${sourceOf(said) && `: ${sourceOf(said)}`}.`,
  no_earlier: () => 'Возвращаться пока не к чему: прежней кухни нет.',
});

function placed(place: Place): string {
  if (!('of' in place)) return '';
  const [preposition, wanted] = PREPOSITIONS[place.at];
  return ` (${preposition} ${partyName(place.of, wanted)})`;
}
const PREPOSITIONS = {
  beside: ['рядом с', 'i'],
  apart: ['подальше от', 'g'],
  under: ['под', 'i'],
  over: ['над', 'i'],
  opposite: ['напротив', 'g'],
  instead: ['вместо', 'g'],
} as const;

const ROWS = { base: 'нижние шкафы', wall: 'верхние шкафы', tall: 'пеналы', upper: 'антресоли' } as const;

/** How words were taken that may as well mean another thing. */
export function narrowText(narrow: readonly Narrow[]): string {
  const taken = narrow.map(({ place, of, not }) => `${place.toLowerCase()} — ${nameOf(of)}, а не ${nameOf(not)}`);
  return listing('Понял так', taken, '; ');
}

/** The customer's own words as a quotation that stays in its sentence and is no markup. */
export const quoted = (text: string): string =>
  `«${text
    .replace(/[.!?;:«»<>*_`#[\]\s]+/g, ' ')
    .trim()
    .slice(0, MAX_QUOTE)}»`;
const MAX_QUOTE = 60;
const sourceOf = (said: Pick<Statement, 'source'> | undefined): string =>
  said && said.source.text.trim() !== '' ? quoted(said.source.text) : '';

/** What the words left open and the assistant decided; the note begins with `straight`. */
export const assumedText = byKind<Assumed, 'assume', string, []>('assume', {
  straight: () => '',
  approximate: ({ length }) => `Длина стены взята примерно: ${length} мм.`,
  free_standing_fridge: () => 'Холодильник взят отдельно стоящий, не встроенный.',
  no_free_standing: ({ kind }) =>
    kind === 'dishwasher'
      ? 'Посудомойка взята встраиваемая, под фасад: отдельно стоящей места в ряду нет.'
      : 'Микроволновка отдельно стоящая: шкаф под неё не ставлю.',
  cooker: ({ kind }) =>
    kind === 'stove' ? 'Плита взята отдельно стоящая, не встроенная.' : 'Вместо отдельной плиты взята варочная панель.',
  usual: () => 'Техника взята обычная: скажите, если что-то лишнее.',
  obstacle: ({ obstacle, field, mm }) =>
    `${capital(obstacleNamed(obstacle.kind))}: ${FIELDS[field]} ${mm} мм, если это не так — поправьте.`,
  nearest_colour: ({ named, finish }) =>
    `Цвета «${named}» в палитре нет, взят ближайший: ${finishName(finish)}, показано условно.`,
  single: ({ thing }) => `${capital(mentionName(thing))} — одна штука: по два прибора одного вида не ставлю.`,
  no_hood: () => 'Вытяжка в верхний ряд не помещается.',
  picture_unread: () => 'Картинку прочитать не получится, кухня собрана по словам.',
  laid_anew: () => 'Кухня расставлена заново.',
});

const FIELDS = {
  width: 'ширина взята',
  depth: 'глубина взята',
  bottom: 'низ взят на высоте',
  at: 'отступ от левого угла взят',
} as const;

const FUEL_NAMES = { gas: 'газ', electric: 'электричество', induction: 'индукция' } as const;
const MEASURES = { width: '', height: 'высота: ', depth: 'глубина: ' } as const;
const colourName = ({ colour }: { readonly colour: Colour }): string => `цвет ${colour.named}`;

/** What an unmet element is called: by its things, unless it has another name. */
const nameOfElement = byKindOr<Claim['element'], 'is', string, []>(
  'is',
  {
    walls: ({ lengths }) => `длина ${lengths.map(({ mm }) => mm).join(' и ')} мм`,
    shape: ({ walls }) => SHAPE_NAMES[walls] ?? 'форма кухни',
    ceiling: ({ mm }) => `потолок ${mm} мм`,
    number: () => 'размер',
    end: () => 'боковая стена',
    mirrored: () => 'отразить зеркально',
    handles: () => 'ручки',
    lighting: () => 'подсветка',
    obstacle: ({ obstacle }) => obstacleNamed(obstacle.kind),
    fuel: ({ fuel }) => FUEL_NAMES[fuel],
    row: ({ row }) => ROWS[row.tier],
    colour: colourName,
    thing_colour: colourName,
    told: ({ name }) => name,
    place: ({ thing }) => mentionName(thing),
    measure: ({ of, thing }) => `${MEASURES[of]}${mentionName(thing)}`,
  },
  (element) => listed(thingsOf(element).map((thing) => mentionName(thing))),
);

const claimText = (claim: Claim): string => {
  const source = sourceOf(claim);
  return nameOfElement(claim.element) + (source && ` (${source})`);
};

/** What was said and does not stand; the words are the customer's own. */
export const unmetText = (claims: readonly Claim[]): string =>
  listing('Не получилось учесть', [...new Set(claims.map(claimText))]);

/** Words that nothing explains, each with what it was said of. */
export const unreadText = (unread: readonly Unread[]): string =>
  listing('Не учтено, уточните, если это важно', unread.slice(0, MAX_UNREAD).map(unreadName));
const unreadName = ({ text, beside }: Unread): string => {
  const claims = claimsOf([{ words: [], statements: beside, cost: 0 }]);
  const name = claims.map(({ element }) => nameOfElement(element)).find(Boolean);
  const said = NAMES.test(text) ? text.toLowerCase() : quoted(text);
  return `${said}${name ? ` (${name})` : ''}`;
};
const MAX_UNREAD = 3;
/** Plain words need no quotation marks. */
const NAMES = /^[а-яё-]+(?: [а-яё-]+){0,2}$/i;

/** The question that takes the place of a kitchen which is not what was said. */
export function insteadOf({ unmet, unasked, cookers }: Account, order: Order): string {
  const now = standingOf(order);
  const grave = unasked.filter((one) => one.grave).map(({ change }) => change);
  const more = toDoText(grave, now);
  const odd = unmet.some(({ element }) => element.is === 'proportion');
  const lost = unmet.filter(({ element }) => element.is !== 'proportion').map(claimText);
  const cooking = now.units.filter((unit) => isCooking(unit) || unit.kinds.has('oven')).map((unit) => unitName(unit));
  return joined([
    odd ? `${sizeOf(now).slice(0, -1)}, и большая часть — шкафы, о которых не говорили: длины верны?` : '',
    listing('Не получается учесть', [...new Set(lost)]),
    more ? `Для этого пришлось бы ещё ${more}.` : '',
    cookers > 0 ? `Выходит, что готовить будут не на одном приборе: ${listed(cooking)}.` : '',
    'Сделать так, или что поменять?',
  ]);
}
