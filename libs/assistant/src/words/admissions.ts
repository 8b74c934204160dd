import { CONSTANTS, capital, finishName, listed, type Order } from '#libs/furniture';
import type { Account } from '../account/account.js';
import { type Claim, claimsOf, thingsOf } from '../account/claims.js';
import type { Unread } from '../account/unread.js';
import { nameOf } from '../concepts/index.js';
import { byKind, byKindOr } from '../meaning/cases.js';
import type { Colour, Narrow, Statement } from '../meaning/meaning.js';
import type { Assumed, NotDone } from '../plan/decision.js';
import { type Standing, standingOf } from '../units/units.js';
import { toDoText } from './changed.js';
import { reasonOf } from './findings.js';
import { SHAPE_NAMES, sizeOf } from './kitchen.js';
import { mentionName, namedName, obstacleNamed, partyName, unitName } from './names.js';

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
    `${capital(rowName(said))} не так, как просили${made ? `: высота бывает ${made.join(', ')} мм` : ''}.`,
  below_ceiling: ({ left }) => `Антресоли не входят: до потолка остаётся ${left} мм, щель закроет планка.`,
  norm: ({ finding }, said) => `${capital(sourceOf(said) || 'так')} — нельзя. ${reasonOf(finding)}`,
  fixed: ({ what }) => FIXED[what],
  colour: ({ thing }) =>
    `${capital(mentionName(thing))} — не в отдельном цвете: красятся целые ряды фасадов, а техника не красится.`,
  restored: (_, said) =>
    `Вернул прежнюю кухню, а остальное пока не сделал: повторите, пожалуйста${sourceOf(said) && `: ${sourceOf(said)}`}.`,
  no_earlier: () => 'Возвращаться пока не к чему: прежней кухни нет.',
});

const placed = (place: Extract<NotDone, { because: 'place' }>['place']): string =>
  'of' in place
    ? ` (${PREPOSITIONS[place.at]} ${partyName(place.of, place.at === 'beside' || place.at === 'under' || place.at === 'over' ? 'i' : 'g')})`
    : '';
const PREPOSITIONS = {
  beside: 'рядом с',
  apart: 'подальше от',
  under: 'под',
  over: 'над',
  opposite: 'напротив',
  instead: 'вместо',
} as const;

const ROWS = { base: 'нижние шкафы', wall: 'верхние шкафы', tall: 'пеналы', upper: 'антресоли' } as const;
const rowName = (said: Statement | undefined): string => (said?.say === 'row' ? ROWS[said.tier] : 'верхние шкафы');

/** How words were taken that may as well mean another thing. */
export const narrowText = (narrow: readonly Narrow[]): string =>
  narrow.length === 0
    ? ''
    : `Понял так: ${narrow.map(({ place, of, not }) => `${place.toLowerCase()} — ${nameOf(of)}, а не ${nameOf(not)}`).join('; ')}.`;

/** The customer's own words as a quotation that stays in its sentence and is no markup. */
export const quoted = (text: string): string =>
  `«${text
    .replace(/[.!?;:«»<>*_`#[\]\s]+/g, ' ')
    .trim()
    .slice(0, MAX_QUOTE)}»`;
const MAX_QUOTE = 60;
const sourceOf = (said: Statement | undefined): string =>
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
  laid_anew: () => 'Кухня расставлена заново под новые размеры.',
});

const FIELDS = { width: 'ширина взята', bottom: 'низ взят на высоте', at: 'отступ от левого угла взят' } as const;

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
  const name = nameOfElement(claim.element);
  return claim.source.text.trim() === '' ? name : `${name} (${quoted(claim.source.text)})`;
};

/** What was said and does not stand; the words are the customer's own. */
export const unmetText = (claims: readonly Claim[]): string =>
  claims.length === 0 ? '' : `Не получилось учесть: ${[...new Set(claims.map(claimText))].join(', ')}.`;

/** Words that nothing explains, each with what it was said of. */
export const unreadText = (unread: readonly Unread[]): string =>
  unread.length === 0
    ? ''
    : `Не учтено, уточните, если это важно: ${unread.slice(0, MAX_UNREAD).map(unreadName).join(', ')}.`;
const unreadName = ({ text, beside }: Unread): string => {
  const claims = claimsOf([{ meaning: { words: [], statements: beside, cost: 0 }, pending: false }]);
  const [name] = claims.map(({ element }) => nameOfElement(element)).filter(Boolean);
  const said = NAMES.test(text) ? text.toLowerCase() : quoted(text);
  return `${said}${name ? ` (${name})` : ''}`;
};
const MAX_UNREAD = 3;
/** Plain words need no quotation marks. */
const NAMES = /^[а-яё-]+(?: [а-яё-]+){0,2}$/i;

/** The question that takes the place of a kitchen which is not what was said. */
export function insteadOf({ unmet, unasked, cookers }: Account, before: Order | undefined, after: Order): string {
  const [was, now] = [standingOf(before ?? after), standingOf(after)];
  const more = toDoText(
    unasked.flatMap(({ grave, change }) => (grave ? [change] : [])),
    was,
    now,
  );
  const odd = unmet.some(({ element }) => element.is === 'proportion');
  const lost = unmet.filter(({ element }) => element.is !== 'proportion').map(claimText);
  return [
    odd ? `${sizeOf(now).slice(0, -1)}, и большая часть — шкафы, о которых не говорили: длины верны?` : '',
    lost.length > 0 ? `Не получается учесть: ${[...new Set(lost)].join(', ')}.` : '',
    more ? `Для этого пришлось бы ещё ${more}.` : '',
    cookers > 0 ? `Выходит, что готовить будут не на одном приборе: ${listed(cookersOf(now))}.` : '',
    'Сделать так, или что поменять?',
  ]
    .filter(Boolean)
    .join(' ');
}

const cookersOf = (now: Standing): string[] =>
  now.units
    .filter(({ kinds }) => kinds.has('hob') || kinds.has('stove') || kinds.has('oven'))
    .map((unit) => unitName(now, unit));
